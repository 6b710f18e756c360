/** Type and recipients of scheduled messages: messaging contract, "Scheduled messages". */
import { allSettled, type FixtureValue, type Reply, Undecided, valueAt } from '../../../harness/index.ts'
import { area } from '../area.ts'
import { acceptsControl, control, noLists, refusesEach, vary } from '../controls/variations.ts'
import { ANY_SCRIPT, anotherOf, idOf, NO_SUCH_ID, PUNCTUATED, recipientOf, unlessMissing } from '../fixtures.ts'
import { textUpTo } from '../names.ts'
import { outcomeOf } from '../outcome.ts'
import type { World } from '../world.ts'
import {
  acceptedEdit,
  type Edited,
  edit,
  editable,
  edited,
  expectedDelivery,
  inDays,
  newDirect,
  newInChannel,
  type Part,
  readdressed,
  stateOf,
  turnedInto,
} from './scheduled-message-makers.ts'
import { channelTypes, REFUSED, toUnknownChannel } from './scheduled-message-refusals.ts'
import { goesTo } from './scheduled-messages.predicates.ts'

const thorough = (world: World): boolean => world.budget !== 'quick'

/** Claims that the message now has the recipients of the accepted edit. */
const claimRecipients = async (world: World, made: Promise<Edited>): Promise<void> => {
  const { id, sent, reply } = await made
  world.requireAccepted(reply)
  const to = [sent['to']].flat() as number[]
  const going = Array.isArray(sent['to'])
    ? ({ kind: 'direct', to, sender: world.user.userId } as const)
    : ({ kind: 'channel', to, sender: null } as const)
  world.claim(reply).keeps(goesTo, { found: await stateOf(world, id), ...going })
}

/** The member of a message's state that each part of an edit changes. */
const STATE_OF = { content: 'content', topic: 'topic', to: 'to', time: 'deliverAt' } as const satisfies Record<
  Part,
  string
>

/** Claims that these members are unchanged by an accepted edit. */
const claimRestKept = async (world: World, { id, sent, reply, before }: Edited, members: readonly string[]) => {
  world.requireAccepted(reply)
  if (!before) throw new Undecided('fixture-missing', 'the provisioner cannot read a scheduled message back', false)
  const found = await stateOf(world, id)
  const was: FixtureValue = { ...before, deliverAt: expectedDelivery(before['deliverAt'], found['deliverAt']) }
  const rest = Object.fromEntries(members.map(name => [name, was[name]]))
  const what = `the message after an edit of ${Object.keys(sent).join(', ')}`
  world.claim(reply).isShown(what, found, rest)
}

const refused = (world: World, { reply }: Edited, from: Reply, ...codes: readonly string[]): void =>
  void world
    .claim(reply)
    .against(from)
    .isRefused(...codes)

