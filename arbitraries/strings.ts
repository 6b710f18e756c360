/** Strings of a schema: by format, by pattern, or text. */
import * as fc from 'fast-check'
import { chosen } from './favouring.ts'
import type { Json } from './json.ts'
import type { RequestOptions } from './options.ts'
import type { Reading } from './reading.ts'
import { sieve } from './sieve.ts'
import { emailList, text } from './text.ts'

/** Made on first use: some of them are expensive to make. */
const formats: Readonly<Record<string, () => fc.Arbitrary<string>>> = {
  email: () => fc.emailAddress(),
  uri: () => fc.webUrl(),
  'date-time': () =>
    fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map(date => date.toISOString()),
  date: () =>
    fc
      .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
      .map(date => date.toISOString().slice(0, 10)),
  uuid: () => fc.uuid(),
  hostname: () => fc.domain(),
  ipv4: () => fc.ipV4(),
}

/** A pattern that all these words match is a rule about text; any other pattern describes the whole string. */
const ordinaryWords = ['a', 'Ab c', 'متن', '字1', '-']

export function stringOf(schema: Json, reading: Reading, options: RequestOptions): fc.Arbitrary<string> {
  const choice = reading.names === undefined ? undefined : options.ids?.[reading.names]
  if (choice !== undefined) return chosen(choice).map(String)
  if (reading.text === 'emails') return emailList(options.emailDomain ?? 'assay.invalid')
  const format = formats[String(schema['format'])]
  if (format) return format()
  const pattern = typeof schema['pattern'] === 'string' ? new RegExp(schema['pattern'], 'u') : null
  if (pattern && !ordinaryWords.every(word => pattern.test(word))) return shaped(pattern)
  const stated = reading.limit === undefined ? undefined : options.limits?.[reading.limit]
  const any = text({
    kind: options.text ?? 'plain',
    min: Number(schema['minLength'] ?? 0),
    limit: Math.min(Number(schema['maxLength'] ?? Infinity), stated ?? Infinity),
    limitInCharacters: stated === undefined,
    line: reading.text === 'line',
  })
  return pattern ? sieve(any, value => pattern.test(value)) : any
}

/** Replaces negated character classes by a few plain characters: fast-check would have to list all the others first. */
function shaped(pattern: RegExp): fc.Arbitrary<string> {
  const plainer = new RegExp(pattern.source.replaceAll(/\[\^[^\]]*\]/g, '[a-z0-9:/.-]'), 'u')
  return sieve(fc.stringMatching(plainer, { size: 'small' }), value => pattern.test(value))
}
