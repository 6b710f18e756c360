/** Parses a YAML or JSON file of the user's: deep nesting and floods of aliases are reported like other mistakes. */
import { type Document, LineCounter, parseDocument } from 'yaml'
import { ConfigurationError } from './configuration-error.ts'
import { unknownAlias, yamlMistake } from './yaml-mistake.ts'

export interface BoundedYaml {
  readonly document: Document.Parsed
  /** The file, line and column of an offset. */
  at(offset: number): string
  toJS(): unknown
}

/** How a name from the environment begins. Between braces, YAML takes its own brace for the beginning of a mapping. */
const NAME_BEGINS = '${'
const UNQUOTED = `between { and } or [ and ], a name from the environment has to be in quotes: "${NAME_BEGINS}NAME}"`

/** Far more than any such file needs, and far less than what a stack holds. */
const DEEPEST = 100
const MOST_ALIASES = 100

export function boundedYaml(text: string, file: string, mostAliases = MOST_ALIASES): BoundedYaml {
  refuseDeep(text, file)
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'error' })
  const at = (offset: number): string => {
    const { line, col } = lines.linePos(offset)
    return `${file}:${line}:${col}`
  }
  const [syntax] = document.errors
  if (syntax) {
    const isName = text.startsWith(NAME_BEGINS, syntax.pos[0] - 1)
    throw new ConfigurationError(`${at(syntax.pos[0])}: ${isName ? UNQUOTED : yamlMistake(syntax, file)}`)
  }
  const [odd] = document.warnings
  if (odd) throw new ConfigurationError(`${at(odd.pos[0])}: ${yamlMistake(odd, file)}`)
  return {
    document,
    at,
    toJS() {
      try {
        return document.toJS({ maxAliasCount: mostAliases })
      } catch (error) {
        if (error instanceof RangeError) throw new ConfigurationError(`${file}: is nested too deeply`)
        const alias = unknownAlias(document, error as Error)
        if (alias !== null) throw new ConfigurationError(`${at(alias)}: this alias has no anchor before it`)
        if (/^Excessive alias count/.test((error as Error).message))
          throw new ConfigurationError(
            `${file}: ${mostAliases === 0 ? 'aliases are not allowed here' : 'there are too many aliases'}`,
          )
        throw new ConfigurationError(`${file}: ${yamlMistake(error as Error, file)}`)
      }
    },
  }
}

/** Refuses deep nesting before parsing, which would take very long. */
function refuseDeep(text: string, file: string): void {
  if (depthExceeds(text, DEEPEST)) throw new ConfigurationError(`${file}: is nested deeper than ${DEEPEST} levels`)
}

/** Looks at brackets and indentation only. Brackets in strings count too, but such files do not have many. */
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
