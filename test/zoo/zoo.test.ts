/**
 * The zoo: a run survives whatever a deployment does to its replies, with the right kind of verdict. A few behaviours here;
 * all of them, for all replies and for one in seven, by `node bench/zoo.mjs --write`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { type Behaviour, behaviours } from './behaviours.ts'
import { type Came, tryOut } from './try-out.ts'

const whole = process.env['ASSAY_ZOO'] === 'all'
const page = process.env['ASSAY_ZOO_PAGE']
const tried = whole ? behaviours : behaviours.filter((_, index) => index % 12 === 3)
const rows: string[] = []

function right({ kind }: Behaviour, { counts, mistakes }: Came, all: boolean): boolean {
  const { fail = 0, pass = 0 } = counts
  if (mistakes > 0) return false
  if (kind === 'any') return true
  if (kind === 'fail') return !all || fail > 0
  return fail === 0 && (kind === 'legal' ? pass > 0 : !all || pass === 0)
}

const inWords = ({ counts }: Came): string =>
  ['pass', 'warn', 'fail', 'unverified'].flatMap(name => (counts[name] ? [`${counts[name]} ${name}`] : [])).join(', ')

describe('the zoo', () => {
  it('has at least sixty behaviours', () => {
    expect(new Set(behaviours.map(({ id }) => id)).size).toBe(behaviours.length)
    expect(behaviours.length).toBeGreaterThanOrEqual(60)
  })

  it.each(tried)('$group: $about', async behaviour => {
    const all = await tryOut(behaviour, 1)
    expect(all, behaviour.kind).toSatisfy((came: Came) => right(behaviour, came, true))
    if (!whole) return
    const some = await tryOut(behaviour, 7)
    expect(some, behaviour.kind).toSatisfy((came: Came) => right(behaviour, came, false))
    rows.push(`| ${behaviour.group} | ${behaviour.about} | ${behaviour.kind} | ${inWords(all)} | ${inWords(some)} |`)
  })

  afterAll(() => {
    if (!page || rows.length === 0) return
    const text = readFileSync(page, 'utf8')
    const table = [
      '| group | what happens to a reply | right verdict | for all replies | for one in seven |',
      '|---|---|---|---|---|',
      ...rows,
    ]
    writeFileSync(
      page,
      text.replace(/(<!-- zoo -->\n)[\s\S]*?(\n<!-- \/zoo -->)/, (_, from, to) => `${from}${table.join('\n')}${to}`),
    )
  })
})
