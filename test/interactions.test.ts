/** Covering arrays, near misses and shrinking, tested with an invented operation. */
import { describe, expect, it } from 'vitest'
import { combinationBook } from '../harness/interactions/book.ts'
import { covering } from '../harness/interactions/covering.ts'
import type { Driver, Sent } from '../harness/interactions/driver.ts'
import { type Combinations, exclusion, keyOf, meetingsOf, type Row, rowOf } from '../harness/interactions/factor.ts'
import { interact } from '../harness/interactions/interact.ts'
import { nearMisses, refusedAlone } from '../harness/interactions/near-misses.ts'
import { inWords } from '../harness/interactions/together.ts'
import { broken, holds, type Predicate, predicate } from '../harness/judging/predicate.ts'
import type { World } from '../harness/world/world.ts'

const values = (...names: string[]) => names.map(name => ({ name }))

const paint: Combinations = {
  operation: 'paint',
  factors: [
    { name: 'caller', values: values('one', 'other', 'third') },
    { name: 'colour', values: [...values('absent', 'red', 'green', 'blue'), { name: 'loud', refusedBy: 'no-noise' }] },
    { name: 'size', values: [...values('small', 'large'), { name: 'missing', refusedBy: 'size-required' }] },
    { name: 'order', values: values('as listed', 'reversed') },
  ],
  constraints: [
    { reason: 'blue is never large', excludes: row => row['colour'] === 'blue' && row['size'] === 'large' },
  ],
  risky: ['caller', 'colour', 'size'],
}

const covered = (rows: readonly Row[], meeting: Row): boolean =>
  rows.some(row => Object.entries(meeting).every(([factor, value]) => row[factor] === value))

describe('a covering array', () => {
  for (const seed of [1, 2, 3])
    for (const strength of [2, 3] as const)
      it(`has every legal meeting of ${strength} accepted values, with seed ${seed}`, () => {
        const rows = covering(paint, { seed, strength })
        const accepted = {
          factors: paint.factors.map(factor => ({
            ...factor,
            values: factor.values.filter(value => !('refusedBy' in value)),
          })),
        }
        const risky = { factors: accepted.factors.filter(({ name }) => paint.risky?.includes(name)) }
        const wanted = [...meetingsOf(accepted), ...(strength === 3 ? meetingsOf(risky, 3) : [])]
          .map(rowOf)
          .filter(meeting => exclusion(paint, meeting) === null)
        for (const meeting of wanted) expect(covered(rows, meeting), JSON.stringify(meeting)).toBe(true)
        for (const row of rows) expect(exclusion(paint, row)).toBeNull()
      })

  it('starts with the plainest row, is small, and is the same for the same seed', () => {
    const rows = covering(paint, { seed: 7, strength: 2 })
    expect(rows[0]).toEqual({ caller: 'one', colour: 'absent', size: 'small', order: 'as listed' })
    expect(rows.length).toBeLessThanOrEqual(15)
    expect(covering({ ...paint }, { seed: 7, strength: 2 })).toEqual(rows)
  })
})

describe('a class of values', () => {
  const members = ['caller', 'colour', 'size'].map(name => ({ name: `${name} first`, of: 'another first' }))
  const turned: Combinations = {
    ...paint,
    factors: [...paint.factors.slice(0, 3), { name: 'order', values: [{ name: 'as listed' }, ...members] }],
  }
  const rows = covering(turned, { seed: 1, strength: 2 })

  it('needs no more rows than one value, and all its members occur', () => {
    const single = { ...turned.factors[3], name: 'order', values: values('as listed', 'another first') }
    const plain = covering({ ...turned, factors: [...turned.factors.slice(0, 3), single] }, { seed: 1, strength: 2 })
    expect(rows.length).toBe(plain.length)
    expect(new Set(rows.map(({ order }) => order)).size).toBe(4)
  })

  it('counts as one value', () => {
    const book = combinationBook()
    book.opens(turned)
    for (const row of rows) book.judged('paint', row)
    const { possible, judged, missing } = book.summary()['paint'] ?? { possible: 0, judged: 0, missing: [] }
    expect(judged).toBe(possible - missing.length)
    expect(missing.some(pair => /caller first/.test(pair))).toBe(false)
  })
})

