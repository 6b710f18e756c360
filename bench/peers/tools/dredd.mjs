/** Dredd: OpenAPI 2, which it supports best; a hook puts examples, credentials and the signature into its requests. */
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
  together: 24,
  settings:
    'OpenAPI 2.0 with allOf merged; --inline-errors; hooks: settings/dredd-hooks.cjs (bodies, credentials, signature)',
  version: folder =>
    execFileSync(process.execPath, [program(folder), '--version'], { encoding: 'utf8' }).match(/dredd v?([\d.]+)/)?.[1],
  /** `lanes` are references at one port, each below its own path. Their clocks are stopped, as for Specmatic. */
  async runMany({ folder, api, work, limit, lanes }) {
    const root = new URL(lanes[0].target.baseUrl).pathname
    const requests = []
    let whole
    for (const lane of lanes) {
      const document = described(api, lane.target.baseUrl, lane.examples, { ranges: false, text: true })
      const authorization = person => (lane.target.actors ? basic(person ?? lane.target.actors.owner) : undefined)
      const before = `${lane.prefix}${root}`
      const below = Object.entries(openApi2(document).paths).map(([path, item]) => [`${before}${path}`, item])
      whole = { ...openApi2(document), paths: { ...whole?.paths, ...Object.fromEntries(below) } }
      for (const one of requestsOf(document, lane.examples, authorization))
        requests.push({ ...one, url: `${before}${one.url}` })
    }
    writeFileSync(join(work, 'openapi.json'), current(JSON.stringify(whole), lanes[0]))
    writeFileSync(join(work, 'requests.json'), current(JSON.stringify(requests), lanes[0]))
    const { cost, output } = await measured(
      [
        ...[process.execPath, program(folder), join(work, 'openapi.json'), lanes[0].origin],
        ...['--inline-errors', '--no-color', '--hookfiles', hooks],
      ],
      {
        ...{ work, limit: limit * Math.ceil(lanes.length / 2) },
        env: { BENCH_REQUESTS: join(work, 'requests.json') },
      },
    )
    const trouble = !/complete: /.test(output) || lanes.some(lane => lane.requests.length === 0)
    const found = failures(output, root)
    return lanes.map(({ prefix }) => ({
      ...{ cost, findings: found.get(prefix) ?? [] },
      ...(trouble && { trouble: output.slice(-400) }),
    }))
  },
}

/** The failures by the path prefix of each reference. */
function failures(output, root) {
  const of = new Map()
  let lane = { at: 0, found: [] }
  let subject = ''
  for (const block of output.split(/^(?=(?:pass|fail|error|skip|complete|warn): )/m)) {
    const line = block.split('\n')[0]
    if (/^(pass|fail|error): \w+ \(\d+\) /.test(line)) {
      const prefix = new RegExp(`(/s\\d+)${root}`).exec(line)?.[1] ?? ''
      lane = of.get(prefix) ?? of.set(prefix, { at: 0, found: [] }).get(prefix)
      lane.at++
      subject = normal(
        line
          .replace(/^\w+: /, '')
          .replace(/ duration: .*/, '')
          .replace(/\?.*/, '')
          .replace(`${prefix}${root}`, ''),
      )
    }
    if (/^error: /.test(line)) lane.found.push({ key: `${subject} ${normal(line)}`, at: Math.max(1, lane.at) })
    else if (/^fail: (body|headers|statusCode)/.test(line))
      for (const message of block.split(/\n\n/)[0].split('\n'))
        lane.found.push({ key: `${subject} ${normal(message.replace(/^fail: /, ''))}`, at: Math.max(1, lane.at) })
  }
  return new Map([...of].map(([prefix, { found }]) => [prefix, found]))
}
