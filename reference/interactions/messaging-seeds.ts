/**
 * The kinds of violation that an operation of the messaging API can commit, made from its own faults: the changed parts and the
 * requirements are theirs, only the condition is new.
 */
import { requirements } from '../../generated/catalogue.ts'
import type { Fault } from '../behaviour.ts'
import { derivedCodeFaults } from '../derived/code-faults.ts'
import { derivedFaults } from '../derived/derived-faults.ts'
import type { Call, Reply } from '../messaging/call.ts'
import { credentials } from '../messaging/credentials.ts'
import { entrance } from '../messaging/entrance.ts'
import { messagingFaults } from '../messaging/faults/index.ts'
import type { AnyOperation } from '../messaging/operation.ts'
import { operations } from '../messaging/operations.ts'
import { Params } from '../messaging/params.ts'
import { response } from '../messaging/respond.ts'
import type { Parameter } from '../messaging/route.ts'
import { mutate } from '../mutate.ts'
import { alter, type Change, drop } from '../operations/change.ts'
import { looksBack, type When } from '../operations/condition.ts'
import { also, alwaysThere, type Factor, type Seed, wordOf } from './factor.ts'
import type { Sent } from './messaging-factors.ts'
import {
  asksWithEveryPermission,
  cannotComeAgain,
  isAdministrator,
  isOneTooMany,
  isOpen,
  isRefusedOnlyAtFirst,
  isUnstated,
  joinsOf,
  mayBeTooLong,
  mayBeUnnamed,
  mayBeUnserved,
  parametersOf,
  stateOf,
  wasNeverAccepted,
} from './pairs-left-out.ts'

type SentSeed = Seed<Sent>

/** The feature level of the reference for interactions: above all changes. */
const LEVEL = 500

const isMust = ({ weight, levels, budget }: Fault): boolean =>
  weight !== 'should' && budget === undefined && (levels?.until ?? LEVEL) >= LEVEL

/** Whether a change takes effect only for requests with a mistake or another special feature. */
const isCausal = ({ verb, part = '', when }: Change): boolean =>
  when.where !== undefined ||
  verb === 'drop' ||
  verb === 'uponRefusal' ||
  verb === 'refuseOtherwise' ||
  ['given', 'refused'].includes(part)

/** Parameters that decide what others mean: they are subjects of every violation that has its own cause. */
const deciding: Readonly<Record<string, readonly string[]>> = {
  setTypingStatus: ['type', 'op', 'to', 'stream_id', 'topic'],
  setMessageEditTypingStatus: ['op'],
  updateScheduledMessage: ['type', 'to', 'topic'],
  getUserGroups: ['include_deactivated_groups'],
  sendTestPush: ['push_account_id'],
  getMessageHistory: ['allow_empty_topic_name'],
}

/** Seeds from the faults that change only parts of this operation, without a condition on caller or earlier requests. */
function ownSeeds(operation: AnyOperation): SentSeed[] {
  return messagingFaults
    .filter(
      fault => isMust(fault) && fault.changes?.length && !fault.mutates && !/\.last-|messaging\.odd\./.test(fault.id),
    )
    .filter(({ changes = [] }) => changes.every(one => one.stage === operation.id && alwaysThere(one)))
    .map((fault): SentSeed => {
      const changes = fault.changes ?? []
      const refuses = changes.some(({ verb }) => verb === 'refuseAlso')
      const state = stateOf(fault)
      return {
        operation: operation.id,
        breach: wordOf(fault),
        says: fault.describes,
        breaches: fault.breaches,
        ...((changes.some(isCausal) || state) && {
          cause: {
            name: fault.id.slice(fault.id.lastIndexOf('.') + 1),
            about: [...parametersOf(fault.breaches), ...(deciding[operation.id] ?? []), ...(state ?? [])],
          },
        }),
        joins: (one, other) =>
          joinsOf(operation)(one, other) && !(refuses && isOneTooMany(operation, [], [one, other])),
        admits: factor =>
          !factor.about.includes('operation') &&
          (!refuses ||
            (asksWithEveryPermission(factor) &&
              !looksBack(factor.when) &&
              !isUnstated(operation, factor) &&
              !mayBeTooLong(operation, factor) &&
              !mayBeUnnamed(operation, factor))) &&
          !(refuses && changes.some(isCausal) && isOneTooMany(operation, parametersOf(fault.breaches), [factor])) &&
          !cannotComeAgain(operation, fault, factor) &&
          !(changes.some(isCausal) && wasNeverAccepted(operation, fault, factor)) &&
          !isOpen(operation, fault, factor),
        changes: when => changes.map(also(when)),
      }
    })
}

const onReplies = ({ id }: AnyOperation, on: Reply['result'], alters: (reply: Reply) => Reply): Change =>
  alter(response, 'reply', alters, { where: (it, { result }) => it.operation === id && result === on })

