/** Predicates about scheduled messages that a provisioner reads back. */
import { isDeepStrictEqual } from 'node:util'
import { bodyOf, broken, holds, predicate, shown, vacuous } from '../../../harness/index.ts'
import { outcomeOf } from '../outcome.ts'

const KINDS: Readonly<Record<string, readonly unknown[]>> = {
  channel: ['channel', 'stream'],
  direct: ['direct', 'private'],
}

/** The message goes to these recipients, the sender not counted; the older and the newer name of a kind mean the same. */
export const goesTo = predicate(
  'fixture.goes-to',
  (_exchanges, args: { found: unknown; kind: 'channel' | 'direct'; to: readonly number[]; sender: number | null }) => {
    const { type, to } = (args.found ?? {}) as { type?: unknown; to?: unknown }
    const expected = `a scheduled ${args.kind} message to ${shown(args.to)}`
    if (!KINDS[args.kind]?.includes(type)) return broken(expected, `it is of type ${shown(type)}`)
    if (to === undefined) return vacuous('the provisioner does not tell whom it goes to')
    const others = (ids: readonly unknown[]): unknown[] => [...new Set(ids)].filter(id => id !== args.sender).sort()
    const same = isDeepStrictEqual(others(Array.isArray(to) ? to : [to]), others(args.to))
    return same ? holds : broken(expected, `it goes to ${shown(to)}`)
  },
)

/** Requests that differ only in the spelling of one topic have the same outcome and, if accepted, result in the same topic. */
export const spellOneTopic = predicate(
  'messaging.scheduled-messages.one-topic',
  (exchanges, args: { spellings: readonly unknown[]; topics: readonly unknown[] }) => {
    const outcomes = exchanges.map(outcomeOf)
    const other = outcomes.findIndex(outcome => outcome !== outcomes[0])
    if (other > 0)
      return broken(
        `${shown(args.spellings[other])} to be treated like ${shown(args.spellings[0])}`,
        `${bodyOf(exchanges[0], 120)} and ${bodyOf(exchanges[other], 120)}`,
      )
    const odd = args.topics.find(topic => topic !== args.topics[0])
    return odd === undefined ? holds : broken('one topic, however it is spelled', shown(args.topics))
  },
)
