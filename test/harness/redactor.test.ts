import { describe, expect, it } from 'vitest'
import { redactor } from '../../harness/evidence/redactor.ts'

describe('redactor', () => {
  it('replaces a learnt value wherever it shows, by one stable placeholder', () => {
    const hidden = redactor()
    hidden.learn('s3cret-value')
    expect(hidden.text('a s3cret-value b s3cret-value')).toBe('a {{secret:1}} b {{secret:1}}')
    expect(hidden.body('{"x":"s3cret-value"}')).toBe('{"x":"{{secret:1}}"}')
  })

  it('finds a value in its URL-encoded forms', () => {
    const hidden = redactor()
    hidden.learn('pa ss+w&rd')
    expect(hidden.text('q=pa%20ss%2Bw%26rd')).toBe('q={{secret:1}}')
    expect(hidden.text('q=pa+ss%2Bw%26rd')).toBe('q={{secret:1}}')
  })

  it('touches only strings of JSON, and keeps the rest as received', () => {
    const hidden = redactor()
    hidden.learn('123456')
    expect(hidden.body('{ "id":123456,  "key": "123456" }')).toBe('{ "id":123456,  "key": "{{secret:1}}" }')
  })

  it('sees through escapes', () => {
    const hidden = redactor()
    hidden.learn('abc/def')
    expect(hidden.body('{"x":"abc\\/def"}')).toBe('{"x":"{{secret:1}}"}')
    expect(hidden.body('{"x":"\\u0061bc/def"}')).toBe('{"x":"{{secret:1}}"}')
  })

  it('replaces known fields whatever they hold, and keeps emptiness', () => {
    const hidden = redactor()
    expect(hidden.body('{"api_key":"k","password":"","email":"e"}')).toBe(
      '{"api_key":"{{secret:1}}","password":"","email":"e"}',
    )
    expect(hidden.body('username=ada&password=p%20w')).toBe('username=ada&password={{secret:2}}')
  })

  it('keeps scheme and host of an invitation link', () => {
    const hidden = redactor()
    expect(hidden.body('{"invite_link":"https://chat.example/join/abc"}')).toBe(
      '{"invite_link":"https://chat.example/{{secret:1}}"}',
    )
  })

  it('replaces credentials in headers', () => {
    const hidden = redactor()
    expect(hidden.headers({ Authorization: 'Basic YTpi', 'X-SVC-SIGNATURE': 'ff', accept: '*/*' })).toEqual({
      Authorization: 'Basic {{secret:1}}',
      'X-SVC-SIGNATURE': '{{secret:2}}',
      accept: '*/*',
    })
  })
})