/** Seeds for a reply member that is left out, or of another type. */
const replySeeds = (operation: AnyOperation): SentSeed[] =>
  derivedFaults
    .filter(fault => isMust(fault) && fault.api === 'messaging' && !/\.(envelope|parameters)\./.test(fault.id))
    .filter(({ mutates = [] }) => mutates.some(one => one.operation === operation.id && one.on === 'success'))
    .map(fault => ({
      operation: operation.id,
      breach: wordOf(fault),
      says: fault.describes,
      breaches: fault.breaches,
      ...causedBy(fault),
      joins: joinsOf(operation),
      changes: when => {
        const mutations = (fault.mutates ?? []).filter(one => one.operation === operation.id)
        return [onReplies(operation, 'success', reply => mutate(reply, mutations) as Reply)].map(also(when))
      },
    }))

/** The state that a fault depends on, as the cause of a violation. */
const causedBy = (fault: Fault): Pick<SentSeed, 'cause'> => {
  const state = stateOf(fault)
  return state ? { cause: { name: wordOf(fault), about: state } } : {}
}

/** Whether the operation refuses some requests of callers who may use it, whatever their role. */
const canRefuse = (operation: AnyOperation): boolean =>
  !isLast(operation) &&
  (Object.keys({ ...operation.rules, ...operation.each.rules }).length > 0 ||
    operation.parameters.some(({ kind, required }) => required || kind !== 'string'))

const addedOrDeactivated = /^(deactivateUserGroup|addDefaultChannel)$/

/** Seeds for successes with a `msg`, and for errors without a code. */
function envelopeSeeds(operation: AnyOperation): SentSeed[] {
  const words: SentSeed = {
    operation: operation.id,
    breach: 'success-msg',
    says: `${operation.id} answers with words`,
    breaches: ['messaging.envelope.success-msg'],
    joins: joinsOf(operation),
    changes: when => [onReplies(operation, 'success', reply => ({ ...reply, msg: 'done' }))].map(also(when)),
  }
  const uncoded: SentSeed = {
    operation: operation.id,
    breach: 'error-code',
    says: `${operation.id} refuses without a code`,
    breaches: ['messaging.envelope.error-code'],
    cause: { name: 'refused', about: ['refused'] },
    // Adding or deactivating the same again is not refused.
    admits: factor =>
      !factor.about.includes('operation') &&
      !(addedOrDeactivated.test(operation.id) && factor.name === 'after-success'),
    changes: when => [onReplies(operation, 'error', ({ code, ...reply }) => reply)].map(also(when)),
  }
  return canRefuse(operation) ? [words, uncoded] : [words]
}

/** The operation that refuses only the last owner and the last user, so that the roles are fixed. */
const isLast = ({ id }: AnyOperation): boolean => id === 'deactivateOwnAccount'

/** Seeds for errors with another code than the contract names. */
const codeSeeds = (operation: AnyOperation): SentSeed[] =>
  derivedCodeFaults
    .filter(({ mutates = [] }) => mutates.some(one => one.operation === operation.id) && !isLast(operation))
    .map(fault => ({
      operation: operation.id,
      breach: fault.id.slice(fault.id.lastIndexOf('.') + 1),
      says: fault.describes,
      breaches: fault.breaches,
      cause: { name: 'refused', about: ['refused'] },
      // Administrators do not get the refusal for other callers.
      admits: factor =>
        !factor.about.includes('operation') &&
        !(fault.id.endsWith('.unauthorized-principal') && isAdministrator(factor)) &&
        !mayBeUnserved(operation, factor) &&
        !(isRefusedOnlyAtFirst(operation, fault) && factor.name === 'after-success'),
      changes: when =>
        [
          onReplies(operation, 'error', reply =>
            reply['code'] === fault.when?.facts?.['code'] ? { ...reply, code: 'UNEXPECTED' } : reply,
          ),
        ].map(also(when)),
    }))

/** The requirements that a parameter's value is kept as sent. */
const keptIn = (operation: string, { name }: Parameter): string[] =>
  requirements
    .filter(one => one.parameter === `${operation}/${name}` && one.level === 'must' && one.until === undefined)
    .map(({ id }) => id)
    .filter(id => /(-kept|\.kept|-changed|-subscribed|\.pending|\.listed)$/.test(id))

/** Another value of the same kind. */
function spoiled(value: unknown): unknown {
  if (typeof value === 'string') return [...value].slice(0, -1).join('')
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + 1
  if (!Array.isArray(value)) return value
  const last = value.at(-1)
  const content = typeof last === 'object' && last !== null && 'content' in last ? String(last.content) : undefined
  return content === undefined ? value.slice(0, -1) : [...value.slice(0, -1), { ...last, content: content.slice(1) }]
}

/** Gives the operation another value for a parameter that was sent. */
const spoiling = ({ id }: AnyOperation, name: string): Change => ({
  verb: 'alter',
  stage: id,
  part: 'given',
  when: { where: ((it: Sent) => it.sent.has(name)) as NonNullable<When['where']> },
  does: part =>
    ((call: Call) => {
      const values = [...call.params.names()].map(one => [one, call.params.raw(one)] as const)
      const params = new Params(new Map(values.map(([one, value]) => [one, one === name ? spoiled(value) : value])))
      return { ...((part as (call: Call) => object)({ ...call, params }) as object), params }
    }) as typeof part,
})

