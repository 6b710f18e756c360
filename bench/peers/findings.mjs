/** Failed requirements of an Assay run, each with the position of the request that demonstrates it. */

/**
 * `sent` are the exchanges with the target. The first request has the position 1; of several exchanges of a claim the last
 * one counts.
 */
export function findingsOf({ sent, claims, report }) {
  const failed = new Set(report.requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id))
  const inOrder = [...sent].sort((one, other) =>
    one.sentAt < other.sentAt ? -1 : one.sentAt > other.sentAt ? 1 : one.n - other.n,
  )
  const positions = new Map(inOrder.map(({ n }, index) => [n, index + 1]))
  return claims
    .filter(({ outcome, requirement }) => outcome === 'broken' && failed.has(requirement))
    .map(({ requirement, exchanges }) => ({
      key: requirement,
      at: Math.max(1, ...exchanges.map(n => positions.get(n) ?? 0)),
    }))
}
