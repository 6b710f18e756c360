/** Removing reactions: messaging contract, "Messages", DELETE /messages/{message_id}/reactions. */
import { oneByOne, type Reply, Undecided } from '../../../harness/index.ts'
import { area } from '../area.ts'
import { type Changes, vary } from '../controls/variations.ts'
import { unsupportedCarrier } from '../conventions/unsupported-carriers.ts'
import { NO_SUCH_ID, newlyMade } from '../fixtures.ts'
import { inWords } from '../in-words.ts'
import { codeOf, outcomeOf } from '../outcome.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import { GONE, hasOneReactionEach, newMessage, type Reaction, react, reactedTwice, remove } from './reaction-makers.ts'

/** Of two reactions to one message, the first is removed twice, then the other; a replaced one is removed alone elsewhere. */
const sequence = shared(async world => {
  const [one, other] = await reactedTwice(world)
  let alone: Reaction | null = null
  const removed = async (): Promise<Reply> => {
    const reply = await remove(world, one)
    if (codeOf(reply) !== GONE || !(await hasOneReactionEach(world))) return reply
    alone = await react(world, await newMessage(world), 'unicode_emoji', 'octopus')
    return remove(world, alone)
  }
  const distinct = one.emoji_code !== other.emoji_code
  const steps = { removed, again: () => remove(world, alone ?? one), other: () => remove(world, other) }
  return { one, distinct, wasReplaced: () => alone !== null, ...oneByOne(steps) }
})

/** The first removal: the control of removals that differ in one thing. */
const accepted = async (world: World): Promise<Reply> => {
  const removed = await (await sequence(world)).removed
  world.requireAccepted(removed)
  return removed
}

/** Claims that a removal that differs from the accepted one in one thing is refused. */
const refuses = async (world: World, changes: Changes, ...codes: readonly string[]): Promise<void> => {
  const from = await accepted(world)
  world
    .claim(await vary(world, 'removeReaction', changes))
    .against(from)
    .isRefused(...codes)
}

/** The reply to removing this emoji by the hex of its codepoints, in the letter case that the deployment uses. */
const removedByHex = async (world: World, emojiName: string, hex: string): Promise<Reply> => {
  const inItsCase = (code: string): string => (code.toLowerCase() === hex ? code : hex)
  const { one, removed } = await sequence(world)
  if (one.emoji_name === emojiName && one.emoji_code === inItsCase(one.emoji_code)) return await removed
  const reaction = await react(world, await newMessage(world), 'unicode_emoji', emojiName)
  const emoji_code = inItsCase(reaction.emoji_code)
  const isOther = reaction.emoji_name !== emojiName || isAnotherEmoji(reaction.emoji_code, hex)
  if (isOther && reaction.emoji_code !== emoji_code)
    throw new Undecided(
      'fixture-missing',
      `the provisioner reacted with ${reaction.emoji_name}, not ${emojiName}`,
      false,
    )
  return world.user.sends('removeReaction', { ...reaction, emoji_code })
}

/** Whether a code is the hex of codepoints of which the emoji with the other code has none. */
function isAnotherEmoji(code: string, hex: string): boolean {
  const codepoints = code.split('-').map(part => (/^[0-9a-f]+$/i.test(part) ? Number.parseInt(part, 16) : Number.NaN))
  const own = hex.split('-').map(part => Number.parseInt(part, 16))
  return codepoints.every(one => one <= HIGHEST_CODEPOINT && !own.includes(one))
}
const HIGHEST_CODEPOINT = 0x10ffff

const ofType = (reactionType: string, emojiCodeOf: (reaction: Reaction) => string) => async (world: World) => {
  const reaction = await react(world, await newMessage(world), reactionType)
  if (reaction.reaction_type !== reactionType)
    throw new Undecided('fixture-missing', `the provisioner reacted with ${reaction.reaction_type}`, false)
  world.claim(await world.user.sends('removeReaction', { ...reaction, emoji_code: emojiCodeOf(reaction) })).succeeds()
}

