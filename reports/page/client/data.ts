/** Unpacks the blocks of evidence, each at most once and only when it is needed. */
import type { ClaimsOf, ExchangeShown, Index } from '../evidence-format.ts'

const unpacked: Map<string, Promise<unknown>> = new Map()

/** Null if there is no such block. */
function block(id: string): Promise<unknown> {
  const known = unpacked.get(id)
  if (known) return known
  const made = unpack(document.getElementById(`data-${id}`)?.textContent ?? null)
  unpacked.set(id, made)
  return made
}

async function unpack(base64: string | null) {
  if (base64 === null) return null
  const binary = atob(base64)
  const bytes = new Uint8Array(binary.length)
  for (let n = 0; n < binary.length; n++) bytes[n] = binary.charCodeAt(n)
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return JSON.parse(await new Response(stream).text())
}

export async function index(): Promise<Index | null> {
  return (await block('index')) as Index | null
}

export async function exchange(n: number): Promise<ExchangeShown | null> {
  const firsts = (await index())?.firsts ?? []
  let at = -1
  for (const first of firsts) {
    if (first > n) break
    at++
  }
  if (at < 0) return null
  const some = (await block(`exchanges-${at}`)) as ExchangeShown[] | null
  return some?.find(one => one.n === n) ?? null
}

export async function claims(area: string, requirement: string): Promise<ClaimsOf | null> {
  const all = (await block(`claims-${area}`)) as Record<string, ClaimsOf> | null
  return all?.[requirement] ?? null
}
