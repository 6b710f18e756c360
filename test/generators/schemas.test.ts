/** Generated schemas accept the replies and requests of the contract and refuse violations. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import type { OperationId } from '../../generated/operations.ts'
import { type Direction, schemaOf, schemas, sharedSchemas } from '../../generated/schemas.ts'
import { replies } from './replies.ts'

const ajv = new Ajv2020({ allowUnionTypes: true })
;(addFormats as unknown as (instance: Ajv2020) => void)(ajv)
for (const schema of sharedSchemas) ajv.addSchema(schema)

function accepts(operation: OperationId, direction: Direction, value: unknown, level?: number): boolean {
  const schema = schemaOf(operation, direction, level)
  if (!schema) throw new Error(`${operation} has no ${direction} schema at ${level ?? 'the newest level'}`)
  return (ajv.getSchema(String(schema['$id'])) ?? ajv.compile(schema))(value) === true
}

test('every schema compiles in strict mode and has its own id', () => {
  const all = Object.values(schemas).flatMap(({ request, success }) => [...request, ...success])
  const strict = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false, strictTypes: false })
  ;(addFormats as unknown as (instance: Ajv2020) => void)(strict)
  for (const schema of sharedSchemas) strict.addSchema(schema)
  for (const { schema } of all) strict.compile(schema)
  expect(new Set(all.map(({ schema }) => schema['$id'])).size).toBe(all.length)
})

test.each(Object.entries(replies) as [keyof typeof replies, unknown][])(
  '%s: a legal reply is accepted',
  (operation, reply) => {
    expect(accepts(operation, 'success', reply)).toBe(true)
  },
)

/** The reply with the value at a path replaced, or removed if it is undefined. */
function changed(operation: keyof typeof replies, path: string, value: unknown): unknown {
  const reply = structuredClone(replies[operation]) as Record<string, unknown>
  const segments = path.split('/').slice(1)
  const last = segments.pop() ?? ''
  const parent = segments.reduce((at, segment) => at[segment] as Record<string, unknown>, reply)
  if (value === undefined) delete parent[last]
  else parent[last] = value
  return reply
}

describe('a violation is refused:', () => {
  test.each<[keyof typeof replies, string, unknown]>([
    ['ping', '/status', true],
    ['ping', '/serverTime', 1700000000000],
    ['ping', '/serverTime', '17e11'],
    ['ping', '/result', 'PONG'],
    ['getTime', '/result', ''],
    ['getSwagger', '/openapi', '3.1.1'],
    ['getSwagger', '/status', 'true'],
    ['getSwagger', '/components/schemas', undefined],
    ['getExchangeInfo', '/result/0/symbol', ''],
    ['getExchangeInfo', '/result/0/basePrecision', '-1'],
    ['getExchangeInfo', '/result/0/basePrecision', '8.5'],
    ['getExchangeInfo', '/result/0/minimumQuoteSize', 'NaN'],
    ['getExchangeInfo', '/result/0/minimumQuoteSize', 5],
    ['getExchangeInfo', '/result/0/maxMarketOrderAsk', 'Infinity'],
    ['getExchangeInfo', '/result/0/maxMarketOrderBid', ''],
    ['getExchangeInfo', '/result/0/isActive', 'true'],
    ['getCoinsInfo', '/result/0/networks', []],
    ['getCoinsInfo', '/result/0/networks/BTC/memoRegex', undefined],
    ['getCoinsInfo', '/result/0/networks/BTC/depositStatus', null],
    ['getOrderbook', '/result/orderbook/asks', undefined],
    ['getOrderbook', '/result/orderbook/bids/0/volume', 2],
    ['createDrafts', '/msg', 'done'],
    ['createDrafts', '/ids/0', '9'],
    ['setTypingStatus', '/ignored_parameters_unsupported', 'colour'],
    ['getUserGroups', '/user_groups/0/date_created', undefined],
    ['getUserGroups', '/user_groups/0/creator_id', '8'],
    ['getUserGroups', '/user_groups/0/can_join_group', { direct_members: [1] }],
    ['getUserGroups', '/user_groups/0/can_join_group', 'everyone'],
    ['getUserGroups', '/user_groups/0/members/0', null],
    ['getProfileFields', '/custom_fields/0/type', 9],
    ['getProfileFields', '/custom_fields/0/field_data', {}],
    ['getMessageHistory', '/message_history/0/user_id', undefined],
    ['getMessageHistory', '/message_history/1/stream', null],
    ['getPresence', '/presences/ada@a.invalid/website/status', 'away'],
    ['getPresence', '/presences/ada@a.invalid/website/pushable', undefined],
    ['getPresence', '/presences/ada@a.invalid/website/pushable', true],
    ['getPresence', '/presences/ada@a.invalid/aggregated/pushable', false],
    ['getPresence', '/server_timestamp', '1700000000'],
    ['uploadFile', '/url', undefined],
    ['uploadFile', '/uri', undefined],
  ])('%s %s %j', (operation, path, value) => {
    expect(accepts(operation, 'success', changed(operation, path, value))).toBe(false)
  })
})

