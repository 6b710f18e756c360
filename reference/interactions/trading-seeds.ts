/** The kinds of violation that the trading API can commit: those of its own faults, and credentials changed in one place. */
import { requirements } from '../../generated/catalogue.ts'
import type { Fault } from '../behaviour.ts'
import { derivedFaults } from '../derived/derived-faults.ts'
import { mutate } from '../mutate.ts'
import { alter, type Change, drop, refuseAlso } from '../operations/change.ts'
import { access } from '../trading/access.ts'
import { apiKey, secretKey } from '../trading/credentials.ts'
import { envelope } from '../trading/envelope.ts'
import { tradingFaults } from '../trading/faults.ts'
import type { AnyOperation, Call } from '../trading/operation.ts'
import { getCoinsInfo, getExchangeInfo, getOrderbook, getSwagger, getTime, ping } from '../trading/public-operations.ts'
import { type Signed, signatureOf, signing } from '../trading/verify-signature.ts'
import { also, alwaysThere, type Seed, wordOf } from './factor.ts'

type CallSeed = Seed<Call>

export const publicOperations: readonly AnyOperation[] = [
  getSwagger,
  ping,
  getTime,
  getExchangeInfo,
  getCoinsInfo,
  getOrderbook,
]

const musts = new Set<string>(requirements.filter(({ level }) => level === 'must').map(({ id }) => id))
const isMust = ({ weight, budget, breaches }: Fault): boolean =>
  weight !== 'should' && budget === undefined && breaches.every(id => musts.has(id))

const lastOf = ({ id }: Fault): string => id.slice(id.lastIndexOf('.') + 1)

/** Seeds for reply members that are left out, or of another type. */
const replySeeds = (operation: AnyOperation): CallSeed[] =>
  derivedFaults
    .filter(fault => fault.api === 'trading' && isMust(fault))
    .filter(({ mutates = [] }) => mutates.some(one => one.operation === operation.id))
    .map(fault => ({
      operation: operation.id,
      breach: wordOf(fault),
      says: fault.describes,
      breaches: fault.breaches,
      changes: when => {
        const mutations = (fault.mutates ?? []).filter(one => one.operation === operation.id)
        const where = ({ endpoint }: Call): boolean => endpoint?.id === operation.id
        return [alter(envelope, 'body', body => mutate(body, mutations), { where })].map(also(when))
      },
    }))

/** The subjects of requirements about requests: a violation of them has an effect only for requests with such a feature. */
const concerns: Readonly<Record<string, readonly string[]>> = {
  // Without a symbol there is no letter case and no market.
  'trading.orderbook.symbol-required': ['symbol', 'market'],
  'trading.signing.many-parameters': ['count'],
  'trading.signing.empty-values': ['value'],
  'trading.signing.any-script': ['encoding'],
  'trading.signing.reserved-characters': ['encoding'],
  'trading.signing.plain-names': ['name'],
  'trading.signing.any-order': ['place'],
  'trading.signing.no-timestamp': ['place'],
}

/** A request with a parameter of this kind has more parameters than the fewest. */
const needsMore = (about: readonly string[]): boolean => ['value', 'encoding', 'name'].some(one => about.includes(one))

/** Whether a fault is about an added parameter: the probe has one of its own, so with it there are more than the fewest. */
const adds = ({ breaches }: Fault): boolean => breaches.includes('trading.signing.parameter-added')

/** Subjects of factors about parameters; a request without parameters has none of these. */
const PARAMETERS = ['value', 'encoding', 'name', 'count', 'place']
const withoutParameters = ({ id }: Fault): boolean => id.endsWith('signing.timestamp.nothing')

/** Seeds from the faults that change only parts of this stage. */
const ownSeeds = (stage: string, operation: string): CallSeed[] =>
  tradingFaults
    .filter(fault => isMust(fault) && fault.changes?.length && !fault.mutates)
    .filter(({ changes = [] }) => changes.every(one => one.stage === stage && alwaysThere(one)))
    .map(fault => {
      const changes = fault.changes ?? []
      const about = [
        ...fault.breaches.flatMap(id => concerns[id] ?? []),
        ...(withoutParameters(fault) ? PARAMETERS : []),
      ]
      const causal = changes.some(({ verb, when }) => when.where || verb !== 'refuseAlso')
      return {
        operation,
        breach: wordOf(fault),
        says: fault.describes,
        breaches: fault.breaches,
        ...(causal && { cause: { name: lastOf(fault), about } }),
        ...((needsMore(about) || adds(fault)) && { admits: ({ name }) => name !== 'few-parameters' }),
        changes: when => changes.map(also(when)),
      }
    })

