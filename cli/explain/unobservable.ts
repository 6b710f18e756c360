/**
 * What no exchange can demonstrate: statements about clients and the like, and introductions, which contain nothing to
 * judge.
 */
import { type Api, introductions, type NotObservable, notObservable } from '../../generated/catalogue.ts'

const apis: readonly Api[] = ['trading', 'messaging']

export const unobservable: readonly NotObservable[] = [
  ...notObservable,
  ...apis.map(api => ({
    id: `${api}.introductions`,
    api,
    area: api,
    sentence: `What the ${api} contract says to introduce, to link or to lead over`,
    reason: 'it says nothing that could be kept or broken',
    places: introductions[api],
  })),
]
