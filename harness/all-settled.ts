/** Waits for all promises, then throws the first rejection, so that no request outlives its check. */
export async function allSettled<T>(pending: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(pending)
  return settled.map(one => {
    if (one.status === 'rejected') throw one.reason
    return one.value
  })
}
