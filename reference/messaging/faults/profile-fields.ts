/** Faults of profile fields: how they are stored and listed, and the profile summary. */
import type { Fault } from '../../behaviour.ts'
import { alter, type Change, drop, instead, refuseAlso, uponRefusal } from '../../operations/change.ts'
import type { Seen } from '../../operations/stage.ts'
import { type Call, scriptOf } from '../call.ts'
import { entrance } from '../entrance.ts'
import type { Organization } from '../organization.ts'
import { addField, createProfileField, getProfileFields, inSummary, type NewField } from '../profile-fields.ts'
import { altered, fault, type More } from './fault.ts'

type Given = Seen<typeof createProfileField>

const plain = { hint: '', type: 1, field_data: '', required: false, editable_by_user: true }

/** Makes the profile field that a request names. */
export function makeNamedField({ org, sent }: { org: Organization; sent: ReadonlyMap<string, string> }): void {
  const name = sent.get('name')
  if (name !== undefined) addField(org, { ...plain, name, display_in_profile_summary: false })
}

/** Makes a field although its creation is refused. */
export const fieldMadeThoughRefused = (where: (call: Call) => boolean = () => true): Change =>
  alter(
    createProfileField,
    'refused',
    (refusal, call) => {
      makeNamedField(call)
      return refusal
    },
    { where },
  )

const isUnread = ({ params }: Call): boolean => [...params.names()].length === 0

const fieldFault = (id: string, describes: string, changes: Change | readonly Change[], more: More = {}): Fault =>
  fault(`profile-fields.${id}`, describes, changes, more)

const kept = (
  id: string,
  describes: string,
  keeps: (field: NewField, it: Given) => Partial<NewField>,
  where: (it: Given) => boolean = () => true,
  more: More = {},
): Fault =>
  fieldFault(
    id,
    describes,
    alter(createProfileField, 'kept', (field, it) => ({ ...field, ...keeps(field, it) }), { where }),
    more,
  )

const refuses = (id: string, what: string, where: (it: Given) => boolean, more: More = {}): Fault =>
  fieldFault(
    id,
    `createProfileField refuses ${what}`,
    refuseAlso(createProfileField, `Invalid ${what}`, { where }),
    more,
  )

/** Callers of a role, or all who are not administrators, are refused, but their request is carried out. */
const granted = (role?: string): Change =>
  instead(entrance, 'obeyed', () => false, {
    ...(role !== undefined && { role }),
    where: ({ operation }) => operation === 'createProfileField',
  })

const creating: readonly Fault[] = [
  fault(
    'profile-fields.created.refused',
    'createProfileField is refused',
    refuseAlso(createProfileField, 'Not today'),
    { breaches: ['profile-fields.created', 'properties.accepts-profile-fields'] },
  ),
  fieldFault(
    'created-listed.missing',
    'A created field is not listed',
    instead(createProfileField, 'store', ({ org }) => org.id('profileField')),
  ),
  fieldFault(
    'created-listed.every-third-lost',
    'A field of every third type is answered for and not kept',
    instead(createProfileField, 'store', ({ org }) => org.id('profileField'), { where: ({ type }) => type % 3 === 0 }),
  ),
  fieldFault(
    'created-listed.other-id',
    'A field is listed under another id',
    alter(createProfileField, 'effect', id => id + 1_000_003),
  ),
  fieldFault(
    'ids-distinct.every-third',
    'A field of every third type gets the id of the one before',
    alter(createProfileField, 'effect', (id, { fields }) => fields.at(-1)?.id ?? id, {
      where: ({ type }) => type % 3 === 0,
    }),
  ),
  fieldFault(
    'field-data-shape.accepted',
    'Choices without text are accepted',
    drop(createProfileField, 'choices-whole'),
  ),
  fieldFault(
    'field-data-shape.first-only',
    'Only the first choice is looked at',
    drop(createProfileField, 'choices-whole', { where: ({ data }) => Object.keys(data ?? {}).length > 1 }),
  ),
  fieldFault('choice-kind.accepted', 'Choices may be bare text', drop(createProfileField, 'choices-objects')),
  fieldFault(
    'choice-kind.third',
    'A third choice may be bare text',
    drop(createProfileField, 'choices-objects', { where: ({ data }) => Object.keys(data ?? {}).length > 2 }),
  ),
  ...[1, 2, 4, 5, 6, 8].map(value =>
    refuses(`types.refused-type-${value}`, `field_type (type-${value})`, ({ type }) => type === value),
  ),
  refuses('options.refused', 'field_data (refused)', ({ data }) => data !== undefined),
  refuses('name-kept.refused-other-scripts', 'name (other-scripts)', ({ name }) => scriptOf(name) === 'other'),
  refuses('name-optional.demanded', 'a field without a name', ({ params }) => !params.has('name')),
]

