/** Freedoms of JSON: more members, another order of members, another way of writing. */
import type { Behaviour } from '../behaviour.ts'

const shapingVariants = [
  'trading.envelope.more-members',
  'trading.envelope.members-reversed',
  'trading.envelope.spread-out',
  'trading.envelope.escaped',
]

export const isShaping = ({ uses }: Behaviour) => shapingVariants.some(uses)

export function shaped(body: unknown, operation: string, { uses }: Behaviour): unknown {
  const more = uses('trading.envelope.more-members') && operation !== 'getSwagger'
  const reversed = uses('trading.envelope.members-reversed')
  return more || reversed ? reshape(body, more, reversed) : body
}

/** A map's keys are data: a coin's networks gain no member. */
function reshape(value: unknown, more: boolean, reversed: boolean, isMap = false): unknown {
  if (Array.isArray(value)) return value.map(element => reshape(element, more, reversed))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(
    ([key, inner]) => [key, reshape(inner, more, reversed, key === 'networks')] as const,
  )
  if (more && !isMap) entries.push(['note', 'new here'], ['x', null], ['flags', [true, { deep: '1' }]], ['', ''])
  return Object.fromEntries(reversed ? entries.toReversed() : entries)
}

export function written(body: unknown, { uses }: Behaviour): string {
  const text = uses('trading.envelope.spread-out')
    ? `\r\n${JSON.stringify(body, null, '\t')}\n\n`
    : JSON.stringify(body)
  if (!uses('trading.envelope.escaped')) return text
  return text.replace(/[/]|[\u007f-\uffff]/g, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
