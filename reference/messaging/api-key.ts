/** Fetching a key by name and password. */
import type { Call } from './call.ts'
import { operation } from './operation.ts'
import type { User } from './organization.ts'

const refusal = (msg: string, code: string) => ({ msg, code, uncoded: true }) as const
const incorrect = refusal('Your username or password is incorrect', 'AUTHENTICATION_FAILED')

export const fetchApiKey = operation({
  id: 'fetchApiKey',
  method: 'POST',
  path: '/fetch_api_key',
  access: 'anyone',
  parameters: [
    { name: 'username', kind: 'string', required: true },
    { name: 'password', kind: 'string', required: true },
  ],
  given: ({ org, params }: Call): { user: User | undefined; password: string } => ({
    user: org.userByEmail(params.text('username')),
    password: params.text('password'),
  }),
  rules: {
    'user-known': [({ user }) => user !== undefined && !user.bot, incorrect],
    'password-right': [({ user, password }) => !user || user.password === password, incorrect],
    'account-active': [({ user }) => user?.active !== false, refusal('Account is deactivated', 'USER_DEACTIVATED')],
  },
  steps: {
    /** The API key of the account. */
    key: (_it, user: User | undefined): string => user?.apiKey ?? '',
  },
  reply: (it, _made, { key }) => ({ api_key: key(it, it.user), email: it.user?.email, user_id: it.user?.id }),
})