describe('requests follow the level:', () => {
  const channel = { op: 'start', topic: 'a', stream_id: 5 }
  test.each<[OperationId, number, unknown, boolean]>([
    ['setTypingStatus', 214, { op: 'start', to: [1], type: 'private' }, true],
    ['setTypingStatus', 215, { op: 'start', to: [1], type: 'private' }, false],
    ['setTypingStatus', 214, { op: 'start', topic: 'a', type: 'stream' }, true],
    ['setTypingStatus', 215, { op: 'start', topic: 'a', type: 'stream' }, false],
    ['setTypingStatus', 215, { ...channel, type: 'stream' }, true],
    ['setTypingStatus', 247, { ...channel, type: 'channel' }, false],
    ['setTypingStatus', 248, { ...channel, type: 'channel' }, true],
    ['setTypingStatus', 333, { ...channel, type: 'stream', topic: '' }, false],
    ['setTypingStatus', 334, { ...channel, type: 'stream', topic: '' }, true],
    ['setTypingStatus', 500, { op: 'start', to: 1 }, false],
    ['setTypingStatus', 500, { op: 'pause', to: [1] }, false],
    ['updateScheduledMessage', 500, { scheduled_message_id: 1, content: 'a' }, true],
    ['updateScheduledMessage', 500, { scheduled_message_id: 1, type: 'direct' }, true],
    ['updateScheduledMessage', 500, { scheduled_message_id: 1, type: 'direct', to: [1] }, true],
    ['updateScheduledMessage', 333, { scheduled_message_id: 1, type: 'channel', to: 1, topic: '' }, false],
    ['updateScheduledMessage', 334, { scheduled_message_id: 1, type: 'channel', to: 1, topic: '' }, true],
    ['updateScheduledMessage', 247, { scheduled_message_id: 1, type: 'channel', to: 1, topic: 'a' }, false],
    ['getUserGroups', 293, { allow_deactivated: 'yes' }, false],
    ['getUserGroups', 294, { allow_deactivated: 'yes' }, true],
    ['createDrafts', 500, { drafts: [{ type: 'stream', to: [], topic: '', content: '' }] }, false],
    ['createDrafts', 500, { drafts: [{ type: 'stream', to: [1], topic: 'a', content: 'a\u0000' }] }, false],
    ['createDrafts', 500, { drafts: [{ type: '', to: [], topic: '', content: 'a' }] }, true],
    ['createDrafts', 500, {}, true],
    [
      'sendInvites',
      500,
      { invitee_emails: 'a@a.invalid', stream_ids: [], welcome_message_custom_text: 'س'.repeat(8000) },
      true,
    ],
    [
      'sendInvites',
      500,
      { invitee_emails: 'a@a.invalid', stream_ids: [], welcome_message_custom_text: 'a'.repeat(8001) },
      false,
    ],
    ['addNavigationView', 500, { fragment: '', is_pinned: true }, false],
  ])('%s at %i %j', (operation, level, value, want) => {
    expect(accepts(operation, 'request', value, level)).toBe(want)
  })

  test('an endpoint has no schema below its level', () => {
    expect(schemaOf('createChannel', 'request', 416)).toBeUndefined()
    expect(schemaOf('createChannel', 'request', 417)).toBeDefined()
  })

  test('the upload reply needs no url below 272', () => {
    expect(accepts('uploadFile', 'success', changed('uploadFile', '/url', undefined), 271)).toBe(true)
  })
})
