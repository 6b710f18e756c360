/** Pairs of factors that make no fault: there would be no violation, it could not be observed, or no request has both. */
import { requirements } from '../../generated/catalogue.ts'
import type { Fault } from '../behaviour.ts'
import { type AnyOperation, aboutNoThing } from '../messaging/operation.ts'
import { looksBack } from '../operations/condition.ts'
import type { Factor, Seed } from './factor.ts'
import type { Sent } from './messaging-factors.ts'

/** Only requests of owners and administrators must be accepted; others may lack a permission. */
export const asksWithEveryPermission = ({ about, when }: Factor<Sent>): boolean =>
  !about.includes('caller') || when.role === 'owner' || when.role === 'admin'

/** Whether a reaction is found without its name, its code or its type is only recommended, or open. */
export const isUnstated = ({ id }: AnyOperation, { name }: Factor<Sent>): boolean =>
  (id === 'removeReaction' && name.endsWith('-left-out')) ||
  // How many filters a deployment accepts at once is open.
  (id === 'checkMessagesMatchNarrow' && name.startsWith('narrow-of-'))

/** The length of these texts is open: a deployment may refuse a long one, or shorten it. */
const unlimited: Readonly<Record<string, readonly string[]>> = {
  createUserGroup: ['name', 'description'],
  createProfileField: ['name', 'hint'],
  addPlayground: ['name'],
  addNavigationView: ['name'],
}

export const mayBeTooLong = ({ id }: AnyOperation, { name, about }: Factor<Sent>): boolean =>
  name.endsWith('-long') && about.some(one => unlimited[id]?.includes(one))

/** Accepting a profile field without a name is only recommended. */
export const mayBeUnnamed = ({ id }: AnyOperation, { name }: Factor<Sent>): boolean =>
  id === 'createProfileField' && name === 'name-left-out'

/** A deployment may exclude guests and bots from notifications, and refuse them with another code. */
export const mayBeUnserved = ({ id }: Pick<AnyOperation, 'id'>, { when: { role } }: Factor<Sent>): boolean =>
  id === 'sendTestPush' && (role === 'guest' || role === 'bot')

/** Parameters that a request may leave out. */
const optionalOf = ({ parameters }: AnyOperation): ReadonlySet<string> =>
  new Set(parameters.filter(({ required }) => !required).map(({ name }) => name))

/** The optional parameters that a request has whenever the factor holds. */
const broughtBy = ({ about, name }: Factor<Sent>, optional: ReadonlySet<string>): string[] =>
  name.endsWith('-left-out') ? [] : about.filter(one => optional.has(one))

/** Each optional parameter must be accepted alone: the refusal of two together is no violation. */
export const isOneTooMany = (
  operation: AnyOperation,
  own: readonly string[],
  factors: readonly Factor<Sent>[],
): boolean => {
  const optional = optionalOf(operation)
  const brought = new Set([
    ...own.filter(one => optional.has(one)),
    ...factors.flatMap(one => broughtBy(one, optional)),
  ])
  return brought.size > 1
}

/** Operations that remove a thing: a second request for it is refused. */
const removing = new Set([
  'deleteEventQueue',
  'revokeReusableInviteLink',
  'removeApnsToken',
  'removeReaction',
  'deactivateUserGroup',
  'deactivateOwnAccount',
])

/** The parameters that these requirements are about. */
export const parametersOf = (ids: readonly string[]): string[] =>
  requirements.filter(({ id }) => ids.includes(id)).flatMap(({ parameter = '/' }) => parameter.split('/')[1] || [])

/**
 * Excludes pairs that no request has: a thing is not removed twice, and requests of one caller with the same values do not
 * differ otherwise.
 */
export const joinsOf =
  ({ id, thing }: AnyOperation): NonNullable<Seed<Sent>['joins']> =>
  (one, other) => {
    const both = [one.name, other.name]
    if (id === 'removeReaction' && both.every(name => name.endsWith('-left-out'))) return false
    const before = [one, other].find(factor => looksBack(factor.when))
    if (!before) return true
    if (removing.has(id)) return before.name === 'after-a-refusal' || before.name === 'after-another-person'
    return thing !== aboutNoThing || [one, other].some(({ about }) => about.includes('caller'))
  }

/** Nothing can be removed a third time, and only faults of a second removal come after a success. */
export const cannotComeAgain = ({ id }: AnyOperation, fault: Fault, { name }: Factor<Sent>): boolean =>
  removing.has(id) && (name === 'third-time' || (name === 'after-success' && !fault.id.includes('twice')))

/**
 * Operations whose requests are about one thing: a request that is refused because of the thing was never accepted for it
 * before, except for second removals.
 */
const aboutOneThing = new Set([
  'addDefaultChannel',
  'deleteEventQueue',
  'revokeReusableInviteLink',
  'removeApnsToken',
  'deactivateUserGroup',
])

export const wasNeverAccepted = ({ id }: AnyOperation, fault: Fault, { name }: Factor<Sent>): boolean =>
  aboutOneThing.has(id) && name === 'after-success' && !/twice|caller|refused-to/.test(fault.id)

