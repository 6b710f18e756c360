/** Explains a system error about a file or folder: the disk or a wrong path is to blame, not the kit. */

const FILE_CALLS =
  /^(?:access|chmod|close|copyfile|cp|fstat|fsync|ftruncate|futime|link|lstat|mkdir|mkdtemp|open|opendir|read|readlink|realpath|rename|rm|rmdir|scandir|stat|statfs|symlink|unlink|write)$/

export function diskFault(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const { code, syscall, path, message } = error as NodeJS.ErrnoException
  if (code === undefined || !FILE_CALLS.test(syscall ?? '')) return null
  const why = /^[A-Z0-9_]+: ([^,]+)/.exec(message)?.[1] ?? 'system error'
  const done = /write|mk|rename|unlink|rm|copy|cp|link/.test(syscall ?? '') ? 'written' : 'read'
  return `${path ?? 'A file'} cannot be ${done}: ${why} (${code})`
}
