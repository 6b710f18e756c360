/** `area` for a vendor's own suites: the same functions, with ids and sentences that only the vendor's catalogue has. */
import {
  type Api,
  type Area,
  areasOf,
  type Check,
  type CheckOptions,
  type Exchange,
  type Invariant,
  type InvariantContext,
  type Needs,
  type Predicate,
  sharedIn,
  type Visit,
} from '../../harness/index.ts'
import type { World as MessagingWorld } from '../../suites/messaging/world.ts'
import type { World as TradingWorld } from '../../suites/trading/world.ts'

/** A check of one's own may use all APIs, whatever APIs the target has. */
export type OwnWorld = TradingWorld & MessagingWorld

/** A shared value for your own checks: `const market = shared(async world => …)`, then `await market(world)`. */
export const shared = sharedIn<OwnWorld>()

type Run = (world: OwnWorld) => Promise<void>
type Item = Check | Visit | Invariant
type Args = Readonly<Record<string, unknown>>

export interface OwnAreaWords {
  /** One requirement and the action that demonstrates it. */
  check(name: string, sentence: string, run: Run, options?: CheckOptions): Check
  /** Several requirements that one sequence demonstrates: their sentences by their names. */
  scenario(id: string, sentences: Readonly<Record<string, string>>, run: Run, options?: CheckOptions): Check
  /** A request for requirements that are judged on every exchange of these operations. */
  visit(operations: Visit['operations'], needs: Needs, run: Run): Visit
  /** Observes, and judges nothing. */
  watch(id: string, run: Run, options?: CheckOptions): Check
  /** A requirement that is judged on every exchange to which it applies, of operations that the area visits. */
  always: JudgedAlways
  /** The same, of operations of every area. */
  everywhere: JudgedAlways
}

type JudgedAlways = <Given extends Args>(
  name: string,
  sentence: string,
  about: Invariant['about'],
  predicate: Predicate<Given>,
  args?: (exchange: Exchange, context: InvariantContext) => Given,
) => Invariant

/** Has no `api`: the catalogue beside it states the API. */
export interface OwnArea extends Omit<Area, 'api'> {
  /** The sentence of each requirement in the suite; compared with the catalogue when the suite is loaded. */
  readonly sentences?: Readonly<Record<string, string>>
}

const anyArea = areasOf<{ sentences: object; operation: string; world: OwnWorld }>({} as Api)

export function area(name: string, items: (words: OwnAreaWords) => readonly (Item | readonly Item[])[]): OwnArea {
  const sentences: Record<string, string> = {}
  const noted = (short: string, sentence: string): void => {
    sentences[`${name}.${short}`] = sentence
  }
  const noting =
    (judged: JudgedAlways): JudgedAlways =>
    (short, sentence, ...rest) => {
      noted(short, sentence)
      return judged(short, sentence, ...rest)
    }
  const { items: made } = anyArea(name, words => {
    const loose = words as unknown as OwnAreaWords
    return items({
      visit: loose.visit,
      watch: loose.watch,
      check: (short, sentence, ...rest) => {
        noted(short, sentence)
        return loose.check(short, sentence, ...rest)
      },
      scenario: (id, said, ...rest) => {
        for (const [short, sentence] of Object.entries(said)) noted(short, sentence)
        return loose.scenario(id, said, ...rest)
      },
      always: noting(loose.always),
      everywhere: noting(loose.everywhere),
    })
  })
  return { name, items: made, sentences }
}
