/** Whether something is among what a provisioner read back. */
import { broken, holds, predicate, shown } from '../../harness/index.ts'

type Membership = { what: string; items: readonly unknown[]; among: unknown }

const missingOf = ({ items, among }: Membership): unknown[] =>
  items.filter(item => !Array.isArray(among) || !among.includes(item))

/** Every one of these is there. */
export const areAmong = predicate('fixture.among', (_exchanges, args: Membership) => {
  const missing = missingOf(args)
  return missing.length === 0
    ? holds
    : broken(`${args.what} to include ${shown(args.items)}`, `${shown(missing)} missing in ${shown(args.among)}`)
})

/** None of these is there. */
export const areNotAmong = predicate('fixture.not-among', (_exchanges, args: Membership) => {
  if (!Array.isArray(args.among)) return broken(`${args.what} to be a list`, shown(args.among))
  const missing = missingOf(args)
  return missing.length === args.items.length
    ? holds
    : broken(`${args.what} to include none of ${shown(args.items)}`, shown(args.among))
})
