/** Open points are generated neither as valid nor as invalid values, and every reading in `specs/requests/` is used. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Readings } from '../../arbitraries/reading.ts'
import { type NearlyValid, requestArbitraries } from '../../arbitraries/requests.ts'
import { type OperationId, operations } from '../../generated/operations.ts'
import { requestReadings } from '../../generated/request-readings.ts'
import { schemaOf, schemas, sharedSchemas } from '../../generated/schemas.ts'
import {
  constraintsOf,
  nearlyValidArbitrary,
  requestArbitrary,
  requestCases,
  uniqueParameters,
} from '../../suites/properties/arbitraries.ts'

const sample = <T>(arbitrary: fc.Arbitrary<T>, numRuns = 200): T[] => fc.sample(arbitrary, { numRuns, seed: 9 })
const labels = (operation: OperationId, level?: number): string[] =>
  constraintsOf(operation, level === undefined ? {} : { level }).map(({ label }) => label.slice(operation.length + 1))
const broken = (operation: OperationId, level: number, label: string, numRuns?: number): NearlyValid[] =>
  sample(nearlyValidArbitrary(operation, { level }, [`${operation} ${label}`]), numRuns)

const every = (Object.keys(operations) as OperationId[]).flatMap(operation =>
  schemas[operation].request.map(({ until = 500 }) => ({ operation, level: until })),
)

test('every reading is used', () => {
  const used = new Set<string>()
  const watched = new Proxy<Readings>(requestReadings, {
    get: (all, name: string) =>
      new Proxy(all[name] ?? {}, {
        get: (places, pointer: string) => {
          used.add(`${name} ${pointer}`)
          return places[pointer]
        },
      }),
  })
  const { requestCases: cases } = requestArbitraries<OperationId>({
    schemaOf: (operation, level) => schemaOf(operation, 'request', level),
    shared: sharedSchemas,
    readings: watched,
    parametersOf: operation => operations[operation].parameters,
  })
  for (const { operation, level } of every) cases(operation, { level })
  const stated = Object.entries(requestReadings).flatMap(([name, places]) =>
    Object.keys(places).map(pointer => `${name} ${pointer}`),
  )
  expect(stated.filter(place => !used.has(place))).toEqual([])
})

test('an invalid value is never null, digits as text, an empty text that may mean absent, or an over-long text', () => {
  for (const { operation, level } of every) {
    const options = { level }
    if (constraintsOf(operation, options).length === 0) continue
    for (const { params, broken: how } of sample(nearlyValidArbitrary(operation, options), 60)) {
      const [name = ''] = how.pointer.slice(1).split('/')
      const value = JSON.stringify(params[name] ?? 'absent')
      if (/type|enum/.test(how.keyword) && name !== 'drafts') expect(value, how.label).not.toMatch(/"\d+"/)
      if (how.keyword === 'type' && how.pointer === `/${name}`) expect(params[name], how.label).not.toBe('')
      expect(value, how.label).not.toBe('null')
      expect(how.keyword, how.label).not.toMatch(/maxLength|format/)
    }
  }
})

test('parameters of the path are never made invalid', () => {
  for (const { operation, level } of every) {
    const inPath = operations[operation].parameters.filter(parameter => parameter.in === 'path')
    for (const { name } of inPath)
      expect(labels(operation, level).filter(label => label.startsWith(`${name}`))).toEqual([])
  }
})

describe('feature levels:', () => {
  test('a value of a later level is not generated as invalid, a value that was dropped is', () => {
    const types = (level: number): unknown[] =>
      broken('setTypingStatus', level, 'type (Typing a direct message): enum').map(({ params }) => params['type'])
    expect(types(230)).toContain('private')
    expect(types(230)).not.toContain('channel')
    expect(types(214)).not.toContain('stream')
    const scheduled = broken('updateScheduledMessage', 247, 'type (Addressing a channel): enum')
    expect(scheduled.map(({ params }) => params['type'])).not.toContain('channel')
  })

  test('below level 215, typing in a channel is generated neither as valid nor as invalid', () => {
    expect(labels('setTypingStatus', 214).filter(label => label.includes('channel'))).toEqual([])
    const made = sample(requestArbitrary('setTypingStatus', { level: 214 }))
    expect(new Set(made.map(({ type }) => type))).toEqual(new Set([undefined, 'direct', 'private']))
  })

  test('the empty topic, which a channel may forbid, is generated neither as valid nor as invalid', () => {
    const topics = (level: number): unknown[] =>
      sample(requestArbitrary('createDrafts', { level }), 500).flatMap(({ drafts }) =>
        ((drafts ?? []) as { type: string; topic: string }[])
          .filter(({ type }) => type === 'stream')
          .map(({ topic }) => topic),
      )
    expect(topics(333)).not.toContain('')
    expect(topics(500)).not.toContain('')
    expect(labels('createDrafts', 333)).not.toContain('drafts/*/topic (ChannelDraft): minLength')
    expect(labels('setTypingStatus', 333)).not.toContain('topic (Typing in a channel): minLength')
  })

  test('the list of groups uses its old parameter name below level 294', () => {
    expect(labels('getUserGroups', 293)).toEqual(['allow_deactivated: type'])
    expect(labels('getUserGroups', 294)).toEqual(['include_deactivated_groups: type'])
  })

  test('there are no requests of an endpoint below its level', () => {
    expect(() => requestArbitrary('createChannel', { level: 416 })).toThrow('there is no createChannel')
  })
})

