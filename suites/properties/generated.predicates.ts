/** Predicates for generated requests. */
import { bodyOf, broken, holds, predicate, shown } from '../../harness/index.ts'
import { outcomeOf } from '../messaging/outcome.ts'

export interface GeneratedArgs extends Readonly<Record<string, unknown>> {
  /** What was sent, in words: the case, or the constraint that is broken. */
  readonly sent: string
  /** Reproduces this request with the same seed. */
  readonly path?: string
}

/** A plain request that the contract covers gets a success envelope. */
export const generatedAccepted = predicate('generated.accepted', (exchanges, { sent }: GeneratedArgs) => {
  const wrong = exchanges.find(exchange => outcomeOf(exchange) !== 'success')
  return wrong ? broken(`a success envelope (${sent})`, bodyOf(wrong)) : holds
})

/** A request that breaks one constraint gets an error envelope; its control is not an exchange of the claim. */
export const generatedRefused = predicate('generated.refused', (exchanges, { sent }: GeneratedArgs) => {
  const wrong = exchanges.find(exchange => outcomeOf(exchange) !== 'error')
  return wrong ? broken(`an error envelope (broken: ${sent})`, bodyOf(wrong), { refusal: true }) : holds
})

/** A request whose outcome is open still gets one of the two envelopes. */
export const generatedAnswered = predicate('generated.answered', (exchanges, { sent }: GeneratedArgs) => {
  const wrong = exchanges.find(exchange => outcomeOf(exchange) === 'neither')
  return wrong ? broken(`a success or an error envelope (${sent})`, bodyOf(wrong), { refusal: true }) : holds
})

/** The first request gets one of the two envelopes, and the last one is accepted as before. */
export const goesOn = predicate('generated.goes-on', (exchanges, { sent }: GeneratedArgs) => {
  const wrong = exchanges.find(exchange => outcomeOf(exchange) === 'neither')
  if (wrong) return broken(`a success or an error envelope (${sent})`, bodyOf(wrong), { refusal: true })
  const last = exchanges.at(-1)
  return last && outcomeOf(last) === 'success' ? holds : broken(`a success envelope after ${sent}`, bodyOf(last))
})

/** The success reply lists all of these names. */
export const unsupportedListed = predicate(
  'generated.unsupported-listed',
  (exchanges, { names }: GeneratedArgs & { readonly names: readonly string[] }) => {
    const json = exchanges.at(-1)?.json as Readonly<Record<string, unknown>> | undefined
    const listed = json?.['ignored_parameters_unsupported']
    const missing = names.find(name => !Array.isArray(listed) || !listed.includes(name))
    return missing === undefined
      ? holds
      : broken(`ignored_parameters_unsupported to list ${shown(missing)}`, shown(listed))
  },
)

/** The lists, read after the refusals, have no element with a refused name. */
export const nothingListed = predicate(
  'generated.nothing-listed',
  (exchanges, { list, names }: GeneratedArgs & { readonly list: string; readonly names: readonly string[] }) => {
    for (const exchange of exchanges) {
      const json = exchange.json as Readonly<Record<string, unknown>> | undefined
      const entries = json?.[list]
      if (!Array.isArray(entries)) return broken(`a list ${list}`, bodyOf(exchange))
      const found = entries.find(entry => names.includes(entry?.name))
      if (found) return broken(`${list} to list nothing that was refused`, shown(found))
    }
    return holds
  },
)
