/** Keeps tools that can be used as libraries in one process per lane. Costs are measured only with newly started processes. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const kept = new Map()

/** Sends a job to the worker of this lane and waits for its answer; a worker that exceeds the time limit is replaced. */
export async function warm(script, args, port, job, limit) {
  const key = `${script} ${port}`
  const worker = kept.get(key) ?? started(script, args)
  kept.set(key, worker)
  const begun = performance.now()
  const seconds = () => Math.round((performance.now() - begun) / 10) / 100
  return new Promise(resolve => {
    const end = answer => {
      clearTimeout(timer)
      worker.removeAllListeners()
      resolve({ seconds: seconds(), ...answer })
    }
    const dropped = reason => {
      kept.delete(key)
      worker.kill('SIGKILL')
      end(reason)
    }
    const timer = setTimeout(() => dropped({ late: true }), limit * 1000)
    worker.once('message', end)
    worker.once('exit', () => dropped({ trouble: 'the worker ended' }))
    worker.send(job)
  })
}

const started = (script, args) =>
  fork(fileURLToPath(new URL(`settings/${script}`, import.meta.url)), args, {
    stdio: 'ignore',
    env: { ...process.env, NO_COLOR: '1', STEPCI_DISABLE_ANALYTICS: '1' },
  })

export function stopWorkers() {
  for (const worker of kept.values()) {
    worker.removeAllListeners()
    worker.kill()
  }
}
