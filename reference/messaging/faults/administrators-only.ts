/** Faults of endpoints for administrators only: other callers are accepted, or refused with another code. */
import type { Fault } from '../../behaviour.ts'
import { drop, refuseOtherwise } from '../../operations/change.ts'
import { entrance } from '../entrance.ts'
import { altered, fault } from './fault.ts'

const roles = ['member', 'moderator', 'guest', 'bot'] as const

const areas = {
  createChannelFolder: 'channel-folders',
  addDefaultChannel: 'default-channels',
  createProfileField: 'profile-fields',
} as const

export const administratorsOnlyFaults: readonly Fault[] = Object.entries(areas).flatMap(([operation, area]) =>
  roles.flatMap(role => {
    const here = { role, where: (it: { readonly operation: string }) => it.operation === operation }
    const requirement = `${area}.${role}-refused`
    const served = fault(
      `${requirement}.served`,
      `${operation} serves a ${role}`,
      drop(entrance, 'administrators-only', here),
    )
    if (operation === 'createChannelFolder') {
      const plain = refuseOtherwise(entrance, 'administrators-only', 'Must be an organization administrator', here)
      const says = `A ${role} is refused with BAD_REQUEST`
      return [served, fault(`${requirement}.bad-request`, says, plain)]
    }
    const own = altered(
      `${requirement}.own-code`,
      `${operation} refuses a ${role} with a code of its own`,
      [operation, 'error', 'code'],
      { set: 'MUST_BE_ADMINISTRATOR' },
      { facts: { code: 'UNAUTHORIZED_PRINCIPAL', role } },
    )
    return [served, own]
  }),
)
