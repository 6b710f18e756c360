/** Links of the catalogue become field rules; every field of a reply is judged by a rule or by a check. */
import { beforeAll, describe, expect, test } from 'vitest'
import { type FieldRule, fieldSchemas, fieldRules as generated } from '../../generated/field-rules.ts'
import type { Requirement } from '../../generators/catalogue-entry.ts'
import { fieldRules } from '../../generators/field-rules.ts'
import { type Json, loadSpec } from '../../generators/index.ts'
import { replyFields } from '../../generators/reply-fields.ts'
import { operationsOf } from '../../generators/spec-operations.ts'

let trading: Json
let messaging: Json
beforeAll(async () => {
  trading = await loadSpec('trading')
  messaging = await loadSpec('messaging')
})

const linking = (api: 'trading' | 'messaging', fields: string[], more: Partial<Requirement> = {}): Requirement => ({
  id: `${api}.a.b`,
  api,
  area: `${api}.a`,
  sentence: 's',
  places: ['p'],
  level: 'must',
  needs: {},
  fields,
  ...more,
})

function resolved(...requirements: Requirement[]): string[] {
  const { rules, schemas } = fieldRules({ trading, messaging }, requirements)
  return rules.map(({ operation, on, code, path, schema, required, since, until }) =>
    [operation, on, code, path, required ? 'required' : 'optional', since, until, JSON.stringify(schemas[schema])]
      .filter(word => word !== undefined)
      .join(' '),
  )
}

describe('a link leads to', () => {
  test.each<['trading' | 'messaging', string, string[]]>([
    [
      'messaging',
      'UserGroup/date_created',
      ['getUserGroups success /user_groups/*/date_created required {"type":["integer","null"]}'],
    ],
    [
      'messaging',
      'ProfileField/field_data',
      ['getProfileFields success /custom_fields/*/field_data optional {"type":"string"}'],
    ],
    [
      'messaging',
      'getUserGroups/user_groups',
      ['getUserGroups success /user_groups required {"type":"array","items":{"type":"object"}}'],
    ],
    [
      'messaging',
      'checkMessagesMatchNarrow/messages/match_content',
      ['checkMessagesMatchNarrow success /messages/*/match_content required {"type":"string"}'],
    ],
    ['messaging', 'uploadFile/url', ['uploadFile success /url required 272 {"type":"string"}']],
    [
      'messaging',
      'createChannelFolder/channel_folder_id',
      ['createChannelFolder success /channel_folder_id required 389 {"type":"integer"}'],
    ],
    [
      'messaging',
      'Success/ignored_parameters_unsupported',
      ['* success /ignored_parameters_unsupported optional 167 {"type":"array","items":{"type":"string"}}'],
    ],
    ['messaging', 'Error/code', ['* error /code required {"type":"string"}']],
    [
      'messaging',
      'InvitationFailed/daily_limit_reached',
      ['sendInvites error INVITATION_FAILED /daily_limit_reached required {"type":"boolean"}'],
    ],
    [
      'messaging',
      'PresenceEntry/pushable',
      [
        'getPresence success /presences/*/website/pushable required {"type":"boolean","const":false}',
        'getPresence success /presences/*/aggregated/pushable optional {"not":{}}',
      ],
    ],
    ['trading', 'Envelope/status', ['* success /status required {"type":"string","const":"true"}']],
    [
      'trading',
      'SwaggerDocument/components/schemas',
      [
        'getSwagger success /components required {"type":"object"}',
        'getSwagger success /components/schemas required {"type":"object"}',
      ],
    ],
    [
      'trading',
      'Network/isDefault',
      ['getCoinsInfo success /result/*/networks/*/isDefault required {"type":"boolean"}'],
    ],
    ['trading', 'OrderBook/symbol', ['getOrderbook success /result/symbol required {"type":"string","minLength":1}']],
  ])('%s %s', (api, link, want) => {
    expect(resolved(linking(api, [link]))).toEqual(want)
  })

  test('nowhere, which is reported', () => {
    expect(
      fieldRules({ trading, messaging }, [linking('messaging', ['Draft/type', 'UserGroup/nme', 'UserGroup/name'])])
        .dangling,
    ).toEqual([
      { requirement: 'messaging.a.b', link: 'Draft/type' },
      { requirement: 'messaging.a.b', link: 'UserGroup/nme' },
    ])
  })

  test('a place at the levels of both the field and the requirement', () => {
    expect(resolved(linking('messaging', ['uploadFile/url'], { since: 300, until: 400 }))).toEqual([
      'uploadFile success /url required 300 400 {"type":"string"}',
    ])
  })
})

test('an object around a field is judged by the requirement that links to the object', () => {
  const rules = resolved(
    linking('trading', ['SwaggerDocument/info'], { id: 'trading.a.outer' }),
    linking('trading', ['SwaggerDocument/info/title']),
  )
  expect(rules).toEqual([
    'getSwagger success /info required {"type":"object"}',
    'getSwagger success /info/title required {"type":"string"}',
  ])
})

/** Members that must be absent; the predicates of some checks judge that. */
const judgedByChecks = [
  'getSwagger /status',
  'getSwagger /serverTime',
  'getSwagger /result',
  'getPresence /presences/*/aggregated/pushable',
]

test('every field of every success reply is judged', () => {
  const ruled = new Set(generated.map(({ operation, path }) => `${operation} ${path}`))
  const unions = new Set(generated.filter(isUnion).map(({ operation, path }) => `${operation} ${path}`))
  const fields = [trading, messaging].flatMap(document =>
    operationsOf(document).flatMap(({ id, success }) =>
      success ? [...replyFields(document, success, id).values()].filter(isOwn).map(({ path }) => `${id} ${path}`) : [],
    ),
  )
  const unjudged = fields.filter(field => !ruled.has(field) && !unions.has(field.slice(0, field.lastIndexOf('/'))))
  expect(unjudged.sort()).toEqual(judgedByChecks.sort())
})

const isOwn = ({ names }: { names: ReadonlySet<string> }): boolean =>
  ![...names].some(name => /^(Success|Envelope)\//.test(name))

/** Whether the schema of the rule is a union; it then judges the members as well. */
const isUnion = ({ schema }: FieldRule): boolean => 'oneOf' in (fieldSchemas[schema] ?? {})
