/** Portman makes a Postman collection with all its kinds of contract tests; Newman runs it. */

import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { described } from '../describe.mjs'
import { current } from '../examples.mjs'
import { basic } from '../lane.mjs'
import { openApi30 } from '../older-openapi.mjs'
import { measured, normal } from '../process.mjs'
import { requestsOf } from '../requests.mjs'
import { warm } from '../warm.mjs'

const config = fileURLToPath(new URL('../settings/portman.json', import.meta.url))
const bin = (folder, name) => join(folder, 'portman/node_modules/.bin', name)
const versionOf = (folder, name) =>
  JSON.parse(readFileSync(join(folder, 'portman/node_modules', name, 'package.json'), 'utf8')).version

export default {
  name: 'Portman with Newman',
  settings: 'OpenAPI 3.0; settings/portman.json: every contract test; examples and signature in the collection',
  version: folder => `${versionOf(folder, '@apideck/portman')} with ${versionOf(folder, 'newman')}`,
  async run({ folder, api, work, limit, lane, cold }) {
    const collection = await made({ folder, api, work, limit, lane })
    if (!cold) {
      const job = { collection: JSON.parse(current(collection, lane)) }
      const path = join(folder, 'portman/node_modules/newman')
      const { executions = [], seconds, ...more } = await warm('newman-worker.cjs', [path], lane.port, job, limit)
      return { ...more, cost: { seconds, ...(more.late && { late: true }) }, findings: failures(executions) }
    }
    const file = join(work, 'collection.json')
    writeFileSync(file, current(collection, lane))
    const { cost, output } = await measured(
      [
        ...[process.execPath, bin(folder, 'newman'), 'run', file, '--reporters', 'json'],
        ...['--reporter-json-export', join(work, 'result.json'), '--timeout-request', '10000'],
      ],
      { work, limit },
    )
    if (!existsSync(join(work, 'result.json'))) return { cost, findings: [], trouble: output.slice(-400) }
    const { run } = JSON.parse(readFileSync(join(work, 'result.json'), 'utf8'))
    return { cost, findings: failures(run.executions) }
  },
}

const failures = executions =>
  executions.flatMap(({ assertions = [], requestError }, index) => [
    ...assertions
      .filter(({ error }) => error)
      .map(({ assertion, error }) => ({ key: `${normal(assertion)} ${normal(error.message ?? '')}`, at: index + 1 })),
    ...(requestError ? [{ key: `${index} no reply`, at: index + 1 }] : []),
  ])

/** Makes the collection, once for each description, because it depends on nothing else. */
async function made({ folder, api, work, limit, lane }) {
  const document = described(api, lane.target.baseUrl.replace(`:${lane.port}`, ':65000'), lane.examples, {
    ...{ ranges: false, text: true },
  })
  const text = JSON.stringify(openApi30(document))
  const kept = join(folder, 'made', `${createHash('sha256').update(text).digest('hex').slice(0, 16)}.portman.json`)
  if (!existsSync(kept)) {
    writeFileSync(join(work, 'openapi.json'), text)
    const out = join(work, 'made.json')
    const options = ['-c', config, '-o', out, '-b', document.servers[0].url]
    const { output } = await measured(
      [process.execPath, bin(folder, 'portman'), '-l', join(work, 'openapi.json'), ...options],
      { work, limit, name: 'portman' },
    )
    if (!existsSync(out)) throw new Error(`Portman made no collection: ${output.slice(-300)}`)
    mkdirSync(join(folder, 'made'), { recursive: true })
    const collection = JSON.parse(readFileSync(out, 'utf8'))
    const authorization = person => (lane.target.actors ? basic(person ?? lane.target.actors.owner) : undefined)
    signedIn(collection, requestsOf(document, lane.examples, authorization))
    writeFileSync(out, JSON.stringify(collection))
    copyFileSync(out, kept)
  }
  return readFileSync(kept, 'utf8')
}

/** Puts forms and credentials of the examples into the collection, as a user of Portman would. */
function signedIn(collection, requests) {
  const walk = items => {
    for (const item of items) {
      if (item.item) walk(item.item)
      const { request } = item
      if (!request) continue
      const path = `/${request.url.path.join('/')}`.replace(/:(\w+)/g, '{$1}')
      const example = requests.find(one => one.method === request.method && path.endsWith(one.path))
      if (!example) continue
      request.auth = null
      request.header = Object.entries(example.headers).map(([key, value]) => ({ key, value }))
      if (example.body !== undefined) request.body = { mode: 'raw', raw: example.body }
    }
  }
  walk(collection.item)
  delete collection.auth
}
