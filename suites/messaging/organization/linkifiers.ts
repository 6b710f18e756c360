/** Linkifiers: messaging contract, "Linkifier" and GET /realm/linkifiers. */
import {
  type Exchange,
  type FixtureValue,
  listed,
  notBlank,
  type Reply,
  select,
  shown,
  valueAt,
} from '../../../harness/index.ts'
import type { Actor } from '../actor.ts'
import { area } from '../area.ts'
import { vary } from '../controls/variations.ts'
import { idsDiffer } from '../membership.predicates.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import { sameOrder, templatesVary, variablesAreGroups } from './linkifiers.predicates.ts'

/** A linkifier that a fixture made: its id, the pattern and template it reports, and those requested. */
interface Made {
  readonly id: unknown
  readonly reported: Readonly<Record<string, unknown>>
  readonly requested: Readonly<Record<string, unknown>>
}

const read = (world: World): Promise<Reply> => vary(world, 'getLinkifiers', {})

const firstRead = shared(read)

/** Whether the fixture is ready-made: then it is always the same one, and has none of the requested patterns. */
const isReadyMade = (made: readonly Made[] = []): boolean => new Set(made.map(({ id }) => id)).size < made.length

const reportedBy = ({ pattern, urlTemplate }: FixtureValue): Made['reported'] => ({
  ...(typeof pattern === 'string' && { pattern }),
  ...(typeof urlTemplate === 'string' && { url_template: urlTemplate }),
})

/** Three linkifiers made for this run, and the list read afterwards. */
export const madeAndRead = shared(async (world): Promise<{ made: readonly Made[]; reply: Reply }> => {
  const word = world.name('linkifier').replaceAll(' ', '-')
  const made: Made[] = []
  for (const name of ['c', 'a', 'b']) {
    const pattern = `${word}-${name}-(?P<number>\\d+)`
    const urlTemplate = `https://tickets.example/${name}/{number}`
    const value = await world.provide('linkifier', { pattern, urlTemplate })
    made.push({ id: value['id'], reported: reportedBy(value), requested: { pattern, url_template: urlTemplate } })
  }
  return { made, reply: await read(world) }
})

const inOneOrder = (one: Reply, other: Reply): boolean =>
  sameOrder.judge([one.exchange, other.exchange], {}).outcome !== 'broken'

const countIn = ({ exchange }: Reply): number => select(exchange.json, '/linkifiers/*').length

const ROUNDS = 3

/** Two reads; if their order differs, somebody may have changed it, so the last two of four reads that agree, if there are. */
export async function readsInOneOrder(
  before: Reply,
  after: Reply,
  by: readonly [Actor, Actor],
): Promise<readonly [Reply, Reply]> {
  if (inOneOrder(before, after)) return [before, after]
  for (let round = 0; round < ROUNDS; round++) {
    const reads: Reply[] = []
    for (const reader of [...by, ...by]) reads.push(await reader.getLinkifiers())
    const [first, second, third, fourth] = reads
    if (!first || !second || !third || !fourth) break
    if (inOneOrder(first, second) && inOneOrder(second, third) && inOneOrder(third, fourth)) return [third, fourth]
  }
  return [before, after]
}

const isList = ({ operation, json }: Exchange): boolean =>
  operation === 'getLinkifiers' && Array.isArray(valueAt(json, '/linkifiers'))

export default area('messaging.linkifiers', ({ always, scenario, visit, watch }) => [
  visit('getLinkifiers', { actors: ['user'] }, async world => {
    await firstRead(world)
  }),
  visit('getLinkifiers', { actors: ['user'], fixtures: ['linkifier'], allow: 'write' }, async world => {
    await madeAndRead(world)
  }),

  always(
    'messaging.linkifiers.template-variables',
    'Each variable of a url_template is a named group of its pattern',
    isList,
    variablesAreGroups,
  ),

  always('messaging.linkifiers.template-has-variable', 'Each url_template has a variable', isList, templatesVary),

  always('messaging.linkifiers.pattern-not-blank', 'No pattern is blank', isList, notBlank, () => ({
    paths: ['/linkifiers/*/pattern'],
  })),

  scenario(
    'two-reads',
    {
      'messaging.linkifiers.order-stable': 'Two reads of the linkifiers give the same order',
      'messaging.linkifiers.existing-listed': 'A linkifier that exists is listed with its pattern and URL template',
    },
    async world => {
      const sequence = world.judges('messaging.linkifiers.existing-listed') ? await madeAndRead(world) : null
      const reply = sequence?.reply ?? (await firstRead(world))
      if (!sequence) {
        world.requireAccepted(reply)
        if (countIn(reply) < 2)
          return world.lacks('the target lists fewer than two linkifiers', 'messaging.linkifiers.order-stable')
      }
      let before = reply
      for (const _ of world.tries([1, 2, 3, 4])) {
        const [first, second] = await readsInOneOrder(before, await read(world), [world.user, world.user])
        world.claimFor('messaging.linkifiers.order-stable', first, second).keeps(sameOrder, {})
        before = second
      }
      for (const { id, reported, requested } of sequence?.made ?? []) {
        const claim = world
          .claimFor('messaging.linkifiers.existing-listed', reply)
          .lists('/linkifiers', { id }, reported)
        const unreported = Object.fromEntries(
          Object.entries(requested).filter(([name]) => !Object.hasOwn(reported, name)),
        )
        if (!isReadyMade(sequence?.made))
          claim.keeps(listed, { list: '/linkifiers', where: { id }, has: unreported }, { weight: 'should' })
      }
    },
  ),

  always(
    'messaging.linkifiers.list-ids-distinct',
    'No two linkifiers of a list have the same id',
    isList,
    idsDiffer,
    () => ({
      list: '/linkifiers',
    }),
  ),

  watch(
    'open-points',
    async world => {
      const reply = await firstRead(world)
      const show = (name: string): string =>
        shown(select(reply.json, `/linkifiers/*/${name}`).map(({ value }) => value))
      world.observe('messaging.linkifiers.order', `ids in the order given: ${show('id')}`, reply)
      world.observe('messaging.linkifiers.pattern-dialect', `patterns: ${show('pattern')}`, reply)
    },
    { needs: { actors: ['user'] } },
  ),
])
