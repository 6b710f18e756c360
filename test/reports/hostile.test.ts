/** Hostile text from a target has no effect in any form of the report. */
import { describe, expect, test } from 'vitest'
import { pageScript, pageStyle } from '../../generated/page-assets.ts'
import {
  annotations,
  badgeJson,
  badgeSvg,
  ctrf,
  difference,
  differencePage,
  differenceSummary,
  har,
  junit,
  markdown,
  matrixPage,
  reportPage,
  summary,
} from '../../reports/index.ts'
import { anEntry, aReport } from './a-report.ts'
import { hostileRun, payloads } from './hostile.ts'
import { parseXml } from './parse-xml.ts'

const assets = { script: pageScript, style: pageStyle }
const harmless = {
  report: aReport([anEntry('messaging.drafts.hostile-0', 'pass')]),
  exchanges: [],
  claims: [],
  damage: [],
}
const all = Object.keys(payloads)
const runOf = (name: string) => hostileRun(payloads[name] ?? '')

/** Characters that control a terminal or are invisible, except the line feed that ends Assay's own lines. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it searches for control characters
const acts = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/

describe.each(all)('%s', name => {
  const run = runOf(name)

  test.each([
    ['report', () => reportPage(run, assets)],
    ['matrix', () => matrixPage([run, harmless], assets)],
    ['difference', () => differencePage(harmless, run, assets)],
  ])('stays text in the %s page', (_, make) => {
    const page = make()
    const markup = page.replace(pageScript, '').replace(pageStyle, '')
    const tags = markup.match(/<[a-z!/][^>]*/gi) ?? []
    expect(tags.filter(tag => /^<(img|iframe|object|embed|form[^>]*action|base|svg\/)/i.test(tag))).toEqual([])
    expect(tags.filter(tag => /^<[^>]*\son[a-z]+\s*=/i.test(tag.replace(/"[^"]*"/g, '""')))).toEqual([])
    const scripts = tags.filter(tag => /^<script/i.test(tag))
    expect(scripts.filter(tag => !/^<script( type="application\/[a-z-]+" id="[\w.-]+")?$/.test(tag))).toEqual([])
    expect(scripts.filter(tag => tag === '<script')).toHaveLength(1)
    expect(markup).not.toMatch(acts)
  })

  test('has no effect on a terminal', () => {
    const options = { columns: 80, colour: false, folder: 'out', files: [], again: 'npx assay run' }
    const text = summary(run.report, { ...options, find: n => run.exchanges.find(one => one.n === n) })
    expect(text).not.toMatch(acts)
    expect(text.length).toBeLessThan(60_000)
    const changes = differenceSummary(difference(harmless.report, run.report), { columns: 80, colour: false })
    expect(changes).not.toMatch(acts)
    expect(changes.length).toBeLessThan(30_000)
  })

  test('is text in JUnit', () => {
    const root = parseXml(junit(run.report))
    expect(root.name).toBe('testsuites')
    expect(names(root)).toEqual(
      new Set(['testsuites', 'testsuite', 'properties', 'property', 'testcase', 'failure', 'skipped', 'system-out']),
    )
  })

  test('is text in Markdown', () => {
    const text = markdown(run.report)
    expect(text.match(/<[^>]*>/g)?.filter(tag => !/^<\/?(details|summary|b|code)>$/.test(tag))).toEqual([])
    expect(text).not.toMatch(/\]\(|```|https?:/)
    expect(text).not.toMatch(acts)
    expect(text.length).toBeLessThan(100_000)
  })

  test('is text in the badge', () => {
    const root = parseXml(badgeSvg(run.report))
    expect(names(root)).toEqual(new Set(['svg', 'title', 'clipPath', 'rect', 'g', 'text']))
    expect(badgeSvg(run.report).length).toBeLessThan(2_000)
    expect(JSON.parse(badgeJson(run.report)).label.length).toBeLessThanOrEqual(40)
  })

  test('starts no workflow command', () => {
    const lines = annotations(run.report).trimEnd().split('\n')
    expect(lines).toHaveLength(3)
    for (const line of lines) expect(line).toMatch(/^::(error|warning|notice) title=[^:,]*::[^\r]*$/)
  })

  test('is only data in CTRF and HAR', async () => {
    expect(JSON.parse(ctrf(run.report)).results.tests).toHaveLength(4)
    let text = ''
    for await (const piece of har(run)) text += piece
    expect(JSON.parse(text).log.entries[0].response.content.text).toBe(run.exchanges[0]?.response?.body)
  })
})

function names(root: ReturnType<typeof parseXml>): Set<string> {
  return new Set([root.name, ...root.children.flatMap(child => [...names(child)])])
}
