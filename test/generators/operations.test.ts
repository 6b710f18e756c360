/** The generated table of operations agrees with the parameter tables of the contract. */
import { describe, expect, expectTypeOf, test } from 'vitest'
import { type OperationData, operations, type ParameterName, type ParametersOf } from '../../generated/operations.ts'
import { operationsOf } from '../../generators/spec-operations.ts'

const parameter = (id: keyof typeof operations, name: string) =>
  (operations[id] as OperationData).parameters.find(candidate => candidate.name === name)

test('operations of every method of OpenAPI are found', () => {
  const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']
  const paths = { '/a': Object.fromEntries(methods.map(method => [method, { operationId: method, responses: {} }])) }
  expect(operationsOf({ paths }).map(({ id, method }) => [id, method])).toEqual(
    expect.arrayContaining(methods.map(method => [method, method.toUpperCase()])),
  )
})

describe('parameters', () => {
  test.each([
    ['getOrderbook', 'symbol', { in: 'query', required: true, json: false, kind: 'string' }],
    ['getExchangeInfo', 'symbol', { in: 'query', required: false, json: false, kind: 'string' }],
    ['setTypingStatus', 'to', { in: 'form', required: false, json: true, kind: 'array' }],
    ['setTypingStatus', 'stream_id', { in: 'form', required: false, json: false, kind: 'integer', since: 215 }],
    ['setTypingStatus', 'op', { in: 'form', required: true, json: false, kind: 'string', values: ['start', 'stop'] }],
    [
      'setTypingStatus',
      'type',
      {
        in: 'form',
        required: false,
        json: false,
        kind: 'string',
        default: 'direct',
        values: ['direct', 'private', 'stream', 'channel'],
        valueLevels: { private: { until: 214 }, channel: { since: 248 } },
      },
    ],
    ['updateScheduledMessage', 'to', { in: 'form', required: false, json: true, kind: 'union' }],
    ['createChannel', 'folder_id', { in: 'form', required: false, json: false, kind: 'integer' }],
    ['createChannel', 'message_retention_days', { in: 'form', required: false, json: false, kind: 'union' }],
    ['createChannel', 'can_administer_channel_group', { in: 'form', required: false, json: true, kind: 'union' }],
    ['checkMessagesMatchNarrow', 'narrow', { in: 'query', required: true, json: true, kind: 'array' }],
    [
      'sendInvites',
      'invite_as',
      { in: 'form', required: false, json: false, kind: 'integer', default: 400, values: [100, 200, 300, 400, 600] },
    ],
    [
      'sendInvites',
      'invite_expires_in_minutes',
      { in: 'form', required: false, json: false, kind: 'integer', default: 14400, nullable: true },
    ],
    ['createReusableInviteLink', 'stream_ids', { in: 'form', required: false, json: true, kind: 'array', default: [] }],
    ['createProfileField', 'field_data', { in: 'form', required: false, json: true, kind: 'object' }],
    [
      'getUserGroups',
      'include_deactivated_groups',
      {
        in: 'query',
        required: false,
        json: false,
        kind: 'boolean',
        default: false,
        renamedFrom: { name: 'allow_deactivated', at: 294 },
      },
    ],
    ['deactivateUserGroup', 'user_group_id', { in: 'path', required: true, json: false, kind: 'integer' }],
    ['uploadFile', 'file', { in: 'file', required: true, json: false, kind: 'string' }],
  ] as const)('%s %s', (id, name, want) => {
    expect(parameter(id, name)).toEqual({ name, ...want })
  })
})

test.each([
  ['ping', { api: 'trading', method: 'GET', path: '/public/ping', auth: 'none' }],
  ['createDrafts', { api: 'messaging', method: 'POST', path: '/drafts', auth: 'basic' }],
  ['fetchApiKey', { api: 'messaging', method: 'POST', path: '/fetch_api_key', auth: 'none' }],
  ['probeResumableUpload', { api: 'messaging', method: 'OPTIONS', path: '/tus', auth: 'either' }],
  ['createChannel', { api: 'messaging', method: 'POST', path: '/channels/create', auth: 'basic', since: 417 }],
] as const)('%s', (id, want) => {
  const { parameters: _parameters, codes: _codes, ...operation } = operations[id]
  expect(operation).toEqual({ id, ...want })
})

test('parameters are typed from path, query and form together', () => {
  expectTypeOf<{ message_id: number; op: 'start' }>().toExtend<ParametersOf<'setMessageEditTypingStatus'>>()
  expectTypeOf<{ type: 'stream'; op: 'stop'; stream_id: number; topic: string }>().toExtend<
    ParametersOf<'setTypingStatus'>
  >()
  expectTypeOf<{ op: 'stop'; topic: string }>().not.toExtend<ParametersOf<'setTypingStatus'>>()
  expectTypeOf<{ invite_as: 500; invitee_emails: string; stream_ids: number[] }>().not.toExtend<
    ParametersOf<'sendInvites'>
  >()
  expectTypeOf<{ anything: true }>().not.toExtend<ParametersOf<'getLinkifiers'>>()
  expectTypeOf<ParameterName<'createChannelFolder'>>().toEqualTypeOf<'name' | 'description'>()
})

test('error codes are those in the section of the operation', () => {
  expect(operations.sendInvites.codes).toEqual(['INVITATION_FAILED', 'BAD_REQUEST'])
  expect(operations.createChannel.codes).toEqual([])
})
