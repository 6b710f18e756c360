/** Faults derived for pairs of factors. */
import { expect, test } from 'vitest'
import { judgeInteraction } from '../../cli/self-check/judge-interaction.ts'
import { requirements } from '../../generated/catalogue.ts'
import { createReference, faults, interactionFaults } from '../../reference/index.ts'
import { suites } from '../../suites/index.ts'

const all = interactionFaults()

test('there are more than a thousand, for every operation, with unique ids', () => {
  expect(all.length).toBeGreaterThan(1000)
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  expect(new Set(all.map(({ operation }) => operation)).size).toBeGreaterThan(30)
})

test('each names two factors and existing required requirements, and is not a single fault', () => {
  const musts = new Set<string>(requirements.filter(({ level }) => level === 'must').map(({ id }) => id))
  const single = new Set(faults.map(({ id }) => id))
  const wrong = all.filter(
    ({ id, factors: [one, other], breaches, changes = [] }) =>
      single.has(id) ||
      one === other ||
      changes.length === 0 ||
      breaches.length === 0 ||
      !breaches.every(requirement => musts.has(requirement)),
  )
  expect(wrong.map(({ id }) => id)).toEqual([])
})

test('each can be applied to a reference', () => {
  for (const { id } of all.filter((_, at) => at % 40 === 0))
    expect(() => createReference({ faults: [id] })).not.toThrow()
})

test('a fault has an effect only if both factors meet', async () => {
  const id = 'messaging.pair.addNavigationView.success-msg.by-guest.is-pinned-is-true'
  const reference = createReference({ faults: [id] })
  const { messaging } = reference.targetFile('http://reference.invalid') as {
    messaging: { baseUrl: string; actors: Record<string, { email: string; apiKey: string }> }
  }
  const msgFor = async (who: string, pinned: boolean): Promise<unknown> => {
    const { email = '', apiKey = '' } = messaging.actors[who] ?? {}
    const body = new URLSearchParams({ fragment: `narrow/${who}/${pinned}`, is_pinned: String(pinned) }).toString()
    const headers = {
      authorization: `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    }
    const request = new Request(`${messaging.baseUrl}/navigation_views`, { method: 'POST', body, headers })
    return ((await (await reference.fetch(request)).json()) as { msg: unknown }).msg
  }
  expect(await msgFor('guest', true)).toBe('done')
  expect(await msgFor('guest', false)).toBe('')
  expect(await msgFor('admin', true)).toBe('')
})

test('a fault is caught only if a request met it', async () => {
  for (const { id } of all.filter(({ api }, at) => api === 'messaging' && at % 211 === 0)) {
    const trial = await judgeInteraction(id, [{ budget: 'quick', only: [] }], suites)
    expect(trial.exchanges).toBeGreaterThan(0)
    expect(trial.exercised || trial.caughtAt === null).toBe(true)
  }
})
