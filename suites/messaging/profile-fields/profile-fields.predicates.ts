/** Predicates about lists of profile fields. */
import {
  broken,
  brokenAt,
  type Exchange,
  elementsWhere,
  holds,
  isObject,
  predicate,
  select,
  shown,
  vacuous,
  valueAt,
} from '../../../harness/index.ts'

/** Whether a reply has a list of profile fields. */
export const listsFields = ({ operation, json }: Exchange): boolean =>
  operation === 'getProfileFields' && Array.isArray(valueAt(json, '/custom_fields'))

const parsed = (text: unknown): unknown => {
  try {
    return JSON.parse(String(text)) as unknown
  } catch {
    return undefined
  }
}

/** Every non-empty field_data is JSON. */
export const dataIsJson = predicate('messaging.profile-fields.data-is-json', exchanges => {
  const texts = exchanges
    .flatMap(({ json }) => select(json, '/custom_fields/*/field_data'))
    .filter(({ present, value }) => present && value !== '')
  const wrong = texts.find(({ value }) => typeof value !== 'string' || parsed(value) === undefined)
  if (wrong) return brokenAt(wrong.at, 'to be a string of JSON', shown(wrong.value))
  return texts.length > 0 ? holds : vacuous('no field_data is there, or all of them are empty')
})

export type Choices = Readonly<Record<string, { text: string; order: unknown }>>

/** The field's data are these choices; it is open whether their order is text or a number. */
export const choicesKept = predicate(
  'messaging.profile-fields.choices-kept',
  ([exchange], args: { id: unknown; choices: Choices }) => {
    const found = select(exchange?.json, '/custom_fields/*').find(
      ({ value }) => isObject(value) && value['id'] === args.id,
    )
    const data = isObject(found?.value) ? found.value['field_data'] : undefined
    const kept = parsed(data)
    const said = (choices: unknown): string =>
      shown(
        Object.entries(isObject(choices) ? choices : {})
          .map(([key, choice]) => (isObject(choice) ? [key, choice['text'], String(choice['order'])] : [key]))
          .sort(),
      )
    return isObject(kept) && said(kept) === said(args.choices)
      ? holds
      : broken(
          `field_data of ${shown(args.id)} to hold ${shown(args.choices)}`,
          shown(data),
          found ? {} : { absent: true },
        )
  },
)

/** Those of these fields that are listed have no field_data or an empty one. */
export const dataEmpty = predicate(
  'messaging.profile-fields.data-empty',
  ([exchange], args: { ids: readonly unknown[] }) => {
    const made = select(exchange?.json, '/custom_fields/*').filter(
      ({ value }) => isObject(value) && args.ids.includes(value['id']),
    )
    if (made.length === 0) return vacuous('none of these fields is listed')
    const wrong = made.find(({ value }) => isObject(value) && (value['field_data'] ?? '') !== '')
    return wrong === undefined ? holds : brokenAt(wrong.at, 'to have an empty field_data', shown(wrong.value))
  },
)

const inSummary = (json: unknown): unknown[] =>
  elementsWhere(valueAt(json, '/custom_fields'), { display_in_profile_summary: true })

/** No list has more than two fields in the profile summary. */
export const twoInSummary = predicate('messaging.profile-fields.two-in-summary', exchanges => {
  const most = exchanges.map(({ json }) => inSummary(json)).find(fields => fields.length > 2)
  return most === undefined
    ? holds
    : broken('at most 2 fields with display_in_profile_summary true', `${most.length}: ${shown(most)}`)
})

/** No field in the profile summary is of a type that is not allowed there. */
export const fitForSummary = predicate('messaging.profile-fields.fit-for-summary', exchanges => {
  const fields = exchanges.flatMap(({ json }) => inSummary(json))
  const wrong = fields.find(field => isObject(field) && (field['type'] === 2 || field['type'] === 6))
  return wrong === undefined
    ? holds
    : broken('no field of type 2 or 6 with display_in_profile_summary true', shown(wrong))
})
