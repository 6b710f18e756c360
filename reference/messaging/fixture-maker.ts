/** What the makers of fixtures work with. */
import type { Behaviour } from '../behaviour.ts'
import type { Organization, User } from './organization.ts'

export type With = Record<string, unknown>
export interface MakerContext {
  readonly behaviour: Behaviour
  readonly org: Organization
  readonly organizations: Map<string, Organization>
  readonly origin: string
  readonly now: number
  as(withWhat: With): User
}
export type Maker = (context: MakerContext, withWhat: With) => Record<string, unknown>

/** The reason why a fixture is unavailable. */
export class Unavailable extends Error {}
