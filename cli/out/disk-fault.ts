/** Explains a system error about a file or folder: the disk or a wrong path is to blame, not the kit. */

const FILE_CALLS =
  /^(?:access|chmod|close|copyfile|cp|fstat|fsync|ftruncate|futime|link|lstat|mkdir|mkdtemp|open|opendir|read|readlink|realpath|rename|rm|rmdir|scandir|stat|statfs|symlink|unlink|write)$/

/** An error of open does not say whether the file was to be read or written. */
function doneIn(syscall: string): string {
  if (syscall === 'open') return 'opened'
  return /^(?:chmod|copyfile|cp|fsync|ftruncate|futime|link|mk|rename|rm|symlink|unlink|write)/.test(syscall)
    ? 'written'
    : 'read'
}

export function diskFault(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const { code, syscall, path, message } = error as NodeJS.ErrnoException
  if (code === undefined || !FILE_CALLS.test(syscall ?? '')) return null
  const why = /^[A-Z0-9_]+: ([^,]+)/.exec(message)?.[1] ?? 'system error'
  return `${path ?? 'A file'} cannot be ${doneIn(syscall ?? '')}: ${why} (${code})`
}

/** Why a folder that the user named cannot be read. */
export function folderFault(error: unknown): string {
  const { code = 'unknown error' } = error as { code?: string }
  if (code === 'ENOENT') return 'there is no such folder'
  return code === 'ENOTDIR' ? 'it is not a folder' : `it cannot be read (${code})`
}
