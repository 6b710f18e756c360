/** Faults served over a socket fail exactly what was recorded inside the process. */
import { expect, test } from 'vitest'
import { PROOF, type ProvedFault, proved } from '../../cli/measured-faults.ts'
import { type EvidenceSink, run, validTarget } from '../../harness/index.ts'
import { faults, serveReference } from '../../reference/index.ts'
import { suites } from '../../suites/index.ts'

const forgetful: EvidenceSink = { exchange: () => {}, claim: () => {}, close: () => {} }
const SAMPLE = 6

/** What is measured in real seconds depends on the machine. */
const TIMED = /\.limit\./

/** Spread over the whole list, at the budget of the proof. */
function sampleOf(api: string): ProvedFault[] {
  const all = proved(faults).filter(fault => fault.api === api && fault.budget === undefined && !TIMED.test(fault.id))
  return Array.from({ length: SAMPLE }, (_, at) => all[Math.floor(((at + 0.5) * all.length) / SAMPLE)]).filter(
    fault => fault !== undefined,
  )
}

async function failedOverASocket({ id, api, featureLevel }: ProvedFault): Promise<string[]> {
  const served = await serveReference({ port: 0, faults: [id], ...(featureLevel !== undefined && { featureLevel }) })
  try {
    const { report } = await run({
      target: { ...validTarget(served.reference.targetFile(served.origin)), folder: '.', file: null },
      areas: suites,
      sink: forgetful,
      only: [`${api}.*`],
      allow: ['write', 'destructive'],
      ...PROOF,
    })
    return report.requirements.filter(({ verdict }) => verdict === 'fail').map(entry => entry.id)
  } finally {
    await served.close()
  }
}

test.each([...sampleOf('trading'), ...sampleOf('messaging')])('$id', async fault => {
  const expected = [...(fault.weight === 'should' ? [] : fault.breaches), ...fault.fallout]
  expect((await failedOverASocket(fault)).sort()).toEqual(expected.sort())
})
