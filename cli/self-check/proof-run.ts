/** A run of the proof: against a reference inside this process, in virtual time, always with the same seed and names. */
import {
  type EvidenceSink,
  inProcessTransport,
  type RunOptions,
  type RunResult,
  run,
  type Target,
  validTarget,
  virtualClock,
} from '../../harness/index.ts'
import { createReference, loadTus, type ReferenceOptions } from '../../reference/index.ts'
import { REFERENCE_ORIGIN } from '../run/base-addresses.ts'
import { answerIn, type Circumstances, plainCircumstances, targetIn } from './circumstances.ts'
import { PROOF } from './measured-faults.ts'

type Given = Pick<RunOptions, 'areas' | 'only'> & Partial<Pick<RunOptions, 'budget' | 'bail' | 'once'>>

interface ProofRun extends Given {
  readonly sink?: Partial<EvidenceSink>
  /** The feature level in the target file, if it differs from that of the reference. */
  readonly claims?: number
  readonly circumstances?: Circumstances
}

export const discardingSink: EvidenceSink = { exchange: () => {}, claim: () => {}, close: () => {} }

export async function proofRun(
  deployed: Omit<ReferenceOptions, 'clock'>,
  { sink, claims, circumstances = plainCircumstances, ...given }: ProofRun,
): Promise<RunResult & { readonly target: Target }> {
  await loadTus()
  const clock = virtualClock()
  const reference = createReference({ ...deployed, clock })
  const file = validTarget(reference.targetFile(REFERENCE_ORIGIN))
  const messaging = file.messaging && claims !== undefined && { ...file.messaging, featureLevel: claims }
  const whole: Target = { ...file, ...(messaging && { messaging }), folder: '.', file: null }
  const target = targetIn(circumstances, whole)
  const transport = inProcessTransport(answerIn(circumstances, clock, reference.answer))
  const result = await run({
    ...{ ...PROOF, seed: circumstances.seed, once: true, ...given, target, clock, transport },
    ...{ sink: { ...discardingSink, ...sink }, allow: ['write', 'destructive'], throwaway: true, runId: 'proof' },
  })
  return { ...result, target }
}
