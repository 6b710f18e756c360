/** The user's mistake on the command line, in one sentence; exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
