/** Documents that a target serves, such as its description: read in a worker, in JSON or YAML, each text once. */
import { CutOff, NoReply } from '../http/no-reply.ts'
import { textDigest } from '../text/text-digest.ts'
import { bounded, OutOfBounds } from '../worker/bounded.ts'

const yaml = bounded<string, string | null>(new URL('../worker/foreign-yaml.ts', import.meta.url), 'yamlAsJson')
const operations = new Set<string>()
const known = new Map<string, string | null>()
const MOST_KNOWN = 50

/** From now on replies of this operation may come in YAML as well. */
export const mayBeYaml = (operation: string): void => void operations.add(operation)

export const isDocument = (operation: string | null): boolean => operations.has(operation ?? '')

/** The document as JSON text; null if it is neither JSON nor YAML. Blocks until it is read. */
export function documentAsJson(text: string): string | null {
  const digest = textDigest(text)
  const read = known.get(digest)
  return read !== undefined ? read : keep(digest, yaml.now(text))
}

/** Reads a document while the run goes on. If that takes too long or too much memory, it does not count as a reply. */
export async function readAhead(text: string, signal?: AbortSignal): Promise<void> {
  if (/^[\s\uFEFF]*[{[]/.test(text)) return
  const digest = textDigest(text)
  if (known.has(digest)) return
  try {
    keep(digest, await yaml.soon(text, signal))
  } catch (error) {
    if (error instanceof OutOfBounds && signal?.aborted) throw new CutOff()
    if (error instanceof OutOfBounds) throw new NoReply('too-large', `the document cannot be read: ${error.message}`)
    throw error
  }
}

function keep(digest: string, json: string | null): string | null {
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(digest, json)
  return json
}
