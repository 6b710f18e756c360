/** Whether created drafts are kept, and refused ones are not: messaging contract, "Drafts". */
import { elementsWhere, isObject, isRecent, type Reply } from '../../../harness/index.ts'
import { area } from '../area.ts'
import { ANY_SCRIPT, eventOfType, unlessMissing } from '../fixtures.ts'
import { textUpTo } from '../names.ts'
import { outcomeOf } from '../outcome.ts'
import type { World } from '../world.ts'
import {
  channelControl,
  create,
  created,
  type Draft,
  direct,
  inChannel,
  NULL_BYTE,
  ofNotOneChannel,
  unaddressed,
} from './draft-makers.ts'
import { keptAs } from './drafts.predicates.ts'

/** The user's drafts, as a provisioner reads them back. */
const draftsOf = async (world: World): Promise<unknown> =>
  (await world.provide('drafts-of', { as: world.user.email })).drafts

/** A channel draft, or an unaddressed one if there is no channel or the budget is quick. */
const inChannelOrNone = async (world: World): Promise<Draft> => {
  if (world.budget === 'quick') return unaddressed(world)
  return (await inChannel(world).catch(unlessMissing)) ?? unaddressed(world)
}

/** Claims that the accepted drafts exist, each with the values sent. */
const claimKept = async (world: World, reply: Reply, sent: readonly Draft[]): Promise<void> => {
  world.claim(reply).succeeds()
  const drafts = await draftsOf(world)
  for (const { type, to, topic, content } of sent) {
    const { 0: found = null, length: times } = elementsWhere(drafts, { content })
    world.claim(reply).keeps(keptAs, { found, times, type, to, topic, sender: world.user.userId })
  }
}

interface Refused {
  readonly why: string
  /** Unique names, one in the content of each draft that was sent. */
  readonly marks: readonly string[]
  readonly reply: Reply
}

/** Claims that no draft of a refused request exists. */
const claimNothingCreated = async (world: World, tried: readonly Refused[]): Promise<void> => {
  const refused = tried.filter(({ reply }) => outcomeOf(reply) === 'error')
  if (refused.length === 0) return world.cannotJudge('nothing was refused')
  const drafts = await draftsOf(world)
  const texts = Array.isArray(drafts) ? drafts.map(draft => String(isObject(draft) ? draft['content'] : '')) : []
  for (const { why, marks, reply } of refused)
    for (const mark of marks)
      world.claim(reply).isNotShown(
        `draft of a request refused for ${why}`,
        texts.find(text => text.includes(mark)),
      )
}

/** Ways to make a draft invalid, by the reason for the refusal. */
const WAYS_TO_BE_INVALID: Readonly<Record<string, (draft: Draft) => unknown>> = {
  'a type outside the listed ones': draft => ({ ...draft, type: 'nonsense' }),
  'no channel': draft => ({ ...draft, to: [] }),
  'a to that is not a list': draft => ({ ...draft, to: 'text' }),
  'a null byte in its topic': draft => ({ ...draft, topic: `as${NULL_BYTE}say` }),
  'a null byte in its content': draft => ({ ...draft, content: `${draft.content}${NULL_BYTE}` }),
  'a timestamp that is not an integer': draft => ({ ...draft, timestamp: 'text' }),
  'no topic': ({ topic: _none, ...draft }) => draft,
  'no type': ({ type: _none, ...draft }) => draft,
}

const reasons = (world: World): readonly string[] => world.tries(Object.keys(WAYS_TO_BE_INVALID), 3)

const madeInvalid = (why: string, draft: Draft): unknown => WAYS_TO_BE_INVALID[why]?.(draft)

