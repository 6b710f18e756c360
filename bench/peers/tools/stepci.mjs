/** Step CI: generates a workflow from the description, with examples, status and schema checks; its own runner runs it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stringify } from 'yaml'
import { described } from '../describe.mjs'
import { current } from '../examples.mjs'
import { basic } from '../lane.mjs'
import { openApi30 } from '../older-openapi.mjs'
import { measured, normal } from '../process.mjs'
import { requestsOf } from '../requests.mjs'
import { warm } from '../warm.mjs'

const runner = fileURLToPath(new URL('../settings/stepci-run.cjs', import.meta.url))

export default {
  name: 'Step CI',
  settings: 'a workflow as stepci generate writes it (status, schema), with forms and credentials; continueOnFail',
  version: folder => JSON.parse(readFileSync(join(folder, 'stepci/node_modules/stepci/package.json'), 'utf8')).version,
  async run({ folder, api, work, limit, lane, cold }) {
    const file = join(work, 'workflow.yml')
    writeFileSync(file, current(stringify(workflow(api, lane)), lane))
    const path = join(folder, 'stepci/node_modules/@stepci/runner')
    if (!cold) {
      const { tests = [], seconds, ...more } = await warm('stepci-run.cjs', [path], lane.port, { file }, limit)
      return { ...more, cost: { seconds, ...(more.late && { late: true }) }, findings: failures(tests) }
    }
    const { cost, output } = await measured([process.execPath, runner, path, file, join(work, 'result.json')], {
      ...{ work, limit },
    })
    if (!existsSync(join(work, 'result.json'))) return { cost, findings: [], trouble: output.slice(-400) }
    return { cost, findings: failures(JSON.parse(readFileSync(join(work, 'result.json'), 'utf8')).tests) }
  },
}

const failures = tests =>
  tests
    .flatMap(test => test.steps)
    .flatMap(({ id, errored, errorMessage, failed }, index) => [
      ...(errored ? [{ key: `${id} ${normal(errorMessage ?? 'error')}`, at: index + 1 }] : []),
      ...failed.map(check => ({ key: `${id} ${normal(check)}`, at: index + 1 })),
    ])

function workflow(api, lane) {
  const document = openApi30(described(api, lane.target.baseUrl, lane.examples, { ranges: false, text: true }))
  const steps = []
  const authorization = person => (lane.target.actors ? basic(person ?? lane.target.actors.owner) : undefined)
  const seen = new Set()
  for (const { operationId, method, path, url, headers, body } of requestsOf(document, lane.examples, authorization)) {
    if (method === 'OPTIONS' || seen.has(operationId)) continue
    seen.add(operationId)
    const good = document.paths[path][method.toLowerCase()].responses[200]
    const found = good?.$ref ? document.components.responses[good.$ref.split('/').at(-1)] : good
    const schema = found?.content?.['application/json']?.schema
    const check = { status: 200, ...(schema && { schema }) }
    steps.push({ id: operationId, http: { url, method, headers, ...(body !== undefined && { body }), check } })
  }
  return {
    ...{ version: '1.1', name: api },
    config: { continueOnFail: true, concurrency: 1, http: { baseURL: lane.target.baseUrl } },
    tests: { all: { steps } },
    components: { schemas: document.components.schemas },
  }
}
