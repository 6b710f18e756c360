/** The inventory of what a run creates, and its removal at the end of the run. */
import { describe, expect, test } from 'vitest'
import type { Provisioner } from '../../harness/provision/provisioner.ts'
import { inventory } from '../../harness/run/inventory.ts'
import { Undecided } from '../../harness/undecided.ts'

const discards: unknown[] = []
const provisioner = (offers: boolean): Provisioner => ({
  lends: false,
  isLent: () => false,
  forbids: () => false,
  offers: () => offers,
  provide: async (_kind, withWhat) => {
    discards.push(withWhat)
    return {}
  },
})

describe('the inventory', () => {
  test('removes the newest things first, each once, and nothing that a check removed', async () => {
    const order: string[] = []
    const book = inventory(provisioner(true))
    for (const id of ['a', 'b', 'b', 'c']) book.made('group', id, async () => order.push(id))
    book.made('draft', 7)
    book.gone('group', 'c')
    await book.cleanUp()
    expect(order).toEqual(['b', 'a'])
    expect(discards).toEqual([{ kind: 'draft', id: 7 }])
    expect(book.leftovers).toEqual([])
  })

  test('reports how many things are left to remove', async () => {
    const counts: unknown[] = []
    const book = inventory(provisioner(true))
    for (const id of ['a', 'b', 'c']) book.made('group', id, async () => counts.push(book.toRemove()))
    counts.push(book.toRemove())
    await book.cleanUp()
    counts.push(book.toRemove())
    expect(counts).toEqual([null, 3, 2, 2, null])
  })

  test('lists leftovers with the reason, without secrets', async () => {
    const book = inventory(provisioner(false), text => text.replaceAll('hush', '{{secret:1}}'))
    book.made('draft', 7)
    book.made('link', 'of hush', 'no id is told')
    book.made('group', 8, () => Promise.reject(new Error('refused')))
    await book.cleanUp()
    expect(book.leftovers).toEqual([
      { kind: 'group', id: 8, why: 'refused' },
      { kind: 'link', id: 'of {{secret:1}}', why: 'no id is told' },
      { kind: 'draft', id: 7, why: 'the contract offers no removal' },
    ])
  })

  test('retries a removal that failed concurrently, alone', async () => {
    let [underWay, tries] = [0, 0]
    const book = inventory(provisioner(false))
    for (let id = 0; id < 3; id++)
      book.made('group', id, async () => {
        tries++
        underWay++
        await new Promise(resolve => setImmediate(resolve))
        const isAlone = underWay === 1
        underWay--
        if (!isAlone) throw new Error('deadlock')
      })
    book.made('draft', 1, async () => {})
    await book.cleanUp()
    expect(book.leftovers).toEqual([])
    expect(tries).toBeGreaterThan(3)
  })

  test('does not wait repeatedly for a target that is gone', async () => {
    let tries = 0
    const book = inventory(provisioner(false))
    for (let id = 0; id < 20; id++)
      book.made('group', id, () => {
        tries++
        return Promise.reject(new Undecided('unreachable', 'no reply came in time'))
      })
    await book.cleanUp()
    expect(tries).toBe(3)
    expect(book.leftovers).toHaveLength(20)
  })

  test('gives up a kind whose removal is never answered, and removes the others', async () => {
    const gone: string[] = []
    const book = inventory(provisioner(false))
    const silence = () => Promise.reject(new Undecided('unreachable', 'no reply came in time'))
    for (let id = 0; id < 60; id++) {
      book.made('draft', id, async () => gone.push(`draft ${id}`))
      book.made('invitation', id, silence)
    }
    for (let id = 0; id < 5; id++) book.made('group', id, async () => gone.push(`group ${id}`))
    await book.cleanUp()
    expect(gone).toHaveLength(65)
    expect(book.leftovers).toHaveLength(60)
    expect(new Set(book.leftovers.map(({ kind }) => kind))).toEqual(new Set(['invitation']))
    expect(book.leftovers.at(0)?.why).toBe('no reply came in time')
    expect(book.leftovers.at(-1)?.why).toBe('the target gave no reply')
  })
})
