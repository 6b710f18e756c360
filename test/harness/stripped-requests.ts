/** Requests of a run without what a seed does not determine: run ids, times, signatures, ids given by the target, order. */
import { expect } from 'vitest'
import type { ExchangeRecord } from '../../generated/formats.ts'
import { memorySink, run } from '../../harness/index.ts'
import { suites } from '../../suites/index.ts'
import { referenceInProcess } from '../reference-in-process.ts'

interface Scope {
  readonly seed: number
  readonly runId: string
  readonly only: string
}

/** Requests of a run on a new reference, in virtual time: on a busy machine, delayed signed requests would be sent twice. */
export async function inProcess({ seed, runId, only }: Scope): Promise<string[]> {
  const sink = memorySink()
  const { mistakes } = await run({
    ...{ ...referenceInProcess(), areas: suites, sink, only: [only], seed, runId },
    allow: ['write', 'destructive'],
    once: true,
    budget: 'quick',
  })
  expect(mistakes).toEqual([])
  return requestsIn(sink.exchanges, runId)
}

export const requestsIn = (exchanges: readonly ExchangeRecord[], runId: string): string[] =>
  exchanges
    .filter(({ via }) => via === 'target')
    .map(({ request }) => `${request.method} ${stripped(request.url, runId)} ${stripped(request.body ?? '', runId)}`)
    .sort()

/** Removes run ids and numbers. Names of shared values also contain the check that made them, which depends on the order. */
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

/** The entries that one list has more often than the other, with the difference of their counts. */
export function differences(one: readonly string[], other: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const text of one) counts.set(text, (counts.get(text) ?? 0) + 1)
  for (const text of other) counts.set(text, (counts.get(text) ?? 0) - 1)
  return [...counts].filter(([, count]) => count !== 0).map(([text, count]) => `${count} ${text.slice(0, 300)}`)
}