describe('near misses', () => {
  const accepted = covering(paint, { seed: 1, strength: 2 }).map(row => ({ row }))
  const misses = nearMisses(paint, accepted)

  it('differ from an accepted row in exactly one value', () => {
    for (const { row, control, cause } of misses) {
      const differing = Object.keys(row).filter(factor => row[factor] !== control.row[factor])
      expect(differing).toEqual([cause[0]])
    }
  })

  it('let every refused value meet every accepted one', () => {
    const negative = meetingsOf(paint).filter(meeting => /loud|missing/.test(keyOf(meeting)))
    for (const meeting of negative)
      expect(
        covered(
          misses.map(({ row }) => row),
          rowOf(meeting),
        ),
        keyOf(meeting),
      ).toBe(true)
  })

  it('omit combinations that the check of a requirement has covered', () => {
    const shown = refusedAlone(paint, requirement => requirement === 'size-required')
    expect(shown).toEqual([{ caller: 'one', colour: 'absent', size: 'missing', order: 'as listed' }])
    const fewer = nearMisses(paint, accepted, 2, shown)
    expect(fewer.length).toBeLessThan(misses.length)
    const rows = [...fewer.map(({ row }) => row), ...shown]
    for (const meeting of meetingsOf(paint).filter(one => /missing/.test(keyOf(one))))
      expect(covered(rows, rowOf(meeting)), keyOf(meeting)).toBe(true)
  })

  it('with a larger budget, combine each form and each member of a class with what the others met', () => {
    const [caller, , size] = paint.factors
    const order = {
      name: 'order',
      values: ['as listed', 'a first', 'b first', 'c first'].map(name => ({ name, of: 'any' })),
    }
    const colour = {
      name: 'colour',
      values: [...values('absent', 'red'), { name: 'loud', refusedBy: 'no-noise', forms: 3 }],
    }
    const finer = { ...paint, factors: [caller, colour, size, order].flatMap(one => one ?? []) }
    const rows = covering(finer, { seed: 1, strength: 3 }).map(row => ({ row }))
    const loud = nearMisses(finer, rows, 3).filter(({ cause }) => cause[1] === 'loud')
    const ofForm = (form: number) => loud.filter(one => one.form === form).map(({ row }) => row)
    for (const { name } of order.values) expect(covered(ofForm(0), { order: name }), name).toBe(true)
    for (const form of [0, 1, 2])
      for (const { name } of caller?.values ?? []) expect(covered(ofForm(form), { caller: name }), name).toBe(true)
    expect(nearMisses(finer, rows, 2).every(({ form }) => form === undefined)).toBe(true)
  })

  it('with the standard budget, send each form of a refused value', () => {
    const [caller] = paint.factors
    const colour = { name: 'colour', values: [...values('red'), { name: 'loud', refusedBy: 'no-noise', forms: 6 }] }
    const size = { name: 'size', values: values('small', 'large') }
    const simple = { ...paint, factors: [caller, colour, size].flatMap(one => one ?? []) }
    const rows = covering(simple, { seed: 1, strength: 2 }).map(row => ({ row }))
    expect(rows.length).toBe(6)
    const loud = nearMisses(simple, rows)
    expect(loud.length).toBe(6)
    expect(new Set(loud.map(({ row }) => JSON.stringify(row))).size).toBe(6)
  })

  it('never combine two causes', () => {
    expect(meetingsOf(paint).some(meeting => /loud.*missing|missing.*loud/.test(keyOf(meeting)))).toBe(false)
  })
})

describe('the book of combinations', () => {
  it('counts possible, excluded, exercised and judged pairs', () => {
    const book = combinationBook()
    book.opens(paint)
    const row = { caller: 'one', colour: 'red', size: 'small', order: 'reversed' }
    book.sent('paint', row)
    expect(book.summary()['paint']).toMatchObject({ exercised: 6, judged: 0, excluded: { 'blue is never large': 1 } })
    book.judged('paint', row)
    expect(book.summary()['paint']).toMatchObject({ judged: 6 })
  })
})

describe('a failure in words', () => {
  const plain = { announce: 'absent', invite_only: 'absent', caller: 'admin' }
  it.each([
    [{ ...plain }, 'fails with the plainest request'],
    [{ ...plain, announce: 'true' }, 'fails with announce true'],
    [
      { ...plain, announce: 'true', invite_only: 'true' },
      'fails with announce true and invite_only true together, not with either alone',
    ],
  ])('%j', (row, words) => expect(inWords(row, plain, true)).toBe(words))
})

