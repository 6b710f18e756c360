/** Classes of parameter values, from which models build factors. A value is made when its request is sent. */
import { type FactorValue, type Row, verbatim } from '../../../harness/index.ts'
import type { Actor } from '../actor.ts'
import { NO_SUCH_ID, PUNCTUATED } from '../fixtures.ts'
import { lengthFor } from '../names.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import type { RequirementId, Rule } from './rules.ts'

/** The request that a value is made for. */
export interface RequestContext {
  readonly world: World
  readonly caller: Actor
  readonly row: Row
  /** Notes for later steps, such as the earlier state of an object. */
  readonly notes: Map<string, unknown>
  /** The callers of this model, by name. */
  readonly people: ReadonlyMap<string, Actor>
  /** The notes of the same request when it was sent before. */
  readonly earlier?: ReadonlyMap<string, unknown>
  /** The notes of the request whose forms of values this one repeats. */
  readonly like?: ReadonlyMap<string, unknown>
  /** The index of the form of its refused value, if it is not the next one in turn. */
  readonly form?: number
}

export interface Make {
  (context: RequestContext): unknown
  /** The number of forms that it uses in turn. */
  readonly forms?: number
}

/** A class of values. */
export interface ModelValue extends FactorValue {
  /** The value itself; `undefined` leaves the parameter out. */
  readonly make: Make
  /** The rule by which it is refused. */
  readonly rule?: Rule
  /** The requirement that it is accepted, if not the operation's `accepted`. */
  readonly by?: RequirementId
  /** The contract does not require that it is accepted: a refusal is open. */
  readonly open?: boolean
  /** Only the thorough budget uses it. */
  readonly from?: 'thorough'
}

export interface ModelFactor {
  readonly name: string
  readonly values: readonly ModelValue[]
  /** The parameter that it sets; by default the one with its name, null for none. */
  readonly parameter?: string | null
}

export const value = (name: string, make: unknown, by?: RequirementId): ModelValue => ({
  name,
  make: typeof make === 'function' ? (make as Make) : () => make,
  ...(by !== undefined && { by }),
})

export const absent: ModelValue = value('absent', undefined)

/** A value to be refused, for this rule. */
export const wrong = (name: string, make: unknown, rule: Rule): ModelValue => ({
  rule,
  refusedBy: rule.by,
  ...value(name, make),
  ...(typeof make === 'function' && 'forms' in make && { forms: Number(make.forms) }),
})

/** The same value, only for the thorough budget. */
export const thoroughOnly = (one: ModelValue): ModelValue => ({ ...one, from: 'thorough' })

/** The same value, with a refusal open. */
export const withOpenRefusal = (one: ModelValue): ModelValue => ({ ...one, open: true })

export const missing = (rule: Rule): ModelValue => wrong('missing', undefined, rule)
export const ofAnotherKind = (rule: Rule, ...more: readonly Make[]): ModelValue =>
  wrong(
    'of another kind',
    inTurn(rule.by, () => verbatim('text'), ...more),
    rule,
  )
/** A word outside a set and, in turn, one of the set in capitals, or with a letter behind it. */
export const outside = (rule: Rule, word: string): ModelValue =>
  wrong(
    'outside the set',
    inTurn(
      rule.by,
      () => 'nonsense',
      () => word.toUpperCase(),
      () => `${word}s`,
    ),
    rule,
  )

/** The note with the form that a request used. */
export const FORM = 'form'

/** Forms of one value, used in turn by successive requests; a request that is sent again uses the same form. */
export function inTurn(label: string, ...forms: readonly [Make, ...Make[]]): Make {
  const make = async (context: RequestContext): Promise<unknown> => {
    const form = (await turnOf(context, label, context.form)) % forms.length
    context.notes.set(FORM, `${label} ${form}`)
    return (forms[form] ?? forms[0])(context)
  }
  return Object.assign(make, { forms: forms.length })
}

/** The number of the form for this request, noted for when it is sent again. */
export async function turnOf(
  { world, notes, earlier, like }: RequestContext,
  label: string,
  form?: number,
): Promise<number> {
  const turn = Number(earlier?.get(label) ?? like?.get(label) ?? form ?? (await turnsOf(world, label)).taken++)
  notes.set(label, turn)
  return turn
}