describe('parameters that depend on each other:', () => {
  test('typing requests include parameters that their form ignores', () => {
    const made = sample(requestArbitrary('setTypingStatus', { level: 500 }))
    const direct = made.filter(({ type = 'direct' }) => type === 'direct')
    expect(direct.some(params => 'stream_id' in params)).toBe(true)
    expect(direct.every(params => 'to' in params)).toBe(true)
    expect(made.some(params => params['type'] !== 'direct' && 'to' in params && 'topic' in params)).toBe(true)
  })

  test('each kind of draft is addressed in its own way', () => {
    const made = sample(requestArbitrary('createDrafts')).flatMap(
      ({ drafts }) => (drafts ?? []) as { type: string; to: number[]; id?: number }[],
    )
    expect(new Set(made.map(({ type }) => type))).toEqual(new Set(['stream', 'private', '']))
    for (const { type, to, id } of made) {
      if (type === 'stream') expect(to).toHaveLength(1)
      if (type === '') expect(to).toEqual([])
      expect(id).toBeUndefined()
    }
    expect(labels('createDrafts')).toEqual(
      expect.arrayContaining([
        'drafts/*/to (ChannelDraft): minItems',
        'drafts/*/to (ChannelDraft): maxItems',
        'drafts/*/content (UnaddressedDraft): pattern',
      ]),
    )
    expect(
      labels('createDrafts').filter(label => /Unaddressed.*maxItems|(Direct|Unaddr)\S*: pattern/.test(label)),
    ).toEqual(['drafts/*/content (DirectDraft): pattern', 'drafts/*/content (UnaddressedDraft): pattern'])
  })

  test('only a list of options has field data, and only some types may be in the summary', () => {
    for (const params of sample(requestArbitrary('createProfileField'))) {
      expect('field_data' in params).toBe(params['field_type'] === 3)
      if (params['display_in_profile_summary'] === true) expect([2, 6]).not.toContain(params['field_type'])
    }
    for (const { params } of sample(nearlyValidArbitrary('createProfileField', {}, ['createProfileField: not']), 20)) {
      expect(params['display_in_profile_summary']).toBe(true)
      expect([2, 6]).toContain(params['field_type'])
    }
  })

  test('a scheduled message keeps the rules of its form', () => {
    const made = sample(requestArbitrary('updateScheduledMessage', { forms: ['Addressing a channel'], now: 1000 }))
    for (const params of made) {
      expect(['stream', 'channel']).toContain(params['type'])
      expect(params['to']).toBeTypeOf('number')
      if ('scheduled_delivery_timestamp' in params) expect(params['scheduled_delivery_timestamp']).toBeGreaterThan(1000)
    }
  })

  test('invitations go to invented addresses, to existing channels and groups', () => {
    const ids = { channel: [7, 8], group: [21] }
    for (const params of sample(requestArbitrary('sendInvites', { ids, emailDomain: 'people.invalid' }))) {
      const addresses = String(params['invitee_emails']).split(/[,\n]/)
      expect(addresses.every(address => /^[a-z0-9]+@people\.invalid$/.test(address))).toBe(true)
      expect(new Set(addresses).size).toBe(addresses.length)
      expect([7, 8]).toEqual(expect.arrayContaining(params['stream_ids'] as number[]))
      expect([21]).toEqual(expect.arrayContaining((params['group_ids'] ?? []) as number[]))
    }
  })
})

