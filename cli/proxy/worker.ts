/** The worker thread of a proxy: judges the exchanges that it receives. */
import { parentPort, workerData } from 'node:worker_threads'
import { type FromWorker, judgeHere, type ProxyScope, type ToWorker } from './proxy-judge.ts'

const send = (told: FromWorker): void => parentPort?.postMessage(told)
const judge = judgeHere(workerData as ProxyScope, claim => send({ is: 'claim', claim }))

parentPort?.on('message', async (asked: ToWorker) => {
  if (asked.is === 'exchange') {
    if (asked.ask === null) return judge.add(asked.captured)
    return send({ is: 'answer', ask: asked.ask, came: await judge.violations(asked.captured) })
  }
  const came = asked.is === 'report' ? await judge.report() : await judge.close()
  send({ is: 'answer', ask: asked.ask, came })
})
