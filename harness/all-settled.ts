/** Waits until nothing is under way any more, then fails with the first that failed: no request outlives its check. */
export async function allSettled<T>(pending: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(pending)
  return settled.map(one => {
    if (one.status === 'rejected') throw one.reason
    return one.value
  })
}
