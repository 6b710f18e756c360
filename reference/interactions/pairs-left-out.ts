/** Pairs of factors that make no fault: where a breach would be none, could not be seen, or no request meets both. */
import { requirements } from '../../generated/catalogue.ts'
import type { Fault } from '../behaviour.ts'
import { type AnyOperation, aboutNoThing } from '../messaging/operation.ts'
import { looksBack } from '../operations/condition.ts'
import type { Factor, Seed } from './factor.ts'
import type { Sent } from './messaging-factors.ts'

/** Acceptance is required of what administrators ask for; others may lack a permission. */
export const asksWithEveryPermission = ({ about, when }: Factor<Sent>): boolean =>
  !about.includes('caller') || when.role === 'owner' || when.role === 'admin'

/** Whether a reaction is found without its name, its code or its type is only recommended, or not said. */
export const isUnstated = ({ id }: AnyOperation, { name }: Factor<Sent>): boolean =>
  (id === 'removeReaction' && name.endsWith('-left-out')) ||
  // How many filters a deployment takes at once is not said.
  (id === 'checkMessagesMatchNarrow' && name.startsWith('narrow-of-'))

/** How long these texts may be is not said: a deployment may refuse a long one, or shorten it. */
const unlimited: Readonly<Record<string, readonly string[]>> = {
  createUserGroup: ['name', 'description'],
  createProfileField: ['name', 'hint'],
  addPlayground: ['name'],
  addNavigationView: ['name'],
}

export const mayBeTooLong = ({ id }: AnyOperation, { name, about }: Factor<Sent>): boolean =>
  name.endsWith('-long') && about.some(one => unlimited[id]?.includes(one))

/** That a profile field needs no name is only recommended. */
export const mayBeUnnamed = ({ id }: AnyOperation, { name }: Factor<Sent>): boolean =>
  id === 'createProfileField' && name === 'name-left-out'

/** Whether guests and bots get notifications is for a deployment to say: those who do not may hear another code. */
export const mayBeUnserved = ({ id }: Pick<AnyOperation, 'id'>, { when: { role } }: Factor<Sent>): boolean =>
  id === 'sendTestPush' && (role === 'guest' || role === 'bot')

/** Parameters that a request may leave out. */
const optionalOf = ({ parameters }: AnyOperation): ReadonlySet<string> =>
  new Set(parameters.filter(({ required }) => !required).map(({ name }) => name))

/** The optional parameter that is there wherever the factor is true. */
const broughtBy = ({ about, name }: Factor<Sent>, optional: ReadonlySet<string>): string[] =>
  name.endsWith('-left-out') ? [] : about.filter(one => optional.has(one))

/** Acceptance is required of each optional parameter alone: a refusal of two of them together is no breach. */
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

/** What removes a thing is refused when it is asked again. */
const removing = new Set([
  'deleteEventQueue',
  'revokeReusableInviteLink',
  'removeApnsToken',
  'removeReaction',
  'deactivateUserGroup',
  'deactivateOwnAccount',
])

/** The parameters that requirements are about. */
export const parametersOf = (ids: readonly string[]): string[] =>
  requirements.filter(({ id }) => ids.includes(id)).flatMap(({ parameter = '/' }) => parameter.split('/')[1] || [])

/** Requests of the same person with the same values differ in nothing else; what was removed is not removed again. */
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

/** What is removed cannot be removed a third time; only a second removal comes after a success. */
export const isVain = ({ id }: AnyOperation, fault: Fault, { name }: Factor<Sent>): boolean =>
  removing.has(id) && (name === 'third-time' || (name === 'after-success' && !fault.id.includes('twice')))

/** A request of these is about one thing alone: what is refused for it was never accepted, but for what is removed twice. */
const aboutOneThing = new Set([
  'addDefaultChannel',
  'deleteEventQueue',
  'revokeReusableInviteLink',
  'removeApnsToken',
  'deactivateUserGroup',
])

