import { describe, expect, test } from 'vitest'
import { remembered } from '../../suites/messaging/zulip/remembered-lists.ts'
import type { Zulip } from '../../suites/messaging/zulip/zulip-parts.ts'

const server = {} as Zulip

describe('lists of a Zulip server that are remembered', () => {
  test('all who ask while one reading is under way share the next one', async () => {
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

  test('a reading that fails leaves what was known, and the next one is made', async () => {
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
