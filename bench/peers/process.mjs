/** Runs tools as processes: measured, with a time limit, without colours and without telemetry. */
import { spawn } from 'node:child_process'
import { createWriteStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const measure = fileURLToPath(new URL('measured.py', import.meta.url))

export async function measured(command, { work, limit, env = {}, name = 'tool' }) {
  const file = join(work, `${name}.cost.json`)
  const output = join(work, `${name}.out`)
  const quiet = { NO_COLOR: '1', CI: '1', STEPCI_DISABLE_ANALYTICS: '1', PYTHONHASHSEED: '0', PYTHONIOENCODING: 'utf8' }
  const child = spawn('python3', [measure, String(limit), file, ...command], {
    cwd: work,
    env: { ...process.env, ...quiet, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const sink = createWriteStream(output)
  child.stdout.pipe(sink, { end: false })
  child.stderr.pipe(sink, { end: false })
  await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  await new Promise(resolve => sink.end(resolve))
  return { cost: JSON.parse(readFileSync(file, 'utf8')), output: readFileSync(output, 'utf8') }
}

/** The part of a finding that stays the same between runs: names are kept, numbers and other values are replaced. */
export const normal = text =>
  text
    .replace(/"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/g, (all, one, other) =>
      /^[A-Za-z_$./-]{0,40}$/.test(one ?? other) ? all : '"…"',
    )
    .replace(/\d+/g, '#')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 240)
