/** A complete run: everything that it leaves in the target is listed and carries its id, and it exercises the whole specs. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { ExchangeRecord, Report } from '../../generated/formats.ts'
import type { Coverage } from '../../harness/coverage/coverage.ts'
import { memorySink, type RunResult, run } from '../../harness/index.ts'
import type { Holding } from '../../reference/index.ts'
import { resources, suites } from '../../suites/index.ts'
import { referenceInProcess } from '../reference-in-process.ts'

const RUN = 'k3v9z'
const MAKERS =
  /^(create(UserGroup|Channel|ChannelFolder|ProfileField|Drafts)|add(Playground|NavigationView)|sendInvites|uploadFile)$/

interface FullCoverage extends Coverage {
  readonly notGenerated: Readonly<Record<string, string>>
}

const keyOf = ({ kind, id }: { kind: string; id: number | string }): string => `${kind} ${id}`

describe('after a full run with everything allowed', () => {
  let left: readonly Holding[] = []
  let leftovers: Report['leftovers'] = []
  let exchanges: readonly ExchangeRecord[] = []
  let whole: RunResult

  beforeAll(async () => {
    const { reference, ...deployed } = referenceInProcess({}, Date.now())
    const before = new Set(reference.holdings().map(keyOf))
    const sink = memorySink()
    const allow = ['write', 'destructive'] as const
    whole = await run({ ...deployed, sink, allow, areas: suites, runId: RUN })
    left = reference.holdings().filter(holding => !before.has(keyOf(holding)))
    leftovers = whole.report.leftovers
    exchanges = sink.exchanges
  })

  test('every requirement passes, and every operation, parameter, value, field and code is covered', () => {
    expect(whole.mistakes).toEqual([])
    expect(whole.report.summary.outcome).toBe('conformant')
    const { notGenerated, ...tallies } = whole.report.coverage as unknown as FullCoverage
    for (const part of ['operations', 'parameters', 'values', 'responseFields', 'errorCodes'] as const)
      expect([part, tallies[part].missing]).toEqual([part, []])
    expect(notGenerated).toMatchObject({ deactivateOwnAccount: 'it takes no parameters' })
  })

  /** Whether the list of leftovers contains this thing, by its id or its name. */
  const listed = ({ kind, id, text }: Holding): boolean =>
    leftovers.some(one => one.kind === kind && (one.id === id || text.includes(String(one.id))))

  test('everything in the reference with the run id is listed as a leftover', () => {
    expect(left.filter(({ kind }) => kind === 'reusable link')).toEqual([])
    expect(left.filter(thing => thing.text.includes(RUN) && !listed(thing))).toEqual([])
  })

  test('everything without the run id is listed, except unread messages and throwaway organizations', () => {
    const kinds = leftovers.map(({ kind }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['unread messages', 'throwaway organization']))
    const known = ({ id, text }: Holding): boolean => String(id).startsWith('org-') || text.includes('Unread')
    expect(left.filter(thing => !known(thing) && !listed(thing))).toEqual([])
  })

  test('everything with a name that was created by the contract has the run id in its name', () => {
    const made = exchanges.filter(
      ({ operation, via, response }) =>
        via === 'target' &&
        MAKERS.test(operation ?? '') &&
        /"success"/.test(response?.body ?? '') &&
        !response?.body.includes('"ids":[]'),
    )
    expect(made.length).toBeGreaterThan(50)
    const withName = made.filter(({ check }) => !check?.endsWith('.name-optional'))
    const foreign = withName.filter(({ request }) => !`${request.url} ${request.body}`.includes(RUN))
    expect(foreign.map(({ operation, check, request }) => `${operation} of ${check}: ${request.body}`)).toEqual([])
    const drafts = made.flatMap(({ operation, request }) =>
      operation === 'createDrafts'
        ? (JSON.parse(new URLSearchParams(request.body ?? '').get('drafts') ?? '[]') as { content: string }[])
        : [],
    )
    expect(drafts.length).toBeGreaterThan(20)
    expect(drafts.filter(({ content }) => !content.includes(RUN))).toEqual([])
  })

  test('a check touched only resources that specs/proof/touched.json lists for it', () => {
    const touches = new Map(
      suites.flatMap(({ items }) =>
        items.flatMap(item => (item.does === 'invariant' ? [] : [[item.id, item.touches] as const])),
      ),
    )
    const unforeseen = exchanges.flatMap(exchange => {
      const { check } = exchange
      const known = touches.get(check ?? '')
      if (!known) return []
      const used = Object.entries(resources).filter(([, disturbs]) => disturbs(exchange))
      return used.filter(([name]) => !known.includes(name)).map(([name]) => `${check} touches ${name}`)
    })
    expect(unforeseen).toEqual([])
  })
})
