/** One seed fixes a whole run: the same requests, up to run ids, times, signatures, given ids and order. */
import { expect, test } from 'vitest'
import {
  type Clock,
  inProcessTransport,
  memorySink,
  run,
  type Transport,
  validTarget,
  virtualClock,
} from '../../harness/index.ts'
import { createReference, serveReference } from '../../reference/index.ts'
import { suites } from '../../suites/index.ts'

interface Scope {
  readonly seed: number
  readonly runId: string
  readonly only: string
}

/** The requests of a run on a new reference, each stripped of what may differ. */
async function requestsOf(
  { seed, runId, only }: Scope,
  file: object,
  means: { readonly clock?: Clock; readonly transport?: Transport } = {},
): Promise<string[]> {
  const sink = memorySink()
  const { mistakes } = await run({
    target: { ...validTarget(file), folder: '.', file: null, requestsPerSecond: 0 },
    ...{ areas: suites, sink, only: [only], seed, runId, ...means },
    allow: ['write', 'destructive'],
    once: true,
    budget: 'quick',
  })
  expect(mistakes).toEqual([])
  return sink.exchanges
    .filter(({ via }) => via === 'target')
    .map(({ request }) => `${request.method} ${stripped(request.url, runId)} ${stripped(request.body ?? '', runId)}`)
    .sort()
}

async function overSockets(scope: Scope): Promise<string[]> {
  const served = await serveReference({})
  try {
    return await requestsOf(scope, served.reference.targetFile(served.origin))
  } finally {
    await served.close()
  }
}

/** In time of its own: a signed request that a busy machine delays is sent again. */
function inProcess(scope: Scope): Promise<string[]> {
  const clock = virtualClock()
  const reference = createReference({ clock })
  const transport = inProcessTransport(reference.answer)
  return requestsOf(scope, reference.targetFile('http://reference.invalid'), { clock, transport })
}

/** Names carry the run's id, and the check and count of whoever came first to make what many share. */
function stripped(text: string, runId: string): string {
  return decoded(text.replaceAll('+', ' '))
    .replace(/^https?:\/\/[^/]+/, '')
    .replaceAll(runId, '')
    .replaceAll(/assay([ -])\1[a-z0-9]{6}/g, 'assay')
    .replaceAll(/assay[a-z0-9]{6}word/g, 'assay word')
    .replaceAll(/queue_id=[A-Za-z0-9]+:/g, 'queue_id=:')
    .replaceAll(/\d+/g, '#')
    .replaceAll(/(?<=[\p{L}]) #/gu, '')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

test.each([
  ['over sockets as inside the process', 'messaging.*', overSockets, 500],
  ['inside the process, twice', 'trading.signing.*', inProcess, 50],
] as const)(
  'the same seed sends the same requests %s',
  async (_where, only, requests, least) => {
    const first = await requests({ seed: 5, runId: 'aaqx', only })
    const again = await inProcess({ seed: 5, runId: 'bbqx', only })
    expect(first.length).toBeGreaterThan(least)
    expect(differences(first, again)).toEqual([])
  },
  180_000,
)

/** What one list has more often than the other. */
function differences(one: readonly string[], other: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const text of one) counts.set(text, (counts.get(text) ?? 0) + 1)
  for (const text of other) counts.set(text, (counts.get(text) ?? 0) - 1)
  return [...counts].filter(([, count]) => count !== 0).map(([text, count]) => `${count} ${text.slice(0, 300)}`)
}
