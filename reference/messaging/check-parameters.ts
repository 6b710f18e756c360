/** Holds what was sent against an endpoint's parameters: required ones present, kinds right, values among those listed. */
import { type Moment, type Reply, refuse, scriptOf } from './call.ts'
import { type Kind, type Reading, readCarelessly, readKind } from './kinds.ts'
import { reached } from './levels.ts'
import type { Parameter, Route } from './route.ts'

export interface Checked {
  readonly values: ReadonlyMap<string, unknown>
  readonly unsupported: readonly string[]
}

/** What a careless server uses instead of a missing or malformed value. */
export type StandIn = (parameter: Parameter) => unknown

export function checkParameters(
  moment: Moment,
  route: Route,
  sent: ReadonlyMap<string, string>,
  standIn: StandIn,
): Checked | Reply {
  const values = new Map<string, unknown>()
  const supported = new Set<string>()
  if (sent.has('allow_deactivated') && moment.level >= 294 && moment.uses('messaging.user-groups.old-name-refused'))
    return refuse(moment, 'old-name', 'allow_deactivated has another name now')
  for (const parameter of route.parameters) {
    if (!known(moment, parameter)) continue
    supported.add(parameter.name)
    const raw = sent.get(parameter.name)
    const outcome =
      raw === undefined
        ? absent(moment, parameter, standIn)
        : parameter.idle?.(sent) && !moment.uses('messaging.typing.ignored-kinds-refused')
          ? unread(moment, parameter.kind, raw)
          : present(moment, parameter, raw, standIn)
    if (outcome === undefined) continue
    if ('result' in outcome) return outcome
    values.set(parameter.name, outcome.value)
  }
  return { values, unsupported: [...sent.keys()].filter(name => !supported.has(name)) }
}

function known(moment: Moment, { name, since, until, variant }: Parameter): boolean {
  if (variant !== undefined && !moment.uses(variant)) return false
  if (since !== undefined && !reached(moment, since, name)) return false
  if (until === undefined || !reached(moment, until + 1, name)) return true
  return moment.uses('messaging.user-groups.old-name-as-alias') && name === 'allow_deactivated'
}

type Outcome = { readonly value: unknown } | Reply | undefined

function absent(moment: Moment, parameter: Parameter, standIn: StandIn): Outcome {
  if (!parameter.required) {
    const optional = moment.keeps(`${moment.operation}.${parameter.name}.optional`)
    return optional ? undefined : refuse(moment, 'missing', `Missing '${parameter.name}' argument`)
  }
  if (!moment.keeps(`${moment.operation}.${parameter.name}.required`)) return { value: standIn(parameter) }
  return refuse(moment, 'missing', `Missing '${parameter.name}' argument`)
}

/** What is ignored is of any kind; its text where it is not of its own. */
function unread(moment: Moment, kind: Kind, raw: string): { readonly value: unknown } {
  const reading = read(moment, kind, raw)
  return 'wrong' in reading ? { value: raw } : reading
}

function present(moment: Moment, parameter: Parameter, raw: string, standIn: StandIn): Outcome {
  const { name, kind, required, conditional } = parameter
  const reading = read(moment, kind, raw)
  if ('wrong' in reading) {
    if (moment.keeps(`${moment.operation}.${name}.kind`, { mismatch: reading.wrong })) {
      const lost = parameter.at === 'path' && moment.uses('messaging.parameters.odd-paths-unknown')
      return refuse(moment, 'kind', `${name} is not ${kind}`, lost ? 'NOT_FOUND' : 'BAD_REQUEST')
    }
    const value = readCarelessly(kind, raw) ?? (required || conditional ? standIn(parameter) : undefined)
    return value === undefined ? undefined : { value }
  }
  const { value } = reading
  if (
    parameter.values &&
    !isListed(moment, parameter, value) &&
    moment.keeps(`${moment.operation}.${name}.values`, { dropped: isDropped(parameter, value) })
  ) {
    return refuse(moment, 'values', `Invalid ${name}`)
  }
  if (parameter.at !== 'path' && !moment.keeps(`${moment.operation}.${name}.accepted`, factsOf(value))) {
    return refuse(moment, 'value', `Invalid ${name}`)
  }
  return reading
}

function read(moment: Moment, kind: Kind, raw: string): Reading {
  const isJson = kind === 'integers' || kind === 'objects'
  if (isJson && !moment.keeps('parameters.json-lists')) return { wrong: 'other' }
  return readKind(kind, raw, { quotedDigits: moment.uses('messaging.parameters.quoted-digits') })
}

/** What of a value a fault may be choosy about. */
function factsOf(value: unknown): Record<string, unknown> {
  const form = Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value
  return {
    value,
    form,
    ...(Array.isArray(value) && { empty: value.length === 0 }),
    ...(typeof value === 'string' && { script: scriptOf(value) }),
  }
}

/** Whether a value is one that other levels know. */
function isDropped(parameter: Parameter, value: unknown): boolean {
  return (parameter.values ?? []).some(one => typeof one === 'object' && one.value === value)
}

function isListed(moment: Moment, parameter: Parameter, value: unknown): boolean {
  return (parameter.values ?? []).some(one => {
    if (typeof one !== 'object') return one === value
    if (one.value !== value) return false
    if (one.since !== undefined && !reached(moment, one.since, one.value)) return false
    return one.until === undefined || !reached(moment, one.until + 1, one.value)
  })
}
