/** Resources that checks need exclusively: no check uses one that specs/proof/touched.json does not list for it. */
import { expect, test } from 'vitest'
import { inProcessTransport, memorySink, run, validTarget, virtualClock } from '../../harness/index.ts'
import { createReference } from '../../reference/index.ts'
import { resources, suites } from '../../suites/index.ts'

test('a check touches only resources that it was measured to touch', async () => {
  const clock = virtualClock()
  const reference = createReference({ clock })
  const sink = memorySink()
  await run({
    target: { ...validTarget(reference.targetFile('http://reference.invalid')), folder: '.', file: null },
    areas: suites,
    ...{ sink, clock, transport: inProcessTransport(reference.answer), allow: ['write', 'destructive'] },
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
