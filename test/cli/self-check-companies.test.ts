import { describe, expect, it } from 'vitest'
import { companiesOf } from '../../cli/self-check/companies.ts'
import { judgeCompany } from '../../cli/self-check/judge-subject.ts'
import { faultSubject, type Subject, variantSubject } from '../../cli/self-check/subject.ts'
import { faults, variants } from '../../reference/index.ts'
import { suites } from '../../suites/index.ts'

const all: readonly Subject[] = [...faults.map(faultSubject), ...variants.map(variantSubject)]
const companies = companiesOf(all)

describe('companies', () => {
  it('take in everything that joins, once', () => {
    const joined = companies.flat().map(({ id }) => id)
    const joining = all.filter(({ joins }) => joins).map(({ id }) => id)
    expect(joined.sort()).toEqual(joining.sort())
  })

  it('are of one API and level, and nobody in them breaches or uses what another does', () => {
    for (const company of companies) {
      expect(new Set(company.map(({ kind, api, level }) => `${kind} ${api} ${level}`)).size).toBe(1)
      const near = company.flatMap(one => [...new Set(one.near)])
      expect(new Set(near).size).toBe(near.length)
    }
  })

  it('leave out freedoms that show everywhere, which meet all checks alone', () => {
    const alone = all.filter(({ kind, joins }) => kind === 'variant' && !joins)
    expect(alone.length).toBeGreaterThan(20)
    for (const { near, api } of alone) expect(near).toEqual([`${api}.*`])
  })

  it('are halved until the one is found that breaks what nobody breaches', async () => {
    const breaching = (id: string): Subject =>
      all.find(({ breaches }) => breaches.includes(id)) ?? expect.fail(`no fault breaches ${id}`)
    const others = ['trading.markets.quote', 'trading.coins.name-en', 'trading.orderbook.asks'].map(breaching)
    const culprit = breaching('trading.ping.pong')
    const innocent = { ...culprit, mayAlso: [], breaches: [], near: [] }
    const trials = await judgeCompany([innocent, ...others], { areas: suites })
    const wrong = trials.filter(({ problems }) => problems.length > 0)
    expect(wrong.map(({ subject }) => subject.id)).toEqual([culprit.id])
    expect(wrong[0]?.problems.join()).toContain('although nothing breaches it')
  })
})
