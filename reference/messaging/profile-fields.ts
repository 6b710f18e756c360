/** Custom profile fields. */
import type { Call } from './call.ts'
import { operation } from './operation.ts'
import type { Organization, ProfileField } from './organization.ts'
import { isObject } from './params.ts'

const [longText, options, personPicker] = [2, 3, 6]
const mostInSummary = 2

export type NewField = Omit<ProfileField, 'id' | 'order'>

const isChoice = (choice: unknown): boolean =>
  isObject(choice) && typeof choice['text'] === 'string' && ['string', 'number'].includes(typeof choice['order'])

export const createProfileField = operation({
  id: 'createProfileField',
  method: 'POST',
  path: '/realm/profile_fields',
  access: 'administrators',
  parameters: [
    { name: 'name', kind: 'string' },
    { name: 'hint', kind: 'string' },
    { name: 'field_type', kind: 'integer', required: true, values: [1, 2, 3, 4, 5, 6, 7, 8] },
    { name: 'field_data', kind: 'object' },
    { name: 'display_in_profile_summary', kind: 'boolean' },
    { name: 'required', kind: 'boolean' },
    { name: 'editable_by_user', kind: 'boolean' },
  ],
  given: ({ org, params }: Call) => {
    const data = params.raw('field_data')
    return {
      name: params.text('name'),
      type: params.integer('field_type') ?? 1,
      data: isObject(data) ? data : undefined,
      shownInSummary: params.flag('display_in_profile_summary'),
      fields: [...org.profileFields.values()],
    }
  },
  rules: {
    'name-not-taken': [
      ({ name, fields }) => name === '' || !fields.some(field => field.name === name),
      { msg: 'A field with that name exists', uncoded: true },
    ],
    'summary-of-fit-type': [
      ({ shownInSummary, type }) => !shownInSummary || (type !== longText && type !== personPicker),
      'Not allowed for this type',
    ],
    'two-in-summary': [
      ({ shownInSummary, fields }) => !shownInSummary || inSummary(fields) < mostInSummary,
      'Only 2 custom profile fields can be displayed in the profile summary.',
    ],
    'choices-objects': [
      ({ type, data }) => type !== options || !data || Object.values(data).every(isObject),
      'Malformed choices',
    ],
    'choices-whole': [
      ({ type, data }) => type !== options || !data || Object.values(data).filter(isObject).every(isChoice),
      'Malformed choices',
    ],
  },
  steps: {
    kept: ({ name, type, data, shownInSummary, params }): NewField => ({
      name,
      hint: params.text('hint'),
      type,
      field_data: data ? JSON.stringify(data) : '',
      required: params.flag('required'),
      editable_by_user: params.flag('editable_by_user', true),
      display_in_profile_summary: shownInSummary,
    }),
    store: ({ org }, field: NewField): number => addField(org, field),
  },
  effect: (it, { kept, store }) => store(it, kept(it)),
  reply: (_it, id) => ({ id }),
})

export const getProfileFields = operation({
  id: 'getProfileFields',
  method: 'GET',
  path: '/realm/profile_fields',
  parameters: [],
  steps: {
    listed: ({ org }): readonly ProfileField[] => [...org.profileFields.values()],
    shown: (_it, field: ProfileField): Partial<ProfileField> => field,
  },
  reply: (it, _made, { listed, shown }) => ({ custom_fields: listed(it).map(field => shown(it, field)) }),
})

export const inSummary = (fields: readonly ProfileField[]): number =>
  fields.filter(field => field.display_in_profile_summary).length

export function addField(org: Organization, field: NewField): number {
  const id = org.id('profileField')
  org.profileFields.set(id, { id, order: org.profileFields.size + 1, ...field })
  org.touch()
  return id
}
