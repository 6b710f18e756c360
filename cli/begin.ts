/** Begins the command in this process, and leaves its exit status there. */
import { assay } from './assay.ts'
import { processIo } from './io.ts'
import { strayRejections } from './stray-rejections.ts'

export async function begin(words: readonly string[]): Promise<void> {
  const strays = strayRejections()
  process.exitCode = strays.told(await assay(words, processIo()))
}
