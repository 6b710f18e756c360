/** The base addresses of a target, as a target file or a report states them. */
import { entryOf } from '../../harness/index.ts'

/** The origin of the embedded reference, which is not on the network. */
export const REFERENCE_ORIGIN = 'http://reference.invalid'

/** By API. */
export function baseAddresses(target: object): ReadonlyMap<string, string> {
  const { apis } = target as { readonly apis?: object }
  return new Map(
    Object.keys({ ...target, ...apis }).flatMap(name => {
      const { baseUrl } = entryOf(target, name) ?? {}
      return baseUrl === undefined ? [] : [[name, baseUrl]]
    }),
  )
}

export const addressText = (target: object): string => [...baseAddresses(target).values()].join(' and ')

/** Whether a target has every API of a finished run, at the same address. */
export const hasAddressesOf = (run: object, target: object): boolean =>
  [...baseAddresses(run)].every(([api, address]) => baseAddresses(target).get(api) === address)
