/** `assay sign`. */
import { expect, test } from 'vitest'
import { assayWith } from './fake-io.ts'

const secret = 'assay-test-secret-not-for-any-account'
const env = { ASSAY_SECRET_KEY: secret }
const query = 'asset=btc&timestamp=1700000000000'
const printed = `signed     ${query}\nsignature  9e2e2728a68c1e3237221cdd77d78ba11b351548e9043e6b563fd79c9677163a\n`

test('a query string is signed as it is', async () => {
  expect(await assayWith(['sign', query], { env })).toEqual({ status: 0, out: printed, err: '' })
})

test('--bare prints only the signature', async () => {
  expect((await assayWith(['sign', '--bare', query], { env })).out).toBe(`${printed.slice(-65, -1)}\n`)
})

test('text from the standard input is signed without its last line break', async () => {
  expect((await assayWith(['sign'], { env, stdin: () => Promise.resolve(`${query}\n`) })).out).toBe(printed)
})

test('parameters are encoded first', async () => {
  const argv = ['sign', '--param', 'asset=btc', '--param', 'timestamp=1700000000000', '--secret-env', 'OTHER']
  expect((await assayWith(argv, { env: { OTHER: secret } })).out).toBe(printed)
  const { out } = await assayWith(['sign', '--param', 'a b=c=d&é'], { env })
  expect(out).toContain('signed     a%20b=c%3Dd%26%C3%A9\n')
})

test.each([
  [['sign', query], {}, 'the environment variable ASSAY_SECRET_KEY, which holds the secret, is not set'],
  [['sign'], env, 'there is nothing to sign'],
  [['sign', '--param', 'nothing'], env, '--param nothing is not of the form name=value'],
  [['sign', '--secret-env', '', query], env, '--secret-env is empty: it needs the name of an environment variable'],
  [['sign', `?${query}`], env, 'leave out the question mark: it is not part of the query string'],
  [['sign', query, '--param', 'a=b'], env, 'give either a query string or --param, not both'],
])('%j cannot be signed', async (argv, environment, said) => {
  expect(await assayWith(argv, { env: environment })).toEqual({ status: 2, out: '', err: `assay: ${said}\n` })
})

test('the secret is never printed', async () => {
  const { out, err } = await assayWith(['sign', query], { env })
  expect(out + err).not.toContain(secret)
})