test('things of which the target has too few are not requested', () => {
  const one = { ids: { channel: [7] } }
  const two = { ids: { channel: [7, 8] } }
  const label = 'createDrafts drafts/*/to (ChannelDraft): maxItems'
  expect(constraintsOf('createDrafts', one).map(constraint => constraint.label)).not.toContain(label)
  expect(constraintsOf('createDrafts', two).map(constraint => constraint.label)).toContain(label)
})

test('a caller can set the values of a parameter, or exclude it', () => {
  const given = { name: ['mine'], description: 'absent' } as const
  for (const params of sample(requestArbitrary('createChannel', { given }))) {
    expect(params['name']).toBe('mine')
    expect(params).not.toHaveProperty('description')
  }
})

test('a control differs from its nearly valid request only in the invalid place', () => {
  const made = sample(nearlyValidArbitrary('createUserGroup', {}, ['createUserGroup members: type']))
  for (const { params, control } of made) {
    const { members, ...others } = params
    const { members: valid, ...same } = control
    expect(others).toEqual(same)
    expect(Array.isArray(valid)).toBe(true)
    expect(Array.isArray(members)).toBe(false)
  }
})

test('cases name every parameter, every value and every limit', () => {
  const limits = { max_stream_name_length: 60 }
  const named = requestCases('createChannel', { limits }).map(({ label }) => label.replace('createChannel', '').trim())
  expect(named).toEqual(
    expect.arrayContaining([
      ': fewest',
      'name: at its limit',
      'announce: true',
      'topics_policy: "empty_topic_only"',
      'message_retention_days: "unlimited"',
      'can_add_subscribers_group: sent',
    ]),
  )
  const [longest] = requestCases('createChannel', { limits }).filter(({ label }) => label.includes('at its limit'))
  expect(longest && sample(longest.arbitrary, 1)[0]?.['name']).toHaveLength(60)
  expect(uniqueParameters('createChannel')).toEqual(['name'])
})

describe('a failing request shrinks to', () => {
  const smallest = (operation: OperationId, fails: (params: Record<string, unknown>) => boolean): unknown =>
    fc.check(
      fc.property(requestArbitrary(operation), params => !fails(params)),
      { seed: 4, numRuns: 2000 },
    ).counterexample?.[0]

  test('the smallest set of parameters that fails', () => {
    expect(smallest('sendInvites', params => params['invite_as'] === 600)).toEqual({
      invitee_emails: 'aaaaaa@assay.invalid',
      stream_ids: [],
      invite_as: 600,
    })
    expect(
      smallest('createChannel', ({ announce, invite_only, topics_policy }) =>
        Boolean(announce && invite_only && topics_policy),
      ),
    ).toEqual({ name: 'a', subscribers: [1], announce: true, invite_only: true, topics_policy: 'inherit' })
  })

  test('one draft that is almost empty', () => {
    const arabic = (text: unknown): boolean => /\p{Script=Arabic}/u.test(String(text))
    const fails = ({ drafts }: Record<string, unknown>): boolean =>
      ((drafts ?? []) as { content: string }[]).some(({ content }) => arabic(content))
    expect(smallest('createDrafts', fails)).toEqual({
      drafts: [expect.objectContaining({ content: expect.stringMatching(/^[a-z]?ا[a-z]?$/u) })],
    })
  })
})
