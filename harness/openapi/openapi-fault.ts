/** Whether a document that a target serves is valid as OpenAPI 3.1. Examined in a worker, each document once. */
import { readFileSync } from 'node:fs'
import type { JsonObject } from '../evidence/exchange.ts'
import { textDigest } from '../text/text-digest.ts'
import { bounded, OutOfBounds } from '../worker/bounded.ts'

/** Takes the document as text: an object would be copied value by value. */
const examine = bounded<string, string | null>(new URL('./document-fault.ts', import.meta.url), 'documentFault')
const MOST_KNOWN = 200
/** Results by digest. The build stores those of our own documents; without a build there are none. */
const known = new Map<string, string | null | OutOfBounds>(Object.entries(stored()))

function stored(): Record<string, string | null> {
  try {
    return JSON.parse(readFileSync(new URL('./examined.json', import.meta.url), 'utf8'))
  } catch {
    return {}
  }
}

/** The first thing that makes the document invalid; null if there is none. Throws if it takes too long. */
export function openApiFault(document: JsonObject): string | null {
  const text = JSON.stringify(document)
  const digest = textDigest(text)
  const found = known.has(digest) ? (known.get(digest) ?? null) : keep(digest, examine.now(text))
  if (found instanceof OutOfBounds) throw found
  return found
}

/** Examines a document while the run goes on, so that judging it later does not hold anything up. */
export async function examineAhead(document: JsonObject, signal?: AbortSignal): Promise<void> {
  const text = JSON.stringify(document)
  const digest = textDigest(text)
  if (known.has(digest)) return
  const outOfBounds = (error: unknown): OutOfBounds => {
    if (error instanceof OutOfBounds) return error
    throw error
  }
  keep(digest, await examine.soon(text, signal).catch(outOfBounds))
}

function keep<Fault extends string | null | OutOfBounds>(digest: string, fault: Fault): Fault {
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(digest, fault)
  return fault
}
