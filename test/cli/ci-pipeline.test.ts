/** The GitLab pipeline of the examples, job by job: four shards, the last step, the merge. Bash runs each script unchanged. */
import { type ChildProcess, execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Report } from '../../generated/formats.ts'
import { type ServedReference, serveReference } from '../../reference/index.ts'
import { freshFolder } from './fake-io.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = freshFolder()
const jobs = parse(readFileSync(join(root, 'examples/ci/gitlab-ci.yml'), 'utf8')) as Record<
  'shards' | 'last' | 'merge',
  { script: string[]; parallel?: number; allow_failure?: { exit_codes: number[] } }
>
/** A smaller scope than that of the pipeline, which judges everything. */
const SCOPE = "--only 'trading.t*' --only 'trading.ping.*' --only 'messaging.channel-folders.*' --budget quick"

let served: ServedReference
let commands: ChildProcess
beforeAll(async () => {
  served = await serveReference()
  mkdirSync(join(folder, 'bin'))
  commands = fork(fileURLToPath(new URL('./served-command.mjs', import.meta.url)), { cwd: folder })
  const [port] = (await once(commands, 'message')) as [number]
  const sent = `exec 3<>/dev/tcp/127.0.0.1/${port}; printf '%s\\0' "$@" '' >&3; read -r status <&3; exit "$status"`
  const npx = `#!/usr/bin/env bash\nwhile [ "$1" != assay ]; do shift; done\nshift\nif [ "$1" = run ]; then set -- "$@" ${SCOPE}; fi\n${sent}\n`
  writeFileSync(join(folder, 'bin', 'npx'), npx, { mode: 0o755 })
  writeFileSync(join(folder, 'staging.yaml'), JSON.stringify(served.reference.targetFile(served.origin)))
  writeFileSync(join(folder, 'baseline.yaml'), '{}\n')
})
afterAll(async () => {
  commands.kill()
  await served.close()
  rmSync(folder, { recursive: true, force: true })
})

function runs({ script }: { script: string[] }, env: Record<string, string> = {}): Promise<number> {
  const PATH = `${join(folder, 'bin')}:${process.env['PATH']}`
  return new Promise(settle => {
    execFile('bash', ['-e', '-c', script.join('\n')], { cwd: folder, env: { ...process.env, PATH, ...env } }, error =>
      settle(error === null ? 0 : Number(error.code)),
    )
  })
}

test('succeeds, with one report of all shards', async () => {
  const { shards, last, merge } = jobs
  const total = shards.parallel ?? 1
  expect(total).toBe(4)
  const each = Array.from({ length: total }, (_none, at) => ({
    CI_NODE_INDEX: String(at + 1),
    CI_NODE_TOTAL: String(total),
  }))
  expect(await Promise.all(each.map(env => runs(shards, env)))).toEqual([0, 0, 0, 0])
  expect(await runs(last)).toBe(0)
  expect(await runs(merge)).toBe(0)
  const report = JSON.parse(readFileSync(join(folder, 'assay-report', 'report.json'), 'utf8')) as Report
  expect(report.summary).toMatchObject({ outcome: 'conformant', counts: { fail: 0, unverified: 0 } })
  expect(report.run.shard).toBeNull()
  expect(readFileSync(join(folder, 'assay-report', 'junit.xml'), 'utf8')).toContain('<testsuite')
})
