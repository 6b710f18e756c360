/** Messaging faults and variants agree with the catalogue: each requirement has a fault, each fault violates a requirement. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { faults } from '../../reference/index.ts'
import { messagingVariants } from '../../reference/messaging/index.ts'

const messagingFaults = faults.filter(({ api }) => api === 'messaging')

interface Requirement {
  readonly id: string
  readonly level: 'must' | 'should'
  readonly since?: number
  readonly until?: number
}

interface Area {
  readonly requirements?: readonly Requirement[]
  readonly openPoints?: readonly { readonly id: string }[]
}

const folder = new URL('../../specs/catalogue/messaging/', import.meta.url)
const areas = readdirSync(folder).map(name => parse(readFileSync(new URL(name, folder), 'utf8')) as Area)
const requirements = new Map(areas.flatMap(area => area.requirements ?? []).map(one => [one.id, one]))
const openPoints = new Set(areas.flatMap(area => area.openPoints ?? []).map(one => one.id))

test('ids are unique', () => {
  for (const list of [messagingFaults, messagingVariants]) {
    const ids = list.map(one => one.id)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  }
})

test('every requirement has a fault that violates it', () => {
  const breached = new Set(messagingFaults.flatMap(fault => fault.breaches))
  expect([...requirements.keys()].filter(id => !breached.has(id))).toEqual([])
})

test('every fault violates known requirements, with their weight, at their levels', () => {
  const wrong = messagingFaults.filter(fault => {
    const { since = 0, until = 1000 } = fault.levels ?? {}
    return !fault.breaches.every(id => {
      const one = requirements.get(id)
      const overlap = Math.max(since, one?.since ?? 0) <= Math.min(until, one?.until ?? 1000)
      return one && overlap && (fault.weight === 'should') === (one.level === 'should')
    })
  })
  expect(wrong.map(fault => fault.id)).toEqual([])
})

test('every fault changes a part or alters replies', () => {
  const idle = messagingFaults.filter(fault => !fault.changes?.length && !fault.mutates)
  expect(idle).toEqual([])
})

test('every open point has a variant, and every variant names the open point that it uses', () => {
  const used = new Set(messagingVariants.map(variant => variant.uses))
  expect([...openPoints].filter(id => !used.has(id))).toEqual([])
  expect([...used].filter(uses => !openPoints.has(uses) && !/^principle \d+: /.test(uses))).toEqual([])
})
