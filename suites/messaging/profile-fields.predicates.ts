/** What lists of profile fields show. */
import { broken, holds, isObject, predicate, select, shown, vacuous } from '../../harness/index.ts'

const parsed = (text: unknown): unknown => {
  try {
    return JSON.parse(String(text)) as unknown
  } catch {
    return undefined
  }
}

/** Every field_data that is not empty is JSON. */
export const dataIsJson = predicate('messaging.profile-fields.data-is-json', exchanges => {
  const texts = exchanges
    .flatMap(({ json }) => select(json, '/custom_fields/*/field_data'))
    .filter(({ present, value }) => present && value !== '')
  const wrong = texts.find(({ value }) => typeof value !== 'string' || parsed(value) === undefined)
  if (wrong) return broken(`${wrong.at} to be a string of JSON`, shown(wrong.value))
  return texts.length > 0 ? holds : vacuous('no field_data is there, or all of them are empty')
})

/** The field's data are these choices; in which form their order is kept is open. */
export const choicesKept = predicate(
  'messaging.profile-fields.choices-kept',
  ([exchange], args: { id: unknown; choices: Readonly<Record<string, { text: string; order: unknown }>> }) => {
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
      : broken(`field_data of ${shown(args.id)} to hold ${shown(args.choices)}`, shown(data))
  },
)
