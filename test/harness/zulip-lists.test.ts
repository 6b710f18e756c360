/** The cache for lists of a Zulip server. */
import { describe, expect, test } from 'vitest'
import { remembered } from '../../suites/messaging/zulip/remembered-lists.ts'
import type { Zulip } from '../../suites/messaging/zulip/zulip-parts.ts'

const server = {} as Zulip

describe('cached lists of a Zulip server', () => {
  test('calls during one read share the next read', async () => {
    let readings = 0
    const { last, now } = remembered(async () => {
      readings++
      await Promise.resolve()
      return [{ id: readings }]
    })
    expect(last(server, 'ada')).toEqual([])
    const first = now(server, 'ada')
    await Promise.resolve()
    const later = [now(server, 'ada'), now(server, 'ada'), now(server, 'ada')]
    expect(await first).toEqual([{ id: 1 }])
    expect(await Promise.all(later)).toEqual([[{ id: 2 }], [{ id: 2 }], [{ id: 2 }]])
    expect(last(server, 'ada')).toEqual([{ id: 2 }])
    expect(last(server, 'bob')).toEqual([])
  })

  test('a failed read keeps the known list, and the next call reads again', async () => {
    let fails = false
    const { last, now } = remembered(async () => {
      if (fails) throw new Error('refused')
      return [{ id: 1 }]
    })
    await now(server, 'ada')
    fails = true
    await expect(now(server, 'ada')).rejects.toThrow('refused')
    expect(last(server, 'ada')).toEqual([{ id: 1 }])
    fails = false
    expect(await now(server, 'ada')).toEqual([{ id: 1 }])
  })
})
