/** Makes the files of a release, in release/: the tarball, its checksums, an SBOM and the notes. Publishes nothing. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const folder = join(root, 'release')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const { name, version } = manifest
const npm = (...words) =>
  execFileSync('npm', words, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'ignore'] })

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
if (!process.argv.includes('--built')) npm('run', 'build')
pack()
writeFileSync(join(folder, `${name}-${version}.cdx.json`), `${JSON.stringify(sbom(), null, 2)}\n`)
writeFileSync(join(folder, 'NOTES.md'), notes())
const sums = readdirSync(folder)
  .sort()
  .map(
    file =>
      `${createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex')}  ${file}`,
  )
writeFileSync(join(folder, 'SHA256SUMS'), `${sums.join('\n')}\n`)
for (const file of readdirSync(folder)) console.log(join('release', file))

/** Packs without scripts and development dependencies: only a clone needs them, and npm warns about scripts. */
function pack() {
  const work = mkdtempSync(join(tmpdir(), 'assay-release-'))
  const { scripts: _scripts, devDependencies: _tools, ...rest } = manifest
  for (const file of [...rest.files, 'README.md', 'LICENSE'])
    if (existsSync(join(root, file))) cpSync(join(root, file), join(work, file), { recursive: true })
  writeFileSync(join(work, 'package.json'), `${JSON.stringify(rest, null, 2)}\n`)
  npm('pack', '--silent', '--ignore-scripts', '--pack-destination', folder, work)
  rmSync(work, { recursive: true })
}

/** The SBOM of npm, completed by packages that npm leaves out because a development dependency could use them as well. */
function sbom() {
  const bill = JSON.parse(npm('sbom', '--omit', 'dev', '--sbom-format', 'cyclonedx'))
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const known = new Set(bill.components.map(one => `${one.name}@${one.version}`))
  for (const [path, { version: number, license, dev, devOptional, optional, peer }] of Object.entries(packages)) {
    const own = path.replace(/^.*node_modules\//, '')
    if (path === '' || dev || devOptional || optional || peer || known.has(`${own}@${number}`)) continue
    const purl = `pkg:npm/${own.replace('@', '%40')}@${number}`
    const licenses = license ? [{ license: { id: license } }] : []
    bill.components.push({ 'bom-ref': `${own}@${number}`, type: 'library', name: own, version: number, purl, licenses })
  }
  return bill
}

/** The changes of this version, or those that are not released yet, and how to install and check the tarball. */
function notes() {
  const sections = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^## /m).slice(1)
  const own = sections.find(text => text.includes(version)) ?? sections[0] ?? ''
  const changes = own.slice(own.indexOf('\n') + 1).trim()
  return `# Assay ${version}

\`\`\`sh
sha256sum --check --ignore-missing SHA256SUMS
npm install --save-dev ./${name}-${version}.tgz
npx --no-install assay run
\`\`\`

${changes}
`
}
