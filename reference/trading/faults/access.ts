/** Faults of access to the public endpoints. */
import type { Fault } from '../../behaviour.ts'
import { refuseAlso } from '../../operations/change.ts'
import { access } from '../access.ts'
import { enveloped, fault } from './fault.ts'

const everyThird = fault(
  'access.public.wants-key.third',
  'every third ping is refused without an API key',
  refuseAlso(access, 'credentials-wanted', { where: ({ about }) => about.operation === 'ping', every: 3 }),
  { breaches: 'access.public' },
)

const fromTheThird = fault(
  'access.public.wants-key.from-the-third',
  'coins_info is refused without an API key from the third request on',
  refuseAlso(access, 'credentials-wanted', { where: ({ about }) => about.operation === 'getCoinsInfo', from: 3 }),
  { breaches: 'access.public' },
)

const ofEach: readonly Fault[] = ['getSwagger', ...enveloped].flatMap(operation => [
  fault(
    `access.public.wants-key.${operation}`,
    `${operation} is refused without an API key`,
    refuseAlso(access, 'credentials-wanted', {
      where: ({ about, request }) => about.operation === operation && request.header('x-svc-apikey') === undefined,
    }),
    { breaches: 'access.public' },
  ),
  fault(
    `access.public.absent.${operation}`,
    `${operation} is not served`,
    refuseAlso(access, 'no-such-path', { where: ({ about }) => about.operation === operation }),
    { breaches: 'access.public' },
  ),
])

export const accessFaults: readonly Fault[] = [everyThird, fromTheThird, ...ofEach]
