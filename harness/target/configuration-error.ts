/** A mistake of the user, as one message; exit status 2. */
export class ConfigurationError extends Error {
  override readonly name: string = 'ConfigurationError'
}
