/** Makes an error of what foreign code threw: it may be anything, and reading its message may throw again. */
export function thrownError(thrown: unknown): Error {
  try {
    if (thrown instanceof Error && typeof thrown.message === 'string') return thrown
    return new Error(
      `it threw ${typeof thrown === 'object' && thrown !== null ? 'an object that is not an error' : String(thrown)}`,
    )
  } catch {
    return new Error('it threw an object that cannot be read')
  }
}
