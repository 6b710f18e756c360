/** Feature levels: what changed at each, the level that the deployment claims, and what was demonstrated. */
import type { JudgedRequirement, Report } from '../../generated/formats.ts'
import { titleOf } from '../finished-run.ts'
import { sign, verdictTitle } from '../verdicts.ts'
import { type Html, html } from './html.ts'

export interface Change {
  readonly level: number
  readonly begins: readonly JudgedRequirement[]
  /** Requirements that applied up to the level before. */
  readonly ends: readonly JudgedRequirement[]
}

function changesOf(report: Report): Change[] {
  const changes = new Map<number, { begins: JudgedRequirement[]; ends: JudgedRequirement[] }>()
  const at = (level: number) => {
    const known = changes.get(level) ?? { begins: [], ends: [] }
    changes.set(level, known)
    return known
  }
  for (const entry of report.requirements) {
    const { since, until } = entry
    if (since !== undefined) at(since).begins.push(entry)
    if (until !== undefined) at(until + 1).ends.push(entry)
  }
  return [...changes].map(([level, change]) => ({ level, ...change })).sort((a, b) => a.level - b.level)
}

export function levelsPart(report: Report): Html | null {
  const claimed = report.target.messaging?.featureLevel
  const changes = changesOf(report)
  if (claimed === undefined || changes.length === 0) return null
  const owed = changes.filter(({ level }) => level <= claimed)
  const later = changes.filter(({ level }) => level > claimed)
  return html`<p>The deployment claims feature level <b>${claimed}</b>. What was introduced at or below that level is required; what comes above it is not.</p>
<ol class="levels">
${owed.map(change => row(change, claimed, report))}
<li class="claimed"><span class="level-number">${claimed}</span><span>claimed feature level</span></li>
${later.map(change => row(change, claimed, report))}
</ol>`
}

interface Shown {
  readonly state: 'pass' | 'fail' | 'warn' | 'unverified' | 'not-applicable'
  readonly words: string
}

/** What the verdicts say about one change, given the claimed level. */
export function shownAt({ level, begins, ends }: Change, claimed: number): Shown {
  if (level <= claimed) {
    const count = (wanted: string): number => begins.filter(({ verdict }) => verdict === wanted).length
    const [kept, failed, open] = [count('pass') + count('warn'), count('fail'), count('unverified')]
    if (begins.length === 0)
      return { state: 'not-applicable', words: 'something no longer applies; nothing new is required' }
    if (failed > 0) return { state: 'fail', words: `required; ${failed} of ${begins.length} not as this level says` }
    if (kept === 0) return { state: 'unverified', words: `required; none of ${begins.length} could be judged` }
    if (open > 0) return { state: 'unverified', words: `required; ${kept} of ${begins.length} demonstrated` }
    return { state: 'pass', words: `required; all ${begins.length} demonstrated` }
  }
  const early = ends.filter(({ verdict }) => verdict === 'warn')
  const lost = ends.filter(({ verdict }) => verdict === 'fail')
  if (lost.length > 0) return { state: 'fail', words: `not required yet; ${lost.length} dropped too early` }
  if (early.length > 0)
    return { state: 'warn', words: `not required yet; ${early.length} present already: behaves newer than it claims` }
  const kept = ends.filter(({ verdict }) => verdict === 'pass').length
  return {
    state: 'not-applicable',
    words: kept > 0 ? `not required yet; behaves as the level below (${kept} observed)` : 'not required yet',
  }
}

function row(change: Change, claimed: number, report: Report): Html {
  const { state, words } = shownAt(change, claimed)
  const all = [...change.begins, ...change.ends]
  const about = [...new Set(all.map(({ area }) => titleOf(report, area) ?? area))].join(', ')
  return html`<li class="${state}">
<span class="level-number">${change.level}</span>
<details><summary><span class="cell ${state}" aria-hidden="true">${sign[state]}</span> ${words} <span class="level-about muted">${about}</span></summary>
<ul>${all.map(
    entry =>
      html`<li><a href="#${entry.id}">${entry.sentence}</a> <span class="muted">${change.begins.includes(entry) ? 'from here on' : 'up to the level before'}, ${verdictTitle[entry.verdict].toLowerCase()}</span></li>`,
  )}</ul></details>
</li>`
}
