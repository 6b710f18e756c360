/** Topic and time of scheduled messages, and failed ones: messaging contract, "Scheduled messages". */
import { type Reply, Undecided } from '../../../harness/index.ts'
import { area } from '../area.ts'
import { type Changes, refusesKinds } from '../controls/variations.ts'
import { listsNoneOf } from '../conventions/parameters.predicates.ts'
import { ANY_SCRIPT, registered, unlessMissing } from '../fixtures.ts'
import { inWords } from '../in-words.ts'
import { textUpTo } from '../names.ts'
import { outcomeOf } from '../outcome.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import {
  acceptedEdit,
  type Edited,
  edit,
  editable,
  edited,
  firstChannel,
  inDays,
  newDirect,
  newFailed,
  newInChannel,
  stateAfter,
  stateIfReadable,
  stateOf,
  turnedInto,
} from './scheduled-message-makers.ts'
import { spellOneTopic } from './scheduled-messages.predicates.ts'

const DISPLAY_NAME = 'realm_empty_topic_display_name'

/** Claims that a change to a channel message is refused with this topic or without one, the only difference to the control. */
const refusesTopic = async (world: World, topic: unknown): Promise<void> => {
  for (const type of world.level < 248 ? ['stream'] : world.tries(['stream', 'channel'])) {
    const from = await acceptedEdit(world, turnedInto(world, type))
    const sent = { type, to: await firstChannel(world), topic }
    const { reply } = await edit(world, await newDirect(world), sent)
    world.claim(reply).against(from).isRefusedPreferably('BAD_REQUEST')
  }
}

/** Edits the topic of channel messages to each spelling of the empty topic, without a type. */
const emptyTopics = shared(async world => {
  const spellings = ['', '(no topic)', await registered(world, DISPLAY_NAME)]
  const edits: Edited[] = []
  for (const topic of spellings)
    edits.push(await edit(world, await newInChannel(world, `assay ${edits.length}`), { topic }))
  return { spellings, edits, replies: edits.map(({ reply }) => reply) }
})

type Kind = 'direct' | 'channel'

const failedWithTime = shared(async (world, kind: Kind = 'direct'): Promise<Edited> => {
  const { id } = await newFailed(world, kind)
  return edit(world, id, { content: world.name('again'), scheduled_delivery_timestamp: inDays(world, 2) })
})

const failedWithoutTime = shared(async (world, kind: Kind = 'direct') => {
  const { id, before } = await newFailed(world, kind)
  const { reply } = await edit(world, id, { content: world.name('again') })
  const after = before && (await stateAfter(world, id))
  const again = world.budget === 'quick' ? [] : [(await edit(world, id, { content: world.name('once more') })).reply]
  return { reply, before, after, again }
})

