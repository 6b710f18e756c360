/** An actor with a wrong API key. */
import type { Actor } from '../messaging/actor.ts'

const WRONG_KEY = 'assayWrongKey1111111111111111111'

export const wrongly = (actor: Actor): Actor =>
  actor.withCredentials(`${actor.name} with a wrong key`, { email: actor.email, apiKey: WRONG_KEY })
