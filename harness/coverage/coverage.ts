/** What a run covered: operations, parameters, values, fields of replies, error codes, constraints. Pure. */
import type { ClaimRecord, ExchangeRecord, Report } from '../../generated/formats.ts'
import { type Api, apiNamed, levelsOf } from '../api.ts'
import { addressOf } from '../evidence/address.ts'
import { type Exchange, exchange as exchangeOf, isObject } from '../evidence/exchange.ts'
import { type CombinationBook, type CombinationTally, combinationBook } from '../interactions/book.ts'
import { visitPlaces } from '../judging/paths.ts'
import { type CoverageScope, PARTS, type Part, wantedIn } from './coverage-wanted.ts'

export interface Tally {
  readonly covered: number
  readonly of: number
  /** Labels that no request or reply contained. */
  readonly missing: readonly string[]
}

export type Coverage = { readonly [Of in Part]: Tally } & {
  /** How many requests each operation got. */
  readonly requests: Readonly<Record<string, number>>
  /** How often each constraint was violated on purpose. */
  readonly broken: Readonly<Record<string, number>>
  /** Pairs of values that met in one request, by operation. */
  readonly pairs: Readonly<Record<string, CombinationTally>>
}

export interface CoverageBook {
  exchange(exchange: Exchange): void
  /** The constraint that a generated request violated. */
  constraint(label: string): void
  readonly combined: CombinationBook
  summary(): Coverage
}

export function coverageBook(scope: CoverageScope): CoverageBook {
  const { wanted, fields } = wantedIn(scope)
  const coveredByPart = Object.fromEntries(PARTS.map(part => [part, new Set<string>()])) as Record<Part, Set<string>>
  const requests = new Map<string, number>()
  const broken = new Map<string, number>()
  const combined = combinationBook()
  const uncoveredFields = new Map([...fields].map(([key, paths]) => [key, new Set(paths)] as const))
  const cover = (part: Part, what: string): void => {
    if (wanted[part].has(what)) coveredByPart[part].add(what)
  }

  return {
    combined,
    exchange(exchange) {
      const id = exchange.operation ?? ''
      if (exchange.via !== 'target' || !exchange.response || !wanted.operations.has(id)) return
      cover('operations', id)
      count(requests, id)
      for (const [name, value] of sentIn(exchange)) {
        cover('parameters', `${id} ${name}`)
        if (value === null) continue
        cover('values', `${id} ${name}=${value}`)
        for (const [place, inner] of insideOf(name, value)) {
          cover('parameters', `${id} ${place}`)
          if (inner !== undefined) cover('values', `${id} ${place}=${inner}`)
        }
      }
      const code = isObject(exchange.json) ? exchange.json['code'] : undefined
      const isError = apiNamed(scope.apis, exchange.api)?.replies.outcome(exchange) === 'error'
      if (isError) cover('errorCodes', `${id} ${String(code)}`)
      const key = isError ? `${id} ${String(code)}` : id
      const uncovered = uncoveredFields.get(key) ?? new Set<string>()
      for (const path of uncovered) {
        visitPlaces(exchange.json, path, present => {
          if (!present) return true
          cover('responseFields', `${key} ${path}`)
          uncovered.delete(path)
          return false
        })
      }
    },
    constraint(label) {
      cover('constraints', label)
      count(broken, label)
    },
    summary: () => ({
      ...(Object.fromEntries(PARTS.map(part => [part, tally(wanted[part], coveredByPart[part])])) as Record<
        Part,
        Tally
      >),
      requests: sorted(requests),
      broken: sorted(broken),
      pairs: combined.summary(),
    }),
  }
}

/** The coverage of a run from its evidence. */
export function coverageOf(
  target: Report['target'],
  apis: readonly Api[],
  exchanges: readonly ExchangeRecord[],
  claims: readonly ClaimRecord[],
): Record<string, unknown> {
  const book = coverageBook({ apis, levels: levelsOf(target, apis) })
  for (const record of exchanges) book.exchange(exchangeOf(record))
  for (const { predicate, args } of claims) if (isRefusal(predicate)) book.constraint(String(args['sent']))
  return { ...book.summary() }
}

/** Whether a claim is about a generated request that had to be refused. */
export const isRefusal = (predicate: string | null): boolean => predicate === 'generated.refused'

const count = (counts: Map<string, number>, name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1)

const sorted = (counts: ReadonlyMap<string, number>): Record<string, number> =>
  Object.fromEntries([...counts].sort(([one], [other]) => one.localeCompare(other)))

const tally = (wanted: ReadonlySet<string>, coveredByPart: ReadonlySet<string>): Tally => ({
  covered: coveredByPart.size,
  of: wanted.size,
  missing: [...wanted].filter(what => !coveredByPart.has(what)),
})

/** The parameters that a request carried, each with its text if it has one. */
function sentIn({ request }: Exchange): [string, string | null][] {
  const form = new URLSearchParams(request.headers['content-type']?.includes('urlencoded') ? (request.body ?? '') : '')
  const query = addressOf(request.url).searchParams
  return [...new Set([...(request.sent ?? []), ...query.keys()])].map(name => [name, form.get(name) ?? query.get(name)])
}

/** The members inside a list or object that travelled as JSON, each with its text unless it is a list or object. */
function insideOf(name: string, text: string): Iterable<[place: string, value: string | undefined]> {
  if (!/^\s*[[{]/.test(text)) return []
  try {
    return members(JSON.parse(text), name)
  } catch {
    return []
  }
}

function* members(value: unknown, place: string): Iterable<[string, string | undefined]> {
  if (Array.isArray(value)) for (const one of value) yield* members(one, `${place}/*`)
  if (!isObject(value)) return
  for (const [name, member] of Object.entries(value)) {
    for (const inner of [`${place}/${name}`, `${place}/*`]) {
      yield [inner, typeof member === 'object' ? undefined : String(member)]
      yield* members(member, inner)
    }
  }
}
