/** The worker thread of a proxy: judges the exchanges that it receives. */
import { parentPort, workerData } from 'node:worker_threads'
import { type Asked, judgeHere, type ProxyScope, type Told } from './proxy-judge.ts'

const tell = (told: Told): void => parentPort?.postMessage(told)
const judge = judgeHere(workerData as ProxyScope, claim => tell({ is: 'claim', claim }))

parentPort?.on('message', async (asked: Asked) => {
  if (asked.is === 'exchange') {
    if (asked.ask === null) return judge.add(asked.captured)
    return tell({ is: 'answer', ask: asked.ask, came: await judge.violations(asked.captured) })
  }
  const came = asked.is === 'report' ? await judge.report() : await judge.close()
  tell({ is: 'answer', ask: asked.ask, came })
})
