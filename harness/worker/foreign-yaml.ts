/** YAML as the JSON text that it stands for; runs in a worker. */
import { parse } from 'yaml'

/** Null for what is not a YAML or has no JSON form, such as a loop of aliases. */
export function yamlAsJson(text: string): string | null {
  try {
    return JSON.stringify(parse(text, { logLevel: 'error', merge: true, maxAliasCount: 10_000 })) ?? null
  } catch {
    return null
  }
}
