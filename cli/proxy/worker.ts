/** The worker thread of a proxy: judges the exchanges that it receives. */
import { parentPort, workerData } from 'node:worker_threads'
import { ConfigurationError } from '../../harness/index.ts'
import { type FromWorker, judgeHere, type ProxyJudge, type ProxyScope, type ToWorker } from './proxy-judge.ts'

const send = (told: FromWorker): void => parentPort?.postMessage(told)
const refuse = ({ message }: Error): void => send({ is: 'refused', sentence: message })
const judge = started()

/** Null if the scope or the folder cannot be used: a subclass of Error would lose its class between threads. */
function started(): ProxyJudge | null {
  try {
    return judgeHere(workerData as ProxyScope, claim => send({ is: 'claim', claim }), refuse)
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    refuse(error)
    return null
  }
}

parentPort?.on('message', async (asked: ToWorker) => {
  if (judge === null) return
  if (asked.is === 'exchange') {
    if (asked.ask === null) return judge.add(asked.captured)
    return send({ is: 'answer', ask: asked.ask, came: await judge.violations(asked.captured) })
  }
  const came = asked.is === 'report' ? await judge.report() : await judge.close()
  send({ is: 'answer', ask: asked.ask, came })
})
