/** Assay as a library, over a socket: reports each failed requirement with the position of the request that demonstrates it. */
import { run, validTarget } from '../../../dist/harness/index.js'
import { suites } from '../../../dist/suites/index.js'

process.on('message', async ({ file, api }) => {
  const sent = []
  const broken = []
  try {
    const { report } = await run({
      target: { ...validTarget(file), folder: '.', file: null },
      areas: suites,
      sink: {
        exchange: exchange => exchange.via === 'target' && sent.push({ n: exchange.n, at: exchange.sentAt }),
        claim: ({ outcome, requirement, exchanges }) => outcome === 'broken' && broken.push({ requirement, exchanges }),
        close: () => {},
      },
      ...{ only: [`${api}.*`], budget: 'quick', seed: 1, allow: ['write', 'destructive'], runId: 'peers' },
    })
    const failed = new Set(report.requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id))
    const order = sent.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : one.n - other.n))
    const place = new Map(order.map(({ n }, index) => [n, index + 1]))
    const findings = broken
      .filter(({ requirement }) => failed.has(requirement))
      .map(({ requirement, exchanges }) => ({
        ...{ key: requirement, at: Math.max(1, ...exchanges.map(n => place.get(n) ?? 0)) },
      }))
    process.send({ findings })
  } catch (error) {
    process.send({ findings: [], trouble: String(error) })
  }
})
