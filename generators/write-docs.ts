/** `npm run docs`: writes the generated tables of the documentation. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withFixtureTables } from './fixture-tables.ts'
import { projectFolder } from './project-folder.ts'
import { readCatalogue } from './read-catalogue.ts'
import { readFixtures } from './read-fixtures.ts'

const page = join(projectFolder, 'docs', 'provisioning.md')
writeFileSync(page, withFixtureTables(readFileSync(page, 'utf8'), readFixtures().kinds, readCatalogue().requirements))
