/** Networks of coins: trading contract, "Network". The fields are judged on every network of every reply. */
import { type Reply, select } from '../../harness/index.ts'
import { area } from './area.ts'
import { coins } from './first-look.ts'
import {
  areFewNames,
  compileError,
  compiles,
  holdsPlaceholder,
  networkKeys,
  someInPersian,
} from './public.predicates.ts'
import { askedSymbol, namesIn, successOf } from './public-reply.ts'
import type { World } from './world.ts'

const listsCoins = successOf('getCoinsInfo')
const NAMES_FA = '/result/*/networks/*/NetworkNameFa'

/** Requirements about URLs, each with its member; judged only if the member is not empty somewhere. */
const OF_URLS = [
  ['trading.networks.address-url-placeholder', 'addressUrl'],
  ['trading.networks.transaction-url-placeholder', 'transactionUrl'],
] as const

const isEmptyEverywhere = ({ exchange }: Reply, field: string): boolean =>
  select(exchange.json, `/result/*/networks/*/${field}`).every(({ value }) => value === '')

export default area('trading.networks', ({ always, visit, watch }) => [
  visit('getCoinsInfo', {}, async world => {
    const { reply, unserved } = await coins(world)
    if (unserved !== null) return world.lacks(unserved, ...namesIn('trading.networks'))
    if (select(reply.exchange.json, '/result/*/networks/*').length === 0)
      world.lacks('no coin that the target lists has a network', ...namesIn('trading.networks'))
    for (const [id, field] of OF_URLS)
      if (isEmptyEverywhere(reply, field)) world.lacks(`every ${field} that the target lists is empty`, id)
    if (areFewNames(reply.exchange, NAMES_FA))
      world.lacks(
        'hardly any NetworkNameFa that the target lists is filled in',
        'trading.networks.network-name-fa-persian',
      )
  }),

  always(
    'trading.networks.key',
    "Each key of a coin's networks equals the NetworkSymbol of its network",
    listsCoins,
    networkKeys,
  ),

  always(
    'trading.networks.memo-regex-compiles',
    'Each memoRegex compiles as a JavaScript regular expression',
    listsCoins,
    compiles,
    () => ({ field: 'memoRegex' }),
  ),

  always(
    'trading.networks.address-regex-compiles',
    'Each addressRegex compiles as a JavaScript regular expression',
    listsCoins,
    compiles,
    () => ({ field: 'addressRegex' }),
  ),

  always(
    'trading.networks.address-url-placeholder',
    'Each addressUrl that is not empty holds something that can stand for an address',
    listsCoins,
    holdsPlaceholder,
    () => ({ field: 'addressUrl' }),
  ),

  always(
    'trading.networks.transaction-url-placeholder',
    'Each transactionUrl that is not empty holds something that can stand for a transaction id',
    listsCoins,
    holdsPlaceholder,
    () => ({ field: 'transactionUrl' }),
  ),

  always(
    'trading.networks.network-name-fa-persian',
    'Some NetworkNameFa of the whole list has a Persian letter',
    exchange => listsCoins(exchange) && askedSymbol(exchange) === null,
    someInPersian,
    () => ({ path: NAMES_FA }),
  ),

  watch('what-is-open', observeOpenPoints, { from: 'quick' }),

  watch('status-transitions', statusTransitions, { isolation: 'last' }),
])

async function observeOpenPoints(world: World): Promise<void> {
  const { reply, all } = await coins(world)
  if (all.length === 0) return
  const texts = (field: string): string[] =>
    select(reply.exchange.json, `/result/*/networks/*/${field}`).map(({ value }) => String(value))

  for (const field of ['addressUrl', 'transactionUrl', 'contractAddressUrl'])
    world.observe('trading.networks.url-placeholders', `${field}: ${tally(texts(field).map(placeholder))}`, reply)
  for (const field of ['memoRegex', 'addressRegex'])
    world.observe('trading.networks.regex-dialects', `${field}: ${tally(texts(field).map(dialect))}`, reply)
  const statuses = [...texts('depositStatus'), ...texts('withdrawStatus')]
  world.observe('trading.networks.status-values', tally(statuses.map(status => `'${status}'`)), reply)
  const defaults = all.map(
    coin => Object.values(coin['networks'] ?? {}).filter(network => network?.['isDefault'] === true).length,
  )
  world.observe('trading.networks.default-count', tally(defaults.map(count => `${count} for a coin`)), reply)
}

function placeholder(template: string): string {
  if (template === '') return 'empty'
  return (
    /\{\{?[^{}]*\}?\}|\$\{[^}]*\}|<[^>]+>|%s|%[A-Z_]+%|\[[^\]]+\]|:[a-z_]+(?=\/|$)/i.exec(
      template.slice(0, 2000),
    )?.[0] ?? 'no placeholder'
  )
}

function dialect(source: string): string {
  if (source === '') return 'empty'
  const fault = compileError(source)
  return fault === null ? 'JavaScript' : `not JavaScript (${fault})`
}

/** For example `active 12 times, suspended once`. */
function tally(words: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].map(([word, count]) => `${word} ${count === 1 ? 'once' : `${count} times`}`).join(', ')
}

async function statusTransitions(world: World): Promise<void> {
  const { reply: before } = await coins(world)
  const after = await world.venue.getCoinsInfo({}, { observed: true })
  const known = statusesOf(before)
  const changed = [...statusesOf(after)].filter(([at, status]) => known.has(at) && known.get(at) !== status)
  const transitions = changed.map(([at, status]) => `${at} turned ${status}`)
  world.observe('trading.networks.status-transitions', transitions.join(', ') || 'none while the run lasted', after)
}

function statusesOf(reply: Reply | undefined): Map<string, string> {
  const fields = ['depositStatus', 'withdrawStatus'].flatMap(field =>
    select(reply?.exchange.json, `/result/*/networks/*/${field}`),
  )
  return new Map(fields.map(({ at, value }) => [at, String(value)]))
}
