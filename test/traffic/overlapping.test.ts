/** Requests of several clients at the same time. */
import { EventEmitter, once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { ok, verdict } from './said.ts'
import { standing } from './standing-proxy.ts'

const say = (reply: ServerResponse, more: object = {}): void =>
  void reply
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ result: 'success', msg: '', ...more }))

/** The list without a group that was made before, and is being deactivated or is not. */
async function listedWithout(isDeactivated: boolean): Promise<string | undefined> {
  const deployment = new EventEmitter()
  const { origin, end } = await standing((request, reply) => {
    if (request.url?.endsWith('/create')) return say(reply, { group_id: 7 })
    if (request.method === 'GET') return say(reply, { user_groups: [] })
    deployment.emit('deactivation', reply)
  })
  const ask = async (method: string, path: string, body?: string): Promise<void> => {
    const headers = {
      authorization: 'Basic YWRhOmtleQ==',
      ...(body && { 'content-type': 'application/x-www-form-urlencoded' }),
    }
    await (await fetch(`${origin}/api/v1${path}`, { method, headers, ...(body && { body }) })).text()
  }
  await ask('POST', '/user_groups/create', 'name=Team&description=All&members=%5B1%5D')
  const list = (): Promise<void> => ask('GET', '/user_groups')
  if (isDeactivated) {
    const [deactivating, done] = [once(deployment, 'deactivation'), ask('POST', '/user_groups/7/deactivate')]
    const [reply] = await deactivating
    await list()
    say(reply)
    await done
  } else await list()
  const { report } = await end()
  return report.requirements.find(({ id }) => id === 'messaging.user-groups.created-listed')?.verdict
}

test('behind a proxy, a group that is missing in a list was not kept', async () =>
  expect(await listedWithout(false)).toBe('fail'))

test('unless its deactivation was under way when the list came', async () =>
  expect(await listedWithout(true)).not.toBe('fail'))

test('in a capture as well, and whatever the order of its exchanges', () => {
  const judged = (deactivatedAt: number): string | undefined =>
    verdict(
      'messaging.user-groups.created-listed',
      ['POST /user_groups/create', { name: 'Team', description: 'All', members: [1] }, ok({ group_id: 7 })],
      ['GET /user_groups', {}, ok({ user_groups: [] }), { at: 100 }],
      ['POST /user_groups/7/deactivate', {}, ok(), { at: deactivatedAt }],
    )
  expect(judged(200)).toBe('fail')
  expect(judged(105)).toBe('unverified')
  expect(judged(95)).toBe('unverified')
})
