/** A vitest file that replays a finished run, one test for each requirement, so that allure-vitest records it. */
import { readFileSync } from 'node:fs'
import * as allure from 'allure-js-commons'
import { describe, inject, test } from 'vitest'
import type { ClaimRecord, ExchangeRecord } from '../../generated/formats.ts'
import { printable } from '../escape.ts'
import { toCopy } from '../to-copy.ts'
import type { Replayed } from './replayed.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** File with the records to replay. */
    replay: string
  }
}

const records = JSON.parse(readFileSync(inject('replay'), 'utf8')) as Replayed[]

for (const [api, areas] of grouped(records, ({ entry }) => entry.id.split('.')[0] ?? '')) {
  describe(api, () => {
    for (const [area, members] of grouped(areas, record => record.area)) {
      describe(area, () => {
        for (const record of members) test(printable(record.entry.sentence), context => live(record, context.skip))
      })
    }
  })
}

async function live(record: Replayed, skip: (why: string) => void): Promise<void> {
  const { entry, area, claims, claimsLeftOut, exchanges, parameters } = record
  const api = entry.id.split('.')[0] ?? ''
  await allure.epic(api)
  await allure.feature(area)
  await allure.story(printable(entry.sentence))
  await allure.historyId(entry.id)
  await allure.testCaseId(entry.id)
  await allure.label('requirement', entry.id)
  await allure.severity(entry.level === 'must' ? 'critical' : 'minor')
  await allure.tags(entry.level, entry.verdict)
  await allure.description(described(record))
  for (const place of entry.places) {
    await allure.link(
      `urn:assay:contract:${api}:${encodeURIComponent(place)}`,
      printable(`${api}: ${place}`),
      'contract',
    )
  }
  for (const [name, value] of Object.entries(parameters)) await allure.parameter(name, printable(value))
  for (const claim of claims) await claimStep(claim)
  if (claimsLeftOut > 0) await allure.logStep(`${claimsLeftOut} more claims in claims.ndjson`, allure.Status.SKIPPED)
  for (const exchange of exchanges) {
    const name = `exchange ${exchange.n}${exchange.n === entry.control ? ' (control)' : ''}`
    await allure.attachment(name, transcript(exchange), { contentType: 'text/plain', fileExtension: 'txt' })
  }
  if (entry.verdict === 'fail') throw failure(record)
  if (entry.verdict === 'unverified' || entry.verdict === 'not-applicable') {
    skip(printable(`${entry.reason ?? entry.verdict}: ${entry.message ?? ''}`))
  }
}

/** An error with a stack of its own: the stack of this file would say nothing about the target. */
function failure({ entry }: Replayed): Error {
  const error = new Error(printable(entry.message ?? `Expected ${entry.expected}, got ${entry.actual}.`))
  error.name = 'AssertionError'
  const lines = [`Expected  ${entry.expected ?? ''}`, `Actual    ${entry.actual ?? ''}`]
  if (entry.repeat !== null) lines.push(`Reproduce ${toCopy(entry.repeat)}`)
  error.stack = `${error.message}\n${lines.map(printable).join('\n')}`
  return error
}

async function claimStep(claim: ClaimRecord): Promise<void> {
  const numbers = claim.exchanges.slice(0, 6).join(', ')
  const label = `${claim.predicate ?? claim.check}${numbers === '' ? '' : ` on exchange ${numbers}`}`
  if (claim.outcome === 'holds') return allure.logStep(label, allure.Status.PASSED)
  if (claim.outcome === 'undecided')
    return allure.logStep(`${label}: ${printable(claim.why ?? '')}`, allure.Status.SKIPPED)
  const message = printable(`Expected ${claim.expected}, got ${claim.actual}`)
  const status = claim.weight === 'must' ? allure.Status.FAILED : allure.Status.BROKEN
  const error = new Error(message)
  error.stack = message
  return allure.logStep(`${label} (${claim.weight})`, status, error)
}

/** Markdown; texts of the run are inserted as code. */
function described({ entry }: Replayed): string {
  const code = (text: string): string => `\`${printable(text).replaceAll('`', "'")}\``
  const lines = [`Requirement ${code(entry.id)}, a ${entry.level}.`]
  if (entry.expected !== null) lines.push(`Expected ${code(entry.expected)}`, `Actual ${code(entry.actual ?? '')}`)
  else if (entry.message !== null) lines.push(code(entry.message))
  if (entry.repeat !== null) lines.push(`Reproduce ${code(toCopy(entry.repeat))}`)
  return lines.join('\n\n')
}

function transcript({ request, response, error }: ExchangeRecord): string {
  const headers = (all: Readonly<Record<string, string>>): string[] =>
    Object.entries(all).map(([name, value]) => printable(`${name}: ${value}`))
  const body = (text: string): string => text.split('\n').map(printable).join('\n')
  return [
    printable(`${request.method} ${request.url}`),
    ...headers(request.headers),
    '',
    ...(request.body === null ? [] : [body(request.body), '']),
    ...(response
      ? [String(response.status), ...headers(response.headers), '', body(response.body)]
      : [`no reply: ${printable(error?.message ?? 'unknown')}`]),
  ].join('\n')
}

function grouped<T>(items: readonly T[], nameOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) groups.set(nameOf(item), [...(groups.get(nameOf(item)) ?? []), item])
  return groups
}
