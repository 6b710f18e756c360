/** Drafts: messaging contract, "Drafts" and the draft's field table. */
import type { OpenPointId } from '../../../generated/catalogue.ts'
import { bodyOf, type Reply, verbatim } from '../../../harness/index.ts'
import { area } from '../area.ts'
import { control, controlReply, vary } from '../controls/variations.ts'
import { ANY_SCRIPT, NO_SUCH_ID } from '../fixtures.ts'
import { outcomeOf } from '../outcome.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import {
  channelControl,
  channelId,
  create,
  created,
  type Draft,
  direct,
  inChannel,
  NULL_BYTE,
  ofNotOneChannel,
  together,
  unaddressed,
} from './draft-makers.ts'
import { distinctIds } from './drafts.predicates.ts'

/** Claims that each of these drafts is refused; it differs from an accepted one in one thing. */
const refusesDraft = async (
  world: World,
  accepted: Reply,
  drafts: readonly unknown[],
  ...codes: readonly string[]
): Promise<void> => {
  world.requireAccepted(accepted)
  for (const draft of world.tries(drafts))
    world
      .claim(await create(world, draft))
      .against(accepted)
      .isRefused(...codes)
}

const good = (world: World) => Array.from({ length: 6 }, () => unaddressed(world))

const acceptedBatch = shared(world => create(world, ...good(world)))

/** Claims that a batch with one wrong draft, first or last, is refused as a whole. */
const refusesInBatch = async (world: World, wrong: unknown, ...codes: readonly string[]): Promise<void> => {
  if (world.budget === 'quick') return
  const accepted = await acceptedBatch(world)
  world.requireAccepted(accepted)
  for (const drafts of [
    [...good(world), wrong],
    [wrong, ...good(world)],
  ])
    world
      .claim(await create(world, ...drafts))
      .against(accepted)
      .isRefused(...codes)
}

const without = (draft: Draft, name: keyof Draft): Partial<Draft> => {
  const { [name]: _left, ...rest } = draft
  return rest
}

const directControl = shared(async world => create(world, await direct(world)))

