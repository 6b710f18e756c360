/** Names within the lengths that the register settings allow. */

import { settingsIfKnown } from './fixtures.ts'
import type { World } from './world.ts'

type NameLimit = 'max_stream_name_length' | 'max_channel_folder_name_length' | 'max_topic_length'

/** Lengths that every deployment is assumed to allow if its limit is unknown. */
const SHORT = 20
const SHORT_MESSAGE = 80

/** A unique name within this limit, whether it counts characters or bytes. */
export async function nameFor(world: World, label: string, limit: NameLimit): Promise<string> {
  return world.name(label, await lengthFor(world, limit))
}

/** Such a name that ends with these letters, even if it has to be very short. */
export async function anyNameFor(world: World, letters: string, limit: NameLimit): Promise<string> {
  const most = await lengthFor(world, limit)
  const room = most - Buffer.byteLength(` ${letters}`)
  return room >= 11 ? `${world.name('', room)} ${letters}` : world.name(letters, most)
}

/** The characters that follow the word in a topic. */
const SPECIAL = ' & <5'

/** Text that becomes longer when it is escaped, or counted in bytes. */
export const BEFORE = 'Ж頻 3 <5 &'

interface Searched {
  readonly word: string
  readonly topic: string
  /** A topic with BEFORE in front of the word, or the same topic if it does not fit. */
  readonly after: string
}

/** A word, shortened to fit into a topic, and topics that contain it. */
export async function wordAndTopic(world: World, word: string): Promise<Searched> {
  const most = await lengthFor(world, 'max_topic_length')
  const short = word.slice(0, Math.max(8, most - SPECIAL.length))
  const topic = `${short}${SPECIAL} "more"`.slice(0, most).trim()
  const after = `${BEFORE} ${short}`
  return { word: short, topic, after: Buffer.byteLength(after) <= most ? after : topic }
}

/** The number in a register setting; null if unknown. */
async function limitOf(world: World, name: string): Promise<number | null> {
  const settings = await settingsIfKnown(world)
  const value = Number(settings?.[name])
  return value >= 1 ? Math.floor(value) : null
}

/** The longest text that is sent: a proxy may refuse longer ones, whatever the settings allow. */
const LONGEST = 100_000

/** A length that is certainly within a register setting. */
export const lengthFor = async (world: World, setting: string): Promise<number> =>
  Math.min((await limitOf(world, setting)) ?? (setting === 'max_message_length' ? SHORT_MESSAGE : SHORT), LONGEST)

/** Plain text cut to the length that a register setting allows. */
export async function textFor(world: World, text: string, limit: string): Promise<string> {
  if ((await settingsIfKnown(world))?.[limit] === 0) return ''
  return text.slice(0, await lengthFor(world, limit)).trim()
}

/** A unique plain text, as long as a register setting allows, but at most `most`. */
export async function textUpTo(world: World, setting: string, most: number): Promise<string> {
  const length = Math.min(most, await lengthFor(world, setting))
  return world.name('long', length).padEnd(length, ' and more text').replace(/\s$/, '.')
}
