/** Deactivating one's own account. */
import type { Call } from './call.ts'
import { operation } from './operation.ts'
import { roles } from './roles.ts'

const last = (entity: string, is_last_owner: boolean) => ({
  msg: 'Cannot deactivate the only one',
  code: 'CANNOT_DEACTIVATE_LAST_USER',
  fields: { entity, is_last_owner },
})

export const deactivateOwnAccount = operation({
  id: 'deactivateOwnAccount',
  method: 'DELETE',
  path: '/users/me',
  parameters: [],
  given: ({ org, caller }: Call) => {
    const others = [...org.users.values()].filter(user => user.active && !user.bot && user !== caller)
    const counts = caller.active && !caller.bot
    return { others, counts, owns: counts && caller.role === roles.owner }
  },
  rules: {
    'not-the-last-owner': [
      ({ owns, others }) => !owns || others.some(user => user.role === roles.owner),
      last('organization owner', true),
    ],
    'not-the-last-user': [({ counts, others }) => !counts || others.length > 0, last('user', false)],
  },
  effect({ org, caller }) {
    caller.active = false
    org.touch()
  },
})