const anotherRemoved = async (world: World, besides: Changes = {}): Promise<{ reaction: Changes; reply: Reply }> => {
  const reaction = { ...(await react(world, await newMessage(world), 'unicode_emoji', 'octopus')) }
  return { reaction, reply: await world.user.sends('removeReaction', { ...reaction, ...besides }) }
}
const carriedRemoval = unsupportedCarrier('removeReaction', anotherRemoved)

interface RemovedTwice {
  readonly removed: Reply
  readonly again: Reply
}

/** Further reactions, each removed twice, to reveal removals that intermittently have no effect. */
const further = shared(async world => {
  const all: RemovedTwice[] = []
  for (let count = 0; count < (world.budget === 'quick' ? 1 : 4); count++) {
    const { reaction, reply: removed } = await (count === 0 ? carriedRemoval(world) : anotherRemoved(world))
    all.push({ removed, again: await world.user.sends('removeReaction', reaction) })
  }
  return all
})

const without = (...names: readonly string[]) => Object.fromEntries(names.map(name => [name, undefined]))

/** A reaction removed without these parameters, and then again with all of them. */
const lessNamed = (...names: readonly string[]) =>
  shared(async (world): Promise<RemovedTwice> => {
    const { reaction, reply: removed } = await anotherRemoved(world, without(...names))
    return { removed, again: await world.user.sends('removeReaction', reaction) }
  })

const byName = lessNamed('emoji_code', 'reaction_type')
const byCode = lessNamed('emoji_name')

