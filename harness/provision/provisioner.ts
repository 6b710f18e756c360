/** Creates fixtures for one kind of deployment. */
import type { BuiltIn, FixtureValue } from './fixture-kind.ts'

export interface Provisioner {
  /** Whether this kind can be requested at all. */
  offers(kind: string): boolean
  /** Whether it would create this kind if `allow: [write]` were given. */
  forbids(kind: string): boolean
  /** True if it never creates anything. */
  readonly lends: boolean
  /** True for a value that was lent, not created: it belongs to the target. */
  isLent(value: FixtureValue): boolean
  provide(kind: string, withWhat: FixtureValue): Promise<FixtureValue>
  /** Finds what has the id of a run in its name, and the links made at these times, if the provisioner can list them. */
  madeIn?: BuiltIn['madeIn']
}