/** Adding or deactivating the same again is not refused, except to callers without permission. */
export const isRefusedOnlyAtFirst = ({ id }: AnyOperation, fault: Fault): boolean =>
  id === 'deactivateUserGroup' || (id === 'addDefaultChannel' && !fault.id.endsWith('.unauthorized-principal'))

export const isAdministrator = ({ when: { role } }: Factor<Sent>): boolean => role === 'owner' || role === 'admin'

/**
 * Violations that occur only in some state or with some value: this is one of the two conditions already, and one more makes a
 * pair. With the parameters that the state depends on.
 */
const states: readonly (readonly [fault: RegExp, about: readonly string[]])[] = [
  [/drafts\.one-id-each\.beyond-twenty|drafts\.kept\.(retyped|long-cut|direct-unaddressed|question-marks)/, ['drafts']],
  [/drafts\.(channel-kept\.topic|ids-distinct)/, ['drafts']],
  [/channels\.folder\.not-made/, []],
  [/invites\.existing-among-new\./, []],
  [/narrow\.content-highlighted\.direct/, ['narrow']],
  [/narrow\.without-search\./, ['narrow']],
  [/history\.(prev-[a-z-]+|stream|content-html-diff|never-edited|user-id-recent|[a-z]+-after|no-[a-z-]+)\./, []],
  [/history\.(oldest-first|timestamps-ordered)\./, []],
  [/history\.empty-/, ['allow_empty_topic_name']],
  [/read-state\.nothing-left\.beyond-twenty/, []],
  [/channels\.subscribers-subscribed\.two-at-most/, ['subscribers']],
  [/user-groups\.in-use-channel-setting\.lost/, []],
  [/user-groups\.deactivated-included\./, ['include_deactivated_groups']],
]

export const stateOf = ({ id }: Fault): readonly string[] | undefined => states.find(([fault]) => fault.test(id))?.[1]

/** Violations that already need two parameters, states or a role: another condition would be the third. */
const composite =
  /drafts\.topic-ignored-|required\.(for-channel|for-private|direct|direct-only)$|\.named-device$|role-left-out\.[a-z-]+$|summary-third\.of-another-type$|added\.unnamed-pinned$|\.(one-setting|every-second|mention)$|\.empty-lists\./

/** Whether the violation would be legal for requests with this factor, or could not be observed. */
export function isOpen({ id }: AnyOperation, fault: Fault, factor: Factor<Sent>): boolean {
  const { breaches } = fault
  const { name, about, when } = factor
  if (composite.test(fault.id)) return true
  // Owners and administrators have every permission.
  if (fault.id.endsWith('refused-stays-active.permission')) return isAdministrator(factor)
  // An administrator manages every link.
  if (breaches.includes('messaging.invite-links.revoke-not-managed-unchanged')) return isAdministrator(factor)
  // Other callers are refused system groups for that reason.
  if (breaches.includes('messaging.user-groups.system-group') && fault.id.endsWith('.deactivated'))
    return about.includes('caller') && !isAdministrator(factor)
  // One reply cannot share its id with another: that takes two requests, and both would need the pair.
  if (fault.id.endsWith('.ids-distinct.always-one')) return true
  if (breaches.some(one => one.endsWith('.ids-distinct')) && looksBack(when)) return true
  // Whether a long name is accepted is open.
  if (/refused-names?-free/.test(fault.id) && name === 'name-long') return true
  // A view is refused for a missing fragment or a missing is_pinned.
  if (/refused-(names|fragment)-free/.test(fault.id) && about.includes('is_pinned')) return true
  // A folder is refused for a missing name or a missing description.
  if (/refused-names?-free/.test(fault.id) && id === 'createChannelFolder' && about.includes('description')) return true
  // A single reply that reports a failing relay is legal, and so is another code for excluded callers.
  if (fault.id.endsWith('.no-device.as-relay')) return looksBack(when) || mayBeUnserved({ id }, factor)
  // Only an owner can be the one who leaves.
  if (breaches.includes('messaging.account.owner-among-owners'))
    return about.includes('caller') && when.role !== 'owner'
  // Without drafts, nothing is stored and no event is sent.
  if (id === 'createDrafts' && name === 'drafts-left-out') return !breaches.includes('messaging.drafts.ids')
  // A single reply with `complete` false is legal: the next one is true.
  if (id === 'markAllAsRead' && breaches.includes('messaging.read-state.ends')) return looksBack(when)
  // This parameter decides whether deactivated groups are listed.
  if (id === 'getUserGroups' && breaches.some(one => /deactivated-(included|hidden)/.test(one)))
    return about.includes('include_deactivated_groups')
  // This parameter decides how the empty topic is returned.
  return (
    id === 'getMessageHistory' &&
    about.includes('allow_empty_topic_name') &&
    breaches.some(one => parametersOf([one]).includes('allow_empty_topic_name'))
  )
}
