/** How clients violate the contract, apart from any verdict on the deployment. */
import type { Report } from '../../generated/formats.ts'
import type { Operation, Outcome } from '../api.ts'
import type { Exchange } from '../evidence/exchange.ts'
import { isObject } from '../evidence/exchange.ts'
import { jsonOrNull } from './json-or-null.ts'
import type { Breach, ReadRequest } from './read-request.ts'

export type ClientFinding = NonNullable<Report['client']>[number]
type Refusal = NonNullable<Report['traffic']>['refusals'][number]
type Found = Pick<ClientFinding, 'kind' | 'parameter' | 'message'>

export interface ClientBook {
  /** `signature` says what is wrong with the signature, if known. Returns whether a finding cites the exchange. */
  note(exchange: Exchange, read: ReadRequest | null, signature: string | null, outcome: Outcome): boolean
  findings(): ClientFinding[]
  refusals(): Refusal[]
}

const MOST_EXCHANGES = 10
const MOST_FINDINGS = 2000

export function clientBook(operationOf: (exchange: Exchange) => Operation | undefined): ClientBook {
  const findings = new Map<string, ClientFinding>()
  const refusals = new Map<string, Refusal>()
  return {
    note(exchange, read, signature, outcome) {
      const operation = exchange.operation ?? `${exchange.request.method} ${new URL(exchange.request.url).pathname}`
      const found = [
        ...(signature === null ? [] : [{ kind: 'signature', message: signature } as const]),
        ...(read ? foundIn(read, operationOf(exchange)) : []),
      ]
      const isRefused = outcome === 'error' || (outcome === 'neither' && (exchange.response?.status ?? 0) >= 400)
      let isCited = false
      for (const one of found) {
        const key = JSON.stringify([operation, one])
        const known = findings.get(key) ?? { ...one, operation, count: 0, refused: 0, exchanges: [] }
        if (findings.size >= MOST_FINDINGS && !findings.has(key)) continue
        known.count++
        if (isRefused) known.refused++
        if (known.exchanges.length < MOST_EXCHANGES) {
          known.exchanges.push(exchange.n)
          isCited = true
        }
        findings.set(key, known)
      }
      if (isRefused && (exchange.operation !== null || found.length > 0))
        countRefusal(refusals, operation, exchange, found.length > 0)
      return isCited
    },
    findings: () => [...findings.values()].sort((one, other) => other.refused - one.refused || other.count - one.count),
    refusals: () => [...refusals.values()].sort((one, other) => other.count - one.count),
  }
}

function countRefusal(refusals: Map<string, Refusal>, operation: string, exchange: Exchange, isClients: boolean): void {
  const said = isObject(exchange.json) ? exchange.json['code'] : null
  const code = typeof said === 'string' ? said.slice(0, 60) : null
  const key = `${operation} ${code}`
  if (refusals.size >= MOST_FINDINGS && !refusals.has(key)) return
  const known = refusals.get(key) ?? { operation, code, count: 0, client: 0 }
  known.count++
  if (isClients) known.client++
  refusals.set(key, known)
}

function foundIn(read: ReadRequest, data: Operation | undefined): Found[] {
  const encoding: Found[] = read.encoding === null ? [] : [{ kind: 'encoding', message: read.encoding }]
  const unknown = read.unknown.map(
    (parameter): Found => ({
      kind: 'unknown-parameter',
      parameter,
      message: `the contract knows no parameter ${JSON.stringify(parameter)} here`,
    }),
  )
  return [...encoding, ...unknown, ...read.breaches.map(breach => inWords(breach, read, data))]
}

const KINDS = {
  missing: 'missing-parameter',
  kind: 'wrong-kind',
  outside: 'outside-values',
  dropped: 'dropped-value',
} as const

/** The value that was sent, shortened; of an object only its kind, so that the same mistake is one finding. */
function sentText(text: string, wanted: string | undefined): string {
  if (wanted !== 'object' && /^\s*\{/.test(text) && isObject(jsonOrNull(text))) return 'a JSON object'
  return JSON.stringify(text.length > LONGEST_SENT ? `${text.slice(0, LONGEST_SENT)}…` : text)
}

const LONGEST_SENT = 40

function inWords({ parameter, how }: Breach, read: ReadRequest, data: Operation | undefined): Found {
  const described = data?.parameters.find(({ name }) => name === parameter)
  const sent = sentText(read.texts.get(parameter) ?? '', described?.kind)
  const message = {
    missing: `the required parameter ${parameter} is missing`,
    kind: `${parameter} is ${sent}; the contract wants ${described?.kind === 'array' ? 'a JSON list' : `an ${described?.kind}`.replace('an boolean', 'a boolean').replace('an object', 'a JSON object')}`,
    outside: `${parameter} is ${sent}; the contract allows ${(described?.values ?? []).join(', ')}`,
    dropped: `${parameter} is ${sent}, a value that was dropped before the feature level of this deployment`,
  }[how]
  return { kind: KINDS[how], parameter, message }
}
