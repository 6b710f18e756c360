/** Faults of servers that refuse a request and do it all the same, or do a part of it. */
import type { Fault } from '../../behaviour.ts'
import { altered, breach } from './fault.ts'
import type { Row } from './partial.ts'

const others: readonly Row[] = [
  ...(['moderator', 'guest', 'bot'] as const).flatMap((role): Row[] => [
    [
      `profile-fields.others-not-listed.${role}`,
      `A ${role} is refused, and the field is there`,
      'profile-fields.others-not-listed',
      'createProfileField.refused-is-nothing',
      { facts: { refused: 'access', role } },
    ],
  ]),
  [
    'profile-fields.refused-not-listed.malformed',
    'A field with a malformed parameter is refused and made',
    'profile-fields.refused-not-listed',
    'createProfileField.refused-is-nothing',
    { facts: { refused: 'parameters' } },
  ],
  [
    'profile-fields.refused-not-listed.choices',
    'A field with malformed choices is refused and made',
    'profile-fields.refused-not-listed',
    'createProfileField.refused-is-nothing',
    { facts: { refused: 'later' } },
  ],
]

/** Values of false that are taken for true, as any text is. */
const falseIsTrue: readonly Row[] = [
  [
    'profile-fields.summary-false.shown',
    "The text 'false' puts a field into the summary",
    'profile-fields.summary-false',
    'profile-fields.summary-false-kept',
    {},
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
  ),
  ...([2, 6] as const).map(type =>
    altered(
      `profile-fields.summary-fit-types.type-${type}`,
      `Fields of type ${type} are shown in the summary`,
      'profile-fields.summary-fit-types',
      ['getProfileFields', 'success', `custom_fields/?type=${type}/display_in_profile_summary`],
      { set: true },
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

export const refusedAndDoneFaults: readonly Fault[] = [
  ...[...others, ...falseIsTrue].map(row => breach(...row)),
  ...summaries,
]
