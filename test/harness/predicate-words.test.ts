/** Messages of predicates contain the fact that decides. */
import { describe, expect, it } from 'vitest'
import { exchange } from '../../harness/evidence/exchange.ts'
import { beside } from '../../harness/judging/beside.ts'
import { field, listed } from '../../harness/judging/general-predicates.ts'
import { shown } from '../../harness/judging/predicate.ts'
import { describeSchema } from '../../harness/judging/schema-validator.ts'
import { anExchange } from '../reports/a-report.ts'

const replied = (body: string) => exchange({ ...anExchange(), response: { status: 200, headers: {}, body } })

describe('an unexpected text', () => {
  const due = 'text'.repeat(15)
  it.each([
    ['cut at its end', due.slice(0, -1), 'which is only the first 59 of 60 characters'],
    ['cut at its beginning', due.slice(1), 'which is only the last 59 of 60 characters'],
    ['longer', `${due}!`, 'which has 1 more characters at its end'],
    ['changed within', `${due.slice(0, 30)}!${due.slice(31)}`, 'which differs from character 31 on: '],
  ])('is described as %s', (_name, actual, expected) => {
    expect(beside(due, actual)).toContain(expected)
  })

  it('is only quoted if it is short', () => {
    expect(beside('stream', 'strea')).toBe('"strea"')
  })
})

it('a text that is cut short is shown with its length', () => {
  expect(shown('x'.repeat(1000), 5)).toBe('"xxxx…" (1000 characters)')
})

it('the object that lacks a member is quoted', () => {
  const absent = field.judge([replied('{"list":[{"id":1}]}')], {
    path: '/list/*/name',
    schema: { type: 'string' },
    required: true,
  })
  expect(absent).toMatchObject({ expected: '/list/0/name to be present: a string', actual: 'it is absent in {"id":1}' })
})

it('the element with the wrong member is named', () => {
  const wrong = listed.judge([replied('{"list":[{"id":1,"on":false}]}')], {
    list: '/list',
    where: { id: 1 },
    has: { on: true },
  })
  expect(wrong).toMatchObject({ expected: 'on of the element of /list with {"id":1} to be true', actual: 'false' })
})

describe('a schema in words', () => {
  it.each([
    [
      { type: 'string', pattern: '^[0-9]+$', description: 'A moment, in milliseconds.' },
      'a string of decimal digits (a moment, in milliseconds)',
    ],
    [{ type: 'string', pattern: '^a$', description: 'URL of a page.' }, 'a string (URL of a page)'],
    [{ type: 'string', pattern: '^a$' }, 'a string matching ^a$'],
  ])('%j', (schema, words) => {
    expect(describeSchema(schema)).toBe(words)
  })
})
