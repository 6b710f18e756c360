/** `area` for suites of a vendor's own: the same words, with ids and sentences that only the vendor's catalogue knows. */
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
} from '../harness/index.ts'
import type { World as MessagingWorld } from '../suites/messaging/world.ts'
import type { World as TradingWorld } from '../suites/trading/world.ts'

/** Whatever APIs the target has, a check of one's own may use them all. */
export type OwnWorld = TradingWorld & MessagingWorld

/** What checks of one's own share: `const market = shared(async world => …)`, then `await market(world)`. */
export const shared = sharedIn<OwnWorld>()

type Run = (world: OwnWorld) => Promise<void>
type Item = Check | Visit | Invariant
type Args = Readonly<Record<string, unknown>>

export interface OwnAreaWords {
  /** One requirement and the action that shows it. */
  check(name: string, sentence: string, run: Run, options?: CheckOptions): Check
  /** Several requirements that one sequence of events shows: their sentences by their names. */
  scenario(id: string, sentences: Readonly<Record<string, string>>, run: Run, options?: CheckOptions): Check
  /** A request that shows what is judged on every exchange of these operations. */
  visit(operations: Visit['operations'], needs: Needs, run: Run): Visit
  /** Looks, and judges nothing. */
  watch(id: string, run: Run, options?: CheckOptions): Check
  /** A sentence judged on every exchange that it is about. */
  always<Given extends Args>(
    name: string,
    sentence: string,
    about: Invariant['about'],
    predicate: Predicate<Given>,
    args?: (exchange: Exchange, context: InvariantContext) => Given,
  ): Invariant
}

/** Which API it is about, the catalogue says that is read beside it. */
export interface OwnArea extends Omit<Area, 'api'> {
  /** What the suite calls each requirement, held against the catalogue when it is loaded. */
  readonly sentences?: Readonly<Record<string, string>>
}

const anyArea = areasOf<{ sentences: object; operation: string; world: OwnWorld }>({} as Api)

export function area(name: string, items: (words: OwnAreaWords) => readonly (Item | readonly Item[])[]): OwnArea {
  const sentences: Record<string, string> = {}
  const noted = (short: string, sentence: string): void => {
    sentences[`${name}.${short}`] = sentence
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
      always: (short, sentence, ...rest) => {
        noted(short, sentence)
        return loose.always(short, sentence, ...rest)
      },
    })
  })
  return { name, items: made, sentences }
}
