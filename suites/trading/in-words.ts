/** Replies in a few words, for observations. */
import { bodyOf, isObject, type Reply, select, shown, valueAt } from '../../harness/index.ts'
import { meansSuccess } from './public.predicates.ts'
import { askedSymbol } from './public-reply.ts'
import type { World } from './world.ts'

/** For example `404 application/json {"error":"…"}`, or `served with 3 elements`. */
export function inWords({ exchange, status, headers }: Reply): string {
  const result = valueAt(exchange.json, '/result')
  if (meansSuccess(exchange))
    return `served (${status}) with ${Array.isArray(result) ? `${result.length} elements` : shown(result, 60)}`
  return `${status} ${mediaType(headers)} ${bodyOf(exchange, 100)}`
}

/** What the symbol of a request did to the list in its reply. */
export function symbolEffect(reply: Reply, listing: 'coin' | 'market'): string {
  const listed = select(reply.exchange.json, '/result/*/symbol').map(({ value }) => String(value))
  const asked = askedSymbol(reply.exchange) ?? ''
  if (listed.length === 1 && listed[0]?.toLowerCase() === asked.toLowerCase())
    return `it lists only the ${listing} asked for`
  return `it lists ${listed.length} ${listing}s, ${listed.includes(asked) ? 'the one asked for among them' : 'not the one asked for'}`
}

const mediaType = (headers: Readonly<Record<string, string>>): string =>
  (headers['content-type'] ?? 'no media type').split(';')[0] ?? ''

/** Observes everything that the contract leaves open about refusals. */
export function observeRefusal(world: World, occasion: string, reply: Reply): void {
  const { exchange, status, headers } = reply
  if (meansSuccess(exchange)) return
  const body = isObject(exchange.json) ? exchange.json : null
  const form = body ? `an object with ${Object.keys(body).join(', ') || 'no members'}` : bodyOf(exchange, 60)
  world.observe('trading.errors.format', `${mediaType(headers)}, ${form}`, reply)
  world.observe('trading.errors.http-status', `${status} for refusals`, reply)
  const flag = body && 'status' in body ? `status ${shown(body['status'])}` : 'no status'
  world.observe('trading.errors.status-flag', flag, reply)
  for (const code of codesIn(body, 0)) world.observe('trading.errors.codes', `${code} for ${occasion}`, reply)
  if (status >= 200 && status < 300)
    world.observe('trading.errors.contradiction', `${occasion} is refused with HTTP status ${status}`, reply)
}

/** Members that look like error codes, in the body or in an object directly below it. */
function codesIn(body: unknown, depth: number): string[] {
  return Object.entries(isObject(body) ? body : {}).flatMap(([name, value]) => {
    if (isObject(value)) return depth === 0 ? codesIn(value, 1) : []
    return /code|^error$|^name$|reason/i.test(name) && !Array.isArray(value) ? [`${name} ${shown(value, 60)}`] : []
  })
}
