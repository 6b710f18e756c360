/** Faults of servers that refuse a request and do it all the same, or do a part of it. */
import type { Fault } from '../../behaviour.ts'
import { altered, breach } from './fault.ts'
import type { Row } from './partial.ts'

const groups = ['user-groups.*', 'parameters.*', 'sequences.*', 'properties.*'] as const

const userGroups: readonly Row[] = [
  [
    'user-groups.refused-creates-nothing.malformed',
    'A group with a malformed parameter is refused and made',
    'user-groups.refused-creates-nothing',
    'createUserGroup.refused-is-nothing',
    { facts: { refused: 'parameters' }, mayAlso: groups },
  ],
  [
    'user-groups.refused-creates-nothing.unknown-ids',
    'A group with an unknown id is refused and made',
    'user-groups.refused-creates-nothing',
    'createUserGroup.refused-is-nothing',
    { facts: { refused: 'later' }, mayAlso: groups },
  ],
  [
    'user-groups.refused-creates-nothing.every-second',
    'Every second refused group is made',
    'user-groups.refused-creates-nothing',
    'createUserGroup.refused-is-nothing',
    { every: 2, mayAlso: groups },
  ],
  [
    'user-groups.refused-stays-active.permission',
    'Whoever may not deactivate a group is refused, and it is deactivated',
    'user-groups.refused-stays-active',
    'groups.permission-stays',
    { mayAlso: groups },
  ],
  [
    'user-groups.refused-stays-active.by-guests',
    'A guest is refused to deactivate a group, and it is deactivated',
    'user-groups.refused-stays-active',
    'groups.permission-stays',
    { facts: { role: 'guest' }, mayAlso: groups },
  ],
]

const fields = ['profile-fields.*', 'sequences.*', 'properties.*'] as const

const others: readonly Row[] = [
  ...(['moderator', 'guest', 'bot'] as const).flatMap((role): Row[] => [
    [
      `profile-fields.others-not-listed.${role}`,
      `A ${role} is refused, and the field is there`,
      'profile-fields.others-not-listed',
      'createProfileField.refused-is-nothing',
      { facts: { refused: 'access', role }, mayAlso: fields },
    ],
  ]),
  [
    'profile-fields.refused-not-listed.malformed',
    'A field with a malformed parameter is refused and made',
    'profile-fields.refused-not-listed',
    'createProfileField.refused-is-nothing',
    { facts: { refused: 'parameters' }, mayAlso: fields },
  ],
  [
    'profile-fields.refused-not-listed.choices',
    'A field with malformed choices is refused and made',
    'profile-fields.refused-not-listed',
    'createProfileField.refused-is-nothing',
    { facts: { refused: 'later' }, mayAlso: fields },
  ],
]

/** Values of false that are taken for true, as any text is. */
const falseIsTrue: readonly Row[] = [
  [
    'profile-fields.summary-false.shown',
    "The text 'false' puts a field into the summary",
    'profile-fields.summary-false',
    'profile-fields.summary-false-kept',
    { mayAlso: fields },
  ],
  [
    'user-groups.creator-recorded.first-administrator',
    'The first administrator is named as creator of every group',
    'user-groups.creator-recorded',
    'groups.every-creator',
    { mayAlso: groups },
  ],
]

/** Lists that show what the rules of the profile summary forbid. */
const summaries: readonly Fault[] = [
  altered(
    'profile-fields.summary-at-most-two.short-texts',
    'Every short text is shown in the summary',
    'profile-fields.summary-at-most-two',
    ['getProfileFields', 'success', 'custom_fields/?type=1/display_in_profile_summary'],
    { set: true },
    { mayAlso: fields },
  ),
  ...([2, 6] as const).map(type =>
    altered(
      `profile-fields.summary-fit-types.type-${type}`,
      `Fields of type ${type} are shown in the summary`,
      'profile-fields.summary-fit-types',
      ['getProfileFields', 'success', `custom_fields/?type=${type}/display_in_profile_summary`],
      { set: true },
      { mayAlso: fields },
    ),
  ),
  breach(
    'profile-fields.field-data-empty.braces',
    'A field without data shows an empty object',
    'profile-fields.field-data-empty',
    'profile-fields.no-data-empty',
    { should: true },
  ),
]

/** Objections that do not say what the group is used for. */
const objections: readonly Fault[] = [
  altered(
    'user-groups.objections-tell.none',
    'A group in use is refused without an objection',
    'user-groups.objections-tell',
    ['deactivateUserGroup', 'error', 'objections'],
    { set: [] },
    { should: true, facts: { code: 'CANNOT_DEACTIVATE_GROUP_IN_USE' }, mayAlso: groups },
  ),
  altered(
    'user-groups.objections-tell.settings-empty',
    'Objections name no settings',
    'user-groups.objections-tell',
    ['deactivateUserGroup', 'error', 'objections/*/settings'],
    { set: [] },
    { should: true, facts: { code: 'CANNOT_DEACTIVATE_GROUP_IN_USE' }, mayAlso: groups },
  ),
]

export const refusedAndDoneFaults: readonly Fault[] = [
  ...[...userGroups, ...others, ...falseIsTrue].map(row => breach(...row)),
  ...summaries,
  ...objections,
]
