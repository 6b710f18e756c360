/** Runs the command in this process and sets its exit status. */
import { assay } from './assay.ts'
import { processIo } from './process/io.ts'
import { strayRejections } from './process/stray-rejections.ts'

export async function begin(words: readonly string[]): Promise<void> {
  const strays = strayRejections()
  process.once('exit', endedEarly)
  const status = await assay(words, processIo())
  process.off('exit', endedEarly)
  process.exitCode = strays.statusAfter(status)
  endSoon()
}

/** A provisioner or a suite ended the process with status 0 although nothing was judged: the status becomes 3. */
function endedEarly(status: number): void {
  if (status !== 0) return
  process.stderr.write('assay: the process was ended before the command was, by a provisioner or a suite\n')
  process.exitCode = 3
}

const isWriting = (stream: NodeJS.WriteStream): boolean => !stream.destroyed && stream.writableLength > 0

const PATIENCE_MS = 500

/** Ends the process even if a target, a worker or a provisioner left something open. Waits for output to be written. */
function endSoon(): void {
  setTimeout(() => {
    if ([process.stdout, process.stderr].some(isWriting)) endSoon()
    else process.exit()
  }, PATIENCE_MS).unref()
}
