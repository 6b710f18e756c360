/** Describes a mistake in YAML or JSON more clearly than the parser does. */
import { type Document, visit, type YAMLError } from 'yaml'

const WORDS: Readonly<Record<string, string>> = {
  'Missing closing "quote': 'a closing quotation mark (") is missing',
  "Missing closing 'quote": "a closing quotation mark (') is missing",
  'Map keys must be unique': 'the same name is used twice in one mapping',
  'Source contains multiple documents; please use YAML.parseAllDocuments()': 'a second document begins here (---)',
  'Tabs are not allowed as indentation': 'a tab is used for indentation, where only spaces are allowed',
}

/** Leaves out what the parser quotes from the file, which may be a secret. */
export function yamlMistake({ message }: Pick<YAMLError, 'message'>, file: string): string {
  const [first = ''] = message.split('\n')
  const plain = first.replace(/(?<=\w): .*$| \\.*$/, '').replace(/^[A-Z](?=[a-z])/, letter => letter.toLowerCase())
  return `this is not valid ${/\.json(?:#|$)/i.test(file) ? 'JSON' : 'YAML'}: ${WORDS[first] ?? plain}`
}

/** The offset of the alias without an anchor that an error is about; null for any other error. */
export function unknownAlias(document: Document, { message }: Error): number | null {
  const name = /^Unresolved alias[^:]*: (.*)$/.exec(message)?.[1]
  if (name === undefined) return null
  let offset: number | undefined
  visit(document, {
    Alias(_key, node) {
      if (node.source !== name) return undefined
      offset = node.range?.[0]
      return visit.BREAK
    },
  })
  return offset ?? 0
}
