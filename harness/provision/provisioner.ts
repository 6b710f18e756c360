/** What makes fixtures for one kind of deployment. */
import type { BuiltIn, FixtureValue } from './fixture-kind.ts'

export interface Provisioner {
  /** Whether it could be asked for this kind at all. */
  offers(kind: string): boolean
  /** Whether it would make this kind, but for the lack of `allow: [write]`. */
  forbids(kind: string): boolean
  /** True where nothing is made at all. */
  readonly lends: boolean
  /** True for a value that was lent, not made: what it names belongs to the target. */
  isLent(value: FixtureValue): boolean
  provide(kind: string, withWhat: FixtureValue): Promise<FixtureValue>
  /** What carries the id of a run, and the links made at these times, where the provisioner can list them. */
  madeIn?: BuiltIn['madeIn']
}