export default area('messaging.drafts', ({ check }) => [
  check('messaging.drafts.kept', 'Created drafts are kept with the type and content sent', async world => {
    const { draft, reply } = await created(world, 'plain')
    await claimKept(world, reply, [draft])
    if (world.budget === 'quick') return
    const plain = (content: string): Draft => ({ ...unaddressed(world), content })
    const long = plain(await textUpTo(world, 'max_message_length', 4000))
    const to = () => direct(world)
    const batch = [long, await to(), unaddressed(world), await to(), plain(world.name(ANY_SCRIPT)), await to()]
    const single = plain(world.name('at the same time'))
    const [one, several] = await Promise.all([create(world, single), create(world, ...batch)])
    await claimKept(world, one, [single])
    await claimKept(world, several, batch)
  }),

  check(
    'messaging.drafts.channel-kept',
    'A created channel draft is kept with the channel and topic sent',
    async world => {
      const { draft, reply } = await created(world, 'inChannel')
      await claimKept(world, reply, [draft])
      if (world.budget === 'quick') return
      const batch = [unaddressed(world), await inChannel(world), await inChannel(world), await inChannel(world)]
      await claimKept(world, await create(world, ...batch), batch)
    },
  ),

  check('messaging.drafts.direct-kept', 'A created direct draft is kept with the users sent', async world => {
    const draft = { ...(await direct(world)), to: [world.second.userId] }
    await claimKept(world, await create(world, draft), [draft])
    if (world.budget === 'quick') return
    const batch = [unaddressed(world), await direct(world), { ...draft, content: world.name('third') }]
    await claimKept(world, await create(world, ...batch), batch)
  }),

  check(
    'messaging.drafts.one-channel-creates-nothing',
    'A channel draft that names no channel, or two, is not created',
    async world => {
      world.requireAccepted(await channelControl(world))
      const tried = await ofNotOneChannel(world)
      const why = 'not naming one channel'
      await claimNothingCreated(
        world,
        tried.map(({ reply, content }) => ({ why, marks: [String(content)], reply })),
      )
    },
  ),

  check(
    'messaging.drafts.refused-creates-nothing',
    'A refused draft is not created, whatever it was refused for',
    async world => {
      const tried: Refused[] = []
      for (const why of reasons(world)) {
        const draft = await inChannel(world)
        tried.push({ why, marks: [String(draft.content)], reply: await create(world, madeInvalid(why, draft)) })
      }
      await claimNothingCreated(world, tried)
    },
  ),

  check(
    'messaging.drafts.refused-batch-creates-nothing',
    'Of a batch that is refused for one draft none is created',
    async world => {
      const tried: Refused[] = []
      for (const why of reasons(world)) {
        const good = [unaddressed(world), unaddressed(world), unaddressed(world)]
        const wrong = madeInvalid(why, await inChannel(world))
        const reply = await create(world, ...good.slice(0, 2), wrong, ...good.slice(2))
        tried.push({ why, marks: good.map(({ content }) => String(content)), reply })
      }
      await claimNothingCreated(world, tried)
    },
  ),

  check(
    'messaging.drafts.timestamp-filled',
    'A draft created without a timestamp gets one in UNIX seconds from the server',
    async world => {
      const quick = world.budget === 'quick' ? await created(world, 'plain') : null
      const drafts = quick ? [quick.draft] : [unaddressed(world), await direct(world), await inChannelOrNone(world)]
      const reply = quick ? quick.reply : await create(world, ...drafts)
      const there = await draftsOf(world)
      for (const { content } of drafts) {
        const [found] = elementsWhere(there, { content }) as { timestamp?: unknown }[]
        world
          .claim(reply)
          .isControl()
          .isShown('the draft', found)
          .keeps(isRecent, { what: 'its timestamp', seconds: found?.timestamp ?? null, now: world.clock.now() })
      }
    },
  ),

  check(
    'messaging.drafts.event',
    'Creating drafts is told to other clients of the user by a drafts event',
    async world => {
      const batches = [
        [unaddressed(world)],
        [unaddressed(world), await direct(world), await inChannelOrNone(world)],
        [await direct(world)],
        [await inChannelOrNone(world)],
      ]
      for (const drafts of world.tries(batches)) {
        const { queueId } = await world.provide('event-queue', { as: world.user.email, eventTypes: ['drafts'] })
        const reply = await create(world, ...drafts)
        const what = `an event of type drafts for ${drafts.length} created at once`
        world
          .claim(reply)
          .succeeds()
          .isShown(what, await eventOfType(world, queueId, 'drafts'))
      }
    },
    // Other checks that create or remove drafts cause events of the same type.
    { isolation: 'first', resource: 'drafts' },
  ),
])
