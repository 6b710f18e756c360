/** JUnit and CTRF reports conform to their published schemas. */
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { ctrf, junit } from '../../reports/index.ts'
import { anEntry, aReport } from './a-report.ts'
import { parseXml, type XmlElement } from './parse-xml.ts'
import ctrfSchema from './schemas/ctrf.json' with { type: 'json' }
import junitSchema from './schemas/junit.json' with { type: 'json' }

const report = aReport(
  (['pass', 'fail', 'warn', 'unverified', 'not-applicable'] as const).flatMap((verdict, n) => [
    anEntry(`trading.time.${verdict}`, verdict, { exchanges: [n] }),
    anEntry(`messaging.drafts.${verdict}`, verdict, { places: [], needs: ['actor owner'] }),
  ]),
)

interface ElementRule {
  readonly attributes: Readonly<Record<string, string>>
  readonly required: readonly string[]
  readonly children: readonly string[]
  readonly atLeast?: number
  readonly atMostOne?: readonly string[]
  readonly text?: boolean
}

const kinds: Readonly<Record<string, RegExp>> = {
  text: /^[\s\S]*$/,
  count: /^\d+$/,
  seconds: /^\d+(\.\d+)?$/,
  timestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/,
}

function faultsOf(element: XmlElement): string[] {
  const rule = (junitSchema as unknown as Record<string, ElementRule | undefined>)[element.name]
  if (!rule) return [`<${element.name}> is not known`]
  const missing = rule.required.filter(name => !(name in element.attributes))
  const wrong = Object.entries(element.attributes).filter(
    ([name, value]) => !kinds[rule.attributes[name] ?? '']?.test(value),
  )
  const strange = element.children.filter(({ name }) => !rule.children.includes(name))
  const order = element.children.map(({ name }) => rule.children.indexOf(name))
  const twice = (rule.atMostOne ?? []).filter(name => element.children.filter(child => child.name === name).length > 1)
  return [
    ...missing.map(name => `<${element.name}> lacks ${name}`),
    ...wrong.map(([name, value]) => `<${element.name}> has ${name}="${value}"`),
    ...strange.map(({ name }) => `<${element.name}> holds <${name}>`),
    ...twice.map(name => `<${element.name}> holds two <${name}>`),
    ...(order.some((place, n) => place < (order[n - 1] ?? 0))
      ? [`<${element.name}> holds its children in another order`]
      : []),
    ...(element.children.length < (rule.atLeast ?? 0) ? [`<${element.name}> is empty`] : []),
    ...(!rule.text && element.text.trim() !== '' ? [`<${element.name}> holds text`] : []),
    ...element.children.flatMap(faultsOf),
  ]
}

describe('JUnit', () => {
  const root = parseXml(junit(report))

  test('is valid', () => expect(faultsOf(root)).toEqual([]))

  test('keeps skip reasons and properties', () => {
    const cases = root.children.flatMap(suite => suite.children.filter(({ name }) => name === 'testcase'))
    const skipped = cases.flatMap(one => one.children.filter(({ name }) => name === 'skipped'))
    expect(skipped.map(({ attributes }) => attributes['message']?.split(':')[0])).toEqual([
      'fixture-missing',
      'not-applicable',
      'fixture-missing',
      'not-applicable',
    ])
    expect(cases.every(one => one.children[0]?.name === 'properties')).toBe(true)
  })
})

describe('CTRF', () => {
  const ajv = new Ajv({ allErrors: true, allowUnionTypes: true })
  addFormats.default(ajv)
  const document: unknown = JSON.parse(ctrf(report))

  test('is valid', () => {
    const valid = ajv.compile(ctrfSchema)
    valid(document)
    expect(valid.errors ?? []).toEqual([])
  })

  test('counts each verdict once', () => {
    const { summary } = (document as { results: { summary: Record<string, number> } }).results
    expect(summary).toMatchObject({ tests: 10, passed: 2, failed: 2, skipped: 4, other: 2, pending: 0 })
  })
})