export default area('messaging.drafts', ({ check, scenario, visit, watch }) => [
  visit(
    'createDrafts',
    { actors: ['user'], allow: 'write' },
    async world => void (await control(world, 'createDrafts')),
  ),

  check('messaging.drafts.unaddressed', "An unaddressed draft, of type '', is accepted", async world => {
    world.claim(await controlReply(world, 'createDrafts')).succeeds()
  }),

  check(
    'messaging.drafts.channel',
    "A channel draft, of type 'stream', with one channel id is accepted",
    async world => {
      world.claim(await channelControl(world)).succeeds()
    },
  ),

  check('messaging.drafts.direct', "A direct draft, of type 'private', with user ids is accepted", async world => {
    world.claim(await directControl(world)).succeeds()
  }),

  scenario(
    'batches',
    {
      'messaging.drafts.one-id-each':
        'Creating drafts answers one integer id for each draft sent, in a batch of any size',
      'messaging.drafts.ids-distinct': 'No two drafts share an id',
    },
    async world => {
      const replies: Reply[] = []
      const quick = world.budget === 'quick' ? await together(world) : null
      if (quick && outcomeOf(quick.reply) === 'success') {
        const { reply, sent } = quick
        world.claimFor('messaging.drafts.one-id-each', reply).succeeds().holdsIntegers('/ids', sent.length)
        world.claimFor('messaging.drafts.ids-distinct', reply).keeps(distinctIds, {})
        return
      }
      for (const size of quick ? [23] : [1, 2, 7, 23]) {
        const reply = await create(world, ...Array.from({ length: size }, () => unaddressed(world)))
        world.claimFor('messaging.drafts.one-id-each', reply).succeeds().holdsIntegers('/ids', size)
        replies.push(reply)
      }
      world.claimFor('messaging.drafts.ids-distinct', ...replies).keeps(distinctIds, {})
    },
  ),

  check('messaging.drafts.drafts-optional', 'A request without drafts is accepted', async world => {
    world.claim(await vary(world, 'createDrafts', { drafts: undefined })).succeeds()
  }),

  check('messaging.drafts.drafts-kind', 'A drafts parameter that is not a list of objects is refused', async world => {
    const accepted = await control(world, 'createDrafts')
    for (const drafts of world.tries([unaddressed(world), [unaddressed(world), 7], verbatim('text')], 2))
      world
        .claim(await vary(world, 'createDrafts', { drafts }))
        .against(accepted)
        .isRefused()
  }),

  check('messaging.drafts.type-required', 'A draft without type is refused', async world => {
    await refusesDraft(world, await control(world, 'createDrafts'), [without(unaddressed(world), 'type')])
  }),

  check(
    'messaging.drafts.type-outside',
    "A draft of a type outside '', 'stream' and 'private' is refused",
    async world => {
      const accepted = await control(world, 'createDrafts')
      const types = world.budget === 'quick' ? ['nonsense'] : ['nonsense', 7, null]
      await refusesDraft(
        world,
        accepted,
        types.map(type => ({ ...unaddressed(world), type })),
      )
      await refusesInBatch(world, { ...unaddressed(world), type: 'nonsense' })
    },
  ),

  check('messaging.drafts.to-required', 'A channel or direct draft without to is refused', async world => {
    await refusesDraft(world, await channelControl(world), [without(await inChannel(world), 'to')])
    await refusesDraft(world, await directControl(world), [without(await direct(world), 'to')])
  }),

  check('messaging.drafts.to-kind', 'A draft whose to is not a list of integers is refused', async world => {
    const draft = await inChannel(world)
    await refusesDraft(
      world,
      await channelControl(world),
      [await channelId(world), 'text', ['text']].map(to => ({ ...draft, to })),
    )
  }),

  check(
    'messaging.drafts.one-channel',
    'A channel draft that names no channel, or two, is refused with BAD_REQUEST',
    async world => {
      const accepted = await channelControl(world)
      world.requireAccepted(accepted)
      for (const { reply } of await ofNotOneChannel(world))
        world.claim(reply).against(accepted).isRefused('BAD_REQUEST')
      await refusesInBatch(world, { ...(await inChannel(world)), to: [] }, 'BAD_REQUEST')
    },
  ),

  check('messaging.drafts.to-unknown-channel', 'A channel draft for an unknown channel is refused', async world => {
    await refusesDraft(world, await channelControl(world), [{ ...(await inChannel(world)), to: [NO_SUCH_ID] }])
  }),

  check('messaging.drafts.to-unknown-user', 'A direct draft for an unknown user is refused', async world => {
    const accepted = await directControl(world)
    await refusesDraft(world, accepted, [{ ...(await direct(world)), to: [NO_SUCH_ID] }])
  }),

  check(
    'messaging.drafts.to-ignored',
    'A to that is not empty in an unaddressed draft is ignored and not refused',
    async world => {
      world.claim((await created(world, 'toIgnored')).reply).succeeds()
      if (world.budget !== 'quick')
        world.claim(await create(world, { ...unaddressed(world), to: [NO_SUCH_ID] })).succeeds()
    },
  ),

  check('messaging.drafts.topic-required', 'A channel draft without topic is refused', async world => {
    await refusesDraft(world, await channelControl(world), [without(await inChannel(world), 'topic')])
  }),

  check(
    'messaging.drafts.topic-ignored-direct',
    'A topic in a direct draft is ignored and not refused',
    async world => {
      world.claim((await created(world, 'topicIgnoredDirect')).reply).succeeds()
      if (world.budget !== 'quick')
        world.claim(await create(world, { ...(await direct(world)), topic: ANY_SCRIPT })).succeeds()
    },
  ),

  check(
    'messaging.drafts.topic-ignored-unaddressed',
    'A topic in an unaddressed draft is ignored and not refused',
    async world => {
      world.claim((await created(world, 'topicIgnored')).reply).succeeds()
      if (world.budget !== 'quick')
        world.claim(await create(world, { ...unaddressed(world), topic: 'assay' })).succeeds()
    },
  ),

  check('messaging.drafts.topic-null-byte', 'A channel draft with a null byte in its topic is refused', async world => {
    await refusesDraft(world, await channelControl(world), [
      { ...(await inChannel(world)), topic: `as${NULL_BYTE}say` },
    ])
  }),

  check('messaging.drafts.content-required', 'A draft without content is refused', async world => {
    await refusesDraft(world, await control(world, 'createDrafts'), [without(unaddressed(world), 'content')])
    await refusesInBatch(world, without(unaddressed(world), 'content'))
  }),

  check('messaging.drafts.content-null-byte', 'A draft with a null byte in its content is refused', async world => {
    await refusesDraft(world, await control(world, 'createDrafts'), [
      { ...unaddressed(world), content: `${world.name('draft')}${NULL_BYTE}` },
      { ...(await direct(world)), content: `${NULL_BYTE}${world.name('draft')}` },
    ])
    await refusesInBatch(world, { ...unaddressed(world), content: `as${NULL_BYTE}say` })
  }),

  check('messaging.drafts.timestamp-sent', 'A draft with a timestamp in UNIX seconds is accepted', async world => {
    world.claim((await created(world, 'timestamp')).reply).succeeds()
  }),

  check(
    'messaging.drafts.timestamp-kind',
    'A draft with a timestamp that is not an integer is refused',
    async world => {
      await refusesDraft(world, await control(world, 'createDrafts'), [
        { ...unaddressed(world), timestamp: '60abc' },
        { ...unaddressed(world), timestamp: 'text' },
      ])
    },
  ),

  watch(
    'open-points',
    async world => {
      const tell = (reply: Reply): string =>
        outcomeOf(reply) === 'success' ? 'accepted' : `refused: ${bodyOf(reply.exchange, 120)}`
      const observed = async (id: OpenPointId, what: string, draft: unknown): Promise<void> => {
        const reply = await vary(world, 'createDrafts', { drafts: draft === null ? [] : [draft] }, { observed: true })
        world.observe(id, `${what}: ${tell(reply)}`, reply)
      }
      await observed('messaging.drafts.empty-list', 'an empty list', null)
      await observed('messaging.drafts.id-sent', 'a draft with an id', { ...unaddressed(world), id: NO_SUCH_ID })
      await observed('messaging.drafts.newer-type-names', "type 'direct'", { ...(await direct(world)), type: 'direct' })
      await observed('messaging.drafts.ignored-null-byte', 'a null byte in an ignored topic', {
        ...unaddressed(world),
        topic: NULL_BYTE,
      })
    },
    { needs: { actors: ['user'], allow: 'write' } },
  ),
])
