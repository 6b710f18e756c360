/** The user's mistake, in one sentence; exit status 2. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
}
