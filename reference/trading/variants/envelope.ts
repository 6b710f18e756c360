/** Legal variations of the envelope and of how JSON is written. */
import type { Variant } from '../../behaviour.ts'
import { alter } from '../../operations/change.ts'
import { envelope } from '../envelope.ts'
import { listing } from '../listing.ts'
import { variant } from './variant.ts'

type Members = readonly (readonly [name: string, value: unknown])[]

/** Changes the members of every object in a value. The keys of a map are data: those of a coin's networks stay. */
function reshaped(value: unknown, change: (members: Members, isMap: boolean) => Members, isMap = false): unknown {
  if (Array.isArray(value)) return value.map(element => reshaped(element, change))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(
    ([name, inner]) => [name, reshaped(inner, change, name === 'networks')] as const,
  )
  return Object.fromEntries(change(members, isMap))
}

const news: Members = [
  ['note', 'new here'],
  ['x', null],
  ['flags', [true, { deep: '1' }]],
  ['', ''],
]

/** Writes JSON differently, and leaves other formats unchanged. */
const rewritten = (write: (json: string) => string) =>
  alter(envelope, 'written', text => (/^\s*[{["]/.test(text) ? write(text) : text))

const hexadecimal = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`

const anyWriting = 'principle 2: any legal writing of JSON'

export const envelopeVariants: readonly Variant[] = [
  variant(
    'envelope.clock-an-hour-ahead',
    'envelope.clock-offset',
    'The time that replies tell is an hour ahead',
    alter(listing, 'time', now => now + 3_600_000),
  ),
  variant(
    'envelope.cached-for-a-minute',
    'envelope.clock-offset',
    'Every reply tells the last full minute as the time',
    alter(listing, 'time', now => now - (now % 60_000)),
  ),
  variant(
    'envelope.more-members',
    'principle 2: extra members',
    'Every object of a success carries members that nobody described',
    alter(envelope, 'body', body => reshaped(body, (members, isMap) => (isMap ? members : [...members, ...news])), {
      where: ({ endpoint }) => !endpoint?.bare,
    }),
  ),
  variant(
    'envelope.members-reversed',
    'principle 2: any order of object members',
    'Members of objects come in the opposite order',
    alter(envelope, 'body', body => reshaped(body, members => members.toReversed())),
  ),
  variant(
    'envelope.spread-out',
    anyWriting,
    'JSON is indented with tabs, with blank lines around it',
    rewritten(text => `\r\n${JSON.stringify(JSON.parse(text), null, '\t')}\n\n`),
  ),
  variant(
    'envelope.escaped',
    anyWriting,
    'Slashes and all letters beyond ASCII are written as JSON escapes',
    rewritten(text => text.replace(/[/]|[\u007f-\uffff]/g, hexadecimal)),
  ),
]
