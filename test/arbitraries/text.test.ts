/** Plain and hostile text, and the parameters of signed requests. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fileArbitrary } from '../../arbitraries/files.ts'
import { signedParameters } from '../../arbitraries/signed-parameters.ts'
import { hostilePieces, text } from '../../arbitraries/text.ts'
import { encodeQuery } from '../../harness/http/encode-query.ts'

const sample = <T>(arbitrary: fc.Arbitrary<T>, numRuns = 1000): T[] => fc.sample(arbitrary, { numRuns, seed: 2 })

describe('plain text', () => {
  const plain = sample(text({ kind: 'plain' }))

  test('is letters, digits, spaces and common punctuation of many scripts', () => {
    for (const value of plain) expect(value).toMatch(/^[\p{L}\p{N} .,;:!?()、。،؟-]*$/u)
    for (const script of ['Latin', 'Greek', 'Cyrillic', 'Hebrew', 'Arabic', 'Devanagari', 'Thai', 'Han', 'Hangul'])
      expect(
        plain.some(value => new RegExp(`\\p{Script=${script}}`, 'u').test(value)),
        script,
      ).toBe(true)
    expect(plain.some(value => /[\u{10000}-\u{10ffff}]/u.test(value))).toBe(true)
  })

  test('comes empty, short and at its limit', () => {
    const limited = sample(text({ kind: 'plain', limit: 60 }))
    expect(plain).toContain('')
    expect(limited.some(value => value.length === 60)).toBe(true)
    expect(limited.every(value => value.length <= 60)).toBe(true)
    expect(limited.filter(value => [...value].length > 24).every(value => /^[a-zA-Z0-9]+$/.test(value))).toBe(true)
  })

  test('may be of any script at a limit in characters', () => {
    const long = sample(text({ kind: 'plain', limit: 8000, limitInCharacters: true })).filter(
      value => value.length === 8000,
    )
    expect(long.some(value => /^[^a-z]+$/.test(value))).toBe(true)
  })

  test('is not empty as a line, and has no space at its ends', () => {
    for (const value of sample(text({ kind: 'plain', line: true }))) {
      expect(value).toBe(value.trim())
      expect(value).toMatch(/[\p{L}\p{N}]/u)
    }
  })
})

test.each(Object.entries(hostilePieces))('hostile text has %s', (_name, pieces) => {
  const hostile = sample(text({ kind: 'hostile' }))
  for (const piece of pieces) expect(hostile.some(value => value.includes(piece))).toBe(true)
})

test('hostile text shrinks to the one piece that causes the failure', () => {
  const { counterexample } = fc.check(
    fc.property(text({ kind: 'hostile' }), value => !value.includes('\u202e')),
    { seed: 2, numRuns: 2000 },
  )
  expect(counterexample).toEqual(['\u202e'])
})

test('files have names with brackets, spaces and letters of any script', () => {
  const names = sample(fileArbitrary()).map(({ filename }) => filename)
  for (const shape of [/\[.*\]/, / /, /\p{Script=Arabic}/u, /\p{Script=Han}/u])
    expect(names.some(name => shape.test(name))).toBe(true)
  expect(names.every(name => name !== '' && !/[/\0]/.test(name))).toBe(true)
})

describe('signed parameters', () => {
  const made = sample(signedParameters({ taken: ['asset'] }))

  test('have distinct plain names that are not in use', () => {
    for (const { parameters, timestampAt } of made) {
      const names = parameters.map(([name]) => name)
      expect(new Set(names).size).toBe(names.length)
      for (const name of names) expect(name).toMatch(/^(?!timestamp$|asset$)\w+$/i)
      expect(timestampAt).toBeLessThanOrEqual(parameters.length)
    }
  })

  test('have values that form encoding and RFC 3986 encode in the same way', () => {
    for (const { parameters } of made) {
      const pairs = parameters.map(([name, value]): [string, string] => [name, value])
      expect(new URLSearchParams(pairs).toString()).toBe(encodeQuery(pairs))
    }
  })

  test('include empty values, reserved characters and letters of any script, with the timestamp at either end', () => {
    const values = made.flatMap(({ parameters }) => parameters.map(([, value]) => value))
    expect(values).toContain('')
    expect(values.some(value => value.includes('&'))).toBe(true)
    expect(values.some(value => /\p{Script=Han}/u.test(value))).toBe(true)
    expect(made.some(({ parameters, timestampAt }) => parameters.length > 1 && timestampAt === 0)).toBe(true)
    expect(made.some(({ parameters, timestampAt }) => parameters.length > 1 && timestampAt === parameters.length)).toBe(
      true,
    )
  })

  test('shrink to no parameters', () => {
    const { counterexample } = fc.check(
      fc.property(signedParameters(), () => false),
      { seed: 2 },
    )
    expect(counterexample).toEqual([{ parameters: [], timestampAt: 0 }])
  })
})
