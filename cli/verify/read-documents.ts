/** Reads the documents of a bundle and validates them against their published schemas. */
import attestationSchema from '../../generated/attestation-schema.ts'
import claimSchema from '../../generated/claim-schema.ts'
import conformanceSchema from '../../generated/conformance-schema.ts'
import exchangeSchema from '../../generated/exchange-schema.ts'
import type {
  Attestation,
  ClaimRecord,
  ConformanceStatement,
  ExchangeRecord,
  Report,
  VendorStatement,
} from '../../generated/formats.ts'
import reportSchema from '../../generated/report-schema.ts'
import statementSchema from '../../generated/statement-schema.ts'
import { exchange, lineOf, validatorOf } from '../../harness/index.ts'
import { printable } from '../../reports/index.ts'
import { PAYLOAD_TYPE } from '../certify/attestation.ts'
import { ATTESTATION } from '../certify/bundle.ts'
import { payloadOf } from '../certify/dsse.ts'
import { statementText } from '../certify/statement.ts'
import { shapeMistake } from '../shape-mistake.ts'
import { type Findings, need, Refused, textOf } from './context.ts'

export function readAttestation(found: Findings): string {
  const attestation = document<Attestation>(textOf(found, ATTESTATION), ATTESTATION, attestationSchema)
  if (attestation.payloadType !== PAYLOAD_TYPE)
    throw new Refused(
      `attestation.json holds a payload of type ${printable(attestation.payloadType)}, not ${PAYLOAD_TYPE}`,
    )
  found.attestation = attestation
  const text = payloadOf(attestation).toString('utf8')
  found.payload = document<ConformanceStatement>(text, 'the payload of attestation.json', conformanceSchema)
  return 'an in-toto Statement v1 about conformance, in a DSSE envelope'
}

export function readDocuments(found: Findings): string {
  const text = textOf(found, 'statement.json')
  const statement = document<VendorStatement>(text, 'statement.json', statementSchema)
  if (statementText(statement) !== text)
    throw new Refused('statement.json is not in the form in which certify writes it')
  found.statement = statement
  found.report = document<Report>(textOf(found, 'report.json'), 'report.json', reportSchema)
  found.exchanges = records<ExchangeRecord>(found, 'exchanges.ndjson', exchangeSchema)
  found.claims = records<ClaimRecord>(found, 'claims.ndjson', claimSchema)
  found.evidence = {
    exchanges: new Map(need(found.exchanges).map(record => [record.n, exchange(record)] as const)),
    claims: found.claims,
  }
  return `statement, report, ${found.exchanges.length} exchanges and ${found.claims.length} claims have the published form`
}

function document<T>(text: string, name: string, schema: object): T {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    throw new Refused(`${name} is not JSON`)
  }
  return valid<T>(data, name, schema)
}

function valid<T>(data: unknown, name: string, schema: object): T {
  const validate = validatorOf(schema)
  if (validate(data)) return data as T
  throw new Refused(`${name} does not have the published form: ${shapeMistake(validate.errors?.[0], 'it').why}`)
}

function records<T extends object>(found: Findings, name: string, schema: object): T[] {
  const lines = textOf(found, name).split('\n')
  if (lines.pop() !== '') throw new Refused(`the last line of ${name} is cut off`)
  return lines.map((line, index) => {
    const where = `${name} line ${index + 1}`
    const record = document<T>(line, where, schema)
    // Lines of earlier versions have no escapes.
    if (line !== lineOf(record) && line !== JSON.stringify(record))
      throw new Refused(`${where} is not written as a run writes it`)
    return record
  })
}
