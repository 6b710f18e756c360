/** Classes of parameter values, as the factors of operations are made of them. Values are made when a request leaves. */
import { type FactorValue, type Row, verbatim } from '../../../harness/index.ts'
import type { Actor } from '../actor.ts'
import { NO_SUCH_ID, PUNCTUATED } from '../fixtures.ts'
import { lengthFor } from '../names.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import type { RequirementId, Rule } from './rules.ts'

/** The request that a value is made for. */
export interface Asked {
  readonly world: World
  readonly caller: Actor
  readonly row: Row
  /** What later steps want to know: what the thing was before. */
  readonly notes: Map<string, unknown>
  /** The callers of this model, by their words. */
  readonly people: ReadonlyMap<string, Actor>
  /** What was noted of the same request when it was sent before. */
  readonly earlier?: ReadonlyMap<string, unknown>
  /** What was noted of the request whose values in turn it takes. */
  readonly like?: ReadonlyMap<string, unknown>
  /** The form of its refused value, where that is not whichever has its turn. */
  readonly form?: number
}

export interface Make {
  (asked: Asked): unknown
  /** How many forms it takes in turn. */
  readonly forms?: number
}

/** A class of values. */
export interface ModelValue extends FactorValue {
  /** The value itself; `undefined` leaves the parameter out. */
  readonly make: Make
  /** What refuses it. */
  readonly rule?: Rule
  /** What says that it is accepted, where the operation's first requirement does not. */
  readonly by?: RequirementId
  /** Who takes it is not covered by the contract's words: a refusal is open. */
  readonly open?: boolean
  /** Only the largest budget has time for it. */
  readonly from?: 'thorough'
}

export interface ModelFactor {
  readonly name: string
  readonly values: readonly ModelValue[]
  /** The parameter that it is the value of; none of its own where null. */
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
  ...value(name, make),
  rule,
  refusedBy: rule.by,
  ...(typeof make === 'function' && 'forms' in make && { forms: Number(make.forms) }),
})

/** The same value where there is time for it. */
export const thoroughly = (one: ModelValue): ModelValue => ({ ...one, from: 'thorough' })

/** The same value where a refusal is open. */
export const opened = (one: ModelValue): ModelValue => ({ ...one, open: true })

export const missing = (rule: Rule): ModelValue => wrong('missing', undefined, rule)
export const ofAnotherKind = (rule: Rule, ...more: readonly Make[]): ModelValue =>
  wrong(
    'of another kind',
    inTurn(rule.by, () => verbatim('text'), ...more),
    rule,
  )
/** Another word than those of a set and, in turn, one of these in capitals. */
export const outside = (rule: Rule, word: string): ModelValue =>
  wrong(
    'outside the set',
    inTurn(
      rule.by,
      () => 'nonsense',
      () => word.toUpperCase(),
    ),
    rule,
  )

/** Under which a request notes which of the values in turn it has. */
export const FORM = 'form'

/** Values of one class in turn, request by request; one that is sent again is the same. */
export function inTurn(label: string, ...forms: readonly [Make, ...Make[]]): Make {
  const make = async (asked: Asked): Promise<unknown> => {
    const form = (await turnOf(asked, label, asked.form)) % forms.length
    asked.notes.set(FORM, `${label} ${form}`)
    return (forms[form] ?? forms[0])(asked)
  }
  return Object.assign(make, { forms: forms.length })
}

/** Whose turn it is, noted for when it is sent again. */
export async function turnOf({ world, notes, earlier, like }: Asked, label: string, form?: number): Promise<number> {
  const turn = Number(earlier?.get(label) ?? like?.get(label) ?? form ?? (await turnsOf(world, label)).taken++)
  notes.set(label, turn)
  return turn
}

const turnsOf = shared(async (_world, _label: string): Promise<{ taken: number }> => ({ taken: 0 }))

/** The id of nothing, another one in each request, so that it was never asked for before; the same where it is sent again. */
export const unknown = (rule: Rule): ModelValue =>
  wrong(
    'unknown',
    async ({ world, notes, earlier }: Asked) => {
      const id = earlier?.get(rule.by) ?? NO_SUCH_ID - ++(await turnsOf(world, rule.by)).taken
      notes.set(rule.by, id)
      return id
    },
    rule,
  )

export const booleans = (by?: RequirementId): ModelValue[] => [value('true', true, by), value('false', false, by)]
export const listed = (values: readonly (string | number)[], by?: RequirementId): ModelValue[] =>
  values.map(one => value(String(one), one, by))

/** Letters of four scripts, one of them outside the basic plane. */
const SCRIPTS = 'Жق頻𐌰ø'

/** Where the contract counts characters, a long text has letters of three bytes. */
const MANY_BYTES = ' 還有更多的話頻'

/** How long a text is that is called long, where no limit is known to be lower. */
const LONG = 240

export interface TextOptions {
  /** The register setting that limits it. */
  readonly limit?: string
  /** Where no limit is known, it is no longer than this. */
  readonly most?: number
  /** The contract itself says that a text of this length is taken. */
  readonly stated?: number
  /** What says that letters of any script are accepted. */
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
    limit === undefined && stated === undefined ? opened(value('long', long, by)) : value('long', long, by),
  ]
}

/** Whether a text is so long that a deployment may refuse or shorten it: how long it may be is not said. */
export const mayBeCut = (chosen: string | undefined): boolean => chosen === 'long'

/** How long a name is that is called long. */
const LONG_NAME = 50

/** Names that no two things share, within a limit that may count bytes. */
export function names(label: string, { limit, by }: TextOptions = {}): ModelValue[] {
  const within = async (world: World): Promise<number> => (limit === undefined ? 30 : lengthFor(world, limit))
  const ended =
    (end: string): Make =>
    async ({ world }) => {
      const most = await within(world)
      const room = most - Buffer.byteLength(` ${end}`)
      return room >= 11 ? `${world.name(label, Math.min(room, 30))} ${end}` : world.name(end, most)
    }
  // Where no limit is known, how long a name may be is open.
  const long: Make = async ({ world }) => {
    const room = limit === undefined ? LONG_NAME : Math.min(await within(world), LONG_NAME)
    return world.name(label, Math.min(room, 30)).padEnd(room, ' and some more words').replace(/\s$/, '.')
  }
  return [
    value('plain', async ({ world }: Asked) => world.name(label, Math.min(30, await within(world)))),
    value('any script', ended(SCRIPTS), by),
    value('reserved characters', ended(`+a&b'c%`), by),
    limit === undefined ? opened(value('long', long)) : value('long', long),
  ]
}
