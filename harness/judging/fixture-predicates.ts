/** Predicates about what a provisioner read back: that is no exchange of the contract, so it is passed as an argument. */
import { isDeepStrictEqual } from 'node:util'
import { beside } from './beside.ts'
import { broken, holds, predicate, shown, vacuous } from './predicate.ts'

/** The thing was found with these members; members that the provisioner does not report are not judged. */
export const isShown = predicate(
  'fixture.shown',
  (_exchanges, args: { what: string; found: unknown; has?: Readonly<Record<string, unknown>> }) => {
    if (args.found === null || args.found === undefined)
      return broken(`${args.what} to be there`, 'the provisioner found none', { absent: true })
    const wanted = Object.entries(args.has ?? {})
    const reported = wanted.filter(([name]) => Object.hasOwn(args.found as object, name))
    if (wanted.length > 0 && reported.length === 0)
      return vacuous(`the provisioner does not tell ${wanted.map(([name]) => name).join(', ')}`)
    for (const [name, value] of reported) {
      const actual = (args.found as Record<string, unknown>)[name]
      if (!isDeepStrictEqual(actual, value))
        return broken(`the ${name} of ${args.what} to be ${shown(value)}`, beside(value, actual))
    }
    return holds
  },
)

/** No such thing was found. */
export const isNotShown = predicate('fixture.not-shown', (_exchanges, args: { what: string; found: unknown }) =>
  args.found === null || args.found === undefined ? holds : broken(`no ${args.what}`, shown(args.found)),
)

/** Describes the present; `now` is in milliseconds of our clock. */
export const presentIn = (now: number): string => `the present in UNIX seconds, about ${Math.floor(now / 1000)}`

/** A moment in UNIX seconds lies within a day of our clock. */
export const isRecent = predicate(
  'fixture.recent',
  (_exchanges, args: { what: string; seconds: unknown; now: number }) => {
    const { seconds } = args
    const near =
      typeof seconds === 'number' && Number.isInteger(seconds) && Math.abs(seconds - args.now / 1000) < 86_400
    return near ? holds : broken(`${args.what} to be ${presentIn(args.now)}`, shown(seconds))
  },
)
