/** Converts YAML to JSON text; runs in a worker. */
import { parse } from 'yaml'

/** Null if the text is not YAML or has no JSON form, such as a loop of aliases. */
export function yamlAsJson(text: string): string | null {
  try {
    return JSON.stringify(parse(text, { logLevel: 'error', merge: true, maxAliasCount: 10_000 })) ?? null
  } catch {
    return null
  }
}
