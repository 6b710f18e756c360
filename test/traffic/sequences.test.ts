/** Requirements judged in traffic from sequences of requests, and from refusals. */
import { describe, expect, test } from 'vitest'
import { LARGE, no, ok, type Said, verdict } from './short-exchanges.ts'

const group = { name: 'Team', description: 'All of us', members: [1] }
const listed = {
  id: 7,
  name: 'Team',
  description: 'All of us',
  members: [1],
  deactivated: false,
  is_system_group: false,
}
const groups = (...list: object[]): object => ok({ user_groups: list })
const history = (...contents: string[]): object =>
  ok({
    message_history: contents.map((content, at) => ({
      content,
      rendered_content: content,
      topic: 'a',
      timestamp: 1 + at,
      user_id: 1,
    })),
  })
const QUEUE = 'messaging.event-queues.deleted-twice'
const REACTION = 'messaging.reactions.removed-twice'
const smile = { emoji_name: 'smile' }

const edited = (first: string, said: string): object => {
  const [before, after] = [first, 'b'].map((content, at) => ({
    ...{ content, rendered_content: content, topic: 'a', timestamp: 1 + at, user_id: 1 },
  }))
  const edit = { prev_content: said, prev_rendered_content: said, content_html_diff: 'b' }
  return ok({ message_history: [before, { ...after, ...edit }] })
}