const turnsOf = shared(async (_world, _label: string): Promise<{ taken: number }> => ({ taken: 0 }))

/** An unknown id, a new one in each request so that it was never requested before; the same if the request is sent again. */
export const unknown = (rule: Rule): ModelValue =>
  wrong(
    'unknown',
    async ({ world, notes, earlier }: RequestContext) => {
      const id = earlier?.get(rule.by) ?? NO_SUCH_ID - ++(await turnsOf(world, rule.by)).taken
      notes.set(rule.by, id)
      return id
    },
    rule,
  )

export const booleans = (by?: RequirementId): ModelValue[] => [value('true', true, by), value('false', false, by)]
export const listed = (values: readonly (string | number)[], by?: RequirementId): ModelValue[] =>
  values.map(one => value(String(one), one, by))

/** Letters of several scripts, one of them outside the Basic Multilingual Plane. */
const SCRIPTS = 'Жق頻𐌰ø'

/** Letters of three bytes, for long texts whose limit counts characters. */
const MANY_BYTES = ' 還有更多的話頻'

/** The length of the long text if no lower limit is known. */
const LONG = 240

export interface TextOptions {
  /** The register setting that limits the length. */
  readonly limit?: string
  /** The maximum length if no limit is known. */
  readonly most?: number
  /** The length that the contract itself states is accepted. */
  readonly stated?: number
  /** The requirement that letters of any script are accepted. */
  readonly by?: RequirementId
}

/** Texts that carry the run's id: plain, of any script, with reserved characters, long. */
export function texts(label: string, { limit, stated, most = stated ?? LONG, by }: TextOptions = {}): ModelValue[] {
  const within = async (world: World): Promise<number> =>
    limit === undefined ? most : Math.min(await lengthFor(world, limit), most)
  const of =
    (more: string): Make =>
    async ({ world }) => {
      const room = await within(world)
      const name = world.name(label, Math.min(room, 30))
      const whole = `${name} ${more}`.trim()
      return Buffer.byteLength(whole) <= room ? whole : name
    }
  const long: Make = async ({ world }) => {
    const room = await within(world)
    const name = world.name(label, Math.min(room, 30))
    return name.padEnd(room, stated === undefined ? ' and some more words' : MANY_BYTES).replace(/\s$/, '.')
  }
  return [
    value('plain', of(''), undefined),
    value('any script', of(SCRIPTS), by),
    value('reserved characters', of(PUNCTUATED), by),
    limit === undefined && stated === undefined ? withOpenRefusal(value('long', long, by)) : value('long', long, by),
  ]
}

/** Whether a deployment may refuse or shorten the text: the contract states no limit for it. */
export const mayBeCut = (chosen: string | undefined): boolean => chosen === 'long'

/** The length of the long name. */
const LONG_NAME = 50

/** Unique names, within a limit that may count bytes. */
export function names(label: string, { limit, by }: TextOptions = {}): ModelValue[] {
  const within = async (world: World): Promise<number> => (limit === undefined ? 30 : lengthFor(world, limit))
  const ended =
    (end: string): Make =>
    async ({ world }) => {
      const most = await within(world)
      const room = most - Buffer.byteLength(` ${end}`)
      return room >= 11 ? `${world.name(label, Math.min(room, 30))} ${end}` : world.name(end, most)
    }
  // If no limit is known, it is open how long a name may be.
  const long: Make = async ({ world }) => {
    const room = limit === undefined ? LONG_NAME : Math.min(await within(world), LONG_NAME)
    return world.name(label, Math.min(room, 30)).padEnd(room, ' and some more words').replace(/\s$/, '.')
  }
  return [
    value('plain', async ({ world }: RequestContext) => world.name(label, Math.min(30, await within(world)))),
    value('any script', ended(SCRIPTS), by),
    value('reserved characters', ended(`+a&b'c%`), by),
    limit === undefined ? withOpenRefusal(value('long', long)) : value('long', long),
  ]
}