export default area('messaging.scheduled-messages', ({ check, watch }) => [
  check(
    'messaging.scheduled-messages.topic',
    'Editing the topic of a scheduled channel message is accepted',
    async world => {
      world.claim((await edited(world, 'topic')).reply).succeeds()
    },
  ),

  check(
    'messaging.scheduled-messages.topic-changed',
    'After its topic is edited a scheduled channel message holds the new topic',
    async world => {
      const { id, sent } = await edited(world, 'topic')
      const reply = await acceptedEdit(world, edited(world, 'topic'))
      world.claim(reply).isShown('the scheduled message', await stateOf(world, id), { topic: sent['topic'] })
      if (world.budget === 'quick') return
      const turned = await turnedInto(world, 'stream')
      world.requireAccepted(turned.reply)
      const { topic } = turned.sent
      world
        .claim(turned.reply)
        .isShown('a direct message made one of a channel', await stateOf(world, turned.id), { topic })
      const again = await newInChannel(world)
      for (const next of [await textUpTo(world, 'max_topic_length', 60), ANY_SCRIPT, 'assay again']) {
        const { reply: answer } = await edit(world, again, { topic: next })
        world
          .claim(answer)
          .succeeds()
          .isShown('the scheduled message', await stateOf(world, again), { topic: next })
      }
    },
  ),

  check(
    'messaging.scheduled-messages.topic-required',
    'Turning a scheduled message into a channel one without topic is refused',
    world => refusesTopic(world, undefined),
  ),

  check(
    'messaging.scheduled-messages.topic-ignored',
    'A topic sent for a scheduled direct message is ignored: neither refused nor listed as unsupported',
    async world => {
      const ignored = (reply: Reply): void =>
        void world
          .claim(reply)
          .succeeds()
          .keeps(listsNoneOf, { supported: ['topic'] })
      const id = await newDirect(world)
      for (const topic of world.tries(['', 'assay', ANY_SCRIPT]))
        ignored((await edit(world, id, { content: world.name('later'), topic })).reply)
      if (world.budget === 'quick') return
      const turned = await turnedInto(world, 'direct').catch(unlessMissing)
      if (!turned || outcomeOf(turned.reply) !== 'success') return
      const { type, to } = turned.sent
      ignored((await edit(world, await newInChannel(world), { type, to, topic: '' })).reply)
    },
  ),

  check(
    'messaging.scheduled-messages.topic-empty-before-334',
    'Before feature level 334 turning a scheduled message into a channel one with an empty topic is refused',
    world => refusesTopic(world, ''),
  ),

  check(
    'messaging.scheduled-messages.topic-no-topic-before-334',
    "Before feature level 334 turning a scheduled message into a channel one with the topic '(no topic)' is refused",
    world => refusesTopic(world, '(no topic)'),
  ),

  check(
    'messaging.scheduled-messages.topic-display-name-before-334',
    'Before feature level 334 turning a scheduled message into a channel one with the display name of the empty topic is refused',
    async world => refusesTopic(world, await registered(world, DISPLAY_NAME)),
  ),

  check(
    'messaging.scheduled-messages.topic-empty',
    'Turning a scheduled message into a channel one with an empty topic is refused',
    world => refusesTopic(world, ''),
  ),

  check(
    'messaging.scheduled-messages.topic-no-topic',
    "Turning a scheduled message into a channel one with the topic '(no topic)' is refused",
    world => refusesTopic(world, '(no topic)'),
  ),

  check(
    'messaging.scheduled-messages.topic-display-name',
    'Turning a scheduled message into a channel one with the display name of the empty topic is refused',
    async world => refusesTopic(world, await registered(world, DISPLAY_NAME)),
  ),

  check(
    'messaging.scheduled-messages.topic-spellings',
    "In a scheduled channel message '', '(no topic)' and the empty topic's display name are the same topic",
    async world => {
      const { spellings, edits, replies } = await emptyTopics(world)
      const taken = edits.filter(({ reply }) => outcomeOf(reply) === 'success')
      const topics = await Promise.all(taken.map(async ({ id }) => (await stateOf(world, id))['topic'] ?? null))
      world.claim(...replies).keeps(spellOneTopic, { spellings, topics })
    },
  ),

  check(
    'messaging.scheduled-messages.timestamp',
    'Moving a scheduled message to another time in the future is accepted',
    async world => {
      world.claim((await edited(world, 'time')).reply).succeeds()
    },
  ),

  check(
    'messaging.scheduled-messages.timestamp-changed',
    'After it is moved a scheduled message is due at the new time in UNIX seconds',
    async world => {
      const { id, sent } = await edited(world, 'time')
      const reply = await acceptedEdit(world, edited(world, 'time'))
      const due = { deliverAt: sent['scheduled_delivery_timestamp'] }
      world.claim(reply).isShown('the scheduled message', await stateOf(world, id), due)
    },
  ),

  check('messaging.scheduled-messages.timestamp-kind', 'A delivery time that is not an integer is refused', world =>
    refusesKinds('updateScheduledMessage', 'scheduled_delivery_timestamp', `${inDays(world, 5)}abc`, 'text')(world),
  ),

  check(
    'messaging.scheduled-messages.failed-needs-timestamp',
    'Editing a scheduled message whose sending failed without a new time is refused',
    async world => {
      const from = await acceptedEdit(world, failedWithTime(world))
      const { reply, again } = await failedWithoutTime(world)
      for (const refused of [reply, ...again]) world.claim(refused).against(from).isRefusedPreferably('BAD_REQUEST')
      if (world.budget === 'quick') return
      const control = await failedWithTime(world, 'channel').catch(unlessMissing)
      if (!control || outcomeOf(control.reply) !== 'success') return
      const inChannel = await failedWithoutTime(world, 'channel')
      world.claim(inChannel.reply).against(control.reply).isRefusedPreferably('BAD_REQUEST')
    },
  ),

  check(
    'messaging.scheduled-messages.failed-with-timestamp',
    'Editing a scheduled message whose sending failed with a new time is accepted',
    async world => {
      world.claim((await failedWithTime(world)).reply).succeeds()
    },
  ),

  check(
    'messaging.scheduled-messages.failed-unchanged',
    'A refused edit leaves a scheduled message whose sending failed as it was',
    async world => {
      const { reply, before, after } = await failedWithoutTime(world)
      if (!before) throw new Undecided('fixture-missing', 'the provisioner cannot read a scheduled message back', false)
      if (outcomeOf(reply) === 'success') return world.cannotJudge('the edit was not refused')
      world.claim(reply).isShown('the scheduled message', after, editable(before))
    },
  ),

  watch(
    'failed-flag',
    async world => {
      const { id, reply } = await failedWithTime(world)
      const after = await stateIfReadable(world, id)
      const flag = `failed is ${JSON.stringify(after?.['failed'])}, due at ${JSON.stringify(after?.['deliverAt'])}`
      world.observe('messaging.scheduled-messages.failed-after-edit', `${inWords(reply)}; ${flag}`, reply)
      world.observe('messaging.scheduled-messages.delivery', `after the edit ${flag}`, reply)
    },
    { needs: { actors: ['user'], fixtures: ['scheduled-message', 'scheduled-state'], allow: 'write' } },
  ),

  watch(
    'nothing-new',
    async world => {
      const observed = (id: number, sent: Changes): Promise<Reply> =>
        world.user.sends('updateScheduledMessage', { scheduled_message_id: id, ...sent }, { observed: true })
      const nothing = await observed(await newDirect(world), {})
      world.observe('messaging.scheduled-messages.no-parameters', inWords(nothing), nothing)
      const direct = await observed(await newDirect(world), { type: 'direct', content: world.name('later') })
      const channel = await observed(await newInChannel(world), { type: 'stream', content: world.name('later') })
      const seen = `direct: ${inWords(direct)}; stream: ${inWords(channel)}`
      world.observe('messaging.scheduled-messages.type-repeated', seen, direct, channel)
    },
    { needs: { actors: ['user'], fixtures: ['channel', 'scheduled-message'], allow: 'write' } },
  ),

  watch(
    'empty-topic',
    async world => {
      if (world.level < 334) return
      const { spellings, replies } = await emptyTopics(world)
      const seen = replies.map((reply, index) => `${JSON.stringify(spellings[index])} ${inWords(reply)}`).join('; ')
      world.observe('messaging.scheduled-messages.empty-topic-unchanged-type', seen, ...replies)
    },
    { needs: { actors: ['user'], fixtures: ['channel', 'scheduled-message', 'register'], allow: 'write' } },
  ),
])
