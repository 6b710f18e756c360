/** Drafts, device tokens and linkifiers. */
import { randomBytes } from 'node:crypto'
import { Refused } from './caller.ts'
import { listIn, NotOnZulip } from './not-on-zulip.ts'
import type { Maker } from './zulip-parts.ts'

const apnsToken: Maker = async ({ as }, { calls, learn }) => {
  const token = randomBytes(32).toString('hex')
  learn(token)
  try {
    await calls.as(as, 'POST', '/users/me/apns_device_token', { token, appid: 'org.zulip.Zulip' })
  } catch (error) {
    if (error instanceof Refused) throw new NotOnZulip(`the server takes no device token of ${as} (${error.message})`)
    throw error
  }
  return { token }
}

const linkifier: Maker = async ({ pattern, urlTemplate }, { calls }) => {
  const { id } = await calls.as(calls.admin(), 'POST', '/realm/filters', { pattern, url_template: urlTemplate })
  return { id }
}

const draftsOf: Maker = async ({ as }, { calls }) => ({
  drafts: listIn(await calls.as(as, 'GET', '/drafts'), 'drafts'),
})

export const organizationMakers = { 'apns-token': apnsToken, linkifier, 'drafts-of': draftsOf }