/** Seeds for values that are stored differently from what was sent; only for kinds with another value of the same kind. */
const keptSeeds = (operation: AnyOperation): SentSeed[] =>
  operation.parameters
    .filter(({ kind, values }) => ['string', 'boolean', 'integers', 'objects'].includes(kind) && !values)
    .flatMap(parameter => {
      const breaches = keptIn(operation.id, parameter)
      if (breaches.length === 0) return []
      const { name } = parameter
      return [
        {
          operation: operation.id,
          breach: `${name.replaceAll('_', '-')}-kept-otherwise`,
          says: `${operation.id} keeps ${name} otherwise than it was sent`,
          breaches,
          // An optional parameter is not in every request: that it is sent is one of the two conditions.
          ...(!parameter.required && { cause: { name: `${name.replaceAll('_', '-')}-sent`, about: [name] } }),
          joins: joinsOf(operation),
          admits: (factor: Factor<Sent>) =>
            !factor.about.includes('operation') && !(factor.about.includes(name) && mayBeTooLong(operation, factor)),
          changes: (when: When) => [spoiling(operation, name)].map(also(when)),
        },
      ]
    })

/** Seeds for a parameter that is missing or wrong, but accepted. */
const parameterSeeds = (operation: AnyOperation): SentSeed[] =>
  derivedFaults
    .filter(fault => isMust(fault) && fault.changes?.some(({ stage }) => stage === 'parameters'))
    .flatMap(fault => {
      const link = requirements.find(({ id }) => id === fault.breaches[0])?.parameter ?? ''
      const [of, name = ''] = link.split('/')
      if (of !== operation.id) return []
      return [
        {
          operation: operation.id,
          breach: wordOf(fault),
          says: fault.describes,
          breaches: fault.breaches,
          cause: { name: `bad-${name.replaceAll('_', '-')}`, about: [name] },
          admits: factor => !factor.about.includes('operation') && !wasNeverAccepted(operation, fault, factor),
          changes: (when: When) => (fault.changes ?? []).map(also(when)),
        },
      ]
    })

/** Seeds for callers who are not administrators, but accepted where only administrators are allowed. */
const entranceSeeds = (operation: AnyOperation): SentSeed[] =>
  operation.access !== 'administrators'
    ? []
    : ['moderator', 'member', 'guest', 'bot'].flatMap(role => {
        const breaches = requirements
          .map(({ id }): string => id)
          .filter(id => id.endsWith(`.${role}-refused`) && messagingFaults.some(refuses(operation.id, id)))
        if (breaches.length === 0) return []
        return [
          {
            operation: operation.id,
            breach: 'administrators-only',
            says: `${operation.id} serves a ${role}`,
            breaches,
            cause: { name: `by-${role}`, about: ['caller'] },
            changes: (when: When) =>
              drop(entrance, 'administrators-only', {
                role,
                where: it => it.operation === operation.id,
              }).map(also(when)),
          },
        ]
      })

/** Whether a fault is the one by which this operation violates this requirement. */
const refuses =
  (operation: string, requirement: string) =>
  ({ describes, breaches }: Fault): boolean =>
    describes.startsWith(`${operation} `) && breaches.includes(requirement)

const likenesses: readonly (readonly [name: string, is: (sent: string, right: string) => boolean])[] = [
  ['cut-short', (sent, right) => sent !== '' && right.startsWith(sent)],
  ['with-more-after-it', (sent, right) => sent.startsWith(right)],
  ['in-another-case', (sent, right) => sent !== right && sent.toLowerCase() === right.toLowerCase()],
  ['of-the-same-length', (sent, right) => sent.length === right.length],
  ['left-empty', sent => sent === ''],
]

/** Seeds for wrong keys that resemble the right one and are accepted. */
const credentialSeeds = (operation: AnyOperation): SentSeed[] =>
  operation.access === 'anyone'
    ? []
    : likenesses.map(([name, is]) => ({
        operation: operation.id,
        breach: 'wrong-key',
        says: `${operation.id} takes a key ${name.replaceAll('-', ' ')}`,
        breaches: ['messaging.credentials.wrong-key'],
        cause: { name: `key-${name}`, about: ['key'] },
        admits: ({ about }: Factor<Sent>) => about.includes('operation'),
        changes: (when: When) =>
          drop(credentials, 'key-right', {
            where: it =>
              it.operation === operation.id && it.user !== undefined && is(it.credentials?.key ?? '', it.user.apiKey),
          }).map(also(when)),
      }))

/** The operations that requirements are about: without those outside the contract. */
export const judged: readonly AnyOperation[] = operations.filter(
  ({ id }) => !['getEvents', 'updateUserGroup', 'setMessageEditTypingStatusOld'].includes(id),
)

export const seedsOf = (operation: AnyOperation): SentSeed[] => [
  ...ownSeeds(operation),
  ...replySeeds(operation),
  ...envelopeSeeds(operation),
  ...codeSeeds(operation),
  ...keptSeeds(operation),
  ...parameterSeeds(operation),
  ...entranceSeeds(operation),
  ...credentialSeeds(operation),
]
