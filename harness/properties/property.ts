/** Tests a requirement on generated values that the seed chooses; the smallest counterexample becomes the claim. */
import { type Arbitrary, tryOut } from '../../arbitraries/try-out.ts'
import type { Judgeable } from '../judging/claim.ts'
import type { PlainArgs, Predicate } from '../judging/predicate.ts'
import { randomFrom } from '../random.ts'
import type { World } from '../world/world.ts'
import { counterexampleOf, mostShrinks } from './generation.ts'

/** A kind of value, with the label that tells it from the others. */
export interface Kind<T> {
  readonly label: string
  readonly arbitrary: () => Arbitrary<T>
}

/** The result of one value: replies, and the predicate that has to hold for them; null if nothing can be judged. */
export interface Tried {
  readonly replies: readonly Judgeable[]
  readonly control?: Judgeable
  readonly predicate: Predicate<never>
  readonly args: PlainArgs
  /** If it differs from the requirement's own. */
  readonly weight?: 'must' | 'should'
  /** The parameters that were generated, if others were not. */
  readonly generated?: readonly string[]
}

export interface Property<T> {
  /** Tried first, each at most once in a round: the boundary cases. */
  readonly first: readonly Kind<T>[]
  /** Tried after these, in turn, as often as there are runs left. */
  readonly others: readonly Kind<T>[]
  readonly runs: number
  /** The share of the runs that the first kinds get if there are too few runs for all; 1 if absent. */
  readonly shareOfFirst?: number
  readonly action: (value: T, label: string) => Promise<Tried | null>
}

/** The other kinds get no more runs than this; the first ones get what is left. */
const MOST_OTHERS = 400

/** Returns how many values were tried. */
export async function property<T>(world: World, asked: Property<T>): Promise<number> {
  const { generation } = world
  const { first, others, action } = asked
  const kindAt = (index: number): Kind<T> | undefined =>
    index < first.length ? first[index] : others.length > 0 ? others[(index - first.length) % others.length] : undefined
  const alone = counterexampleOf(generation)
  const trials = alone === null ? chosen(world, asked as unknown as Property<never>) : [Number(alone.split(':')[0])]
  const within = alone?.split(':').slice(1).join(':')
  generation.onDraw?.(drawOf(asked as unknown as Property<never>))
  let tried = 0
  for (const index of trials) {
    const kind = kindAt(index)
    if (!kind) continue
    tried++
    let seen: Tried | null = null
    let worst: Tried | null = null
    const counterexample = await tryOut(
      kind.arbitrary(),
      async value => {
        seen = await action(value, kind.label)
        generation.onTried?.(seen)
        // A violated recommendation (SHOULD) is not a smaller form of a violated MUST.
        const isLesser = worst !== null && seen?.weight === 'should' && worst.weight !== 'should'
        const held = seen === null || isLesser || judgement(seen) !== 'broken'
        if (!held) worst = seen
        return held
      },
      {
        seed: randomFrom(generation.seed, generation.check, String(index)).below(2 ** 31),
        mostShrinks: mostShrinks(world.budget),
        ...(within === undefined ? {} : { path: within }),
      },
    )
    const shown = (worst ?? seen) as Tried | null
    if (!shown) continue
    const path = [String(index), ...(counterexample?.path ? [counterexample.path] : [])].join(':')
    if (counterexample) generation.found.set(generation.check, path)
    const claim = world.claim(...shown.replies)
    if (shown.control) claim.against(shown.control)
    const { weight } = shown
    const restsOn = generation.restsOn.size > 0 ? { restsOn: Object.fromEntries(generation.restsOn) } : {}
    const drawnFrom = alone === null ? { trial: drawOf(asked as unknown as Property<never>), ...restsOn } : {}
    claim.keeps(shown.predicate as Predicate, { ...shown.args, path, ...drawnFrom }, weight ? { weight } : {})
  }
  return tried
}

const judgement = ({ predicate, replies, args }: Tried): string =>
  (predicate as Predicate).judge(
    replies.map(({ exchange }) => exchange),
    args,
  ).outcome

/** What the choice of trials depends on besides the seed: kinds tried first, other kinds, runs, runs for the first kinds. */
export type Draw = readonly [first: number, others: number, runs: number, wanted: number]

function drawOf({ first, others, runs, shareOfFirst = 1 }: Property<never>): Draw {
  const wanted = Math.max(Math.ceil(runs * shareOfFirst), others.length === 0 ? runs : runs - MOST_OTHERS)
  return [first.length, others.length, runs, wanted]
}

const chosen = ({ generation }: World, asked: Property<never>): number[] =>
  trialsOf(generation.seed, generation.check, drawOf(asked))

/** Which trials a run makes: the first kinds at most once each, in random order; then the others in turn. */
export function trialsOf(seed: number, check: string, [first, others, runs, wanted]: Draw): number[] {
  const random = randomFrom(seed, check, 'trials')
  const firsts = random.sample([...Array(first).keys()], wanted)
  const left = others === 0 ? 0 : runs - firsts.length
  return [...firsts, ...Array.from({ length: Math.max(0, left) }, (_, turn) => first + turn)]
}
