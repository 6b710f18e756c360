/** Resources that checks need exclusively: no check uses one that specs/proof/touched.json does not list for it. */
import { expect, test } from 'vitest'
import { memorySink, run } from '../../harness/index.ts'
import { resources, suites } from '../../suites/index.ts'
import { referenceInProcess } from '../reference-in-process.ts'

test('a check touches only resources that it was measured to touch', async () => {
  const sink = memorySink()
  await run({
    ...{ ...referenceInProcess(), areas: suites, sink, allow: ['write', 'destructive'] },
    ...{ only: ['messaging.*'], budget: 'quick', once: true, throwaway: true },
  })
  const touches = new Map(
    suites.flatMap(({ items }) =>
      items.flatMap(item => (item.does === 'invariant' ? [] : [[item.id, item.touches] as const])),
    ),
  )
  const unforeseen = sink.exchanges.flatMap(exchange => {
    const { check } = exchange
    const known = touches.get(check ?? '')
    if (!known) return []
    const used = Object.entries(resources).filter(([, disturbs]) => disturbs(exchange))
    return used.filter(([name]) => !known.includes(name)).map(([name]) => `${check} touches ${name}`)
  })
  expect(unforeseen).toEqual([])
})