const keeping: readonly Fault[] = [
  kept(
    'name-kept.question-marks',
    'Names of other scripts are replaced',
    ({ name }) => ({ name: name.replace(/[^\x20-\x7e]/g, '?') }),
    ({ name }) => scriptOf(name) === 'other',
  ),
  kept('hint-kept.lost', 'Hints are lost', () => ({ hint: '' })),
  kept('type-kept.text', 'All fields are listed as short text', () => ({ type: 1 })),
  kept(
    'type-kept.pronouns',
    'Pronouns are listed as short text',
    () => ({ type: 1 }),
    ({ type }) => type === 8,
  ),
  kept(
    'summary-kept.retyped',
    'Fields of the summary are listed as short text',
    () => ({ type: 1 }),
    ({ shownInSummary }) => shownInSummary,
  ),
  kept(
    'summary-kept.renamed',
    'Fields of the summary are listed under their type',
    ({ type }) => ({ name: `Field ${type}` }),
    ({ shownInSummary }) => shownInSummary,
  ),
  kept(
    'summary-kept.choices-lost',
    'Fields of the summary lose their choices',
    () => ({ field_data: '' }),
    ({ shownInSummary }) => shownInSummary,
  ),
  kept('field-data-kept.lost', 'Choices are lost', () => ({ field_data: '' })),
  kept('field-data-kept.encoded-twice', 'The data of a field are encoded twice', ({ field_data }) => ({
    field_data: field_data === '' ? '' : JSON.stringify(field_data),
  })),
  kept(
    'field-data-empty.braces',
    'A field without data shows an empty object',
    ({ field_data }) => ({ field_data: field_data === '' ? '{}' : field_data }),
    undefined,
  ),
  kept('required-kept.turned', 'required is turned round', ({ required }) => ({ required: !required })),
  kept('editable-kept.always', 'editable_by_user is always true', () => ({ editable_by_user: true })),
]

const summary: readonly Fault[] = [
  kept('summary-kept.lost', 'display_in_profile_summary is lost', () => ({ display_in_profile_summary: false })),
  kept(
    'summary-false.shown',
    "The text 'false' puts a field into the summary",
    () => ({ display_in_profile_summary: true }),
    ({ params }) => params.has('display_in_profile_summary'),
  ),
  fieldFault(
    'summary-kept.one-only',
    'Only one field may be in the summary',
    refuseAlso(createProfileField, 'Only 1 custom profile field can be displayed in the profile summary.', {
      where: ({ shownInSummary, fields }) => shownInSummary && inSummary(fields) > 0,
    }),
  ),
  fieldFault(
    'summary-types.short-text-only',
    'Only short text may be in the summary',
    refuseAlso(createProfileField, 'Not allowed for this type', {
      where: ({ shownInSummary, type }) => shownInSummary && type !== 1,
    }),
  ),
  fieldFault('summary-third.accepted', 'A third field is in the summary', drop(createProfileField, 'two-in-summary')),
  fieldFault(
    'summary-third.of-another-type',
    'A third date field is in the summary',
    drop(createProfileField, 'two-in-summary', { where: ({ type }) => type === 4 }),
  ),
  fieldFault(
    'summary-third-not-listed.listed',
    'A third field is refused and listed',
    uponRefusal(createProfileField, 'two-in-summary', makeNamedField),
  ),
  fieldFault(
    'summary-long-text.accepted',
    'Long text is in the summary',
    drop(createProfileField, 'summary-of-fit-type', { where: ({ type }) => type === 2 }),
  ),
  fieldFault(
    'summary-person.accepted',
    'A person picker is in the summary',
    drop(createProfileField, 'summary-of-fit-type', { where: ({ type }) => type === 6 }),
  ),
  altered(
    'profile-fields.summary-at-most-two.short-texts',
    'Every short text is shown in the summary',
    ['getProfileFields', 'success', 'custom_fields/?type=1/display_in_profile_summary'],
    { set: true },
  ),
  ...[2, 6].map(type =>
    altered(
      `profile-fields.summary-fit-types.type-${type}`,
      `Fields of type ${type} are shown in the summary`,
      ['getProfileFields', 'success', `custom_fields/?type=${type}/display_in_profile_summary`],
      { set: true },
    ),
  ),
]

