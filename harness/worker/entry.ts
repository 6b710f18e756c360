/** The worker's side of a bounded call: loads a module once, calls its function, answers. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'

export interface Call {
  readonly module: string
  readonly name: string
  readonly input: unknown
}

export type Answer = { readonly came: unknown } | { readonly failed: string }

interface Asked extends Call {
  readonly port: MessagePort
  /** Becomes 1 when the answer is there, for a caller that blocks. */
  readonly done: Int32Array | null
}

parentPort?.on('message', async ({ module, name, input, port, done }: Asked) => {
  if (!done) port.postMessage('begun')
  port.postMessage(await answer(module, name, input))
  port.close()
  if (!done) return
  Atomics.store(done, 0, 1)
  Atomics.notify(done, 0)
})

async function answer(module: string, name: string, input: unknown): Promise<Answer> {
  try {
    const functions = (await import(module)) as Readonly<Record<string, (input: unknown) => unknown>>
    return { came: await functions[name]?.(input) }
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}

const started = workerData as Int32Array
Atomics.store(started, 0, 1)
Atomics.notify(started, 0)
