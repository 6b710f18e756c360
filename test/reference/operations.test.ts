/** Stages of operations (rules and steps), changes of them, and conditions of changes. */
import { describe, expect, test } from 'vitest'
import { createDrafts } from '../../reference/messaging/drafts.ts'
import { operations } from '../../reference/messaging/operations.ts'
import {
  alter,
  type Change,
  drop,
  instead,
  refuseAlso,
  refuseOtherwise,
  uponRefusal,
} from '../../reference/operations/change.ts'
import { type Circumstances, type Earlier, originOf, steadyText } from '../../reference/operations/circumstances.ts'
import type { When } from '../../reference/operations/condition.ts'
import { deploying } from '../../reference/operations/deploy.ts'
import { stageOn } from '../../reference/operations/stage.ts'

interface Guest {
  readonly name: string
  readonly age: number
  readonly about: Circumstances
}

const bar = stageOn<Guest, string>()({
  id: 'bar',
  rules: {
    'has-a-name': [({ name }) => name !== '', 'Who are you?'],
    'of-age': [({ age }) => age >= 18, ({ age }) => `Not at ${age}`],
  },
  steps: {
    greeting: ({ name }): string => `Good evening, ${name}`,
    served: ({ name }, drink: string): string => `${drink} for ${name}`,
  },
})

const nothing: Circumstances = { operation: 'enter', role: 'member', caller: 'ada', steady: '', earlier: [] }
const guest = (name: string, age: number, about: Partial<Circumstances> = {}): Guest => ({
  name,
  age,
  about: { ...nothing, ...about },
})

const refusal = (it: Guest, changes: Change | Change[] = []) => deploying([changes].flat())(bar).refusal(it)
const step = (name: 'greeting' | 'served', changes: Change, ...given: readonly [Guest, ...string[]]) =>
  deploying([changes])(bar).steps[name]?.(...given)

describe('changes', () => {
  test('without changes, the first rule that does not hold refuses', () => {
    expect([refusal(guest('', 3)), refusal(guest('Bo', 3)), refusal(guest('Bo', 30))]).toEqual([
      'Who are you?',
      'Not at 3',
      undefined,
    ])
  })

  test('a dropped rule no longer refuses, the others still do', () => {
    expect(refusal(guest('', 3), drop(bar, 'has-a-name'))).toBe('Not at 3')
    expect(refusal(guest('', 3), drop(bar, ['has-a-name', 'of-age']))).toBeUndefined()
  })

  test('an added rule comes after all others', () => {
    const closed = refuseAlso(bar, 'Closed')
    expect([refusal(guest('', 30), closed), refusal(guest('Bo', 30), closed)]).toEqual(['Who are you?', 'Closed'])
  })

  test('a rule can refuse with another message, only in the cases in which it refuses', () => {
    const rude = refuseOtherwise(bar, 'of-age', 'Out!')
    expect([refusal(guest('Bo', 3), rude), refusal(guest('Bo', 30), rude)]).toEqual(['Out!', undefined])
  })

  test('a side effect can be added to a refusal', () => {
    const seen: string[] = []
    const noted = uponRefusal(bar, 'of-age', ({ name }) => void seen.push(name))
    expect([refusal(guest('Bo', 3), noted), refusal(guest('Cy', 30), noted)]).toEqual(['Not at 3', undefined])
    expect(seen).toEqual(['Bo'])
  })

  test('the result of a step can be altered, or the step replaced', () => {
    const it = guest('Bo', 30)
    expect(
      step(
        'greeting',
        alter(bar, 'greeting', was => was.toUpperCase()),
        it,
      ),
    ).toBe('GOOD EVENING, BO')
    expect(
      step(
        'served',
        instead(bar, 'served', (_it, drink) => `no ${drink}`),
        it,
        'tea',
      ),
    ).toBe('no tea')
    const onlyTea = alter(bar, 'served', () => 'water', { where: (_it, drink) => drink !== 'tea' })
    expect([step('served', onlyTea, it, 'tea'), step('served', onlyTea, it, 'rum')]).toEqual(['tea for Bo', 'water'])
  })

  test('an unknown name does not compile', () => {
    // @ts-expect-error no such rule
    drop(bar, 'has-a-hat')
    // @ts-expect-error no such step
    alter(bar, 'farewell', was => was)
    // @ts-expect-error no such rule of a draft
    drop(createDrafts, 'two-channels')
    // @ts-expect-error no such step of drafts
    instead(createDrafts, 'forget', () => {})
    // @ts-expect-error nothing of that name is given
    drop(createDrafts, 'one-channel', { where: it => it.channelCount === 2 })
    expect(operations.map(({ id }) => id)).toContain('createDrafts')
  })
})

describe('conditions', () => {
  const passes = (when: When<Guest, []>, about: Partial<Circumstances> = {}) =>
    refusal(guest('Bo', 3, about), drop(bar, 'of-age', when)) === undefined
  const enter = (outcome: Earlier['outcome'], caller = 'ada', operation = 'enter'): Earlier => ({
    operation,
    outcome,
    caller,
  })
  const times = (count: number) => ({ earlier: Array.from({ length: count }, () => enter('accepted')) })

  test('role and predicate', () => {
    expect([passes({ role: 'member' }), passes({ role: ['admin', 'owner'] })]).toEqual([true, false])
    expect([passes({ where: ({ age }) => age === 3 }), passes({ where: ({ age }) => age === 4 })]).toEqual([
      true,
      false,
    ])
  })

  test('how often the thing was asked for', () => {
    const at = (when: When<Guest, []>) => [0, 1, 2, 3].map(before => passes(when, times(before)))
    expect(at({ nth: 2 })).toEqual([false, true, false, false])
    expect(at({ from: 3 })).toEqual([false, false, true, true])
    expect(at({ every: 2 })).toEqual([false, true, false, true])
  })

  test('what came before, how it ended and by whom', () => {
    const earlier = [enter('refused', 'eva', 'leave')]
    expect(passes({ after: { operation: 'leave' } }, { earlier })).toBe(true)
    expect(passes({ after: { operation: 'enter' } }, { earlier })).toBe(false)
    expect(passes({ after: { outcome: 'accepted' } }, { earlier })).toBe(false)
    expect(passes({ after: { by: 'another' } }, { earlier })).toBe(true)
    expect(passes({ after: { by: 'same' } }, { earlier })).toBe(false)
  })

  test('while a similar request is being answered', () => {
    expect([passes({ overlapping: true }), passes({ overlapping: true }, { overlapping: true })]).toEqual([false, true])
  })

  test('names that one check generates have the same origin', () => {
    expect(originOf('assay k3v9x q1w2e31 drafts')).toBe(originOf('assay proof q1w2e312 other'))
    expect([originOf('assay k3v9x zzzzzz1 drafts'), originOf('lunch')]).toEqual(['zzzzzz', ''])
  })

  test('one in n kinds of requests, the same ones in every run', () => {
    const kinds = Array.from({ length: 300 }, (_, at) => `name=${String.fromCharCode(97 + (at % 26))}${'x'.repeat(at)}`)
    const share = kinds.filter(steady => passes({ oneIn: 3 }, { steady })).length
    expect(share).toBeGreaterThan(60)
    expect(share).toBeLessThan(140)
    expect(steadyText('assay proof 7 drafts.kept 3')).toBe(steadyText('assay k3v9x 12 drafts.kept 4'))
  })
})
