/** Legal variations of endpoints and their parameters. */
import type { Variant } from '../../behaviour.ts'
import { alter, drop, instead, refuseAlso, refuseOtherwise } from '../../operations/change.ts'
import { type Call, scriptOf } from '../call.ts'
import { createChannelFolder } from '../channel-folders.ts'
import { createChannel } from '../channels.ts'
import { parameters } from '../check-parameters.ts'
import { endpoints } from '../endpoints.ts'
import { createReusableInviteLink } from '../invite-links.ts'
import { sendInvites } from '../invites.ts'
import { readKind } from '../kinds.ts'
import { addNavigationView } from '../navigation.ts'
import { isObject, type Params } from '../params.ts'
import { addPlayground } from '../playgrounds.ts'
import { createProfileField } from '../profile-fields.ts'
import { formOf, unsupportedParameters } from '../unsupported-parameters.ts'
import { createUserGroup } from '../user-groups.ts'
import { variant } from './variant.ts'

const later = ['can_send_message_group', 'can_subscribe_group', 'send_new_subscription_messages']

/** Whether an element of the list has the name that was sent, in any letter case. */
export const isNamed = (params: Params, list: Iterable<Readonly<Record<string, unknown>>>): boolean =>
  params.has('name') && [...list].some(one => String(one['name']).toLowerCase() === params.text('name').toLowerCase())

const unlessNull = (text: string | undefined) => (text === 'null' ? undefined : text)

const hasEmptySetting = ({ params }: Call): boolean =>
  [...params.names()].some(name => {
    const value = params.raw(name)
    const lists = isObject(value) ? Object.values(value) : []
    return /^can_.*_group$/.test(name) && lists.some(one => Array.isArray(one) && one.length === 0)
  })

export const parameterVariants: readonly Variant[] = [
  variant(
    'ignored.empty-array',
    'principle 1: an empty array where nothing is to be listed',
    'An empty list of unsupported parameters is sent',
    alter(unsupportedParameters, 'list', list => list ?? []),
    { levels: { since: 167 } },
  ),
  variant(
    'ignored.listed-twice',
    'principle 1: nothing says that a name is listed once',
    'Unsupported parameters are listed twice',
    alter(unsupportedParameters, 'list', list => list && [...list, ...list]),
  ),
  variant(
    'parameters.names-in-either-case',
    'principle 1: nothing says that letter case tells names apart',
    'Names that differ in letter case alone are one parameter',
    alter(unsupportedParameters, 'names', names => [
      ...new Map(names.toReversed().map(name => [name.toLowerCase(), name])).values(),
    ]),
    { levels: { since: 167 } },
  ),
  variant(
    'parameters.unknown-refused',
    'parameters.unknown-refused',
    'Requests with unsupported parameters are refused',
    refuseAlso(unsupportedParameters, 'Unknown argument', { where: ({ unsupported }) => unsupported.length > 0 }),
    { leaves: 'untried', excludes: ['messaging.channels.later-parameters'] },
  ),
  variant(
    'parameters.odd-unknown-refused',
    'parameters.unknown-refused',
    'Unsupported parameters of other scripts, and with values other than short text, are refused',
    refuseAlso(unsupportedParameters, 'Unknown argument', {
      where: ({ unsupported, sent }) =>
        unsupported.some(name => formOf(sent.get(name)) !== 'plain' || scriptOf(name) === 'other'),
    }),
    { leaves: 'incomplete', excludes: ['messaging.parameters.unknown-refused'] },
  ),
  variant(
    'parameters.quoted-digits',
    'parameters.digits-as-text',
    'Digits in a JSON string pass for an integer',
    instead(parameters, 'read', ({ parameter }, raw) => readKind(parameter.kind, raw, { quotedDigits: true })),
  ),
  variant(
    'parameters.odd-paths-unknown',
    'parameters.path-kind',
    'A path with an odd id is an unknown endpoint',
    refuseOtherwise(
      parameters,
      'kind-right',
      { msg: 'No such endpoint', code: 'NOT_FOUND' },
      { where: ({ parameter }) => parameter.at === 'path' },
    ),
  ),
  variant(
    'typing.ignored-kinds-refused',
    'principle 3: two sentences, either outcome',
    'An ignored parameter of typing is refused where its value is of another kind',
    instead(parameters, 'ignored', () => false),
  ),
  variant(
    'typing.old-edit-path',
    'typing.old-edit-path',
    'The older path for edit typing still answers',
    instead(endpoints, 'offered', () => true, { where: (_it, { until }) => until !== undefined }),
  ),
  variant(
    'channels.later-parameters',
    'channels.later-parameters',
    'Creating a channel takes more parameters',
    alter(endpoints, 'parameters', own => [...own, ...later.map(name => ({ name, kind: 'string' as const }))], {
      where: ({ operation }) => operation === 'createChannel',
    }),
    { levels: { since: 417 } },
  ),
  variant(
    'user-groups.reactivation',
    'user-groups.reactivation',
    'An endpoint reactivates groups',
    instead(endpoints, 'offered', () => true, { where: ({ operation }) => operation === 'updateUserGroup' }),
  ),
  variant(
    'user-groups.old-name-refused',
    'principle 10: convention 3 speaks of successes only',
    'allow_deactivated is refused',
    refuseAlso(parameters, 'allow_deactivated has another name now', {
      where: ({ parameter, sent }) => parameter.name === 'include_deactivated_groups' && sent.has('allow_deactivated'),
    }),
    { levels: { since: 294 }, excludes: ['messaging.user-groups.old-name-as-alias'] },
  ),
  variant(
    'user-groups.old-name-as-alias',
    'principle 10: the old name may stay as an alias',
    'allow_deactivated still works',
    instead(parameters, 'known', () => true, { where: ({ parameter }) => parameter.name === 'allow_deactivated' }),
    { levels: { since: 294 } },
  ),
  variant('parameters.null-text-is-null', 'parameters.null-text', "The text 'null' is taken for null", [
    alter(addNavigationView, 'shownName', name => (name === 'null' ? null : name)),
    alter(sendInvites, 'given', given => ({ ...given, welcome: unlessNull(given.welcome) })),
    alter(createReusableInviteLink, 'given', given => ({ ...given, welcome: unlessNull(given.welcome) })),
  ]),
  variant('parameters.names-may-repeat', 'parameters.taken-names', 'Names may be taken twice', [
    ...drop(addNavigationView, 'fragment-not-taken'),
    ...drop(addPlayground, 'name-not-taken'),
    ...drop(createChannelFolder, 'name-not-taken'),
    ...drop(createChannel, 'name-not-taken'),
    ...drop(createUserGroup, 'name-not-taken'),
    ...drop(createProfileField, 'name-not-taken'),
  ]),
  variant(
    'settings.no-empty-lists',
    'principle 1: an empty list in a setting is not written',
    'No list in a setting is empty',
    [
      refuseAlso(createUserGroup, 'A setting names somebody', { where: hasEmptySetting }),
      refuseAlso(createChannel, 'A setting names somebody', { where: hasEmptySetting }),
    ],
    { leaves: 'incomplete' },
  ),
]
