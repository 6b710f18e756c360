/** Checks a request against the endpoint's parameters: required ones present, kinds right, values among those listed. */
import { stageOn } from '../operations/stage.ts'
import { type Call, stepsOf } from './call.ts'
import { endpoints } from './endpoints.ts'
import { type Reading, readKind } from './kinds.ts'
import { reached } from './levels.ts'
import type { Refusal } from './operation.ts'
import type { Endpoint, Parameter } from './route.ts'

/** One parameter of a request, as it was sent. */
export interface Sent extends Call {
  readonly parameter: Parameter
  /** Undefined if it was left out. */
  readonly raw: string | undefined
  readonly reading: Reading | undefined
  /** Whether the other parameters cause it to be ignored, whatever its value. */
  readonly ignored: boolean
}

export const parameters = stageOn<Sent, Refusal>()({
  id: 'parameters',
  rules: {
    'required-given': [
      ({ parameter, raw }) => !parameter.required || raw !== undefined,
      ({ parameter: { name } }) => `Missing '${name}' argument`,
    ],
    'kind-right': [
      ({ reading, ignored }) => ignored || !reading || 'value' in reading,
      ({ parameter: { name, kind } }) => `${name} is not ${kind}`,
    ],
    'value-listed': [
      it => it.ignored || !it.reading || 'wrong' in it.reading || isListed(it, it.reading.value),
      ({ parameter: { name } }) => `Invalid ${name}`,
    ],
  },
  steps: {
    /** Whether the endpoint has the parameter at this level. */
    known: (it): boolean => {
      const { name, since, until } = it.parameter
      return (since === undefined || reached(it, since, name)) && (until === undefined || !reached(it, until + 1, name))
    },
    ignored: ({ parameter, sent }): boolean => parameter.idle?.(sent) ?? false,
    read: ({ parameter }, raw: string): Reading => readKind(parameter.kind, raw),
    /** The value that the operation gets; the raw text if the parameter is ignored. */
    taken: ({ raw, reading, ignored }): { readonly value: unknown } | undefined => {
      if (reading && 'value' in reading) return reading
      return ignored ? { value: raw } : undefined
    },
  },
})

function isListed(it: Sent, value: unknown): boolean {
  const { values } = it.parameter
  if (!values) return true
  return values.some(one => {
    if (typeof one !== 'object') return one === value
    if (one.value !== value) return false
    if (one.since !== undefined && !reached(it, one.since, one.value)) return false
    return one.until === undefined || !reached(it, one.until + 1, one.value)
  })
}

export interface Checked {
  readonly values: ReadonlyMap<string, unknown>
  readonly unsupported: readonly string[]
}

const UNREAD = { reading: undefined, ignored: false }

/** The values of the parameters, or the refusal. */
export function checkParameters(call: Call, endpoint: Endpoint): Checked | { readonly refusal: Refusal } {
  const { known, ignored, read, taken } = stepsOf(call, parameters)
  const { refusal } = call.deployed(parameters)
  const values = new Map<string, unknown>()
  const supported = new Set<string>()
  let first: Sent | undefined
  for (const parameter of stepsOf(call, endpoints).parameters(call, endpoint)) {
    const raw = call.sent.get(parameter.name)
    // Copying an object without adding members takes a fraction of the time.
    const unread: Sent = first ? { ...first, parameter, raw } : { parameter, raw, ...UNREAD, ...call }
    first ??= unread
    if (!known(unread)) continue
    supported.add(parameter.name)
    const it: Sent = raw === undefined ? unread : { ...unread, reading: read(unread, raw), ignored: ignored(unread) }
    const refused = refusal(it) as Refusal | undefined
    if (refused !== undefined) return { refusal: refused }
    const value = taken(it)
    if (value) values.set(parameter.name, value.value)
  }
  return { values, unsupported: [...call.sent.keys()].filter(name => !supported.has(name)) }
}
