/** Faults of profile fields, linkifiers and presence. */
import type { Fault } from '../../behaviour.ts'
import { altered, breach } from './fault.ts'

const profileFields: readonly Fault[] = [
  breach(
    'profile-fields.created-listed.missing',
    'A created field is not listed',
    'profile-fields.created-listed',
    'profile-fields.created',
  ),
  breach(
    'profile-fields.created-listed.other-id',
    'A field is listed under another id',
    'profile-fields.created-listed',
    'profile-fields.own-id',
  ),
  breach(
    'profile-fields.created-listed.last',
    'The last field is not listed',
    'profile-fields.created-listed',
    'profile-fields.all-listed',
  ),
  breach(
    'profile-fields.name-kept.question-marks',
    'Names of other scripts are replaced',
    'profile-fields.name-kept',
    'profile-fields.name-kept',
    { facts: { script: 'other' } },
  ),
  breach('profile-fields.hint-kept.lost', 'Hints are lost', 'profile-fields.hint-kept', 'profile-fields.hint-kept'),
  breach(
    'profile-fields.type-kept.text',
    'All fields are listed as short text',
    'profile-fields.type-kept',
    'profile-fields.type-kept',
  ),
  breach(
    'profile-fields.type-kept.pronouns',
    'Pronouns are listed as short text',
    'profile-fields.type-kept',
    'profile-fields.type-kept',
    { facts: { type: 8 } },
  ),
  breach(
    'profile-fields.field-data-kept.lost',
    'Choices are lost',
    'profile-fields.field-data-kept',
    'profile-fields.data-kept',
  ),
  breach(
    'profile-fields.field-data-shape.accepted',
    'Choices without text are accepted',
    'profile-fields.field-data-shape',
    'profile-fields.choices-checked',
    { should: true },
  ),
  breach(
    'profile-fields.summary-kept.lost',
    'display_in_profile_summary is lost',
    'profile-fields.summary-kept',
    'profile-fields.summary-kept',
  ),
  breach(
    'profile-fields.summary-kept.one-only',
    'Only one field may be in the summary',
    'profile-fields.summary-kept',
    'profile-fields.summary-reaches-two',
  ),
  breach(
    'profile-fields.summary-third.accepted',
    'A third field is in the summary',
    'profile-fields.summary-third',
    'profile-fields.two-in-summary',
  ),
  breach(
    'profile-fields.summary-third-not-listed.listed',
    'A third field is refused and listed',
    'profile-fields.summary-third-not-listed',
    'profile-fields.refused-unchanged',
    { facts: { third: true } },
  ),
  breach(
    'profile-fields.summary-long-text.accepted',
    'Long text is in the summary',
    'profile-fields.summary-long-text',
    'profile-fields.summary-types',
    {
      facts: { type: 2 },
    },
  ),
  breach(
    'profile-fields.summary-person.accepted',
    'A person picker is in the summary',
    'profile-fields.summary-person',
    'profile-fields.summary-types',
    {
      facts: { type: 6 },
    },
  ),
  breach(
    'profile-fields.required-kept.turned',
    'required is turned round',
    'profile-fields.required-kept',
    'profile-fields.required-kept',
  ),
  breach(
    'profile-fields.editable-kept.always',
    'editable_by_user is always true',
    'profile-fields.editable-kept',
    'profile-fields.editable-kept',
  ),
  breach(
    'profile-fields.member-not-listed.listed',
    'A member is refused and the field listed',
    'profile-fields.member-not-listed',
    'createProfileField.access-unchanged',
    {
      facts: { role: 'member' },
    },
  ),
  altered(
    'profile-fields.field-data-json.broken',
    'field_data is no JSON',
    'profile-fields.field-data-json',
    ['getProfileFields', 'success', 'custom_fields/*/field_data'],
    { match: '^\\{', with: '<' },
  ),
]

const readOnly: readonly Fault[] = []

export const settingFaults: readonly Fault[] = [...profileFields, ...readOnly]
