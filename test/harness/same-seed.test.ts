/** One seed fixes a whole run over sockets: the same requests, up to run ids, times, signatures, given ids and order. */
import { expect, test } from 'vitest'
import { memorySink, run, validTarget } from '../../harness/index.ts'
import { serveReference } from '../../reference/index.ts'
import { suites } from '../../suites/index.ts'

/** The requests of a run on a new reference, each stripped of what may differ. */
async function requestsOf(seed: number, runId: string): Promise<string[]> {
  const served = await serveReference({})
  try {
    const file = validTarget(served.reference.targetFile(served.origin))
    const sink = memorySink()
    const { mistakes } = await run({
      target: { ...file, folder: '.', file: null, requestsPerSecond: 0 },
      areas: suites,
      sink,
      only: ['messaging.*', 'trading.signing.*'],
      allow: ['write', 'destructive'],
      seed,
      runId,
      once: true,
      budget: 'quick',
    })
    expect(mistakes).toEqual([])
    return sink.exchanges
      .filter(({ via }) => via === 'target')
      .map(({ request }) => `${request.method} ${stripped(request.url, runId)} ${stripped(request.body ?? '', runId)}`)
      .sort()
  } finally {
    await served.close()
  }
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

test('the same seed sends the same requests', async () => {
  const [first, again] = [await requestsOf(5, 'aaqx'), await requestsOf(5, 'bbqx')]
  expect(first.length).toBeGreaterThan(500)
  expect(differences(first, again)).toEqual([])
}, 180_000)

/** What one list has more often than the other. */
function differences(one: readonly string[], other: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const text of one) counts.set(text, (counts.get(text) ?? 0) + 1)
  for (const text of other) counts.set(text, (counts.get(text) ?? 0) - 1)
  return [...counts].filter(([, count]) => count !== 0).map(([text, count]) => `${count} ${text.slice(0, 300)}`)
}
