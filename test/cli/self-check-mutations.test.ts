/** Mutations of checks and predicates, such as a predicate that always holds: the proof must notice each of them. */
import { describe, expect, it, test } from 'vitest'
import { mutationsOf } from '../../cli/self-check/mutations.ts'
import { suites } from '../../suites/index.ts'
import { assayWith } from './fake-io.ts'

describe('mutations', () => {
  test.each([
    'trading.ping.pong',
    'trading.orderbook.symbol-asked',
    'trading.signing.truncated',
    'messaging.drafts.one-channel',
    'messaging.event-queues.deleted-twice',
    'messaging.linkifiers.order-stable',
  ])('of %s are all noticed', async requirement => {
    const mutations = await mutationsOf(requirement, suites)
    expect(mutations.map(({ kind }) => kind)).toContain('predicate')
    expect(mutations.filter(({ noticed }) => !noticed)).toEqual([])
  })

  it('of a check that never judges anything go unnoticed', async () => {
    const areas = suites.map(one => ({
      ...one,
      items: one.items.flatMap(item =>
        item.does === 'check' && item.id === 'messaging.drafts.one-channel'
          ? [item, { ...item, id: 'idle', run: async () => {} }]
          : [item],
      ),
    }))
    const mutations = await mutationsOf('messaging.drafts.one-channel', areas)
    expect(mutations.filter(({ noticed }) => !noticed)).toEqual([{ kind: 'check', name: 'idle', noticed: false }])
  })

  it('are only tried on requirements that exist', async () => {
    expect(await assayWith(['self-check', '--mutations', '--only', 'nothing.*'])).toMatchObject({
      status: 2,
      err: 'assay: no requirement matches nothing.*\n',
    })
  })
})
