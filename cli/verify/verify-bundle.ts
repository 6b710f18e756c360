/** Verifies a bundle without trusting any summary in it: every check states what it established, or what is wrong. */
import { checkTraffic } from './as-traffic.ts'
import { type Findings, need, Refused, readFiles, UNEXAMINED, type VerifyOptions } from './context.ts'
import { checkExchanges } from './exchanges.ts'
import { checkGenerated } from './generated.ts'
import { readAttestation, readDocuments } from './read-documents.ts'
import { checkCertificate, checkPage } from './rendered.ts'
import { checkApplicability, checkKit, checkRequirements, checkScope } from './scope.ts'
import { checkDigests, checkRevocation, checkSignature, checkTimes, checkWitnesses } from './signed-parts.ts'
import { checkClaims, checkSummary, checkVerdicts } from './verdicts.ts'

export interface VerificationCheck {
  readonly name: string
  readonly ok: boolean
  readonly message: string
}

export type Trust = 'self-tested' | 'replayed' | 'witnessed'

export interface Verification {
  readonly verified: boolean
  readonly trust: Trust
  readonly checks: readonly VerificationCheck[]
  readonly established: readonly string[]
  readonly notEstablished: readonly string[]
}

type Step = readonly [name: string, check: (found: Findings) => string | Promise<string>]

const steps: readonly Step[] = [
  ['files', readFiles],
  ['attestation', readAttestation],
  ['signature', checkSignature],
  ['digests', checkDigests],
  ['times', checkTimes],
  ['revocation', checkRevocation],
  ['witnesses', checkWitnesses],
  ['schemas', readDocuments],
  ['kit', checkKit],
  ['scope', checkScope],
  ['requirements', checkRequirements],
  ['applicability', checkApplicability],
  ['exchanges', checkExchanges],
  ['claims', checkClaims],
  ['generated', checkGenerated],
  ['verdicts', checkVerdicts],
  ['traffic', checkTraffic],
  ['summary', checkSummary],
  ['certificate', checkCertificate],
  ['page', checkPage],
]

export interface Examined extends Verification {
  readonly found: Findings
}

/** Runs one check after the other, each with what the earlier ones found. */
export async function* examine(found: Findings): AsyncGenerator<VerificationCheck> {
  for (const [name, check] of steps) yield await tried(name, check, found)
}

export async function verifyBundle(folder: string, options: VerifyOptions): Promise<Examined> {
  const found: Findings = { folder, options, files: new Map() }
  const checks: VerificationCheck[] = []
  for await (const check of examine(found)) checks.push(check)
  const verified = checks.every(({ ok }) => ok)
  const trust = verified && (found.witnessed?.length ?? 0) > 0 ? 'witnessed' : 'self-tested'
  return {
    ...{ verified, trust, checks, found },
    established: establishedBy(checks, found),
    notEstablished: [
      ...checks.filter(({ ok, message }) => !ok && message !== UNEXAMINED).map(one => `${one.name}: ${one.message}`),
      ...unexamined(checks),
      ...limitsOf(found, trust),
    ],
  }
}

/** One line is enough: the check that failed gives the reason. */
function unexamined(checks: readonly VerificationCheck[]): string[] {
  const names = checks.filter(({ message }) => message === UNEXAMINED).map(({ name }) => name)
  return names.length > 0 ? [`what rests on an earlier check that failed: ${names.join(', ')}`] : []
}

/** Files that the given key did not sign may be anybody's, so that nothing about them is established. */
const establishedBy = (checks: readonly VerificationCheck[], { signer }: Findings): string[] =>
  signer === undefined ? [] : checks.filter(({ ok, name }) => ok && !SILENT.has(name)).map(({ message }) => message)

/** These checks have a message even if there is nothing to establish. */
const SILENT = new Set(['revocation', 'witnesses'])

async function tried(name: string, check: Step[1], found: Findings): Promise<VerificationCheck> {
  try {
    return { name, ok: true, message: await check(found) }
  } catch (error) {
    if (error instanceof Refused) return { name, ok: false, message: error.message }
    return { name, ok: false, message: `it cannot be examined: ${(error as Error).message}` }
  }
}

export const refusalsOf = ({ checks }: Verification): string[] =>
  checks.filter(({ ok }) => !ok).map(({ name, message }) => `${name}: ${message}`)

/** What cannot be established by verifying files. */
function limitsOf(found: Findings, trust: Trust): string[] {
  const { witnessed, options, report } = found
  return [
    ...(trust === 'self-tested'
      ? ['that the replies came from the product: the vendor holds both ends, and could have written them']
      : []),
    ...(witnessed && witnessed.length > 0 ? ['that the witness is independent of the vendor'] : []),
    'that the deployment that was judged is the product of that version, or that others behave like it',
    'whatever the evidence keeps in arguments alone, because secrets are replaced: that signatures and credentials were right or wrong as the claims say',
    'observations, leftovers, the count of combinations, and what a provisioner did outside of the recorded exchanges',
    ...(report && need(report).summary.counts.unverified > 0
      ? [`${report.summary.counts.unverified} recommended requirements, which the run could not judge`]
      : []),
    ...(options.revocations ? [] : ['that the certificate was not revoked: no revocation list was given']),
  ]
}
