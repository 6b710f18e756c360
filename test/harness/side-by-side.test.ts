/** Which items run concurrently. */
import { expect, test } from 'vitest'
import { sideBySide } from '../../harness/run/side-by-side.ts'

interface One {
  readonly name: string
  readonly reserves?: string
  readonly touches?: readonly string[] | null
  readonly waits?: boolean
  readonly takesTurns?: boolean
  /** How many turns of the event loop the item takes. */
  readonly long?: number
}

/** Runs the items. Returns a line for each start: the name of the item, then the names of those already running. */
async function begun(items: readonly One[], slots: number): Promise<string[]> {
  const underWay = new Set<string>()
  const seen: string[] = []
  await sideBySide(
    items,
    {
      slots,
      reserves: item => item.reserves ?? null,
      takesTurns: item => item.takesTurns === true,
      touches: item => (item.touches === undefined ? [] : item.touches),
    },
    async (item, aside) => {
      seen.push([item.name, ...underWay].join(' '))
      underWay.add(item.name)
      const turns = async (): Promise<void> => {
        for (let turn = 0; turn < (item.long ?? 30); turn++) await Promise.resolve()
      }
      await (item.waits ? aside(turns()) : turns())
      underWay.delete(item.name)
    },
  )
  return seen
}

test('runs as many items at a time as there are slots, in order', async () => {
  expect(await begun([{ name: 'a' }, { name: 'b', long: 99 }, { name: 'c' }], 2)).toEqual(['a', 'b a', 'c b'])
})

test('an item that only waits frees its slot', async () => {
  expect(await begun([{ name: 'a', waits: true }, { name: 'b' }], 1)).toEqual(['a', 'b a'])
})

test('while an item reserves a resource, items that touch it wait and others run', async () => {
  const items = [
    { name: 'own', reserves: 'x' },
    { name: 'touching', touches: ['x'] },
    { name: 'other', long: 99 },
  ]
  expect(await begun(items, 3)).toEqual(['own', 'other own', 'touching other'])
})

test('an item does not take a resource for which an earlier item waits', async () => {
  const items = [
    { name: 'first', touches: ['x'] },
    { name: 'own', reserves: 'x' },
    { name: 'late', touches: ['x'] },
    { name: 'other', long: 99 },
  ]
  expect(await begun(items, 4)).toEqual(['first', 'other first', 'own other', 'late other'])
})

test('two items that reserve the same resource run one after the other', async () => {
  expect(
    await begun(
      [
        { name: 'a', reserves: 'x' },
        { name: 'b', reserves: 'x' },
      ],
      2,
    ),
  ).toEqual(['a', 'b'])
})

test('an item with unknown touches does not run beside an item that reserves something', async () => {
  expect(
    await begun(
      [
        { name: 'own', reserves: 'x' },
        { name: 'unknown', touches: null },
      ],
      2,
    ),
  ).toEqual(['own', 'unknown'])
})

const companions = (a: Partial<One>): One[] => [
  { name: 'a', reserves: 'x', touches: ['x'], takesTurns: true, long: 99, ...a },
  { name: 'touching', touches: ['x'] },
  { name: 'b', reserves: 'x', touches: ['x'], takesTurns: true },
]

test('items that take turns by themselves run together, but not beside others that touch their resource', async () => {
  const [a, touching, b] = companions({}) as [One, One, One]
  expect(await begun([a, b, touching], 3)).toEqual(['a', 'b a', 'touching'])
})

test('an item does not start beside a companion before those that wait for both, unless the companion only waits', async () => {
  expect(await begun(companions({}), 3)).toEqual(['a', 'touching', 'b'])
  expect(await begun(companions({ waits: true }), 3)).toEqual(['a', 'b a', 'touching'])
})
