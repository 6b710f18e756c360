/** Custom profile fields. */
import { type Call, type Reply, refuse, scriptOf, shuffled, succeed } from './call.ts'
import type { ProfileField } from './organization.ts'
import { isObject } from './params.ts'
import type { Route } from './route.ts'

const [longText, options, personPicker, externalAccount] = [2, 3, 6, 7]
const mostInSummary = 2

export const profileFieldRoutes: readonly Route[] = [
  {
    operation: 'createProfileField',
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
    handle: createProfileField,
  },
  {
    operation: 'getProfileFields',
    method: 'GET',
    path: '/realm/profile_fields',
    parameters: [],
    handle: getProfileFields,
  },
]

function createProfileField(call: Call): Reply {
  const { org, params } = call
  const type = params.integer('field_type') ?? 1
  const name = params.text('name')
  const fields = [...org.profileFields.values()]
  const taken = name !== '' && fields.some(field => field.name === name)
  if (taken && !call.uses('messaging.parameters.names-may-repeat'))
    return refuse(call, 'name', 'A field with that name exists')
  if (call.uses('messaging.profile-fields.short-names') && ([...name].length > 40 || hintOf(call).length > 80))
    return refuse(call, 'length', 'A name or hint is too long')
  const refused = refusedSummary(call, type, fields) ?? refusedData(call, type)
  const field = newField(call, name, type, fields.length)
  if (refused) {
    if (!call.keeps('profile-fields.refused-unchanged', { third: isThird(call, fields) }))
      org.profileFields.set(field.id, field)
    return refused
  }
  const before = fields.at(-1)?.id
  if (call.keeps('profile-fields.created')) org.profileFields.set(field.id, field)
  if (before !== undefined && !call.keeps('profile-fields.distinct-ids')) return succeed({ id: before })
  org.touch()
  return succeed({ id: call.keeps('profile-fields.own-id') ? field.id : field.id + 1_000_003 })
}

const hintOf = ({ params }: Call): string[] => [...params.text('hint')]

function newField(call: Call, name: string, type: number, before: number): ProfileField {
  const { org, params } = call
  const data = params.raw('field_data')
  return {
    id: org.id('profileField'),
    name: call.keeps('profile-fields.name-kept', { script: scriptOf(name) })
      ? name
      : name.replace(/[^\x20-\x7e]/g, '?'),
    hint: call.keeps('profile-fields.hint-kept') ? params.text('hint') : '',
    type: call.keeps('profile-fields.type-kept', { type }) ? type : 1,
    order: before + 1,
    field_data: isObject(data) && call.keeps('profile-fields.data-kept') ? keptData(call, data) : noData(call),
    required: call.keeps('profile-fields.required-kept') ? params.flag('required') : !params.flag('required'),
    editable_by_user: call.keeps('profile-fields.editable-kept')
      ? params.flag('editable_by_user', !call.uses('messaging.profile-fields.other-defaults'))
      : true,
    ...summaryOf(call),
  }
}

/** What stands for no data; a careless server shows what it has inside. */
const noData = (call: Call): string => (call.keeps('profile-fields.no-data-empty') ? '' : '{}')

function keptData(call: Call, data: object): string {
  const rewritten = call.uses('messaging.profile-fields.data-rewritten')
  const kept = rewritten ? Object.fromEntries(Object.entries(data).reverse()) : data
  const text = JSON.stringify(kept, orderForm(call), rewritten ? 2 : undefined)
  return call.keeps('profile-fields.data-encoded-once') ? text : JSON.stringify(text)
}

/** The order of a choice may be kept as text. */
function orderForm(call: Call): (key: string, value: unknown) => unknown {
  const asText = call.uses('messaging.profile-fields.order-as-text')
  return (key, value) => (asText && key === 'order' ? String(value) : value)
}

function summaryOf(call: Call): { display_in_profile_summary?: boolean } {
  const { params } = call
  const name = 'display_in_profile_summary'
  if (!call.keeps('profile-fields.summary-kept')) return { [name]: false }
  if (params.has(name) && !call.keeps('profile-fields.summary-false-kept')) return { [name]: true }
  if (!params.has(name) && call.uses('messaging.profile-fields.summary-left-out')) return {}
  return { [name]: params.flag(name) }
}

const inSummaryOf = (fields: readonly ProfileField[]) => fields.filter(field => field.display_in_profile_summary).length

function isThird({ params }: Call, fields: readonly ProfileField[]): boolean {
  const fits = params.integer('field_type') !== longText && params.integer('field_type') !== personPicker
  return fits && inSummaryOf(fields) >= mostInSummary
}

function refusedSummary(call: Call, type: number, fields: readonly ProfileField[]): Reply | undefined {
  if (!call.params.flag('display_in_profile_summary')) return undefined
  const unfit = type === longText || type === personPicker
  if (unfit && call.keeps('profile-fields.summary-types', { type }))
    return refuse(call, 'summary', 'Not allowed for this type')
  const inSummary = inSummaryOf(fields)
  const most = call.keeps('profile-fields.summary-reaches-two') ? mostInSummary : mostInSummary - 1
  if (inSummary >= most && call.keeps('profile-fields.two-in-summary', { type })) {
    return refuse(call, 'summary', 'Only 2 custom profile fields can be displayed in the profile summary.')
  }
  return undefined
}

function refusedData(call: Call, type: number): Reply | undefined {
  const data = call.params.raw('field_data')
  if (type === externalAccount && call.uses('messaging.profile-fields.external-needs-known-subtype')) {
    return isObject(data) && data['subtype'] === 'github' ? undefined : refuse(call, 'data', 'Unknown external account')
  }
  if (type !== options || !isObject(data)) return undefined
  const numbered = Object.values(data).every(choice => !isObject(choice) || typeof choice['order'] === 'number')
  if (!numbered && call.uses('messaging.profile-fields.numbered-choices'))
    return refuse(call, 'data', 'The order of a choice is a number')
  const right = Object.values(data).every(
    choice => isObject(choice) && typeof choice['text'] === 'string' && 'order' in choice,
  )
  return right || !call.keeps('profile-fields.choices-checked') ? undefined : refuse(call, 'data', 'Malformed choices')
}

function getProfileFields(call: Call): Reply {
  const fields = shuffled(call, [...call.org.profileFields.values()])
  const shown = call.uses('messaging.profile-fields.data-left-out') ? fields.map(withoutEmptyData) : [...fields]
  if (!call.keeps('profile-fields.listed-once')) shown.push(...shown.slice(0, 1))
  return succeed({ custom_fields: call.keeps('profile-fields.all-listed') ? shown : shown.slice(0, -1) })
}

function withoutEmptyData({ field_data, ...rest }: ProfileField): object {
  return field_data === '' ? rest : { ...rest, field_data }
}
