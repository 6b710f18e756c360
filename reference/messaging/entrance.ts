/** Which callers may use an endpoint. */
import { stageOn } from '../operations/stage.ts'
import type { Moment } from './call.ts'
import type { Refusal } from './operation.ts'
import type { Organization, User } from './organization.ts'
import { isAdministrator, isGuest } from './roles.ts'
import type { Endpoint } from './route.ts'

/** An authenticated caller and the requested endpoint. */
export interface Visitor extends Moment {
  readonly org: Organization
  readonly endpoint: Endpoint
  readonly sent: ReadonlyMap<string, string>
  readonly caller: User
}

export const entrance = stageOn<Visitor, Refusal>()({
  id: 'entrance',
  rules: {
    'administrators-only': [
      ({ endpoint, caller }) => endpoint.access !== 'administrators' || isAdministrator(caller),
      { msg: 'Must be an organization administrator', code: 'UNAUTHORIZED_PRINCIPAL' },
    ],
    'not-for-guests': [
      ({ endpoint, caller }) => endpoint.access !== 'no-guests-or-bots' || !isGuest(caller),
      'Not allowed for guest users',
    ],
    'not-for-bots': [
      ({ endpoint, caller }) => endpoint.access !== 'no-guests-or-bots' || !caller.bot,
      'This endpoint does not accept bot requests.',
    ],
  },
  steps: {
    /** Whether a refused request is stopped; otherwise it is carried out although it is refused. */
    obeyed: (_it): boolean => true,
  },
})
