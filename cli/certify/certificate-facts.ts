/** The facts on a certificate, from the statement, the report and the signed predicate. */
import type { ConformancePredicate, Report, VendorStatement } from '../../generated/formats.ts'
import type { CertificateFacts } from '../../reports/index.ts'
import type { CertifiableProfile } from './certifiable-set.ts'

export function certificateFacts(
  statement: VendorStatement,
  { summary, run }: Pick<Report, 'summary' | 'run'>,
  profile: CertifiableProfile | undefined,
  { issuedAt, expiresAt, evidence, kit, featureLevel }: ConformancePredicate,
  keyId: string,
): CertificateFacts {
  const { pass, warn, fail } = summary.counts
  return {
    vendor: statement.vendor,
    product: statement.product,
    profile: { name: run.profile, title: profile?.title ?? run.profile },
    featureLevel,
    judged: pass + warn + fail,
    warnings: warn,
    unsupported: (statement.unsupported ?? []).map(({ requirement, reason }) => `${requirement}: ${reason}`),
    issuedAt,
    expiresAt,
    trust: 'self-tested',
    keyId,
    evidence,
    kit: kit.version,
  }
}
