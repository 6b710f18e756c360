/** Writes the SBOM of the package in CycloneDX: the packages that are installed with it, without development dependencies. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'

const words = [
  'sbom',
  '--sbom-format',
  'cyclonedx',
  '--sbom-type',
  'application',
  '--omit',
  'dev',
  '--package-lock-only',
]
const text = execFileSync('npm', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 26 })
writeFileSync('sbom.cdx.json', `${JSON.stringify(JSON.parse(text), null, 2)}\n`)
