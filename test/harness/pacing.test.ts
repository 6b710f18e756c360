/** The pacer: rate limit, concurrency, request cap and exclusive use of the target. */
import { describe, expect, it } from 'vitest'
import { virtualClock } from '../../harness/clock.ts'
import { pacer } from '../../harness/run/pacing.ts'
import { requestCap } from '../../harness/run/request-cap.ts'

async function departures(perSecond: number, count: number): Promise<number[]> {
  const clock = virtualClock(0)
  const pace = pacer(clock, { perSecond })
  const left: number[] = []
  await Promise.all(Array.from({ length: count }, () => pace.turn().then(() => left.push(clock.now()))))
  return left
}

describe('pacer', () => {
  it('lets no second hold more than the rate limit', async () => {
    const left = await departures(10, 45)
    for (const start of left) expect(left.filter(at => at >= start && at < start + 1000).length).toBeLessThanOrEqual(10)
  })

  it('wastes no time: n requests take n/r seconds', async () => {
    expect((await departures(10, 41)).at(-1)).toBe(4000)
  })

  it('lets everything leave at once where there is no rate limit', async () => {
    expect(await departures(0, 5)).toEqual([0, 0, 0, 0, 0])
  })

  it('sends the request with the best rank first if concurrency is limited', async () => {
    const pace = pacer(virtualClock(0), { perSecond: 0, few: { atOnce: 1 } })
    const left: number[] = []
    const turns = [3, 2, 1].map(rank =>
      pace.turn({ rank }).then(() => {
        left.push(rank)
        pace.done(0)
      }),
    )
    await Promise.all(turns)
    expect(left).toEqual([3, 1, 2])
  })

  it.each([
    ['far', 40, ['9 0', '2 0', '3 15', '4 15', '5 30', '6 30', '7 30', '8 30']],
    ['near', 10, ['9 0', '2 0', '3 10', '4 10', '5 20', '6 20', '7 20', '8 20']],
    ['near, until it hangs', 0, ['9 0', '2 0', '3 500', '4 500', '5 1000', '6 1000', '7 1000', '8 1000']],
  ])('sends the first requests a few at a time if the target is %s', async (_where, answersAfter, expected) => {
    const clock = virtualClock(0)
    const pace = pacer(clock, { perSecond: 0, few: { atOnce: 2, withinMs: { near: 500, far: 15 }, first: 6 } })
    if (answersAfter === 0) {
      await pace.turn()
      pace.done(0)
    }
    const left: string[] = []
    const leaves = async (rank: number): Promise<void> => {
      await pace.turn({ rank })
      left.push(`${rank} ${clock.now()}`)
      if (answersAfter > 0) void clock.sleep(answersAfter).then(() => pace.done(answersAfter))
    }
    await Promise.all([9, 8, 7, 6, 5, 4, 3, 2].map(leaves))
    expect(left).toEqual(expected)
  })

  it('sends nothing while the target asks to slow down', async () => {
    const clock = virtualClock(0)
    const pace = pacer(clock, { perSecond: 0 })
    pace.pause(3000)
    await pace.turn()
    expect(clock.now()).toBe(3000)
  })

  it.each([0, 10])('lets only one check send while it has the target exclusively, at %i a second', async perSecond => {
    const pace = pacer(virtualClock(0), { perSecond })
    const left: string[] = []
    const leaves = (of: string, rank: number): Promise<void> => pace.turn({ of, rank }).then(() => void left.push(of))
    const letGo = pace.hold('one')
    const others = [leaves('other', 0), leaves('other', 1)]
    await leaves('one', 9)
    await leaves('one', 9)
    expect(left).toEqual(['one', 'one'])
    letGo()
    await Promise.all(others)
    expect(left).toEqual(['one', 'one', 'other', 'other'])
  })

  it('counts announced requests first, and does not count requests that were not sent', async () => {
    const pace = pacer(virtualClock(0), { perSecond: 0, cap: requestCap(2, virtualClock(0)) })
    expect(pace.count()).toBeNull()
    await pace.turn()
    await expect(pace.turn()).rejects.toThrow('the run may send 2 requests')
    await pace.turn({ counted: true })
    pace.unused()
    await pace.turn()
    await expect(pace.turn()).rejects.toThrow('the run may send 2 requests')
  })

  it('spends a cap on planned requests of the lowest ranks, as long as they are soon ready', async () => {
    const clock = virtualClock(0)
    const cap = requestCap(3, clock)
    cap.expect([9, 1, 2, 3, 4, 5])
    const pace = pacer(clock, { perSecond: 0, cap })
    const left: string[] = []
    const leaves = (rank: number): Promise<void> =>
      pace.turn({ rank }).then(() => void left.push(`${rank} at ${clock.now()}`))
    await leaves(1)
    const worst = leaves(9)
    await clock.sleep(250)
    await leaves(2)
    await worst
    await expect(leaves(3)).rejects.toThrow('the run may send 3 requests')
    expect(left).toEqual(['1 at 0', '2 at 250', '9 at 550'])
  })

  it('reserves the last requests of a cap for a check that waits for an effect', async () => {
    const clock = virtualClock(0)
    const cap = requestCap(25, clock)
    const pace = pacer(clock, { perSecond: 10, cap })
    const left: string[] = []
    const leaves = (of: string): Promise<void> => pace.turn({ of }).then(() => void left.push(of))
    const looking = (async () => {
      await leaves('looking')
      await cap.clockOf('looking', clock).sleep(60_000)
      await leaves('looking')
    })()
    const others = Array.from({ length: 30 }, () => leaves('others'))
    await looking
    expect(left).toEqual(['looking', ...Array<string>(22).fill('others'), 'looking'])
    const ends = await Promise.allSettled(others)
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(23)
    expect(left).toHaveLength(25)
  })
})
