/** Makes the page and the certificate of a bundle again from its evidence, and compares them. */
import { certificateSvg, reportPage } from '../../reports/index.ts'
import { profileNamed } from '../certify/certifiable-set.ts'
import { certificateFacts } from '../certify/certificate-facts.ts'
import { operationEntries } from '../finished/operation-entries.ts'
import { pageAssets } from '../finished/write-formats.ts'
import { type Findings, need, Refused, textOf } from './context.ts'

function certificateOf(found: Findings): string {
  const [statement, report] = [need(found.statement), need(found.report)]
  const profile = profileNamed(need(found.frozen), statement.profile)
  const { predicate } = need(found.payload)
  return certificateSvg(certificateFacts(statement, report, profile, predicate, need(found.signer)))
}

export function checkCertificate(found: Findings): string {
  if (textOf(found, 'certificate.svg') !== certificateOf(found))
    throw new Refused('certificate.svg is not the certificate of this statement and this run')
  return 'certificate.svg shows what was signed'
}

export function checkPage(found: Findings): string {
  const [report, exchanges, claims] = [need(found.report), need(found.exchanges), need(found.claims)]
  const page = reportPage(
    { report, exchanges, claims, damage: [] },
    pageAssets,
    operationEntries(),
    certificateOf(found),
  )
  if (textOf(found, 'report.html') !== page)
    throw new Refused('report.html is not the page of this report and this evidence')
  return 'report.html shows this report and nothing else'
}
