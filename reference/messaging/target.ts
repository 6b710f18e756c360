/** The messaging section of a target file for this deployment. */
import type { Behaviour } from '../behaviour.ts'
import { deploymentOf } from './deployment.ts'
import type { User } from './organization.ts'
import type { ActorName } from './seed.ts'

export function targetSection(
  behaviour: Behaviour,
  origin: string,
  actors: Readonly<Record<ActorName, User>>,
): Record<string, unknown> {
  return {
    baseUrl: `${origin}/chat/api/v1`,
    featureLevel: behaviour.level,
    actors: Object.fromEntries(Object.entries(actors).map(([name, user]) => [name, actor(name, user, behaviour)])),
    inviteDomain: 'assay.invalid',
    provisioner: `${origin}/provision`,
  }
}

function actor(name: string, user: User, behaviour: Behaviour): Record<string, unknown> {
  return { ...(name === 'second' && { role: 'member' }), ...credentialsOf(user, behaviour) }
}

/** Without password login nobody has a password. */
export function credentialsOf(user: User, behaviour: Behaviour): Record<string, unknown> {
  const { email, apiKey, id, password, bot } = user
  const { moment, hasPasswords, usernameStated } = deploymentOf(behaviour)
  const username = usernameStated(moment, user)
  const login = { password, ...(username !== undefined && { username }) }
  return { email, apiKey, userId: id, ...(!bot && hasPasswords(moment) && login) }
}
