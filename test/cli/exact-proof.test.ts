/** Faults fail exactly the recorded requirements: a sample in process, and one fault of each API over a socket. */
import { describe, expect, test } from 'vitest'
import { judgeSubject } from '../../cli/self-check/judge-subject.ts'
import { PROOF, type ProvedFault, proved, readMeasured } from '../../cli/self-check/measured-faults.ts'
import { discardingSink } from '../../cli/self-check/proof-run.ts'
import { faultSubject } from '../../cli/self-check/subject.ts'
import { run, validTarget } from '../../harness/index.ts'
import { faults, serveReference } from '../../reference/index.ts'
import { suites } from '../../suites/index.ts'

const SAMPLE = 6

/** Faults that are measured in real seconds, so that the result depends on the machine. */
const TIMED = /\.limit\./

/** A sample spread over the whole list, of faults that are proved at the normal budget. */
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
      sink: discardingSink,
      only: [`${api}.*`],
      allow: ['write', 'destructive'],
      ...PROOF,
    })
    return report.requirements.filter(({ verdict }) => verdict === 'fail').map(entry => entry.id)
  } finally {
    await served.close()
  }
}

async function failedInProcess({ id }: ProvedFault): Promise<readonly string[]> {
  const fault = faults.find(one => one.id === id) ?? expect.fail(`there is no fault ${id}`)
  return (await judgeSubject(faultSubject(fault, readMeasured().get(id)), { areas: suites })).failed
}

const expectedOf = ({ weight, breaches, fallout }: ProvedFault): string[] =>
  [...(weight === 'should' ? [] : breaches), ...fallout].sort()

describe.each(['trading', 'messaging'])('of the %s API', api => {
  const [first, ...others] = sampleOf(api)

  test(`${first?.id}, over a socket`, async () => {
    const fault = first ?? expect.fail('there are no faults')
    expect((await failedOverASocket(fault)).sort()).toEqual(expectedOf(fault))
  })

  test.each(others)('$id, inside the process', async fault => {
    expect([...(await failedInProcess(fault))].sort()).toEqual(expectedOf(fault))
  })
})
