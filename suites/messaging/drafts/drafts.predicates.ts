/** Predicates about the ids of created drafts, and about drafts that a provisioner reads back. */
import { isDeepStrictEqual } from 'node:util'
import { broken, holds, isObject, predicate, shown, valueAt } from '../../../harness/index.ts'

/** The older and the newer name of each draft type, which mean the same. */
const NAMES: Readonly<Record<string, readonly unknown[]>> = {
  '': [''],
  stream: ['stream', 'channel'],
  private: ['private', 'direct'],
}

const others = (ids: unknown, sender: unknown): unknown[] =>
  [...new Set(Array.isArray(ids) ? ids : [ids])].filter(id => id !== sender).sort()

/** No two of the returned ids are the same. */
export const distinctIds = predicate('messaging.drafts.distinct-ids', exchanges => {
  const ids = exchanges.flatMap(exchange => valueAt(exchange.json, '/ids') as number[])
  return new Set(ids).size === ids.length ? holds : broken('every id to be another one', shown(ids))
})

/**
 * The draft exists (once, if `times` is given) with the type sent; a channel draft has its channel and topic, a direct
 * draft its users, the sender not counted.
 */
export const keptAs = predicate(
  'fixture.draft-kept',
  (
    _exchanges,
    args: { found: unknown; times?: number; type: string; to: unknown; topic: unknown; sender: unknown },
  ) => {
    const { found, times = 1 } = args
    if (!isObject(found)) return broken('the draft to be there', 'the provisioner found none', { absent: true })
    if (times > 1) return broken('the draft to be there once', `it is there ${times} times`)
    if (!NAMES[args.type]?.includes(found['type']))
      return broken(`a draft of type ${shown(args.type)}`, `it is of type ${shown(found['type'])}`)
    if (args.type === '') return holds
    const sender = args.type === 'private' ? args.sender : null
    if (!isDeepStrictEqual(others(found['to'], sender), others(args.to, sender)))
      return broken(`the draft to go to ${shown(args.to)}`, `it goes to ${shown(found['to'])}`)
    if (args.type === 'stream' && found['topic'] !== args.topic)
      return broken(`the draft to have the topic ${shown(args.topic)}`, shown(found['topic']))
    return holds
  },
)
