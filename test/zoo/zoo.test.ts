/**
 * The zoo: whatever a deployment, a network or a provisioner does, a run continues and gives the right kind of verdict. Only a
 * few behaviours of each file run here; `node bench/zoo.mjs --write` runs all of them, for all replies and for one in seven.
 */
import { afterAll, describe, expect, it } from 'vitest'
import { behaviours } from './behaviours.ts'
import { combinedBehaviours } from './combined-behaviours.ts'
import { furtherBehaviours } from './further-behaviours.ts'
import { oddBehaviours } from './odd-behaviours.ts'
import { provisionerBehaviours } from './provisioners.ts'
import type { Behaviour } from './reply-bytes.ts'
import { tlsBehaviours } from './tls.ts'
import { type TrialResult, tryOut } from './try-out.ts'
import { tryOutProvisioner } from './try-out-provisioner.ts'
import { tryOutTls } from './try-out-tls.ts'

const whole = process.env['ASSAY_ZOO'] === 'all'
const only = process.env['ASSAY_ZOO_GROUP']
const page = process.env['ASSAY_ZOO_PAGE']
const rows = new Map<string, string>()

type ReplaceSection = (page: string, mark: string, text: (before: string) => string) => void

interface Entry extends Pick<Behaviour, 'id' | 'group' | 'about' | 'kind'> {
  readonly tryOut: (every: number) => Promise<TrialResult>
}

const entries: readonly Entry[] = [
  ...[...behaviours, ...furtherBehaviours, ...oddBehaviours, ...combinedBehaviours].map(one => ({
    ...one,
    tryOut: (every: number) => tryOut(one, every),
  })),
  ...tlsBehaviours.map(one => ({
    ...{ kind: 'unverified' as const, ...one, group: 'TLS' },
    tryOut: (every: number) => tryOutTls(one, every),
  })),
  ...provisionerBehaviours.map(one => ({
    ...{ ...one, group: 'provisioners' },
    tryOut: (every: number) => tryOutProvisioner(one, every),
  })),
]
/** One of the further, the odd and the combined behaviours, of TLS and of provisioners: those that end at once. */
const samples = ['half-closes-after', 'odd-success', 'last-member-wrong', 'renewed', 'null-value']
const tried = whole
  ? entries.filter(({ group }) => only === undefined || group === only)
  : entries.filter(({ id }, index) => (index < behaviours.length ? index % 14 === 3 : samples.includes(id)))

/** The memory that a run may add to an idle process, which needs up to 190 MB of the 512 MB that are allowed. */
const MOST_MEGABYTES = 320

function right({ kind }: Entry, { counts, mistakes, megabytes }: TrialResult, all: boolean): boolean {
  const { fail = 0, pass = 0, unverified = 0 } = counts
  if (mistakes > 0 || megabytes > MOST_MEGABYTES) return false
  if (kind === 'any') return true
  if (kind === 'fail') return !all || fail > 0
  if (kind === 'legal') return fail === 0 && pass > 0
  return fail === 0 && (!all || (pass === 0 && unverified > 0))
}

const inWords = ({ counts }: TrialResult): string =>
  ['pass', 'warn', 'fail', 'unverified'].flatMap(name => (counts[name] ? [`${counts[name]} ${name}`] : [])).join(', ')

const nameOf = ({ group, about }: Entry): string => `| ${group} | ${about} |`

/** The table with new rows for the behaviours of this run, and the page's present rows for the others. */
function table(before: string): string {
  const lines = entries.flatMap(entry => {
    const name = nameOf(entry)
    return rows.get(name) ?? before.split('\n').filter(line => line.startsWith(name))
  })
  return [
    '| group | what happens | right verdict | every time | one time in seven | memory beyond an idle process |',
    '|---|---|---|---|---|---|',
    ...lines,
  ].join('\n')
}

describe('the zoo', () => {
  it('has at least sixty behaviours', () => {
    expect(new Set(entries.map(({ group, id }) => `${group} ${id}`)).size).toBe(entries.length)
    expect(entries.length).toBeGreaterThanOrEqual(60)
    expect(tried.length).toBeGreaterThan(0)
    if (!whole) expect(samples.filter(id => !tried.some(one => one.id === id))).toEqual([])
  })

  it.each(tried)('$group: $about', async entry => {
    const all = await entry.tryOut(1)
    expect(all, entry.kind).toSatisfy((result: TrialResult) => right(entry, result, true))
    if (!whole) return
    const some = await entry.tryOut(7)
    expect(some, entry.kind).toSatisfy((result: TrialResult) => right(entry, result, false))
    const memory = Math.max(all.megabytes, some.megabytes)
    rows.set(nameOf(entry), `${nameOf(entry)} ${entry.kind} | ${inWords(all)} | ${inWords(some)} | ${memory} MB |`)
  })

  afterAll(async () => {
    if (!page || rows.size === 0) return
    const script = new URL('../../bench/replace-section.mjs', import.meta.url).href
    const { replaceSection } = (await import(script)) as { replaceSection: ReplaceSection }
    replaceSection(page, 'zoo', table)
  })
})
