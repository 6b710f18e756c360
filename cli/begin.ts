/** Begins the command in this process, and leaves its exit status there. */
import { assay } from './assay.ts'
import { processIo } from './io.ts'
import { strayRejections } from './stray-rejections.ts'

export async function begin(words: readonly string[]): Promise<void> {
  const strays = strayRejections()
  process.exitCode = strays.told(await assay(words, processIo()))
  endSoon()
}

const isWriting = (stream: NodeJS.WriteStream): boolean => !stream.destroyed && stream.writableLength > 0

const PATIENCE_MS = 500

/** Whatever a target, a worker or a provisioner left open does not hold a command that is over. */
function endSoon(): void {
  setTimeout(() => {
    if ([process.stdout, process.stderr].some(isWriting)) endSoon()
    else process.exit()
  }, PATIENCE_MS).unref()
}