describe('verdicts from sequences', () => {
  test.each<[string, string, string, ...Said[]]>([
    [
      'a queue deleted twice',
      'fail',
      QUEUE,
      ['DELETE /events', { queue_id: 'q' }, ok()],
      ['DELETE /events', { queue_id: 'q' }, ok()],
    ],
    [
      'a queue deleted again hours later',
      'fail',
      QUEUE,
      ['DELETE /events', { queue_id: 'q' }, ok()],
      ['DELETE /events', { queue_id: 'q' }, ok(), { at: 9e6 }],
    ],
    [
      'a queue that was gone',
      'pass',
      QUEUE,
      ['DELETE /events', { queue_id: 'q' }, ok()],
      ['DELETE /events', { queue_id: 'q' }, no('BAD_EVENT_QUEUE_ID', { queue_id: 'q' })],
    ],
    [
      'a queue refused with another code',
      'fail',
      QUEUE,
      ['DELETE /events', { queue_id: 'q' }, ok()],
      ['DELETE /events', { queue_id: 'q' }, no('NOT_THERE')],
    ],
    [
      'another queue',
      'unverified',
      QUEUE,
      ['DELETE /events', { queue_id: 'q' }, ok()],
      ['DELETE /events', { queue_id: 'r' }, ok()],
    ],
    [
      'a reaction removed twice',
      'fail',
      REACTION,
      ['DELETE /messages/5/reactions', smile, ok()],
      ['DELETE /messages/5/reactions', smile, ok()],
    ],
    [
      'a reaction made again in between',
      'unverified',
      REACTION,
      ['DELETE /messages/5/reactions', smile, ok()],
      ['POST /messages/5/reactions', smile, ok()],
      ['DELETE /messages/5/reactions', smile, ok()],
    ],
    [
      'a reaction of somebody else',
      'unverified',
      REACTION,
      ['DELETE /messages/5/reactions', smile, ok()],
      ['DELETE /messages/5/reactions', smile, ok(), { who: 'eva' }],
    ],
    [
      'a reaction long afterwards',
      'unverified',
      REACTION,
      ['DELETE /messages/5/reactions', smile, ok()],
      ['DELETE /messages/5/reactions', smile, ok(), { at: 60_000 }],
    ],
    [
      'ids that repeat',
      'fail',
      'messaging.user-groups.ids-distinct',
      ['POST /user_groups/create', group, ok({ group_id: 7 })],
      ['POST /user_groups/create', { ...group, name: 'Other' }, ok({ group_id: 7 })],
    ],
    [
      'ids that differ',
      'pass',
      'messaging.user-groups.ids-distinct',
      ['POST /user_groups/create', group, ok({ group_id: 7 })],
      ['POST /user_groups/create', { ...group, name: 'Other' }, ok({ group_id: 8 })],
    ],
    [
      'a created group not listed',
      'fail',
      'messaging.user-groups.created-listed',
      ['POST /user_groups/create', group, ok({ group_id: 7 })],
      ['GET /user_groups', {}, groups(), { at: 3000 }],
    ],
    [
      'a created group not listed yet',
      'unverified',
      'messaging.user-groups.created-listed',
      ['POST /user_groups/create', group, ok({ group_id: 7 })],
      ['GET /user_groups', {}, groups()],
    ],
    [
      'a created group under another name',
      'fail',
      'messaging.user-groups.name-kept',
      ['POST /user_groups/create', group, ok({ group_id: 7 })],
      ['GET /user_groups', {}, groups({ ...listed, name: 'squad' })],
    ],
    [
      'a created group in small letters',
      'pass',
      'messaging.user-groups.name-kept',
      ['POST /user_groups/create', group, ok({ group_id: 7 })],
      ['GET /user_groups', {}, groups({ ...listed, name: 'team' })],
    ],
    [
      'a created group listed',
      'pass',
      'messaging.user-groups.members-kept',
      ['POST /user_groups/create', group, ok({ group_id: 7 })],
      ['GET /user_groups', {}, groups(listed)],
    ],
    [
      'a group whose members may have been deactivated',
      'unverified',
      'messaging.user-groups.members-kept',
      ['POST /user_groups/create', group, ok({ group_id: 7 })],
      ['DELETE /users/me', {}, ok()],
      ['GET /user_groups', {}, groups({ ...listed, members: [] })],
    ],
    [
      'a group that may have been changed',
      'unverified',
      'messaging.user-groups.name-kept',
      ['POST /user_groups/create', group, ok({ group_id: 7 })],
      ['PATCH /user_groups/7', { name: 'x' }, ok()],
      ['GET /user_groups', {}, groups({ ...listed, name: 'x' })],
    ],
    [
      'a deactivated group still listed',
      'fail',
      'messaging.user-groups.deactivated-hidden',
      ['POST /user_groups/7/deactivate', {}, ok()],
      ['GET /user_groups', {}, groups(listed), { at: 3000 }],
    ],
    [
      'a group deactivated a moment ago still listed',
      'unverified',
      'messaging.user-groups.deactivated-hidden',
      ['POST /user_groups/7/deactivate', {}, ok()],
      ['GET /user_groups', {}, groups(listed)],
    ],
    [
      'a deactivated group of a large id still listed',
      'fail',
      'messaging.user-groups.deactivated-hidden',
      [`POST /user_groups/${LARGE}/deactivate`, {}, ok()],
      ['GET /user_groups', {}, groups({ ...listed, id: LARGE }), { at: 3000 }],
    ],
    [
      'a group of a large id that was deactivated since',
      'unverified',
      'messaging.user-groups.created-listed',
      ['POST /user_groups/create', group, ok({ group_id: LARGE })],
      [`POST /user_groups/${LARGE}/deactivate`, {}, ok()],
      ['GET /user_groups', {}, groups()],
    ],
    [
      'linkifiers in another order',
      'fail',
      'messaging.linkifiers.order-stable',
      ['GET /realm/linkifiers', {}, ok({ linkifiers: [{ id: 1 }, { id: 2 }] })],
      ['GET /realm/linkifiers', {}, ok({ linkifiers: [{ id: 2 }, { id: 1 }] })],
    ],
    [
      'a name of another type, which the requirement of the field judges',
      'unverified',
      'messaging.user-groups.name-kept',
      ['POST /user_groups/create', group, ok({ group_id: 7 })],
      ['GET /user_groups', {}, groups({ ...listed, name: null })],
    ],
    [
      'a creation that was refused for an unknown reason, after a list',
      'unverified',
      'messaging.user-groups.name-kept',
      ['POST /user_groups/create', group, ok({ group_id: 7 })],
      ['GET /user_groups', {}, groups(listed)],
      ['POST /user_groups/create', { ...group, name: 'Gruppe' }, no('BAD_REQUEST')],
    ],
    [
      'a list with an id that is not an integer',
      'unverified',
      'messaging.user-groups.created-listed',
      ['POST /user_groups/create', group, ok({ group_id: 7 })],
      ['GET /user_groups', {}, groups({ ...listed, id: '7' })],
    ],
    [
      'a field that an accepted request with a value of the wrong type created',
      'unverified',
      'messaging.profile-fields.type-kept',
      ['POST /realm/profile_fields', { name: 'A', field_type: 'text' }, ok({ id: 7 })],
      ['GET /realm/profile_fields', {}, ok({ custom_fields: [{ id: 7, name: 'A', type: 1 }] })],
    ],
    [
      'a history with times in seconds, of edits outside the capture',
      'unverified',
      'messaging.history.timestamp-seconds',
      ['GET /messages/5/history', {}, history('a')],
    ],
    [
      'an edit that states the previous content',
      'unverified',
      'messaging.history.prev-content',
      ['GET /messages/5/history', {}, edited('a', 'a')],
    ],
    [
      'an edit that states a wrong previous content',
      'fail',
      'messaging.history.prev-content',
      ['GET /messages/5/history', {}, edited('a', 'c')],
    ],
    [
      'a history that grows at its end',
      'pass',
      'messaging.history.oldest-first',
      ['GET /messages/5/history', {}, history('a')],
      ['GET /messages/5/history', {}, history('a', 'b'), { at: 9e5 }],
    ],
    [
      'a history that grows at its start',
      'fail',
      'messaging.history.oldest-first',
      ['GET /messages/5/history', {}, history('a')],
      ['GET /messages/5/history', {}, history('b', 'a'), { at: 9e5 }],
    ],
    [
      'a name listed once and not again',
      'fail',
      'messaging.parameters.unsupported-get-linkifiers',
      ['GET /realm/linkifiers', { v: '1' }, ok({ linkifiers: [], ignored_parameters_unsupported: ['v'] })],
      ['GET /realm/linkifiers', { v: '1' }, ok({ linkifiers: [] })],
    ],
    [
      'a name listed elsewhere',
      'warn',
      'messaging.parameters.unsupported-get-presence',
      ['GET /realm/linkifiers', { v: '1' }, ok({ linkifiers: [], ignored_parameters_unsupported: ['v'] })],
      ['GET /realm/presence', { v: '1' }, ok({ presences: {}, server_timestamp: 1 })],
    ],
    [
      'a name that the deployment may know',
      'unverified',
      'messaging.parameters.unsupported-get-linkifiers',
      ['GET /realm/linkifiers', { v: '1' }, ok({ linkifiers: [] })],
    ],
  ])('%s: %s', (_what, due, requirement, ...said) => {
    expect(verdict(requirement, ...said)).toBe(due)
  })
})

