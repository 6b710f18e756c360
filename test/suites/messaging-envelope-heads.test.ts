/** Reading success or error from the members of the envelope itself, not from nested objects or texts. */
import { expect, it } from 'vitest'
import { codeOf, refusalOf, wrongEnvelope } from '../../suites/messaging/conventions/envelope-heads.ts'

it.each([
  ['a nested object says error', '{"result":"success","msg":"","sync":{"result":"error"},"code":"OK"}'],
  ['a nested list before it says error', '{"warnings":[{"result":"error","code":"X"}],"result":"success","msg":""}'],
  ['a text in it says error', '{"text":"\\"result\\":\\"error\\",","result":"success","msg":""}'],
])('a body is read as a success if %s', (_when, body) => {
  expect([codeOf(body), refusalOf(body), wrongEnvelope(body)]).toEqual([null, null, null])
})

it.each([
  [
    'a nested object says success',
    '{"x":{"result":"success","code":"Y","msg":"z"},"result":"error","msg":"No","code":"BAD"}',
  ],
  ['a text in it has brackets', '{"note":"]}{[","result":"error","msg":"No","code":"BAD"}'],
  ['it is long', `{"result":"error","msg":"No","code":"BAD","more":"${'x'.repeat(9000)}"}`],
])('a body is read as an error if %s', (_when, body) => {
  expect([codeOf(body), refusalOf(body)]).toEqual(['BAD', 'BAD No'])
})

it.each([
  ['{"result":"error","msg":"m"}', 'an error without a code'],
  ['{"a":{"result":"success"}}', 'result missing'],
  ['{"result":[1]}', 'result ['],
  ['[]', 'no object: ['],
])('%s is neither a success nor an error envelope', (body, said) => {
  expect(wrongEnvelope(body)).toBe(said)
})
