/** Schemathesis: all checks, all phases, with examples and credentials; a hook signs and encodes JSON in form fields. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { described } from '../describe.mjs'
import { current } from '../examples.mjs'
import { measured, normal } from '../process.mjs'

const hooks = fileURLToPath(new URL('../settings/schemathesis_hooks.py', import.meta.url))
const program = folder => join(folder, 'venv/bin/schemathesis')

export default {
  name: 'Schemathesis',
  signsItself: true,
  settings:
    'OpenAPI 3.1; --checks all, phases examples, coverage, fuzzing and stateful, --max-examples 10, --continue-on-failure, deterministic; hook: settings/schemathesis_hooks.py',
  version: folder => execFileSync(program(folder), ['--version'], { encoding: 'utf8' }).trim().split(' ').at(-1),
  async run({ folder, api, work, limit, lane }) {
    const file = join(work, 'openapi.json')
    const document = described(api, lane.target.baseUrl, lane.examples)
    writeFileSync(file, current(JSON.stringify(document), lane))
    const { actors, credentials } = lane.target
    const { cost, output } = await measured(
      [
        ...[program(folder), '--no-color', 'run', file, '-u', lane.target.baseUrl, '--checks', 'all'],
        ...['--max-examples', '10', '--generation-deterministic', '--continue-on-failure', '--no-shrink'],
        ...['--request-timeout', '10', '--report', 'ndjson', '--report-dir', work],
        ...(actors ? ['--auth', `${actors.owner.email}:${actors.owner.apiKey}`] : []),
      ],
      {
        ...{ work, limit },
        env: {
          SCHEMATHESIS_HOOKS: hooks,
          ...(credentials && { BENCH_KEY: credentials.apiKey, BENCH_SECRET: credentials.secretKey }),
        },
      },
    )
    return { cost, findings: failures(work, lane.requests), ...(cost.status > 1 && { trouble: output.slice(-400) }) }
  },
}

/** Each failed check, with the position of its request among those that the reference received. */
function failures(work, requests) {
  const report = readdirSync(work).find(name => name.endsWith('.ndjson'))
  if (!report) return []
  const found = []
  for (const line of readFileSync(join(work, report), 'utf8').split('\n')) {
    if (!line.startsWith('{"ScenarioFinished"')) continue
    let recorder
    try {
      recorder = JSON.parse(line).ScenarioFinished.recorder
    } catch {
      continue
    }
    for (const [id, checks] of Object.entries(recorder.checks ?? {})) {
      const moment = recorder.interactions?.[id]
      const end = moment ? moment.timestamp * 1000 + (moment.response?.elapsed ?? 0) * 1000 : Number.POSITIVE_INFINITY
      const at = Math.max(1, requests.filter(request => request.at <= end).length)
      for (const { name, status, failure } of checks)
        if (status === 'failure') {
          const text = `${failure?.failure?.title ?? failure?.title ?? ''} ${failure?.failure?.message ?? failure?.message ?? ''}`
          found.push({ key: `${recorder.label} ${name} ${normal(text)}`, at })
        }
    }
  }
  return found
}
