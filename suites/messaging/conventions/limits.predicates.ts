/** Predicate about the sizes in the register settings. */
import { broken, holds, predicate, shown } from '../../../harness/index.ts'

export const isSize = predicate('fixture.size', (_exchanges, args: { what: string; value: unknown }) =>
  typeof args.value === 'number' && args.value >= 0
    ? holds
    : broken(`${args.what} to be a number that is not negative`, shown(args.value)),
)
