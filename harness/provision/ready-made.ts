/** Ready-made fixtures of the target file: they are lent to every check, so only kinds that no check changes. */
import type { Reason } from '../reason.ts'
import { Undecided } from '../undecided.ts'
import type { FixtureKinds, FixtureValue } from './fixture-kind.ts'
import { faultOf } from './fixture-values.ts'
import type { Provisioner } from './provisioner.ts'

export function readyMade(kinds: FixtureKinds, fixtures: Readonly<Record<string, FixtureValue>> = {}): Provisioner {
  const ready = (kind: string): FixtureValue | undefined => (kinds[kind]?.lasting ? fixtures[kind] : undefined)
  return {
    lends: true,
    isLent: () => true,
    forbids: () => false,
    offers: kind => ready(kind) !== undefined,
    async provide(kind, withWhat) {
      const value = ready(kind)
      if (!value) throw new Undecided(notReady(kind, fixtures))
      const fault = faultOf(kinds[kind], value) ?? kinds[kind]?.unlike?.(withWhat, value)
      if (fault) throw new Undecided({ kind: 'ready-made-invalid', fixture: kind, fault })
      return value
    },
  }
}

export const notReady = (fixture: string, fixtures: Readonly<Record<string, unknown>> = {}): Reason => ({
  kind: 'provisioner-missing',
  fixture,
  unfit: Object.hasOwn(fixtures, fixture),
})