/** A seed for a public endpoint that refuses. */
const refusedSeed = ({ id }: AnyOperation): CallSeed => ({
  operation: id,
  breach: 'refused',
  says: `${id} is refused`,
  breaches: ['trading.access.public'],
  changes: when =>
    [refuseAlso(access, 'no-such-path', { where: ({ endpoint }) => endpoint?.id === id })].map(also(when)),
})

export const publicSeeds = (operation: AnyOperation): CallSeed[] => [
  ...replySeeds(operation),
  ...ownSeeds(operation.id, operation.id),
  refusedSeed(operation),
]

/** Whether a text is another one, changed in one place. */
const changedAt: Readonly<Record<string, (text: string, right: string) => boolean>> = {
  first: (text, right) => text !== right && text.slice(1) === right.slice(1),
  middle: (text, right) =>
    text !== right && text.slice(0, 8) === right.slice(0, 8) && text.slice(-8) === right.slice(-8),
  last: (text, right) => text !== right && text.slice(0, -1) === right.slice(0, -1),
  case: (text, right) => text !== right && text.toLowerCase() === right.toLowerCase(),
  'second-half': (text, right) => text !== right && text === right.slice(right.length / 2),
  'first-half': (text, right) => text !== right && text === right.slice(0, right.length / 2),
}

const otherDigit = (text: string, at: number): string =>
  `${text.slice(0, at)}${text[at] === '0' ? '1' : '0'}${text.slice(at + 1)}`

/** The secret with something changed in one place. */
const otherSecrets: Readonly<Record<string, readonly string[]>> = {
  first: [...'0123456789abcdef'].map(digit => digit + secretKey.slice(1)),
  last: [...'0123456789abcdef'].map(digit => secretKey.slice(0, -1) + digit),
  middle: [otherDigit(secretKey, secretKey.length >> 1)],
  case: [secretKey.toUpperCase()],
  half: [secretKey.slice(0, secretKey.length / 2), secretKey.slice(secretKey.length / 2)],
  blanks: [` ${secretKey}`, `${secretKey} `],
}

const signed = (breach: string, cause: string, requirement: string, changes: readonly Change[]): CallSeed => ({
  operation: 'signed',
  breach,
  says: `a wrong ${breach} is taken (${cause})`,
  breaches: [`trading.signing.${requirement}`],
  cause: { name: cause, about: [] },
  changes: when => changes.map(also(when)),
})

export const signedSeeds: readonly CallSeed[] = [
  ...ownSeeds('signing', 'signed'),
  ...Object.entries(changedAt).map(([place, is]) =>
    signed(
      'key',
      `key-${place}`,
      'unknown-key',
      drop(signing, 'key-known', { where: ({ key = '' }) => is(key, apiKey) }),
    ),
  ),
  ...Object.entries(otherSecrets).map(([place, secrets]) =>
    signed(
      'secret',
      `secret-${place}`,
      'other-secret',
      drop(signing, 'signature-right', {
        where: (it: Signed) =>
          secrets.some(secret => secret !== secretKey && it.signature === signatureOf(it.signed, secret)),
      }),
    ),
  ),
  ...(['first', 'middle', 'last'] as const).map(place =>
    signed(
      'signature',
      `digit-${place}`,
      'other-digit',
      drop(signing, 'signature-right', {
        where: (it: Signed) => Boolean(changedAt[place]?.(it.signature ?? '', signatureOf(it.signed))),
      }),
    ),
  ),
  {
    operation: 'signed',
    breach: 'right-refused',
    says: 'a correctly signed request is refused',
    breaches: ['trading.signing.generated'],
    changes: when => [refuseAlso(signing, 'wrong-signature')].map(also(when)),
  },
]
