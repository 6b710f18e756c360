/** Reads the profiles: named sets of requirements, each chosen by patterns on ids. */
import { existsSync } from 'node:fs'
import { asJson, asList } from './json.ts'
import { readLocatedYaml } from './located-yaml.ts'
import { specsFile } from './project-folder.ts'

export function readProfiles(): unknown[] {
  const path = specsFile('profiles.yaml')
  if (!existsSync(path)) return []
  const { value } = readLocatedYaml(path)
  return asList(asJson(value)['profiles'])
}
