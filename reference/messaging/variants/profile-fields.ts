/** Legal variations of profile fields. */
import type { Variant } from '../../behaviour.ts'
import { alter, refuseAlso } from '../../operations/change.ts'
import { deployment } from '../deployment.ts'
import { isObject } from '../params.ts'
import { createProfileField, getProfileFields } from '../profile-fields.ts'
import { variant } from './variant.ts'

type Choices = Readonly<Record<string, unknown>> | undefined

const inChoices = (choices: Choices, member: string): string[] =>
  Object.values(choices ?? {}).map(choice => (isObject(choice) ? String(choice[member]).trim().toLowerCase() : ''))
const repeats = (list: readonly string[]): boolean => new Set(list).size < list.length

const isNumbered = (choices: Choices): boolean =>
  Object.values(choices ?? {}).every(choice => !isObject(choice) || typeof choice['order'] === 'number')

/** The field data, serialized again. */
const rewritten = (text: string, write: (data: object) => string): string =>
  text === '' ? '' : write(JSON.parse(text) as object)

export const profileFieldVariants: readonly Variant[] = [
  variant(
    'profile-fields.summary-taken',
    'principle 15: what was there before',
    'Two fields are in the summary already',
    alter(deployment, 'fieldsInSummary', () => 2),
    { leaves: 'untried' },
  ),
  variant(
    'profile-fields.data-rewritten',
    'principle 2: any order of object members',
    'The data of a field are written anew',
    alter(createProfileField, 'kept', field => ({
      ...field,
      field_data: rewritten(field.field_data, data =>
        JSON.stringify(Object.fromEntries(Object.entries(data).reverse()), null, 2),
      ),
    })),
  ),
  variant(
    'profile-fields.order-as-text',
    'profile-fields.choice-order-kind',
    'The order of a choice is kept as text',
    alter(createProfileField, 'kept', field => ({
      ...field,
      field_data: rewritten(field.field_data, data =>
        JSON.stringify(data, (key, value: unknown) => (key === 'order' ? String(value) : value)),
      ),
    })),
  ),
  variant(
    'profile-fields.distinct-choices',
    'principle 15: no two equal texts',
    'Two choices of one text are refused',
    refuseAlso(createProfileField, 'Two choices are alike', {
      where: ({ data }) => repeats(inChoices(data, 'text')) || repeats(inChoices(data, 'order')),
    }),
  ),
  variant(
    'profile-fields.summary-left-out',
    'principle 1: present on some entries',
    'display_in_profile_summary is there only where it was sent',
    alter(createProfileField, 'kept', ({ display_in_profile_summary, ...field }) => field, {
      where: ({ params }) => !params.has('display_in_profile_summary'),
    }),
  ),
  variant(
    'profile-fields.data-left-out',
    'principle 1: field_data may be absent',
    'field_data is absent where there is none',
    alter(getProfileFields, 'shown', ({ field_data, ...rest }) =>
      field_data === '' || field_data === undefined ? rest : { ...rest, field_data },
    ),
  ),
  variant(
    'profile-fields.external-needs-known-subtype',
    'profile-fields.external-account',
    'An external account needs a known kind',
    refuseAlso(createProfileField, 'Unknown external account', {
      where: ({ type, data }) => type === 7 && data?.['subtype'] !== 'github',
    }),
  ),
  variant(
    'profile-fields.numbered-choices',
    'profile-fields.choice-order-kind',
    'The order of a choice has to be a number',
    refuseAlso(createProfileField, 'The order of a choice is a number', {
      where: ({ type, data }) => type === 3 && !isNumbered(data),
    }),
  ),
  variant(
    'profile-fields.short-names',
    'principle 8: over a length either happens',
    'Names have at most 40 letters, hints at most 80',
    refuseAlso(createProfileField, 'A name or hint is too long', {
      where: ({ name, params }) => [...name].length > 40 || [...params.text('hint')].length > 80,
    }),
  ),
  variant(
    'profile-fields.texts-shortened',
    'principle 8: over a length either happens',
    'Names are cut at 40 letters, hints at 80',
    alter(createProfileField, 'kept', field => ({
      ...field,
      name: [...field.name].slice(0, 40).join(''),
      hint: [...field.hint].slice(0, 80).join(''),
    })),
  ),
  variant(
    'profile-fields.other-defaults',
    'profile-fields.defaults',
    'Fields are not editable by users by default',
    alter(createProfileField, 'kept', field => ({ ...field, editable_by_user: false }), {
      where: ({ params }) => !params.has('editable_by_user'),
    }),
  ),
]
