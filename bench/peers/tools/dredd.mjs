/** Dredd: OpenAPI 2, which it reads best; a hook puts the examples, the credentials and the signature into its requests. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { described } from '../describe.mjs'
import { current } from '../examples.mjs'
import { basic } from '../lane.mjs'
import { openApi2 } from '../older-openapi.mjs'
import { measured, normal } from '../process.mjs'
import { requestsOf } from '../requests.mjs'

const hooks = fileURLToPath(new URL('../settings/dredd-hooks.cjs', import.meta.url))
const program = folder => join(folder, 'dredd/node_modules/dredd/bin/dredd')

export default {
  name: 'Dredd',
  settings:
    'OpenAPI 2.0 with allOf merged; --inline-errors; hooks: settings/dredd-hooks.cjs (bodies, credentials, signature)',
  version: folder =>
    execFileSync(process.execPath, [program(folder), '--version'], { encoding: 'utf8' }).match(/dredd v?([\d.]+)/)?.[1],
  async run({ folder, api, work, limit, lane }) {
    const document = described(api, lane.target.baseUrl, lane.examples, { ranges: false, text: true })
    const authorization = person => (lane.target.actors ? basic(person ?? lane.target.actors.owner) : undefined)
    writeFileSync(join(work, 'openapi.json'), current(JSON.stringify(openApi2(document)), lane))
    writeFileSync(
      join(work, 'requests.json'),
      current(JSON.stringify(requestsOf(document, lane.examples, authorization)), lane),
    )
    const { cost, output } = await measured(
      [
        ...[process.execPath, program(folder), join(work, 'openapi.json'), lane.target.baseUrl],
        ...['--inline-errors', '--no-color', '--hookfiles', hooks],
      ],
      { work, limit, env: { BENCH_REQUESTS: join(work, 'requests.json') } },
    )
    return { cost, findings: failures(output), ...(!/complete: /.test(output) && { trouble: output.slice(-400) }) }
  },
}

function failures(output) {
  const found = []
  let at = 0
  let subject = ''
  for (const block of output.split(/^(?=(?:pass|fail|error|skip|complete|warn): )/m)) {
    const line = block.split('\n')[0]
    if (/^(pass|fail|error): \w+ \(\d+\) /.test(line)) {
      at++
      subject = line
        .replace(/^\w+: /, '')
        .replace(/ duration: .*/, '')
        .replace(/\?.*/, '')
    }
    if (/^error: /.test(line)) found.push({ key: `${normal(subject)} ${normal(line)}`, at })
    else if (/^fail: (body|headers|statusCode)/.test(line))
      for (const message of block.split(/\n\n/)[0].split('\n'))
        found.push({ key: `${normal(subject)} ${normal(message.replace(/^fail: /, ''))}`, at: Math.max(1, at) })
  }
  return found
}
