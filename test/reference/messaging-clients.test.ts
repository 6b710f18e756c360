/** Real clients over a socket: zulip-js, and tus-js-client against the real tus server. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Api } from '../../reference/api.ts'
import { makeBehaviour } from '../../reference/make-behaviour.ts'
import { createMessaging } from '../../reference/messaging/index.ts'
import { webFetch } from '../../reference/wire.ts'

/** Loading zulip-js replaces a global that other tests use, so it is restored. */
const { FormData } = globalThis
const { default: zulipInit } = await import('zulip-js')
globalThis.FormData = FormData

interface Actor {
  readonly email: string
  readonly apiKey: string
  readonly userId: number
  readonly password: string
}

let server: Server
let api: Api
let realm = ''
let member: Actor
let second: Actor

beforeAll(async () => {
  api = createMessaging(makeBehaviour(), {})
  server = createServer(getRequestListener(request => webFetch(api.answer)(request)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  realm = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  ;({ member, second } = api.target(realm)['actors'] as { member: Actor; second: Actor })
})

afterAll(() => new Promise(resolve => server.close(resolve)))

const client = (actor: Actor) => zulipInit({ username: actor.email, apiKey: actor.apiKey, realm: `${realm}/chat` })

test('zulip-js fetches a key', async () => {
  const login = await zulipInit({ username: member.email, password: member.password, realm: `${realm}/chat` })
  expect(login.config.apiKey).toBe(member.apiKey)
})

test('zulip-js sends typing events and reactions, reads history and deletes its queue', async () => {
  const [max, eva] = [await client(member), await client(second)]
  const queue = await eva.queues.register({ event_types: ['typing', 'message'] })
  expect(await max.typing.send({ to: [second.userId], op: 'start' })).toEqual({ result: 'success', msg: '' })
  const sent = await max.messages.send({ to: 'general', type: 'stream', topic: 'lunch', content: 'Soup?' })
  const { events } = await eva.events.retrieve({ queue_id: queue.queue_id, last_event_id: -1, dont_block: true })
  expect(events).toMatchObject([{ type: 'typing', op: 'start' }, { type: 'message' }])
  await max.messages.update({ message_id: sent.id, content: 'Salad?' })
  const history = await max.messages.getHistoryById({ message_id: sent.id })
  expect(history).toMatchObject({
    result: 'success',
    message_history: [{ content: 'Soup?' }, { prev_content: 'Soup?' }],
  })
  expect(history).not.toHaveProperty('ignored_parameters_unsupported')
  const emoji = { message_id: sent.id, emoji_name: 'octopus' }
  expect(await eva.reactions.add(emoji)).toMatchObject({ result: 'success' })
  expect(await eva.reactions.remove(emoji)).toEqual({ result: 'success', msg: '' })
  expect(await eva.reactions.remove(emoji)).toMatchObject({ code: 'REACTION_DOES_NOT_EXIST' })
  expect(await eva.queues.deregister({ queue_id: queue.queue_id })).toEqual({ result: 'success', msg: '' })
  expect(await eva.queues.deregister({ queue_id: queue.queue_id })).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
})

test('zulip-js accesses drafts and groups through its generic call', async () => {
  const max = await client(member)
  const drafts = [{ type: 'private', to: [second.userId], topic: '', content: 'Hej' }]
  expect(await max.callEndpoint('/drafts', 'POST', { drafts })).toMatchObject({ ids: [expect.any(Number)] })
  const made = await max.callEndpoint('/user_groups/create', 'POST', {
    name: 'cooks',
    description: '',
    members: [member.userId],
  })
  const { user_groups } = await max.callEndpoint('/user_groups', 'GET')
  expect(user_groups).toContainEqual(expect.objectContaining({ id: made.group_id, name: 'cooks' }))
})

test('tus-js-client uploads in pieces', async () => {
  const bytes = Buffer.alloc(200_000, 'x')
  const headers = { authorization: `Basic ${Buffer.from(`${member.email}:${member.apiKey}`).toString('base64')}` }
  const url = await new Promise<string | null>((resolve, reject) => {
    const endpoint = `${realm}/chat/api/v1/tus`
    const options = { endpoint, headers, chunkSize: 64_000, metadata: { filename: 'x.txt' }, onError: reject }
    const upload = new Upload(bytes, { ...options, onSuccess: () => resolve(upload.url) })
    upload.start()
  })
  const head = await fetch(String(url), { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } })
  expect(head.headers.get('upload-offset')).toBe('200000')
})
