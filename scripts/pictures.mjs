/** Makes the pictures of README and docs from real runs: `node scripts/pictures.mjs`. The page needs a Chromium. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const main = join(root, 'dist/cli/main.js')
const pictures = join(root, 'docs/pictures')
const work = mkdtempSync(join(tmpdir(), 'assay-pictures-'))
mkdirSync(pictures, { recursive: true })

/** The escape sequence of a colour on a terminal. */
const SEQUENCE = `${String.fromCharCode(27)}\\[\\d+m`
const CLASS = { 1: 'b', 2: 'f', 31: 'r', 32: 'g', 33: 'y' }
const FAULT = 'trading.ping.pong.upper-case'
const env = { ...process.env, FORCE_COLOR: '1', COLUMNS: '100' }
const assay = (...words) =>
  new Promise(done => {
    execFile(process.execPath, [main, ...words], { cwd: work, env, maxBuffer: 1 << 26 }, (_error, out) => done(out))
  })

picture('run', 'assay run', await assay('run'))
const server = spawn(
  process.execPath,
  [main, 'serve', '--port', '0', '--fault', FAULT, '--write-target', 'staging.json'],
  {
    cwd: work,
  },
)
await once(server.stdout, 'data')
const target = ['--target', 'staging.json', '--only', 'trading.ping.*', '--only', 'trading.time.*', '--out', 'failed']
const words = "assay run --target staging.json --only 'trading.ping.*' --only 'trading.time.*'"
picture('failure', words, await assay('run', ...target))
await assay('baseline', 'failed', '--out', 'known.yaml', '--reason', 'fixed in 4.3', '--ticket', 'CHAT-204')
picture('known-failure', `${words} --baseline known.yaml`, await assay('run', ...target, '--baseline', 'known.yaml'))
server.kill()
await page(join(work, 'failed', 'report.html'))

/** Text with its colours as an SVG: sharp at any size, and a few kilobytes. */
function picture(name, command, text) {
  const lines = [`$ ${command}`, '', ...text.trimEnd().split('\n')].map(line => line.slice(0, 400))
  const columns = 104
  const shown = lines.flatMap(line => folded(line, columns))
  const [width, height] = [columns * 7.25 + 32, shown.length * 17 + 56]
  const rows = shown.map(
    (line, n) => `<text x="16" y="${(44 + n * 17).toFixed(0)}" xml:space="preserve">${coloured(line)}</text>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(command)}">
<style>text{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#d7dce2}.b{font-weight:700}.g{fill:#7ee2a0}.r{fill:#ff8d85}.y{fill:#f2cc60}.f{fill:#8b949e}</style>
<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/><circle cx="20" cy="16" r="5" fill="#ff5f57"/><circle cx="36" cy="16" r="5" fill="#febc2e"/><circle cx="52" cy="16" r="5" fill="#28c840"/>
${rows.join('\n')}
</svg>
`
  writeFileSync(join(pictures, `${name}.svg`), svg)
  console.log(`docs/pictures/${name}.svg`)
}

/** Breaks a line at its last space within the columns; colours stay with the first part. */
function folded(line, columns) {
  const plain = line.replaceAll(new RegExp(SEQUENCE, 'g'), '')
  if (plain.length <= columns) return [line]
  const space = plain.lastIndexOf(' ', columns)
  const at = space > columns / 2 ? space : columns
  const rest = plain.slice(at).trimStart()
  return [line.slice(0, line.length - rest.length).trimEnd(), ...folded(`${' '.repeat(15)}${rest}`, columns)]
}

function coloured(line) {
  const open = new Set()
  return line
    .split(new RegExp(`(${SEQUENCE})`))
    .map(part => {
      const code = new RegExp(`^${SEQUENCE}$`).exec(part)?.[0].replaceAll(/\D/g, '')
      if (code === undefined)
        return part === ''
          ? ''
          : open.size === 0
            ? escaped(part)
            : `<tspan class="${[...open].join(' ')}">${escaped(part)}</tspan>`
      if (code in CLASS) open.add(CLASS[code])
      else open.clear()
      return ''
    })
    .join('')
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

async function page(file) {
  const executablePath = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync)
  if (!executablePath) return console.log('no Chromium: docs/pictures/page.jpeg stays as it is')
  const { chromium } = await import('playwright-core')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  const view = await browser.newPage({ viewport: { width: 1080, height: 860 }, colorScheme: 'light' })
  await view.goto(`file://${file}`)
  await view.screenshot({ path: join(pictures, 'page.jpeg'), type: 'jpeg', quality: 70 })
  await browser.close()
  console.log('docs/pictures/page.jpeg')
}
