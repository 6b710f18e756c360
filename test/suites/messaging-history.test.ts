/** An edit is compared with the known one before it only if nobody else edited the message in between. */
import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../harness/index.ts'
import { editOmits, editShows, type State } from '../../suites/messaging/messages/history.predicates.ts'

const sent: State = { content: 'one', topic: 'first', channel: 1 }
const moved: State = { content: 'one', topic: 'first', channel: 2 }
const edited: State = { content: 'two', topic: 'first', channel: 2 }
const states = [sent, moved, edited]

const plain = { content: 'one', topic: 'first' }
const move = { content: 'one', topic: 'first', prev_stream: 1, stream: 2 }
const ofSomebodyElse = { content: 'one', topic: 'theirs', prev_topic: 'first' }
const edit = { content: 'two', topic: 'first', prev_content: 'one' }
const withTopicToo = { ...edit, prev_topic: 'theirs' }

const answering = (...message_history: readonly object[]): Exchange[] => [
  { json: { result: 'success', msg: '', message_history } } as unknown as Exchange,
]

describe('an edit of the message', () => {
  it('shows the content before it', () => {
    const args = { states, thing: 'content', field: 'prev_content', value: 'before' } as const
    expect(editShows.judge(answering(plain, move, edit), args).outcome).toBe('holds')
    expect(editShows.judge(answering(plain, move, { ...edit, prev_content: 'none' }), args).outcome).toBe('broken')
  })

  it('has no topic before it, if the topic stayed', () => {
    const args = { states, thing: 'topic', fields: ['prev_topic'] } as const
    expect(editOmits.judge(answering(plain, move, withTopicToo), args).outcome).toBe('broken')
    expect(editOmits.judge(answering(plain, move, ofSomebodyElse, withTopicToo), args).outcome).toBe('holds')
  })
})
