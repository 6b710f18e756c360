/**
 * Specmatic: OpenAPI 3.0, one example for each operation, generative tests on, unknown members allowed. Its start takes longer
 * than its tests, so one process tests several references, each below its own path. The examples are signed beforehand, so the
 * clocks of these references are stopped.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { described } from '../describe.mjs'
import { current } from '../examples.mjs'
import { basic } from '../lane.mjs'
import { openApi30 } from '../older-openapi.mjs'
import { measured, normal } from '../process.mjs'
import { requestsOf } from '../requests.mjs'

const home = folder => join(folder, 'specmatic/node_modules/specmatic')

export default {
  name: 'Specmatic',
  together: 24,
  settings:
    'OpenAPI 3.0, additionalProperties: true in replies, --lenient; an example file for each operation; SPECMATIC_GENERATIVE_TESTS=true; java -XX:TieredStopAtLevel=1',
  version: folder => JSON.parse(readFileSync(join(home(folder), 'package.json'), 'utf8')).version,
  /** `lanes` are references at one port. Returns the findings for each of them, in the same order. */
  async runMany({ folder, api, work, limit, lanes, goodReplies }) {
    const examples = join(work, 'examples')
    mkdirSync(examples)
    let whole
    for (const lane of lanes) {
      const document = descriptionFor(api, lane)
      whole = { ...document, paths: { ...whole?.paths, ...document.paths } }
      writeExamples({ api, lane, examples, goodReplies })
    }
    writeFileSync(join(work, 'openapi.json'), JSON.stringify(whole))
    const { cost, output } = await measured(
      [
        ...['java', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-jar', join(home(folder), 'specmatic.jar'), 'test'],
        ...[join(work, 'openapi.json'), `--testBaseURL=${lanes[0].origin}`, `--examples=${examples}`, '--lenient'],
      ],
      { work, limit: limit * Math.ceil(lanes.length / 2), env: { SPECMATIC_GENERATIVE_TESTS: 'true' } },
    )
    const trouble = !/Tests run: \d+/.test(output) || lanes.some(({ requests }) => requests.length === 0)
    const found = failures(output, api)
    return lanes.map(({ prefix }) => ({
      ...{ cost, findings: found.get(prefix) ?? [] },
      ...(trouble && { trouble: output.slice(-400) }),
    }))
  },
}

const root = lane => new URL(lane.target.baseUrl).pathname

function descriptionFor(api, lane) {
  const document = described(api, lane.origin, lane.examples, { ranges: false, text: true })
  delete document.paths['/tus']
  delete document.components.securitySchemes?.session
  const before = `${lane.prefix}${root(lane)}`
  const paths = Object.fromEntries(Object.entries(document.paths).map(([path, item]) => [`${before}${path}`, item]))
  return JSON.parse(current(JSON.stringify(openApi30({ ...document, paths }, { open: true })), lane))
}

function writeExamples({ api, lane, examples, goodReplies }) {
  const document = described(api, lane.origin, lane.examples, { ranges: false, text: true })
  const authorization = person => (lane.target.actors ? basic(person ?? lane.target.actors.owner) : undefined)
  const done = new Set()
  for (const { operationId, method, url, headers, body } of requestsOf(document, lane.examples, authorization)) {
    const reply = goodReplies.get(operationId)
    if (!reply || done.has(operationId) || operationId === 'uploadFile') continue
    done.add(operationId)
    const [path, query = ''] = url.split('?')
    const { accept: _accept, 'content-type': type, authorization: credentials, ...more } = headers
    const example = {
      'http-request': {
        ...{
          path: `${lane.prefix}${root(lane)}${path}`,
          method,
          query: Object.fromEntries(new URLSearchParams(query)),
        },
        headers: { ...more, ...(credentials && { Authorization: credentials }), ...(type && { 'Content-Type': type }) },
        ...(body && { 'form-fields': Object.fromEntries(new URLSearchParams(body)) }),
      },
      'http-response': plainText(reply),
    }
    const file = `${operationId}${lane.prefix.replace('/', '-')}.json`
    writeFileSync(join(examples, file), current(JSON.stringify(example), lane))
  }
}

/** Replaces text that begins with a parenthesis: Specmatic takes it for the name of a type, even in an example. */
const plainText = value => JSON.parse(JSON.stringify(value), (_key, one) => (/^\(/.test(one) ? 'text' : one))

/** Failures by prefix: each failed scenario with its name and a number among those of that name, and the rules in the summary. */
function failures(output, api) {
  const start = api === 'trading' ? '/trading/v1' : '/chat/api/v1'
  const named = text => {
    const prefix = new RegExp(`(/s\\d+)${start}`).exec(text)?.[1] ?? ''
    const name = normal(
      text.replaceAll(`${prefix}${start}`, '').replace(/the example '(\w+)-s\d+'/, "the example '$1'"),
    )
    return { prefix, name }
  }
  const of = new Map()
  const own = prefix => of.get(prefix) ?? of.set(prefix, { at: 0, times: new Map(), found: [] }).get(prefix)
  for (const [, text, outcome] of output.matchAll(/Scenario: (.+?) has (SUCCEEDED|FAILED)/g)) {
    const { prefix, name } = named(text)
    const lane = own(prefix)
    lane.at++
    lane.times.set(name, (lane.times.get(name) ?? 0) + 1)
    if (outcome === 'FAILED') lane.found.push({ key: `${name}, ${lane.times.get(name)}`, at: lane.at })
  }
  const summary = output.slice(output.lastIndexOf('Unsuccessful Scenarios'))
  for (const block of summary.split(/^\s*"(?:[+-]ve\s+)?Scenario: /m).slice(1)) {
    const { prefix, name } = named(block.split('\n')[0].replace(/ (FAILED|ERROR)"?$/, ''))
    const { found } = own(prefix)
    const at = found.find(({ key }) => key.startsWith(`${name}, `))?.at ?? 1
    for (const [, place, rule] of block.matchAll(/>> (\S+)\s+(R\d+)/g))
      found.push({ key: `${name} ${normal(place)} ${rule}`, at })
  }
  return new Map([...of].map(([prefix, { found }]) => [prefix, found]))
}
