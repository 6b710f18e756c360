/** The first requests to an API in a run: when each left, and whether the target answered it with "slow down". */

export interface FirstRequest {
  readonly n: number
  readonly operation: string | null
  readonly at: number
  readonly throttled: boolean
}

export interface FirstRequests {
  readonly all: readonly FirstRequest[]
  left(request: Pick<FirstRequest, 'n' | 'operation' | 'at'>): void
  /** Notes that a request was throttled; if it is one of the first, calls the listener. */
  throttled(n: number): void
}

const FIRST_FEW = 10

export function firstRequests(onThrottled: () => void): FirstRequests {
  const all: FirstRequest[] = []
  return {
    all,
    left(request) {
      if (all.length < FIRST_FEW) all.push({ ...request, throttled: false })
    },
    throttled(n) {
      const at = all.findIndex(one => one.n === n)
      const one = all[at]
      if (!one) return
      all[at] = { ...one, throttled: true }
      onThrottled()
    },
  }
}
