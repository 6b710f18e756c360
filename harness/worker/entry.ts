/** The worker's side of a bounded call: loads a module once, calls its function, sends the result. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { ANSWERED, type Answer, BEGUN, type Call } from './states.ts'

interface Asked extends Call {
  readonly port: MessagePort
  /** The state of the call, for a caller that blocks. */
  readonly done: Int32Array | null
}

parentPort?.on('message', async ({ module, name, input, port, done }: Asked) => {
  const setState = (state: number): void => {
    if (!done) return
    Atomics.store(done, 0, state)
    Atomics.notify(done, 0)
  }
  const begun = (): void => (done ? setState(BEGUN) : port.postMessage('begun'))
  port.postMessage(await answer(module, name, input, begun))
  port.close()
  setState(ANSWERED)
})

async function answer(module: string, name: string, input: unknown, begun: () => void): Promise<Answer> {
  try {
    const functions = (await import(module)) as Readonly<Record<string, (input: unknown) => unknown>>
    begun()
    return { came: await functions[name]?.(input) }
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}

const started = workerData as Int32Array
Atomics.store(started, 0, 1)
Atomics.notify(started, 0)