describe('a failed combination', () => {
  const promised = predicate('test.painted', (exchanges, _args: Record<string, never>) =>
    exchanges.every(({ json }) => json === 'kept') ? holds : broken('the colour to be kept', 'it is gone'),
  )
  const sentOf = (row: Row): Sent => {
    const gone = row['colour'] === 'red' && row['size'] === 'large'
    const reply = { exchange: { n: 1, json: gone ? 'gone' : 'kept' } } as unknown as Sent['reply']
    return { row, reply, outcome: 'success' }
  }
  const driver: Driver = {
    send: async row => sentOf(row),
    judge: ({ row, reply }) =>
      row['colour'] === 'loud' || row['size'] === 'missing'
        ? []
        : [{ requirement: 'colour-kept', row, replies: [reply], predicate: promised as never, args: {} }],
    review: async () => [],
  }

  type Claimed = { args: Record<string, unknown>; outcome: string }
  const generation = {
    seed: 1,
    check: 'paint',
    again: false,
    requests: 0,
    path: null as string | null,
    found: new Map(),
    restsOn: new Map<string, unknown>(),
  }
  const worldOf = (claimed: Claimed[]): World =>
    ({
      budget: 'standard',
      generation,
      combined: combinationBook(),
      judgedAlone: () => false,
      claimFor: (_id: string, ...replies: { exchange: never }[]) => ({
        against() {},
        keeps: (keeps: Predicate, args: Record<string, unknown>) =>
          void claimed.push({
            args,
            outcome: keeps.judge(
              replies.map(({ exchange }) => exchange),
              args,
            ).outcome,
          }),
      }),
    }) as unknown as World

  type Turned = Sent & { turn: number }
  const turning = (isGone: (turn: number, failed: number) => boolean): Driver<Turned> => {
    let turns = 0
    let failed = 0
    return {
      ...(driver as unknown as Driver<Turned>),
      send: async (row, earlier, like) => {
        const turn = earlier?.turn ?? like?.turn ?? turns++
        const sent = sentOf(isGone(turn, failed) ? row : { ...row, size: 'small' })
        if (sent.reply.exchange.json === 'gone') failed++
        return { ...sent, row, turn }
      },
    }
  }

  it.each([
    [
      'a failure that alternates between attempts is reported as a combination',
      (turn: number) => turn % 2 === 1,
      /together, not with either alone$/,
    ],
    [
      'a failure that does not repeat says nothing about single values',
      (_turn: number, failed: number) => failed === 0,
      /together$/,
    ],
  ])('%s', async (_title, isGone, words) => {
    const claimed: Claimed[] = []
    await interact(worldOf(claimed), paint, turning(isGone), { rows: 100, strength: 2 })
    const when = claimed.filter(({ outcome }) => outcome === 'broken').map(({ args }) => String(args['when']))
    expect(when).toHaveLength(1)
    expect(when[0]).toMatch(words)
  })

  it('is shrunk to the relevant values, and can be repeated by its path', async () => {
    const claimed: Claimed[] = []
    const world = worldOf(claimed)
    await interact(world, paint, driver, { rows: 100, strength: 2 })
    const broken = claimed.filter(({ outcome }) => outcome === 'broken')
    expect(broken.map(({ args }) => args['when'])).toEqual([
      'fails with colour red and size large together, not with either alone',
    ])
    const path = String(broken[0]?.args['path'])
    claimed.length = 0
    await interact({ ...world, generation: { ...generation, path } }, paint, driver, { rows: 100, strength: 2 })
    expect(claimed.map(({ outcome }) => outcome)).toEqual(['broken'])
  })

  it('is shrunk although some values require others', async () => {
    const claimed: Claimed[] = []
    const ordered = {
      reason: 'what is reversed is red',
      excludes: (row: Row) => row['order'] === 'reversed' && row['colour'] !== 'red',
    }
    const always: Driver = {
      ...driver,
      send: async row => ({ ...sentOf({ colour: 'red', size: row['caller'] === 'third' ? 'large' : 'small' }), row }),
    }
    const bound = { ...paint, constraints: [...paint.constraints, ordered] }
    await interact(worldOf(claimed), bound, always, { rows: 100, strength: 2 })
    const when = claimed.filter(({ outcome }) => outcome === 'broken').map(({ args }) => args['when'])
    expect(when).toEqual(['fails with caller third'])
  })

  describe('of a value that has to be refused', () => {
    const refused = predicate('test.silent', (exchanges, _args: Record<string, never>) =>
      exchanges.every(({ json }) => json === 'refused') ? holds : broken('silence', 'a noise'),
    )
    const [caller, colour, ...rest] = paint.factors
    const forms = {
      ...paint,
      constraints: [
        ...paint.constraints,
        { reason: 'there is a colour', excludes: (row: Row) => row['colour'] === 'absent' },
      ],
    }
    const noisy: Combinations = {
      ...forms,
      factors: [
        caller as Combinations['factors'][number],
        {
          name: 'colour',
          values: (colour?.values ?? []).map(value => (value.name === 'loud' ? { ...value, forms: 3 } : value)),
        },
        ...rest,
      ],
    }
    /** A target that wrongly accepts the third form. */
    const hearing: Driver = {
      send: async (row, _earlier, _like, form = 0) => {
        const silent = row['colour'] === 'loud' && form !== 2
        const reply = { exchange: { n: 1, json: silent ? 'refused' : 'heard' } } as unknown as Sent['reply']
        return { row, reply, outcome: silent ? 'error' : 'success' }
      },
      judge: ({ row, reply }, control) =>
        row['colour'] === 'loud' && control
          ? [{ requirement: 'no-noise', row, replies: [reply], predicate: refused as never, args: {} }]
          : [],
      review: async () => [],
    }
    const tried = async (path: string): Promise<Claimed[]> => {
      const claimed: Claimed[] = []
      const world = { ...worldOf(claimed), generation: { ...generation, path } }
      await interact(world, noisy, hearing, { rows: 100, strength: 2 })
      return claimed
    }

    it('repeats each form by its path, and a control with the plainest legal value', async () => {
      const claimed = await tried('0:4:0:0')
      expect(claimed.map(({ outcome }) => outcome)).toEqual(['holds', 'holds', 'broken'])
    })

    it('reports an unknown path', async () => {
      await expect(tried('9:9:9:9')).rejects.toThrow('no combination of paint has this path')
    })
  })
})
