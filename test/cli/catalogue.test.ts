/** `assay list` and `assay explain`. */
import { describe, expect, test } from 'vitest'
import { openPoints, requirements } from '../../generated/catalogue.ts'
import messagingPlaces from '../../specs/places/messaging.json' with { type: 'json' }
import tradingPlaces from '../../specs/places/trading.json' with { type: 'json' }
import { assayWith } from './fake-io.ts'

interface Listed {
  readonly id: string
  readonly places: readonly string[]
  readonly breaches?: readonly string[]
  readonly fallout?: readonly string[]
}

const listed = JSON.parse((await assayWith(['list', '--json'])).out) as Record<string, Listed[]> & { proof: unknown }

describe('list', () => {
  test('--json has every array, each element with its id', () => {
    const { proof, ...all } = listed
    expect(Object.keys(all)).toEqual([
      'requirements',
      'openPoints',
      'notObservable',
      'profiles',
      'faults',
      'interactionFaults',
      'variants',
    ])
    expect(proof).toEqual({ budget: 'quick', seed: 1 })
    expect(
      all['faults']?.filter(({ breaches, fallout }) => !Array.isArray(breaches) || !Array.isArray(fallout)),
    ).toEqual([])
    expect(Object.values(all).flatMap(entries => entries.filter(({ id }) => typeof id !== 'string'))).toEqual([])
    expect(all['requirements']?.length).toBeGreaterThanOrEqual(250)
    expect(all['openPoints']?.length).toBeGreaterThanOrEqual(30)
    for (const kind of ['requirements', 'openPoints', 'notObservable'])
      expect(all[kind]?.filter(({ places }) => places.length === 0)).toEqual([])
  })

  test('--json of one kind has that array only', async () => {
    const some = JSON.parse((await assayWith(['list', 'profiles', '--json'])).out) as Record<string, Listed[]>
    expect(Object.keys(some)).toEqual(['profiles'])
    expect(some['profiles']?.map(({ id }) => id)).toContain('everything')
  })

  test.each(['requirements', 'open-points', 'not-observable', 'profiles', 'faults', 'interaction-faults', 'variants'])(
    '%s as text',
    async kind => {
      const { status, out } = await assayWith(['list', kind])
      expect(status).toBe(0)
      expect(out).toMatch(/\n\d+ [a-z ]+\. assay explain ID shows more\.\n$/)
    },
  )

  test('without arguments, it lists requirements by area', async () => {
    const { out } = await assayWith(['list'])
    expect(requirements.filter(({ id }) => !out.includes(`  ${id}`))).toEqual([])
  })
})

describe('explain', () => {
  test('prints the text of a requirement, its place and what tests it', async () => {
    const { status, out } = await assayWith(['explain', 'trading.envelope.status'])
    expect(status).toBe(0)
    expect(out).toContain('trading.envelope.status  requirement')
    expect(out).toContain('Resources > Response envelope > status')
    expect(out).toMatch(/Tested by[\s\S]* every reply of/)
  })

  test('knows every id that list shows', async () => {
    const { proof: _proof, ...all } = listed
    for (const entries of Object.values(all)) {
      for (const { id } of [...entries.slice(0, 3), ...entries.slice(-3)]) {
        const { status, out } = await assayWith(['explain', id, '--json'])
        expect(status).toBe(0)
        expect(JSON.parse(out)).toMatchObject({ id, kind: expect.any(String) })
      }
    }
  })

  test('prints the variants that use an open point', async () => {
    const { out } = await assayWith(['explain', openPoints[0]?.id ?? '', '--json'])
    expect(JSON.parse(out)).toMatchObject({ kind: 'open point', variants: expect.any(Array) })
  })

  test('suggests the id that was probably meant', async () => {
    expect(await assayWith(['explain', 'trading.envelope.statsu'])).toEqual({
      status: 2,
      out: '',
      err: 'assay: there is nothing with the id "trading.envelope.statsu" (did you mean "trading.envelope.status"?); assay list shows what there is\n',
    })
  })
})

test('every place of both contracts is cited', () => {
  const cited = (api: string): Set<string> =>
    new Set(
      ['requirements', 'openPoints', 'notObservable']
        .flatMap(kind => listed[kind] ?? [])
        .filter(({ id }) => id.startsWith(`${api}.`))
        .flatMap(({ places }) => places),
    )
  expect(tradingPlaces.length + messagingPlaces.length).toBe(317)
  expect(tradingPlaces.filter(place => !cited('trading').has(place))).toEqual([])
  expect(messagingPlaces.filter(place => !cited('messaging').has(place))).toEqual([])
})
