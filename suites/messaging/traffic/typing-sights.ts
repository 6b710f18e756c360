/** Rules about typing and scheduled messages in traffic. */
import type { Sight } from '../../../harness/index.ts'
import { notYet, refused, refusedFor, type When } from './refusal-sights.ts'
import { isNoIntegerList } from './sent-values.ts'

const isDirect: When = ({ type }, _request, level) =>
  type === undefined || type === 'direct' || (type === 'private' && level < 215)
const inChannel: When = ({ type }, _request, level) => type === 'stream' || (type === 'channel' && level >= 248)

export const typingSights: readonly Sight[] = [
  refusedFor('typing.op-required', 'setTypingStatus', 'op', 'missing'),
  refusedFor('typing.op-outside', 'setTypingStatus', 'op', 'outside'),
  refusedFor('typing.type-outside', 'setTypingStatus', 'type', 'outside'),
  refusedFor('typing.private-dropped', 'setTypingStatus', 'type', 'dropped'),
  refused(
    'typing.to-required',
    'setTypingStatus',
    (params, request, level) => isDirect(params, request, level) && !request.texts.has('to'),
    { codes: ['BAD_REQUEST'], weight: 'should' },
  ),
  refused(
    'typing.to-kind',
    'setTypingStatus',
    (params, request, level) => isDirect(params, request, level) && isNoIntegerList(params['to']),
  ),
  refused(
    'typing.stream-id-required',
    'setTypingStatus',
    (params, request, level) => inChannel(params, request, level) && !request.texts.has('stream_id'),
    { codes: ['BAD_REQUEST'] },
  ),
  refusedFor('typing.stream-id-kind', 'setTypingStatus', 'stream_id', 'kind', { when: inChannel }),
  refused(
    'typing.topic-required',
    'setTypingStatus',
    (params, request, level) => inChannel(params, request, level) && !request.texts.has('topic'),
    { codes: ['BAD_REQUEST'], weight: 'should' },
  ),
  notYet('typing.channel-ahead', 'setTypingStatus', ({ type }) => type === 'channel'),
  refusedFor('typing.edit-op-required', 'setMessageEditTypingStatus', 'op', 'missing'),
  refusedFor('typing.edit-op-outside', 'setMessageEditTypingStatus', 'op', 'outside'),
  notYet('typing.edit-ahead', 'setMessageEditTypingStatus'),
  refusedFor('scheduled-messages.type-outside', 'updateScheduledMessage', 'type', 'outside'),
  refused(
    'scheduled-messages.to-kind',
    'updateScheduledMessage',
    ({ to }) => !Number.isInteger(to) && isNoIntegerList(to),
  ),
  notYet('scheduled-messages.type-channel-ahead', 'updateScheduledMessage', ({ type }) => type === 'channel'),
]
