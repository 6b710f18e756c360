/** Adds what allure-vitest does not carry over to its results: why a test was skipped, and warnings. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '../../generated/formats.ts'
import { printable } from '../escape.ts'

interface Result {
  status?: string
  statusDetails?: { message?: string; trace?: string; flaky?: boolean }
  labels: { name: string; value: string }[]
}

/** Labels about this machine and this replay, not about the target. */
const ours = new Set(['host', 'thread', 'package', 'framework', 'language', 'ALLURE_ID'])

export function finishResults(folder: string, { requirements }: Report): number {
  const byId = new Map(requirements.map(entry => [entry.id, entry]))
  let count = 0
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('-result.json')) continue
    const file = join(folder, name)
    const result = JSON.parse(readFileSync(file, 'utf8')) as Result
    const entry = byId.get(result.labels.find(label => label.name === 'requirement')?.value ?? '')
    if (!entry) continue
    const { verdict, reason, message, expected, actual, repeated } = entry
    const details = { ...result.statusDetails }
    if (verdict === 'unverified' || verdict === 'not-applicable') {
      details.message = printable(`${reason ?? verdict}: ${message ?? ''}`)
      delete details.trace
    } else if (verdict === 'warn') {
      details.message = printable(`warning: expected ${expected}, got ${actual}`)
    }
    if (repeated === false) details.flaky = true
    const labels = result.labels.filter(label => !ours.has(label.name))
    writeFileSync(file, JSON.stringify({ ...result, labels, statusDetails: details }))
    count++
  }
  return count
}