export default area('messaging.scheduled-messages', ({ check, visit }) => [
  check(
    'messaging.scheduled-messages.content',
    'Editing the content of a scheduled message is accepted',
    async world => {
      await acceptsControl('updateScheduledMessage')(world)
      if (!thorough(world)) return
      const content = world.name(ANY_SCRIPT)
      world.claim(await vary(world, 'updateScheduledMessage', { content })).succeeds()
    },
  ),

  check(
    'messaging.scheduled-messages.content-changed',
    'After its content is edited a scheduled message holds the new content',
    async world => {
      const { id, sent, reply } = await edited(world, 'content')
      world
        .claim(reply)
        .succeeds()
        .isShown('the scheduled message', await stateOf(world, id), { content: sent['content'] })
      if (!thorough(world)) return
      const long = await textUpTo(world, 'max_message_length', 4000)
      const again = await newDirect(world)
      for (const content of [
        long,
        `${world.name(ANY_SCRIPT)} ${PUNCTUATED}`,
        world.name('third'),
        world.name('fourth'),
      ]) {
        const next = await edit(world, again, { content })
        world
          .claim(next.reply)
          .succeeds()
          .isShown('the scheduled message', await stateOf(world, again), { content })
      }
    },
  ),

  check(
    'messaging.scheduled-messages.type-values',
    "A scheduled message may be turned into one of type 'direct', 'private' and 'stream'",
    async world => {
      for (const type of ['direct', 'private', 'stream']) world.claim((await turnedInto(world, type)).reply).succeeds()
    },
  ),

  check(
    'messaging.scheduled-messages.type-channel',
    "A scheduled message may be turned into one of type 'channel'",
    async world => {
      world.claim((await turnedInto(world, 'channel')).reply).succeeds()
    },
  ),

  check(
    'messaging.scheduled-messages.type-channel-ahead',
    "Before feature level 248 a scheduled message does not take the type 'channel'",
    async world => {
      const from = await acceptedEdit(world, turnedInto(world, 'stream'))
      refused(world, await turnedInto(world, 'channel'), from)
    },
  ),

  check(
    'messaging.scheduled-messages.type-outside',
    'Editing a scheduled message to a type outside the listed ones is refused',
    async world => {
      const from = await acceptedEdit(world, turnedInto(world, 'direct'))
      const wrong = { type: 'Direct', to: [await recipientOf(world)] }
      refused(world, await edit(world, await newInChannel(world), wrong), from)
    },
  ),

  check(
    'messaging.scheduled-messages.type-changed',
    'After its type or its to is changed a scheduled message goes to the new recipients',
    async world => {
      const newer = thorough(world) ? channelTypes(world).slice(1) : []
      const turned = ['direct', 'private', 'stream', ...newer].map(type => turnedInto(world, type))
      const all = [...turned, edited(world, 'to'), readdressed(world)].map(made => claimRecipients(world, made))
      await allSettled(all)
    },
  ),

  check(
    'messaging.scheduled-messages.to-channel',
    'A scheduled channel message takes the id of another channel as to',
    async world => {
      world.claim((await edited(world, 'to')).reply).succeeds()
    },
  ),

  check(
    'messaging.scheduled-messages.to-users',
    'A scheduled direct message takes a list of other user ids as to',
    async world => {
      world.claim((await readdressed(world)).reply).succeeds()
      if (!thorough(world)) return
      const third = await anotherOf(world, 'member')
      if (!third) return
      const both = [world.second.userId, idOf(third)]
      world.claim((await edit(world, await newDirect(world), { to: both })).reply).succeeds()
    },
  ),

  check(
    'messaging.scheduled-messages.to-required',
    'Changing the type of a scheduled message without to is refused',
    async world => {
      const from = await acceptedEdit(world, turnedInto(world, 'stream'))
      const { reply } = await edit(world, await newDirect(world), { type: 'stream', topic: 'assay' })
      world.claim(reply).against(from).isRefusedPreferably('BAD_REQUEST')
      if (!thorough(world)) return
      for (const type of ['direct', 'private', ...channelTypes(world).slice(1)]) {
        const accepted = await acceptedEdit(world, turnedInto(world, type))
        const back =
          type === 'channel'
            ? await edit(world, await newDirect(world), { type, topic: 'assay' })
            : await edit(world, await newInChannel(world), { type })
        world.claim(back.reply).against(accepted).isRefusedPreferably('BAD_REQUEST')
      }
    },
  ),

  check(
    'messaging.scheduled-messages.to-kind',
    'Editing a scheduled message with a to that is neither an integer nor a list of integers is refused',
    async world => {
      const from = await acceptedEdit(world, readdressed(world))
      // A bare id is an integer: it may be taken for a channel's.
      const [, ...wrong] = noLists(world, world.second.userId)
      for (const to of wrong) refused(world, await edit(world, await newDirect(world), { to }), from)
    },
  ),

  check(
    'messaging.scheduled-messages.unknown-channel',
    'Moving a scheduled message to an unknown channel is refused with STREAM_DOES_NOT_EXIST',
    async world => {
      const from = await acceptedEdit(world, edited(world, 'to'))
      for (const { reply } of await toUnknownChannel(world))
        world.claim(reply).against(from).isRefused('STREAM_DOES_NOT_EXIST')
    },
  ),

  check(
    'messaging.scheduled-messages.unknown-channel-named',
    'The stream_id of STREAM_DOES_NOT_EXIST is the id that was sent',
    async world => {
      const refusals = (await toUnknownChannel(world)).filter(
        ({ reply }) => valueAt(reply.json, '/code') === 'STREAM_DOES_NOT_EXIST',
      )
      if (refusals.length === 0) return world.cannotJudge('no unknown channel was refused so')
      for (const { reply } of refusals) world.claim(reply).equals('/stream_id', NO_SUCH_ID)
    },
  ),

  visit(
    'updateScheduledMessage',
    { actors: ['user'], fixtures: ['channel', 'scheduled-message'], allow: 'write' },
    async world => void (await toUnknownChannel(world)),
  ),

  check(
    'messaging.scheduled-messages.refused-unchanged',
    'An edit refused for an unknown channel leaves the scheduled message as it was',
    async world => {
      for (const { reply, before, after } of await toUnknownChannel(world)) {
        if (!before)
          throw new Undecided('fixture-missing', 'the provisioner cannot read a scheduled message back', false)
        if (outcomeOf(reply) === 'success') return world.cannotJudge('the edit was not refused')
        world.claim(reply).isShown('the scheduled message', after, editable(before))
      }
    },
  ),

  check(
    'messaging.scheduled-messages.any-refused-unchanged',
    'A refused edit leaves the scheduled message as it was, whatever it was refused for',
    async world => {
      let judged = 0
      const other = await recipientOf(world).catch(unlessMissing)
      for (const [kind, made] of [
        ['channel', newInChannel],
        ['direct', newDirect],
      ] as const) {
        const id = await made(world)
        const before = await stateOf(world, id)
        const good = { content: world.name('unsent'), scheduled_delivery_timestamp: inDays(world, 5) }
        const wrong = REFUSED[kind](world, other === null ? [] : [other])
        for (const changes of thorough(world) ? wrong : wrong.slice(0, 2)) {
          const { reply } = await edit(world, id, { ...good, ...changes })
          if (outcomeOf(reply) !== 'error') break
          judged++
          const what = `the message after a refused ${JSON.stringify(changes)}`
          world.claim(reply).isShown(what, await stateOf(world, id), editable(before))
        }
      }
      if (judged === 0) world.cannotJudge('nothing was refused')
    },
  ),

  check(
    'messaging.scheduled-messages.rest-kept',
    'An accepted edit leaves what it does not name of a scheduled message as it was',
    async world => {
      const types = ['stream', 'direct', ...(thorough(world) ? [...channelTypes(world).slice(1), 'private'] : [])]
      for (const type of types) await claimRestKept(world, await turnedInto(world, type), ['content', 'deliverAt'])
      if (!thorough(world)) return
      for (const [part, changed] of Object.entries(STATE_OF) as [Part, string][])
        await claimRestKept(
          world,
          await edited(world, part),
          ['type', ...Object.values(STATE_OF)].filter(name => name !== changed),
        )
    },
  ),

  check(
    'messaging.scheduled-messages.unknown-user',
    'Addressing a scheduled message to an unknown user is refused with BAD_REQUEST',
    async world => {
      const from = await acceptedEdit(world, readdressed(world))
      const { userId } = world.second
      const among = [userId, NO_SUCH_ID, idOf(world.user)]
      for (const to of world.tries([among, [NO_SUCH_ID], [userId, NO_SUCH_ID], [NO_SUCH_ID, userId]]))
        refused(world, await edit(world, await newDirect(world), { to }), from, 'BAD_REQUEST')
      const turned = await turnedInto(world, 'direct').catch(unlessMissing)
      if (!turned || outcomeOf(turned.reply) !== 'success') return
      const retyped = await edit(world, await newInChannel(world), { type: 'direct', to: [NO_SUCH_ID] })
      refused(world, retyped, turned.reply, 'BAD_REQUEST')
    },
  ),

  check(
    'messaging.scheduled-messages.unknown',
    'Editing a scheduled message that does not exist is refused with BAD_REQUEST',
    async world => {
      await refusesEach('updateScheduledMessage', 'scheduled_message_id', [NO_SUCH_ID], 'BAD_REQUEST')(world)
      // The refused request must not have created the message; addresses may be looked up before the message is.
      const turned = await turnedInto(world, 'stream').catch(unlessMissing)
      const isTurned = turned !== null && outcomeOf(turned.reply) === 'success'
      const from = isTurned ? turned.reply : await control(world, 'updateScheduledMessage')
      const sent = isTurned ? turned.sent : { content: 'later' }
      const { reply } = await edit(world, NO_SUCH_ID, sent)
      world.claim(reply).against(from).isRefused('BAD_REQUEST')
    },
  ),
])
