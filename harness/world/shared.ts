/** Values that the checks of a run share: each is made when the first check needs it. */
import type { FixtureValue } from '../provision/fixture-kind.ts'
import { isTransient } from '../undecided.ts'

/** The results so far, for each shared value by key. A second try has a memo of its own. */
export type Memo = Map<object, Map<string, Promise<unknown>>>

/**
 * Called when a check uses a shared value: with its key, and whether this check makes it. The returned function is
 * called once it is made.
 */
export type SharedUse = (check: string, kind: object, key: string, isFirst: boolean) => () => void

/** Called with what the provisioner gave a check, before the check gets it. */
export type ProvidedUse = (check: string, value: FixtureValue) => void

interface Sharing {
  readonly memo: Memo
  readonly inTurns: <T>(coming: Promise<T>) => Promise<T>
  readonly aside?: (<T>(coming: Promise<T>) => Promise<T>) | undefined
  readonly onShared?: ((kind: object, key: string, isFirst: boolean) => () => void) | undefined
}

export type SharedKey = string | number | boolean | undefined

export interface SharedWords<World extends Sharing> {
  /** Made once for each combination of keys. */
  <T, Keys extends readonly SharedKey[]>(
    make: (world: World, ...keys: Keys) => Promise<T>,
  ): (world: World, ...keys: Keys) => Promise<T>
  /** Made once for each key; the other arguments are those of the first caller. */
  by<T, Args extends readonly unknown[]>(
    key: (...args: Args) => SharedKey,
    make: (world: World, ...args: NoInfer<Args>) => Promise<T>,
  ): (world: World, ...args: Args) => Promise<T>
}

/** The functions `shared` and `shared.by` for an API whose checks get such a world. */
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

/** The results of a shared value so far; empty if no check has used it. */
export const begun = ({ memo }: Sharing, shared: object): Promise<readonly unknown[]> =>
  Promise.allSettled(memo.get(shared)?.values() ?? [])

/** Yields the values one after the other; if replies are long, others have a turn before each. */
export async function* eachInTurn<T>({ inTurns }: Pick<Sharing, 'inTurns'>, values: Iterable<T>): AsyncGenerator<T> {
  for (const value of values) yield await inTurns(Promise.resolve(value))
}

function recall<T>(
  { memo, inTurns, aside, onShared }: Sharing,
  shared: object,
  key: string,
  make: () => Promise<T>,
): Promise<T> {
  const known = memo.get(shared) ?? new Map<string, Promise<unknown>>()
  memo.set(shared, known)
  const before = known.get(key) as Promise<T> | undefined
  const done = onShared?.(shared, key, before === undefined)
  if (before) return inTurns(aside ? aside(before) : before)
  const made = make()
  known.set(key, made)
  if (done) made.then(done, done)
  made.catch(error => {
    if (isTransient(error)) known.delete(key)
  })
  return made
}
