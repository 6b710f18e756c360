/** Authenticates the caller. */
import { stageOn } from '../operations/stage.ts'
import type { Moment } from './call.ts'
import type { Refusal } from './operation.ts'
import type { Organization, User } from './organization.ts'

export type Credentials = { readonly email: string; readonly key: string } | undefined

/** A request whose caller is not yet known. */
export interface Knock extends Moment {
  readonly org: Organization
  readonly method: string
  readonly sent: ReadonlyMap<string, string>
  readonly credentials: Credentials
  /** The user that the credentials name, if there is one. */
  readonly user: User | undefined
  readonly nowMs: number
}

const unauthorized = (msg: string) => ({ msg, code: 'UNAUTHORIZED', uncoded: true }) as const

export const credentials = stageOn<Knock, Refusal>()({
  id: 'credentials',
  rules: {
    'credentials-given': [it => it.credentials !== undefined, unauthorized('Not logged in')],
    'account-known': [it => it.credentials === undefined || it.user !== undefined, unauthorized('No such account')],
    'key-right': [it => !it.user || isKeyOf(it.user, it), unauthorized('Invalid API key')],
    'account-active': [({ user }) => !user || user.active, unauthorized('Account is deactivated')],
    'not-logged-out': [
      ({ org, user, operation }) => !user || !leaves(org.loggedOut, user.id, `${user.id} ${operation}`),
      unauthorized('Please log in again'),
    ],
  },
  steps: {
    caller: ({ user }): User | undefined => user,
    /** Whether a refused request is stopped; otherwise it is carried out although it is refused. */
    obeyed: (_it): boolean => true,
  },
})

function isKeyOf(user: User, { org, credentials: given }: Knock): boolean {
  return given !== undefined && (user.apiKey === given.key || org.moreKeys.get(given.key) === user.id)
}

const leaves = (loggedOut: Set<number | string>, ...whom: readonly (number | string)[]): boolean =>
  whom.some(one => loggedOut.delete(one))
