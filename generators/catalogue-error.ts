/** All mistakes of the catalogue at once, each with file, line and entry. */
export class CatalogueError extends Error {
  readonly mistakes: readonly string[]
  constructor(mistakes: readonly string[]) {
    super(`${mistakes.length} mistake(s) in the catalogue:\n${mistakes.join('\n')}`)
    this.mistakes = mistakes
  }
}
