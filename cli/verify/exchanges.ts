/** Checks that the exchanges of a bundle are consistent with each other, and with the run that the report describes. */
import type { ExchangeRecord, Report } from '../../generated/formats.ts'
import { entryOf, isDocument, madeOnce, type Operation } from '../../harness/index.ts'
import { printable } from '../../reports/index.ts'
import { apis, suites } from '../../suites/index.ts'
import { type Findings, need, Refused } from './context.ts'

const known = new Set(
  suites.flatMap(({ items }) => items.flatMap(item => (item.does === 'invariant' ? [] : [item.id]))),
)
const operations = new Map<string, Operation>(apis.flatMap(api => Object.entries(api.operations)))

export function checkExchanges(found: Findings): string {
  const report = need(found.report)
  const exchanges = need(found.exchanges)
  if (report.run.exchanges !== exchanges.length)
    throw new Refused(`the report counts ${report.run.exchanges} exchanges, and there are ${exchanges.length}`)
  const byNumber = numbered(exchanges)
  requireTimes(exchanges, byNumber, report.run)
  for (const one of byNumber) requirePlausible(one, report)
  requireNames(byNumber, report.run.id)
  return `${exchanges.length} exchanges: numbers, times, addresses, operations and the run id in names are consistent`
}

/** The exchanges in the order in which they were sent. Throws unless they are numbered 1, 2, 3 and so on. */
function numbered(exchanges: readonly ExchangeRecord[]): ExchangeRecord[] {
  const sorted = [...exchanges].sort((one, other) => one.n - other.n)
  sorted.forEach(({ n }, index) => {
    if (n === index + 1) return
    const twice = sorted[index - 1]?.n === n
    throw new Refused(twice ? `exchange ${n} is there twice` : `exchange ${index + 1} is missing`)
  })
  return sorted
}

/** Numbers are assigned when requests are sent, and lines are written when replies arrive. */
function requireTimes(
  written: readonly ExchangeRecord[],
  sent: readonly ExchangeRecord[],
  { startedAt, finishedAt }: Report['run'],
): void {
  let latest = startedAt
  for (const { n, sentAt, receivedAt } of sent) {
    if (sentAt < latest)
      throw new Refused(`exchange ${n} was sent at ${sentAt}, before the one that precedes it, or before the run`)
    if (receivedAt !== null && receivedAt < sentAt) throw new Refused(`exchange ${n} was answered before it was sent`)
    if ((receivedAt ?? sentAt) > finishedAt) throw new Refused(`exchange ${n} is later than the end of the run`)
    latest = sentAt
  }
  let arrived = startedAt
  for (const { n, receivedAt, operation } of written) {
    // A document is examined before it is recorded, so its line may be late.
    if (receivedAt === null || isDocument(operation)) continue
    if (receivedAt < arrived)
      throw new Refused(
        `exchange ${n} comes after one that arrived later: the lines are not in the order of the replies`,
      )
    arrived = receivedAt
  }
}

function requirePlausible(one: ExchangeRecord, { target }: Report): void {
  const { n, via, api, operation, check, response, error, request } = one
  if ((response === undefined) === (error === undefined))
    throw new Refused(`exchange ${n} has ${response ? 'a reply and an error' : 'neither a reply nor an error'}`)
  if (check?.includes('.') && !known.has(check))
    throw new Refused(`exchange ${n} was sent by "${printable(check)}", which is not a check of this kit`)
  if (via !== 'target') return
  const base = entryOf(target, api)?.baseUrl
  if (base === undefined)
    throw new Refused(`exchange ${n} is of an API "${printable(api)}", which the target does not have`)
  if (operation === PROBE) return
  const described = operations.get(operation ?? '')
  if (operation === null && one.purpose !== 'outside')
    throw new Refused(`exchange ${n} names no operation, and is not outside of the contract`)
  if (operation !== null && !described)
    throw new Refused(`exchange ${n} is of the operation "${printable(operation)}", which the contract does not have`)
  if (!described || one.purpose === 'outside' || one.purpose === 'observed') return
  const path = URL.canParse(request.url) ? new URL(request.url).pathname : ''
  if (!pathOf(described.path).test(path))
    throw new Refused(`exchange ${n} says that it is ${operation}, and its address is ${printable(path)}`)
}

/** The private endpoint that the target file names; the contract does not describe it. */
const PROBE = 'signedProbe'

/** Matches the end of an address, because some actors have another base address. */
const pathOf = (path: string): RegExp =>
  madeOnce(
    paths,
    path,
    () => new RegExp(`${path.replaceAll(/[.+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{[^}]+\}/g, '[^/]*')}/?$`),
  )
const paths = new Map<string, RegExp>()

/** The names of everything that a run makes contain its id: `assay k3v9a …`, in a form, a query, JSON or an address. */
const NAME = /(?<![\w@.-])assay(?:\+|%20|-| )([0-9a-z]{5})(?=\+|%20|-| )/g

function requireNames(exchanges: readonly ExchangeRecord[], runId: string): void {
  for (const { n, request } of exchanges)
    for (const [, id] of `${request.url} ${request.body ?? ''}`.matchAll(NAME))
      if (id !== runId) throw new Refused(`exchange ${n} makes something under the id of another run, ${id}`)
}
