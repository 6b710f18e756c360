/** Reactions with emoji of every type; their codes are read back from the message. */
import type { FixtureValue } from '../../../harness/index.ts'
import { Refused } from './caller.ts'
import { listIn, NotOnZulip } from './not-on-zulip.ts'
import type { Maker, Zulip } from './zulip-parts.ts'

/** An emoji of each type that every server has; for custom emoji one is uploaded. */
const ANY: Readonly<Record<string, string>> = { unicode_emoji: 'octopus', zulip_extra_emoji: 'zulip' }

export const reaction: Maker = async (withWhat, zulip) => {
  const { calls } = zulip
  const { as, messageId } = withWhat
  const type = String(withWhat['reactionType'] ?? 'unicode_emoji')
  const named = withWhat['emojiName'] ?? ANY[type]
  const { name: emoji_name, uploaded } =
    named === undefined && type === 'realm_emoji' ? await customEmoji(zulip) : { name: named, uploaded: false }
  if (emoji_name === undefined) throw new NotOnZulip(`a Zulip server has no emoji of type ${type}`)
  await calls.as(as, 'POST', `/messages/${messageId}/reactions`, { emoji_name }).catch(error => {
    if (error instanceof Refused && error.code !== 'REACTION_ALREADY_EXISTS')
      throw new NotOnZulip(`the server refuses the emoji ${emoji_name} (${error.message})`)
    if (!(error instanceof Refused)) throw error
  })
  const { message } = await calls.as(as, 'GET', `/messages/${messageId}`)
  const made = listIn((message ?? {}) as FixtureValue, 'reactions').find(one => one['emoji_name'] === emoji_name)
  if (made?.['reaction_type'] !== type) throw new NotOnZulip(`${emoji_name} is not an emoji of type ${type} here`)
  const { emoji_code, reaction_type } = made
  return { emoji_name, emoji_code, reaction_type, ...(uploaded && { uploaded: emoji_name }) }
}

/** A custom emoji of the organization, or one uploaded for this run. */
async function customEmoji({ calls, runId, next }: Zulip): Promise<{ name: unknown; uploaded: boolean }> {
  const { emoji } = await calls.as(calls.admin(), 'GET', '/realm/emoji')
  const usable = Object.values((emoji ?? {}) as Record<string, FixtureValue>).find(one => one['deactivated'] !== true)
  if (usable) return { name: usable['name'], uploaded: false }
  const name = `assay_${runId}_${next()}`
  try {
    await calls.upload(calls.admin(), `/realm/emoji/${name}`, 'emoji.png', PIXEL)
  } catch (error) {
    if (error instanceof Refused) throw new NotOnZulip(`the server takes no custom emoji (${error.message})`)
    throw error
  }
  return { name, uploaded: true }
}

/** A PNG image of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
