/** Predicates about replies to matching messages against a narrow. */
import {
  bodyOf,
  broken,
  type Exchange,
  holds,
  integerIn,
  isObject,
  predicate,
  shown,
  vacuous,
  valueAt,
} from '../../../harness/index.ts'
import { decoded, hasBareText, isText, outsideSpans, plain, spansIn, textOfHtml, withoutSpans } from './html.ts'

/** The waits between attempts: indexing a new message may take as long as delivering an event. */
export const INDEX_WAITS = [300, 1500, 4000, 5000, 7000]

const matchesIn = (exchange: Exchange | undefined): Readonly<Record<string, unknown>> | null => {
  const messages = valueAt(exchange?.json, '/messages')
  return isObject(messages) ? messages : null
}

export const keysIn = (exchange: Exchange | undefined): string[] =>
  Object.keys(matchesIn(exchange) ?? {})
    .map(idIn)
    .sort()

/** The id that a key stands for; long ones are mapped as ids in JSON are. */
const idIn = (key: string): string => (/^-?[1-9]\d{15,}$/.test(key) ? String(integerIn(key)) : key)

const textOf = (exchange: Exchange | undefined, id: number, member: string): string | undefined => {
  const [, match] = Object.entries(matchesIn(exchange) ?? {}).find(([key]) => idIn(key) === String(id)) ?? []
  const text = isObject(match) ? match[member] : undefined
  return typeof text === 'string' ? text : undefined
}

/** Every key is one of the requested ids. */
export const keysAmong = predicate('messaging.narrow.keys-among', (exchanges, args: { ids: readonly number[] }) => {
  const keys = keysIn(exchanges.at(-1))
  const odd = keys.find(key => !args.ids.map(String).includes(key))
  if (odd !== undefined) return broken(`each key of messages to be one of ${shown(args.ids)}`, shown(odd))
  return keys.length > 0 ? holds : vacuous('no message matched')
})

/** The keys are exactly these ids. */
export const keysAre = predicate('messaging.narrow.keys-are', (exchanges, args: { ids: readonly number[] }) => {
  const reply = exchanges.at(-1)
  if (!matchesIn(reply)) return broken('messages to be an object', bodyOf(reply))
  const wanted = [...new Set(args.ids.map(String))].sort()
  return shown(keysIn(reply)) === shown(wanted)
    ? holds
    : broken(`messages with exactly the keys ${shown(wanted)}`, shown(keysIn(reply)))
})

/** The keys include all ids of `least` and none outside `most`: how several filters combine is open. */
export const keysWithin = predicate(
  'messaging.narrow.keys-within',
  (exchanges, args: { least: readonly number[]; most: readonly number[] }) => {
    const reply = exchanges.at(-1)
    if (!matchesIn(reply)) return broken('messages to be an object', bodyOf(reply))
    const keys = keysIn(reply)
    const isWithin =
      args.least.every(id => keys.includes(String(id))) && keys.every(key => args.most.map(String).includes(key))
    return isWithin
      ? holds
      : broken(`messages with the keys ${shown(args.least)}, and perhaps others of ${shown(args.most)}`, shown(keys))
  },
)

/** The words in each span element. */
const wordsInSpans = (html: string): string[][] => spansIn(html).map(inner => plain(inner).toLowerCase().split(/\s+/))

/** The word is in a span element, alone or with other searched words, and nowhere outside of one. */
export const highlights = predicate(
  'messaging.narrow.highlights',
  (exchanges, args: { id: number; member: string; word: string; words?: readonly string[] }) => {
    const html = textOf(exchanges.at(-1), args.id, args.member)
    if (html === undefined) return vacuous(`the message has no ${args.member}`)
    const searched = (args.words ?? [args.word]).map(word => word.toLowerCase())
    const found = wordsInSpans(html).some(
      inner => inner.includes(args.word.toLowerCase()) && inner.every(word => searched.includes(word)),
    )
    const isWhole = found && !outsideSpans(html).toLowerCase().includes(args.word.toLowerCase())
    return isWhole ? holds : broken(`${args.word} wrapped in a span element in ${args.member}`, html)
  },
)

/** In each returned message, some span element has searched words and nothing else: how several filters combine is open. */
export const highlightsOne = predicate(
  'messaging.narrow.highlights-one',
  (exchanges, args: { ids: readonly number[]; member: string; words: readonly string[] }) => {
    const reply = exchanges.at(-1)
    const searched = args.words.map(word => word.toLowerCase())
    const texts = args.ids.flatMap(id => textOf(reply, id, args.member) ?? [])
    const dull = texts.find(html => !wordsInSpans(html).some(inner => inner.every(word => searched.includes(word))))
    if (dull !== undefined) return broken(`one of ${args.words.join(', ')} in a span element in ${args.member}`, dull)
    return texts.length > 0 ? holds : vacuous(`no message has ${args.member}`)
  },
)

/** The content is HTML: apart from highlighting it has a tag for the emphasis, no bare '<' and no Markdown asterisks. */
export const isHtml = predicate('messaging.narrow.is-html', (exchanges, args: { id: number }) => {
  const html = textOf(exchanges.at(-1), args.id, 'match_content')
  if (html === undefined) return vacuous('the message has no match_content')
  const text = textOfHtml(withoutSpans(html))
  return text !== null && !hasBareText(html) && !text.includes('**') ? holds : broken('match_content to be HTML', html)
})

/** The subject without its highlighting is the topic, escaped for HTML. */
export const isEscaped = predicate('messaging.narrow.is-escaped', (exchanges, args: { id: number; topic: string }) => {
  const html = textOf(exchanges.at(-1), args.id, 'match_subject')
  if (html === undefined) return vacuous('the message has no match_subject')
  const text = withoutSpans(html)
  const escaped = !text.includes('<') && !/&(?!#?\w+;)/.test(text)
  return escaped && isText(args.topic, decoded(text))
    ? holds
    : broken(`match_subject to be ${shown(args.topic)} escaped for HTML`, html)
})
