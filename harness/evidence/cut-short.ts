/** Shortens a very long body in the evidence after it was judged: its beginning, length and digest are kept. */
import type { ExchangeRecord } from '../../generated/formats.ts'
import { textDigest } from '../text/text-digest.ts'

const LONGEST = 1024 * 1024
const KEPT = 64 * 1024

export function cutShort(record: ExchangeRecord): ExchangeRecord {
  const { request, response } = record
  const long = (body: string | null | undefined): body is string => body != null && body.length > LONGEST
  if (!long(request.body) && !long(response?.body)) return record
  return {
    ...record,
    ...(long(request.body) && { request: { ...request, ...shortened(request.body) } }),
    ...(response && long(response.body) && { response: { ...response, ...shortened(response.body) } }),
  }
}

function shortened(body: string): { body: string; cut: { bytes: number; sha256: string } } {
  // Half of a surrogate pair is not text.
  const kept = body.slice(0, KEPT).replace(/[\ud800-\udbff]$/, '')
  return { body: kept, cut: { bytes: Buffer.byteLength(body, 'utf8'), sha256: textDigest(body) } }
}