export const wasNeverAccepted = ({ id }: AnyOperation, fault: Fault, { name }: Factor<Sent>): boolean =>
  aboutOneThing.has(id) && name === 'after-success' && !/twice|caller|refused-to/.test(fault.id)

/** What is added or deactivated is not refused when it is asked again, but to those who may not ask. */
export const isRefusedOnlyAtFirst = ({ id }: AnyOperation, fault: Fault): boolean =>
  id === 'deactivateUserGroup' || (id === 'addDefaultChannel' && !fault.id.endsWith('.unauthorized-principal'))

export const isAdministrator = ({ when: { role } }: Factor<Sent>): boolean => role === 'owner' || role === 'admin'

/**
 * Breaches that show only in some state of things or with some value: that is one of the two conditions, beside which one
 * more makes a pair. With the parameters that the state is about.
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

/** Breaches that need two parameters, states or a role by themselves: one more condition would be the third. */
const composite =
  /drafts\.topic-ignored-|required\.(for-channel|for-private|direct|direct-only)$|\.named-device$|role-left-out\.[a-z-]+$|summary-third\.of-another-type$|added\.unnamed-pinned$|\.(one-setting|every-second|mention)$|\.empty-lists\./

/** Where a breach would be none, or could not be seen. */
export function isOpen({ id }: AnyOperation, fault: Fault, factor: Factor<Sent>): boolean {
  const { breaches } = fault
  const { name, about, when } = factor
  if (composite.test(fault.id)) return true
  // Owners and administrators lack no permission.
  if (fault.id.endsWith('refused-stays-active.permission')) return isAdministrator(factor)
  // An administrator manages every link.
  if (breaches.includes('messaging.invite-links.revoke-not-managed-unchanged')) return isAdministrator(factor)
  // Whoever is no administrator is refused a system group for that.
  if (breaches.includes('messaging.user-groups.system-group') && fault.id.endsWith('.deactivated'))
    return about.includes('caller') && !isAdministrator(factor)
  // A single reply has no other to share its id with: it takes two requests that both meet the pair.
  if (fault.id.endsWith('.ids-distinct.always-one')) return true
  if (breaches.some(one => one.endsWith('.ids-distinct')) && looksBack(when)) return true
  // Whether a long name is taken is not said.
  if (/refused-names?-free/.test(fault.id) && name === 'name-long') return true
  // A view is refused for its fragment, which then is none, or for is_pinned.
  if (/refused-(names|fragment)-free/.test(fault.id) && about.includes('is_pinned')) return true
  // A folder is refused for its name, which then is none, or for want of a description.
  if (/refused-names?-free/.test(fault.id) && id === 'createChannelFolder' && about.includes('description')) return true
  // A relay may be down for a moment: one reply that says so is legal. So is another code for those who are not served.
  if (fault.id.endsWith('.no-device.as-relay')) return looksBack(when) || mayBeUnserved({ id }, factor)
  // Who is no owner does not leave as one.
  if (breaches.includes('messaging.account.owner-among-owners'))
    return about.includes('caller') && when.role !== 'owner'
  // Without drafts nothing is kept and nothing is told.
  if (id === 'createDrafts' && name === 'drafts-left-out') return !breaches.includes('messaging.drafts.ids')
  // One reply that says there is more to do is legal: the next one says that all is done.
  if (id === 'markAllAsRead' && breaches.includes('messaging.read-state.ends')) return looksBack(when)
  // Whether deactivated groups are listed is decided by the parameter.
  if (id === 'getUserGroups' && breaches.some(one => /deactivated-(included|hidden)/.test(one)))
    return about.includes('include_deactivated_groups')
  // How the empty topic is shown is decided by the parameter.
  return (
    id === 'getMessageHistory' &&
    about.includes('allow_empty_topic_name') &&
    breaches.some(one => parametersOf([one]).includes('allow_empty_topic_name'))
  )
}
