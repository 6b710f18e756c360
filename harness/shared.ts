/** What the checks of a run share: a value made when the first of them asks for it, and the same for all. */
import type { FixtureValue } from './provision/fixture-kind.ts'
import { isTransient } from './undecided.ts'

/** What was made so far: for each shared value, what came of it under each key. A second try has one of its own. */
export type Memo = Map<object, Map<string, Promise<unknown>>>

/** Told whenever a check asks for a shared value: its key, and whether this one makes it; what it gives is called once that is done. */
export type SharedUse = (check: string, kind: object, key: string, isFirst: boolean) => () => void

/** Told of what the provisioner gave a check, before the check has it. */
export type ProvidedUse = (check: string, value: FixtureValue) => void

interface Sharing {
  readonly memo: Memo
  readonly inTurns: <T>(coming: Promise<T>) => Promise<T>
  readonly onShared?: ((kind: object, key: string, isFirst: boolean) => () => void) | undefined
}

export type SharedKey = string | number | boolean | undefined

export interface SharedWords<World extends Sharing> {
  /** Made once for each combination of keys. */
  <T, Keys extends readonly SharedKey[]>(
    make: (world: World, ...keys: Keys) => Promise<T>,
  ): (world: World, ...keys: Keys) => Promise<T>
  /** Made once for each key; what else it is made from is up to the first who asks. */
  by<T, Args extends readonly unknown[]>(
    key: (...args: Args) => SharedKey,
    make: (world: World, ...args: NoInfer<Args>) => Promise<T>,
  ): (world: World, ...args: Args) => Promise<T>
}

/** The words for an API whose checks are given such a world. */
export function sharedIn<World extends Sharing>(): SharedWords<World> {
  const by = <T, Args extends readonly unknown[]>(
    keyOf: (...args: Args) => SharedKey,
    make: (world: World, ...args: NoInfer<Args>) => Promise<T>,
  ): ((world: World, ...args: Args) => Promise<T>) => {
    const shared = (world: World, ...args: Args): Promise<T> =>
      recall(world, shared, String(keyOf(...args)), () => make(world, ...args))
    return shared
  }
  return Object.assign(
    <T, Keys extends readonly SharedKey[]>(make: (world: World, ...keys: Keys) => Promise<T>) =>
      by<T, Keys>((...keys) => JSON.stringify(keys), make),
    { by },
  )
}

/** What was made of it so far; nothing where nobody has asked for it. */
export const begun = ({ memo }: Sharing, shared: object): Promise<readonly unknown[]> =>
  Promise.allSettled(memo.get(shared)?.values() ?? [])

/** One after the other: where replies are long, others have a turn before each. */
export async function* eachInTurn<T>({ inTurns }: Pick<Sharing, 'inTurns'>, values: Iterable<T>): AsyncGenerator<T> {
  for (const value of values) yield await inTurns(Promise.resolve(value))
}

function recall<T>(
  { memo, inTurns, onShared }: Sharing,
  shared: object,
  key: string,
  make: () => Promise<T>,
): Promise<T> {
  const known = memo.get(shared) ?? new Map<string, Promise<unknown>>()
  memo.set(shared, known)
  const before = known.get(key) as Promise<T> | undefined
  const done = onShared?.(shared, key, before === undefined)
  if (before) return inTurns(before)
  const made = make()
  known.set(key, made)
  if (done) made.then(done, done)
  made.catch(error => {
    if (isTransient(error)) known.delete(key)
  })
  return made
}