const refusedAndMade: readonly Fault[] = [
  fieldFault('member-not-listed.listed', 'A member is refused and the field listed', granted('member')),
  fieldFault(
    'member-not-listed.granted-to-everybody',
    'Whoever is not an administrator is refused, and createProfileField is done',
    granted(),
  ),
  ...['moderator', 'guest', 'bot'].map(role =>
    fieldFault(`others-not-listed.${role}`, `A ${role} is refused, and the field is there`, granted(role)),
  ),
  fieldFault(
    'refused-not-listed.malformed',
    'A field with a malformed parameter is refused and made',
    fieldMadeThoughRefused(isUnread),
  ),
  fieldFault(
    'refused-not-listed.choices',
    'A field with malformed choices is refused and made',
    fieldMadeThoughRefused(call => !isUnread(call)),
  ),
]

const listing: readonly Fault[] = [
  fieldFault(
    'created-listed.last',
    'The last field is not listed',
    alter(getProfileFields, 'listed', fields => fields.slice(0, -1)),
  ),
  fieldFault(
    'created-listed.to-members',
    'Fields that only administrators edit are not listed to members',
    alter(getProfileFields, 'listed', fields => fields.filter(field => field.editable_by_user), { role: 'member' }),
  ),
  fieldFault(
    'required-kept.to-guests',
    'Guests are shown every field as not required',
    alter(getProfileFields, 'shown', field => ({ ...field, required: false }), { role: 'guest' }),
  ),
  ...(
    [
      ['hint-kept', 'member', { hint: '' }],
      ['field-data-kept', 'guest', { field_data: '' }],
    ] as const
  ).map(([requirement, role, lost]) =>
    fieldFault(
      `${requirement}.to-${role}s`,
      `A ${role} is shown no ${Object.keys(lost)[0]}`,
      alter(getProfileFields, 'shown', field => ({ ...field, ...lost }), { role }),
    ),
  ),
  fieldFault(
    'list-ids-distinct.first-twice',
    'The first field is listed twice',
    alter(getProfileFields, 'listed', fields => [...fields, ...fields.slice(0, 1)]),
  ),
  fault(
    'sequences.lapses.fields',
    'The list of profile fields that an administrator reads lacks one',
    alter(getProfileFields, 'listed', fields => fields.slice(0, -1), { role: 'admin' }),
    { breaches: 'sequences.profile-fields' },
  ),
  altered(
    'profile-fields.field-data-json.broken',
    'field_data is not a JSON',
    ['getProfileFields', 'success', 'custom_fields/*/field_data'],
    { match: '^\\{', with: '<' },
  ),
  altered(
    'profile-fields.field-hint.last-one',
    'The last profile field has no hint',
    ['getProfileFields', 'success', 'custom_fields/#last/hint'],
    { drop: true },
  ),
]

export const profileFieldFaults: readonly Fault[] = [...creating, ...keeping, ...summary, ...refusedAndMade, ...listing]
