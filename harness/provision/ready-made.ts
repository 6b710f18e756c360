/** Fixtures that the target file has ready: lent to every check that asks, so only what no check changes. */
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
      if (!value) throw new Undecided('fixture-missing', notReady(kind, fixtures), false)
      const fault = faultOf(kinds[kind], value) ?? kinds[kind]?.unlike?.(withWhat, value)
      if (fault)
        throw new Undecided('fixture-missing', `the ready-made ${kind} of the target file will not do: ${fault}`, false)
      return value
    },
  }
}

export function notReady(kind: string, fixtures: Readonly<Record<string, unknown>> = {}): string {
  return Object.hasOwn(fixtures, kind)
    ? `no provisioner, and a ready-made ${kind} will not do: each check needs one of its own`
    : `no provisioner and no ready-made ${kind} in the target file`
}
