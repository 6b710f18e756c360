import { ConfigurationError } from '../harness/target/configuration-error.ts'

/** The user's mistake on the command line, in one sentence; exit status 2, as for a mistake in a file. */
export class UsageError extends ConfigurationError {
  override readonly name = 'UsageError'
}
