/** Safe integers as stand-ins for integers that are too large for a JavaScript number. */
import { describe, expect, it } from 'vitest'
import { integerIn, parseExactly, restored } from '../../harness/exact-integers.ts'
import { inProcessTransport, memorySink, run, virtualClock } from '../../harness/index.ts'
import { parseTarget } from '../../harness/target/load-target.ts'
import { createReference } from '../../reference/index.ts'
import { suites } from '../../suites/index.ts'

const HUGE = '9223372036854775807'

describe('an integer too large for a number', () => {
  it('differs from its neighbours, and is restored unchanged', () => {
    const { ids } = parseExactly(`{"ids":[${HUGE},9223372036854775806,-${HUGE},7]}`) as { ids: number[] }
    expect(new Set(ids).size).toBe(4)
    expect(ids.every(Number.isSafeInteger)).toBe(true)
    expect(ids.map(Math.sign)).toEqual([1, 1, -1, 1])
    expect(restored(JSON.stringify({ ids }))).toBe(`{"ids":[${HUGE},9223372036854775806,-${HUGE},7]}`)
  })

  it('has the same stand-in wherever it is read', () => {
    const texts = Array.from({ length: 50 }, (_, n) => `${n % 2 ? '-' : ''}${17 + n}${'0123456789'.repeat(2)}${n}`)
    expect(parseExactly(`[${texts.join(', ')}]`)).toEqual(texts.map(integerIn))
    expect(() => parseExactly(`[${HUGE},\u0120${HUGE}]`)).toThrow()
  })

  it('is not replaced in strings and fractions, nor if a number can hold it', () => {
    const text = `{"a":"${HUGE}","b":"say \\"${HUGE}\\"","c":0.1234567890123456789,"d":9007199254740991,"e":1e300,"f":${HUGE}.5,"g":1e-0000000000000000001,"h":${HUGE}e1,"i":0.5e+0000000000000000001}`
    expect(parseExactly(text)).toEqual(JSON.parse(text))
  })

  it('may be the id of everything in a conformant deployment', async () => {
    const clock = virtualClock()
    const reference = createReference({ clock, variants: ['messaging.ids.large'] })
    const enlarged = (text: string): string => text.replaceAll(/(?<!\d)2199\d{9}(?!\d)/g, id => `9223372${id}`)
    const own = (text: string): string => text.replaceAll(/9223372(2199\d{9})(?!\d)/g, '$1')
    const file = enlarged(JSON.stringify({ ...reference.targetFile('http://reference.invalid'), trading: undefined }))
    const { report, mistakes } = await run({
      target: { ...parseTarget(file, 'huge.json', {}), folder: '.', file: null },
      areas: suites,
      sink: memorySink(),
      clock,
      transport: inProcessTransport(async request => {
        const body = typeof request.body === 'string' ? own(request.body) : request.body
        const reply = await reference.answer({ ...request, url: own(request.url), body })
        return typeof reply.body === 'string' ? { ...reply, body: enlarged(reply.body) } : reply
      }),
      allow: ['write', 'destructive'],
      budget: 'quick',
    })
    expect(mistakes).toEqual([])
    const bad = report.requirements.filter(({ verdict }) => !['pass', 'not-applicable'].includes(verdict))
    expect(bad.map(({ id, verdict, message }) => `${id} ${verdict}: ${message}`)).toEqual([])
  })
})

it('the most recent large integers are kept, and of a single reply the first ones', () => {
  const replies = Array.from({ length: 6 }, (_, reply) =>
    Array.from({ length: 20_001 }, (_, n) => `${10n ** 19n + BigInt(reply * 100_000 + n)}`),
  )
  const parsed = replies.map(ids => parseExactly(`[${ids.join(',')}]`) as number[])
  expect(new Set(parsed.flat()).size).toBe(replies.flat().length)
  expect(restored(String(parsed.at(-1)?.[19_999]))).toBe(replies.at(-1)?.[19_999])
  expect(restored(String(parsed.at(-1)?.[20_000]))).toBe(String(parsed.at(-1)?.[20_000]))
})
