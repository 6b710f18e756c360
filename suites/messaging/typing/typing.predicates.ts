/** Predicate about the typing periods in the register settings. */
import { broken, holds, predicate, shown } from '../../../harness/index.ts'

export const isPositiveInteger = predicate(
  'fixture.positive-integer',
  (_exchanges, args: { what: string; value: unknown }) =>
    Number.isInteger(args.value) && Number(args.value) > 0
      ? holds
      : broken(`${args.what} to be a positive integer`, shown(args.value)),
)