export default area('messaging.reactions', ({ check, watch }) => [
  check('messaging.reactions.removed', 'Removing a reaction by its name, code and type is accepted', async world => {
    world.claim(await (await sequence(world)).removed).succeeds()
    for (const { removed } of await further(world)) world.claim(removed).succeeds()
  }),

  check(
    'messaging.reactions.removed-twice',
    'Removing a reaction that was removed before is refused with REACTION_DOES_NOT_EXIST',
    async world => {
      const from = await accepted(world)
      world
        .claim(await (await sequence(world)).again)
        .against(from)
        .isRefused(GONE)
      for (const { removed, again } of await further(world)) {
        world.requireAccepted(removed)
        world.claim(again).against(removed).isRefused(GONE)
      }
      // It is open whether fewer parameters are enough; but a reaction removed by them must be gone.
      for (const { removed, again } of [await byName(world), await byCode(world)])
        if (outcomeOf(removed) === 'success') world.claim(again).against(removed).isRefused(GONE)
    },
  ),

  check('messaging.reactions.refused-stays', 'A refused removal leaves the reaction in place', async world => {
    const reaction = { ...(await react(world, await newMessage(world), 'unicode_emoji', 'octopus')) }
    const wrong = [{ emoji_code: 'nonsense' }, { reaction_type: 'nonsense' }, { message_id: NO_SUCH_ID }]
    for (const changes of world.tries(wrong, 2)) {
      const reply = await world.user.sends('removeReaction', { ...reaction, ...changes })
      if (outcomeOf(reply) !== 'error') return world.cannotJudge(`${JSON.stringify(changes)} was not refused`)
    }
    world.claim(await world.user.sends('removeReaction', reaction)).succeeds()
  }),

  check(
    'messaging.reactions.other-users-stay',
    'Removing a reaction leaves the same emoji of another user in place',
    async world => {
      const { user, second } = world
      const sent = { as: user.email, to: [second.userId], content: world.name('message') }
      const messageId = await newlyMade(world, 'message', sent)
      const own = { ...(await react(world, messageId, 'unicode_emoji', 'octopus')) }
      const emoji = { as: second.email, messageId, emojiName: 'octopus', reactionType: 'unicode_emoji' }
      const other = await world.provide('reaction', emoji)
      if (other['emoji_code'] !== own.emoji_code) return world.cannotJudge('the two reactions are of different emoji')
      world.requireAccepted(await user.sends('removeReaction', own))
      world.claim(await second.sends('removeReaction', own)).succeeds()
    },
  ),

  check(
    'messaging.reactions.others-stay',
    'Removing one reaction leaves another of the same user in place',
    async world => {
      const from = await accepted(world)
      const { distinct, wasReplaced, ...steps } = await sequence(world)
      if (wasReplaced()) return world.lacks('a user has one reaction to a message here')
      const other = await steps.other
      if (!distinct) throw new Undecided('fixture-missing', 'the provisioner reacted twice with the same emoji', false)
      world.claim(other).against(from).succeeds()
    },
  ),

  check(
    'messaging.reactions.never-made',
    'Removing a valid emoji that nobody reacted with is refused with REACTION_DOES_NOT_EXIST',
    async world => {
      await refuses(world, { message_id: await newMessage(world) }, GONE)
      // It is open whether a name alone is enough, but it must not remove another emoji.
      const { message_id, emoji_name } = await react(world, await newMessage(world), 'unicode_emoji', 'octopus')
      const named = { message_id, emoji_name: emoji_name === 'tada' ? 'octopus' : 'tada' }
      world
        .claim(await world.user.sends('removeReaction', named))
        .against(await accepted(world))
        .isRefused()
    },
  ),

  check(
    'messaging.reactions.invalid-code',
    'An invalid emoji code is refused with BAD_REQUEST or REACTION_DOES_NOT_EXIST',
    async world => {
      const codes = ['nonsense', '1f419-zz', 'ffffff'].map(emoji_code => ({ emoji_code }))
      // The code of a Unicode emoji is invalid for custom emoji.
      const wrong = [{ reaction_type: 'realm_emoji' }, ...codes]
      for (const changes of world.tries(wrong, 2)) await refuses(world, changes, 'BAD_REQUEST', GONE)
    },
  ),

  check('messaging.reactions.name-only', 'Removing a reaction by its name alone is accepted', async world => {
    const { removed } = await byName(world)
    world
      .claim(removed)
      .against(await accepted(world))
      .succeeds()
  }),

  check(
    'messaging.reactions.code-only',
    'Removing a reaction by its code and type, without its name, is accepted',
    async world => {
      const { removed } = await byCode(world)
      world
        .claim(removed)
        .against(await accepted(world))
        .succeeds()
    },
  ),

  check(
    'messaging.reactions.unicode-emoji',
    "A reaction of type 'unicode_emoji' is removed by the dash-separated hex of its codepoints",
    async world => {
      world.claim(await removedByHex(world, 'octopus', '1f419')).succeeds()
      if (world.budget === 'quick') return
      const flag = await removedByHex(world, 'germany', '1f1e9-1f1ea').catch(unlessUnknown)
      if (flag) world.claim(flag).succeeds()
    },
  ),

  check(
    'messaging.reactions.realm-emoji',
    "A reaction of type 'realm_emoji' is removed by the id of the custom emoji",
    ofType('realm_emoji', ({ emoji_code }) => emoji_code),
  ),

  check(
    'messaging.reactions.zulip-extra-emoji',
    "A reaction of type 'zulip_extra_emoji' is removed by the name of the emoji",
    ofType('zulip_extra_emoji', ({ emoji_name }) => emoji_name),
  ),

  check('messaging.reactions.type-outside', 'A reaction_type outside the three is refused', world =>
    refuses(world, { reaction_type: 'Unicode_emoji' }),
  ),

  check(
    'messaging.reactions.unknown-message',
    'Removing a reaction from a message that does not exist is refused',
    world => refuses(world, { message_id: NO_SUCH_ID }),
  ),

  watch(
    'open-points',
    async world => {
      const unnamed = without('emoji_name', 'emoji_code', 'reaction_type')
      const nothing = await vary(world, 'removeReaction', unnamed, { observed: true })
      world.observe('messaging.reactions.unnamed', inWords(nothing), nothing)
      const codeAlone = without('emoji_name', 'reaction_type')
      const untyped = await vary(world, 'removeReaction', codeAlone, { observed: true })
      world.observe(
        'messaging.reactions.type-default',
        `the code of a unicode_emoji alone: ${inWords(untyped)}`,
        untyped,
      )
    },
    { needs: { actors: ['user'], fixtures: ['message', 'reaction'], allow: 'write' } },
  ),
])

/** Null if the provisioner does not know an emoji of several codepoints. */
function unlessUnknown(error: unknown): null {
  if (error instanceof Undecided && error.reason === 'fixture-missing') return null
  throw error
}