describe('a refusal', () => {
  const navigation = (body: object, reply: object): Said => [
    'POST /navigation_views',
    body as Record<string, unknown>,
    reply,
  ]
  const BLANK = 'messaging.navigation.fragment-blank'
  test.each<[string, string, ...Said[]]>([
    ['with the named code', 'pass', navigation({ fragment: '', is_pinned: true }, no('BAD_REQUEST'))],
    [
      'with another code, of a user whose permissions are unknown',
      'unverified',
      navigation({ fragment: '', is_pinned: true }, no('ODD')),
    ],
    [
      'with another code, of a user with permission',
      'fail',
      navigation({ fragment: 'a', is_pinned: true }, ok()),
      navigation({ fragment: '', is_pinned: true }, no('ODD')),
    ],
    [
      'for lack of permission, of a user with permission',
      'unverified',
      navigation({ fragment: 'a', is_pinned: true }, ok()),
      navigation({ fragment: '', is_pinned: true }, no('UNAUTHORIZED_PRINCIPAL')),
    ],
    ['that did not come', 'fail', navigation({ fragment: '', is_pinned: true }, ok())],
    ['of a text of spaces, which is an open point', 'unverified', navigation({ fragment: ' ', is_pinned: true }, ok())],
  ])('%s: %s', (_what, due, ...said) => {
    expect(verdict(BLANK, ...said)).toBe(due)
  })
})
