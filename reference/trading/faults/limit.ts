/** Faults of the global limit. */
import type { Fault } from '../../behaviour.ts'
import { alter } from '../../operations/change.ts'
import { type Allowance, limit } from '../limiter.ts'
import { fault } from './fault.ts'

const allowed = (narrower: Partial<Allowance>) =>
  alter(limit, 'allowance', (was): Allowance => ({ ...was, beyond: 'refused', ...narrower }))

export const limitFaults: readonly Fault[] = [
  fault('limit.ten-per-second.four', 'more than four requests in a second are refused', allowed({ most: 4 })),
  fault('limit.ten-per-second.tenth', 'the tenth request in a second is refused', allowed({ most: 9 })),
  fault(
    'limit.ten-per-second.two-seconds',
    'more than ten requests in two seconds are refused',
    allowed({ most: 10, within: 2_000 }),
  ),
  fault(
    'limit.ten-per-second.close-together',
    'requests closer together than 150 ms are refused',
    allowed({ apart: 150 }),
  ),
  fault('limit.repeats.once-each', 'an endpoint answers once in a second', allowed({ mostOfOne: 1 }), {
    breaches: 'limit.repeats-within-ten',
  }),
]
