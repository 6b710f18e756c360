/** Names within the lengths that the register settings allow. */

import { settingsIfKnown } from './fixtures.ts'
import type { World } from './world.ts'

type NameLimit = 'max_stream_name_length' | 'max_channel_folder_name_length' | 'max_topic_length'

/** What every deployment is taken to allow where its limit is not known. */
const SHORT = 20
const SHORT_MESSAGE = 80

/** A name nobody else uses, within this limit whether it counts characters or bytes. */
export async function nameFor(world: World, label: string, limit: NameLimit): Promise<string> {
  return world.name(label, await lengthFor(world, limit))
}

/** Such a name with letters of any script at its end, however short it has to be. */
export async function anyNameFor(world: World, letters: string, limit: NameLimit): Promise<string> {
  const most = await lengthFor(world, limit)
  const room = most - Buffer.byteLength(` ${letters}`)
  return room >= 11 ? `${world.name('', room)} ${letters}` : world.name(letters, most)
}

/** How many characters follow the word in a topic. */
const SPECIAL = ' & <5'

/** What is longer when it is escaped, or counted in bytes. */
export const BEFORE = 'Ж頻 3 <5 &'

interface Searched {
  readonly word: string
  readonly topic: string
  /** A topic in which that stands before the word; where it does not fit, the same one. */
  readonly after: string
}

/** A word, as far as it fits into a topic, and topics with it. */
export async function wordAndTopic(world: World, word: string): Promise<Searched> {
  const most = await lengthFor(world, 'max_topic_length')
  const short = word.slice(0, Math.max(8, most - SPECIAL.length))
  const topic = `${short}${SPECIAL} "more"`.slice(0, most).trim()
  const after = `${BEFORE} ${short}`
  return { word: short, topic, after: Buffer.byteLength(after) <= most ? after : topic }
}

/** The number that a register setting allows; null where it is not known. */
async function limitOf(world: World, name: string): Promise<number | null> {
  const settings = await settingsIfKnown(world)
  const value = Number(settings?.[name])
  return value >= 1 ? Math.floor(value) : null
}

/** What stands before a service may refuse longer texts, whatever its settings allow. */
const LONGEST = 100_000

/** How long a text may be that surely keeps within a register setting. */
export const lengthFor = async (world: World, setting: string): Promise<number> =>
  Math.min((await limitOf(world, setting)) ?? (setting === 'max_message_length' ? SHORT_MESSAGE : SHORT), LONGEST)

/** Plain text cut to what a register setting allows. */
export async function textFor(world: World, text: string, limit: string): Promise<string> {
  return text.slice(0, await lengthFor(world, limit)).trim()
}

/** Plain text of its own, as long as a limit of the register settings allows and no longer than this. */
export async function textUpTo(world: World, setting: string, most: number): Promise<string> {
  const length = Math.min(most, await lengthFor(world, setting))
  return world.name('long', length).padEnd(length, ' and more text').replace(/\s$/, '.')
}
