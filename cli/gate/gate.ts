/** Compares a report with a baseline: marks known failures, and finds entries of the baseline that are no longer true. */
import type { Report } from '../../generated/formats.ts'
import { nearest } from '../../harness/index.ts'
import type { Baseline, KnownFailure } from './baseline-file.ts'

export interface Gate {
  /** The report, with the failures that the baseline lists marked. */
  readonly report: Report
  /** For each stale entry, a sentence that says what to do. */
  readonly stale: readonly string[]
}

export interface Today {
  /** As 2026-12-31. */
  readonly today: string
  /** The ids of all requirements, in scope or not. */
  readonly ids: ReadonlySet<string>
  /** The target is one of several in its file: an entry may be about another one. */
  readonly isOneOfSeveral?: boolean
}

type Entry = Report['requirements'][number]

export function throughGate(report: Report, { file, entries }: Baseline, { today, ids, isOneOfSeveral }: Today): Gate {
  const listed = new Map(entries.map(entry => [entry.requirement, entry]))
  const judged = new Map(report.requirements.map(entry => [entry.id, entry]))
  const requirements = report.requirements.map(entry => {
    const found = listed.get(entry.id)
    if (!found) return entry
    const { reason, ticket, expires } = found
    return { ...entry, baseline: true, known: { reason, ticket, expires, expired: expires < today } }
  })
  const stale = entries.flatMap(entry => {
    if (!ids.has(entry.requirement)) return [unknown(entry, file, ids)]
    const isUndecided = report.run.shard !== null || isOneOfSeveral
    const unneeded = isUndecided ? [] : noLongerNeeded(entry, file, judged.get(entry.requirement))
    return unneeded.length === 0 && entry.expires < today ? [expired(entry, file)] : unneeded
  })
  return { report: { ...report, requirements }, stale }
}

function unknown({ requirement }: KnownFailure, file: string, ids: ReadonlySet<string>): string {
  return `${requirement} is not a requirement of this kit${nearest(requirement, [...ids])}. Correct its entry in ${file}, or remove it.`
}

function expired({ requirement, expires, ticket }: KnownFailure, file: string): string {
  return (
    `${requirement} was tolerated until ${expires} (${ticket}). Fix the target and remove the entry from ${file}, ` +
    'or agree on another day and write it there.'
  )
}

/** Entries that no deployment needs any more, of a baseline for all of them. */
export function neededByNone(reports: readonly Report[], { file, entries }: Baseline): string[] {
  if (reports.some(({ run }) => run.shard !== null)) return []
  return entries.flatMap(entry => {
    const found = reports.flatMap(({ requirements }) => requirements.filter(({ id }) => id === entry.requirement))
    const needed = found.find(({ verdict }) => verdict === 'fail' || verdict === 'unverified')
    return noLongerNeeded(entry, file, needed ?? found.find(({ verdict }) => verdict !== 'not-applicable'))
  })
}

/**
 * A shard has only a part of a requirement's claims, and a deployment only a part of the failures. Whether an entry is
 * still needed is decided after the shards are merged, and after all deployments were judged.
 */
function noLongerNeeded({ requirement }: KnownFailure, file: string, entry: Entry | undefined): string[] {
  if (entry?.verdict === 'pass')
    return [`${requirement} passes again. Remove its entry from ${file}, so that it is guarded from now on.`]
  if (entry?.verdict === 'warn')
    return [`${requirement} only warns now, which needs no entry. Remove it from ${file}, so that it is guarded.`]
  return []
}
