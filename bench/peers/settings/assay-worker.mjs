/** Assay as a library, over a socket: reports each failed requirement with the position of the request that demonstrates it. */
import { run, validTarget } from '../../../dist/harness/index.js'
import { suites } from '../../../dist/suites/index.js'
import { findingsOf } from '../findings.mjs'

process.on('message', async ({ file, api }) => {
  const sent = []
  const claims = []
  try {
    const { report } = await run({
      target: { ...validTarget(file), folder: '.', file: null },
      areas: suites,
      sink: {
        exchange: exchange => exchange.via === 'target' && sent.push({ n: exchange.n, sentAt: exchange.sentAt }),
        claim: ({ outcome, requirement, exchanges }) => claims.push({ outcome, requirement, exchanges }),
        close: () => {},
      },
      ...{ only: [`${api}.*`], budget: 'quick', seed: 1, allow: ['write', 'destructive'], runId: 'peers' },
    })
    process.send({ findings: findingsOf({ sent, claims, report }) })
  } catch (error) {
    process.send({ findings: [], trouble: String(error) })
  }
})
