/** A file that is written piece by piece under another name until it is complete. */
import { closeSync, openSync, renameSync, rmSync } from 'node:fs'
import { writeText } from '../../harness/index.ts'
import { refuseOddFile } from '../out/out-folder.ts'

export interface PartFile {
  write(text: string): void
  /** Gives the file its own name. */
  finish(): void
  /** Removes what was not finished. */
  discard(): void
}

export function partFile(file: string): PartFile {
  const part = `${file}.part`
  for (const name of [file, part]) refuseOddFile(name)
  const handle = openSync(part, 'w')
  let isOpen = true
  const close = (): void => {
    if (isOpen) closeSync(handle)
    isOpen = false
  }
  return {
    write: text => writeText(handle, text),
    finish() {
      close()
      renameSync(part, file)
    },
    discard() {
      close()
      rmSync(part, { force: true })
    },
  }
}
