/** The generated requests of a bundle are the trials that its seed draws. */
import { expect, test } from 'vitest'
import type { Findings } from '../../cli/verify/context.ts'
import { checkGenerated } from '../../cli/verify/generated.ts'
import { type Draw, trialsOf } from '../../harness/index.ts'

const DRAW: Draw = [40, 3, 12, 6]
const trials = trialsOf(1, 'a.b.c', DRAW)

const found = (paths: readonly (number | string)[], seed = 1, sender = 'a.b.c', trial: unknown = DRAW): Findings =>
  ({
    report: { run: { seed } },
    exchanges: paths.map((_, index) => ({ n: index + 1, check: sender })),
    claims: paths.map((path, index) => ({
      ...{ n: index + 1, check: 'a.b.c', attempt: 1, exchanges: [index + 1] },
      args: { path: String(path), trial },
    })),
  }) as unknown as Findings

test('those of the seed are accepted, also where some showed nothing or were made smaller', () => {
  expect(checkGenerated(found(trials))).toContain('12 generated requests')
  expect(checkGenerated(found(trials.filter((_, index) => index % 3 > 0)))).toContain('generated requests')
  expect(checkGenerated(found([`${trials[0]}:2:0`]))).toContain('1 generated requests')
})

test.each<[string, Findings, string]>([
  ['another seed', found(trials, 77), 'seed 77 does not make'],
  ['another order', found([...trials].reverse()), 'seed 1 does not make'],
  ['a trial that was not drawn', found([9999]), 'is about trial 9999 of a.b.c'],
  ['a trial twice', found([trials[0] ?? 0, trials[0] ?? 0]), 'does not make there'],
  ['a request of another check', found(trials, 1, 'x.y.z'), 'which did not send exchange 1'],
  ['a draw that nobody made', found(trials, 1, 'a.b.c', 'any'), 'does not say what its trial was drawn from'],
  ['a draw beyond all bounds', found(trials, 1, 'a.b.c', [1e9, 1, 1, 1]), 'does not say what its trial was drawn from'],
])('%s is refused', (_, findings, told) => {
  expect(() => checkGenerated(findings)).toThrow(told)
})
