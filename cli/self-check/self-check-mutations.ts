/** `assay self-check --mutations`: makes every check and predicate hold always, and lists those that no fault depends on. */
import { requirements } from '../../generated/catalogue.ts'
import { glob, predicateNames } from '../../harness/index.ts'
import type { Io } from '../process/io.ts'
import { countingLine } from '../process/status-line.ts'
import { mutateAll } from './judge-all.ts'
import type { Mutation } from './mutations.ts'

export async function selfCheckMutations(only: readonly string[], json: boolean, io: Io): Promise<number> {
  const wanted = only.map(glob)
  const ids = requirements.map(({ id }) => id).filter(id => wanted.some(pattern => pattern.test(id)))
  if (ids.length === 0) {
    io.err(`assay: no requirement matches ${only.join(', ')}\n`)
    return 2
  }
  const line = countingLine(io, ids.length)
  const found = await mutateAll(ids, () => line.done(' requirements'))
  line.clear()
  const noticed = merged(found.flat())
  if (ids.length === requirements.length)
    for (const name of predicateNames()) noticed.set(`predicate ${name}`, noticed.get(`predicate ${name}`) ?? false)
  const unnoticed = [...noticed].filter(([, seen]) => !seen).map(([name]) => name)
  const counted = (kind: Mutation['kind']): number => [...noticed.keys()].filter(name => name.startsWith(kind)).length
  io.out(
    json
      ? `${JSON.stringify({ good: unnoticed.length === 0, mutations: noticed.size, unnoticed })}\n`
      : [
          ...unnoticed.map(name => `UNSEEN  ${name} can hold always, and no fault goes unnoticed`),
          `${counted('check')} checks and ${counted('predicate')} predicates made to hold always, one at a time: ${noticed.size - unnoticed.length} of ${noticed.size} are missed`,
          '',
        ].join('\n'),
  )
  return unnoticed.length === 0 ? 0 : 1
}

/** A predicate serves several requirements; it is enough if one of them notices the mutation. */
function merged(mutations: readonly Mutation[]): Map<string, boolean> {
  const seen = new Map<string, boolean>()
  for (const { kind, name, noticed } of mutations)
    seen.set(`${kind} ${name}`, noticed || (seen.get(`${kind} ${name}`) ?? false))
  return seen
}
