/** Predicates for the served swagger document: it has no envelope, and is valid as OpenAPI 3.1. */
import {
  bodyOf,
  broken,
  holds,
  isObject,
  mayBeYaml,
  OutOfBounds,
  openApiFault,
  predicate,
  unclear,
  vacuous,
  valueAt,
} from '../../harness/index.ts'

mayBeYaml('getSwagger')

const ENVELOPE = ['status', 'serverTime', 'result']

export const isDocument = predicate('trading.swagger-document', ([exchange]) =>
  isObject(exchange?.json) ? holds : broken('one object, in JSON or YAML', bodyOf(exchange), { document: true }),
)

export const standsBare = predicate('trading.swagger-bare', ([exchange]) => {
  const document = exchange?.json
  if (!isObject(document)) return vacuous('there is no document')
  const wrapped = ENVELOPE.filter(member => Object.hasOwn(document, member))
  return wrapped.length === 0 ? holds : broken('a bare document', `${wrapped.join(', ')} at its top`)
})

export const validOpenApi = predicate('trading.swagger-valid', ([exchange]) => {
  const document = exchange?.json
  if (!isObject(document)) return vacuous('there is no document')
  try {
    const fault = openApiFault(document)
    if (fault !== null && isOfSecret(document, fault))
      return vacuous('what is wrong is a word that the target file calls a secret')
    return fault === null ? holds : broken('a valid OpenAPI 3.1 document', fault)
  } catch (error) {
    if (error instanceof OutOfBounds) return unclear(`the document could not be examined: ${error.message}`)
    throw error
  }
})

/** A credential such as `apiKey` may also be a keyword of OpenAPI; the evidence has a placeholder in its place. */
function isOfSecret(document: unknown, fault: string): boolean {
  const [pointer = ''] = fault.split(' ')
  const value = pointer.startsWith('/') ? valueAt(document, pointer) : null
  return `${fault} ${typeof value === 'string' ? value : ''}`.includes('{{secret:')
}
