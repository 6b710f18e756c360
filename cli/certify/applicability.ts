/** Why a requirement does not apply to a certified product: its feature level, or an option that is declared unsupported. */
import { LineCounter, parseDocument } from 'yaml'
import type { VendorStatement } from '../../generated/formats.ts'
import { glob, offsetOf, type Reason } from '../../harness/index.ts'
import type { CertifiableRequirement } from './certifiable-set.ts'
import { statementText } from './statement.ts'

/** The reason cites the line of statement.json; null if the requirement applies. */
export function applicabilityOf(
  statement: VendorStatement,
): (requirement: Pick<CertifiableRequirement, 'id' | 'since' | 'until'>) => Reason | null {
  const lines = new LineCounter()
  const document = parseDocument(statementText(statement), { lineCounter: lines })
  const line = (pointer: string): string => `statement.json line ${lines.linePos(offsetOf(document, pointer)).line}`
  const { featureLevel: level, unsupported = [] } = statement
  return ({ id, since, until }) => {
    if (level !== undefined && since !== undefined && level < since)
      return declared(`it applies from feature level ${since}; ${line('/featureLevel')} claims ${level}`)
    if (level !== undefined && until !== undefined && level > until)
      return declared(`it applies up to feature level ${until}; ${line('/featureLevel')} claims ${level}`)
    const index = unsupported.findIndex(({ requirement }) => glob(requirement).test(id))
    const option = unsupported[index]
    return option
      ? declared(`declared unsupported: ${option.reason} (${line(`/unsupported/${index}/requirement`)})`)
      : null
  }
}

const declared = (says: string): Reason => ({ kind: 'declared', says })
