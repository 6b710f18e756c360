/** Parses a YAML or JSON file of the user's: deep nesting and floods of aliases are mistakes, told like any other. */
import { type Document, LineCounter, parseDocument } from 'yaml'
import { ConfigurationError } from './configuration-error.ts'

export interface BoundedYaml {
  readonly document: Document.Parsed
  /** The file, line and column of an offset. */
  at(offset: number): string
  toJS(): unknown
}

/** Far more than any such file needs, and far less than what a stack holds. */
const DEEPEST = 100
const MOST_ALIASES = 100

export function boundedYaml(text: string, file: string): BoundedYaml {
  refuseDeep(text, file)
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'silent' })
  const at = (offset: number): string => {
    const { line, col } = lines.linePos(offset)
    return `${file}:${line}:${col}`
  }
  const [syntax] = document.errors
  if (syntax) throw new ConfigurationError(`${at(syntax.pos[0])}: ${syntax.message.split('\n')[0]}`)
  return {
    document,
    at,
    toJS() {
      try {
        return document.toJS({ maxAliasCount: MOST_ALIASES })
      } catch (error) {
        const why = error instanceof RangeError ? 'is nested too deeply' : (error as Error).message.split('\n')[0]
        throw new ConfigurationError(`${file}: ${why}`)
      }
    },
  }
}

/** Before anything is parsed, which would take very long. */
export function refuseDeep(text: string, file: string): void {
  if (depthExceeds(text, DEEPEST)) throw new ConfigurationError(`${file}: is nested deeper than ${DEEPEST} levels`)
}

/** Brackets and indentation alone; strings with many brackets count as well, which such files do not have. */
function depthExceeds(text: string, most: number): boolean {
  let brackets = 0
  for (const character of text) {
    if (character === '[' || character === '{') brackets++
    else if ((character === ']' || character === '}') && brackets > 0) brackets--
    if (brackets > most) return true
  }
  for (const line of text.split('\n')) {
    const marks = /^[ \t]*(?:[-?:][ \t]+)*/.exec(line)?.[0] ?? ''
    if (marks.length > most * 8 || (marks.match(/[-?:]/g)?.length ?? 0) > most) return true
  }
  return false
}
