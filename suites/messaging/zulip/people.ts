/** Accounts of every role, and presence. */

import { randomBytes } from 'node:crypto'
import type { FixtureValue } from '../../../harness/index.ts'
import { Refused } from './caller.ts'
import { NotOnZulip } from './not-on-zulip.ts'
import type { Maker, Zulip } from './zulip-parts.ts'

const ROLES: Readonly<Record<string, number>> = { owner: 100, admin: 200, moderator: 300, member: 400, guest: 600 }

/** Creates an account. `fresh` means that it was made for this run and is deactivated at its end. */
const actor: Maker = async (withWhat, zulip) => {
  const role = String(withWhat['role'] ?? 'member')
  if (role === 'bot') return bot(zulip)
  const wanted = ROLES[role]
  if (wanted === undefined) throw new NotOnZulip(`a Zulip server has no role ${role}`)
  const { calls, target, runId, next, learn } = zulip
  const n = next()
  const email = `assay-${runId}-${n}@${target.messaging?.inviteDomain ?? 'assay.invalid'}`
  const password = randomBytes(18).toString('base64url')
  learn(password)
  const made = await calls
    .as(calls.admin(), 'POST', '/users', { email, password, full_name: `assay ${runId} ${role} ${n}` })
    .catch(notAllowed('create accounts: a server administrator grants can_create_users'))
  const userId = Number(made['user_id'])
  const key = await calls
    .as(null, 'POST', '/fetch_api_key', { username: email, password })
    .catch(notAllowed('log in by password, so the key of a new account is not known'))
  const apiKey = String(key['api_key'])
  calls.addPerson({ name: 'made', email, apiKey, role, userId })
  if (wanted !== ROLES['member'])
    await calls
      .as(calls.admin(), 'PATCH', `/users/${userId}`, { role: wanted })
      .catch(notAllowed(`give the role ${role}`))
  return { email, apiKey, userId, password, username: email, fresh: true }
}

async function bot({ calls, runId, next }: Zulip): Promise<FixtureValue> {
  const n = next()
  const made = await calls
    .as(calls.admin(), 'POST', '/bots', { full_name: `assay ${runId} bot ${n}`, short_name: `assay-${runId}-${n}` })
    .catch(notAllowed('create bots'))
  const userId = Number(made['user_id'])
  const apiKey = String(made['api_key'])
  const { user } = await calls.as(calls.admin(), 'GET', `/users/${userId}`)
  const email = String((user as FixtureValue | undefined)?.['email'])
  calls.addPerson({ name: 'made', email, apiKey, role: 'bot', userId })
  return { email, apiKey, userId, fresh: true }
}

/** A refusal means that the actors of the target file lack the permission; anything else is an error. */
const notAllowed =
  (what: string) =>
  (error: unknown): never => {
    if (error instanceof Refused) throw new NotOnZulip(`the server does not let us ${what} (${error.message})`)
    throw error
  }

const presence: Maker = async ({ as }, { calls }) => {
  await calls.as(as, 'POST', '/users/me/presence', { status: 'active', new_user_input: true })
  return {}
}

export const peopleMakers = { actor, presence }
