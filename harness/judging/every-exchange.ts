/** Judges the cross-cutting sentences, and each row of the field tables, on every exchange of a run. */
import type { Requirement } from '../../generated/catalogue.ts'
import { type FieldRule, fieldRules, fieldSchemas } from '../../generated/field-rules.ts'
import { type OperationData, operations } from '../../generated/operations.ts'
import type { Area, Invariant, InvariantContext } from '../check.ts'
import { type Exchange, intentionOf, isObject, isTradingSuccess } from '../evidence/exchange.ts'
import { field } from './general-predicates.ts'
import type { Ledger } from './ledger.ts'
import type { Judgement, PlainArgs } from './predicate.ts'
import { meansSuccess } from './trading-predicates.ts'

export type JudgeExchange = (exchange: Exchange) => void

interface PreparedRule {
  readonly rule: FieldRule
  readonly args: { readonly path: string; readonly schema: object; readonly required: boolean }
}

/** Prepared once for a run: which sentences are about which operation. Each judgement becomes a claim. */
export function everyExchange(
  areas: readonly Area[],
  judged: ReadonlyMap<string, Requirement>,
  context: InvariantContext,
  ledger: Ledger,
): JudgeExchange {
  const invariants = areas
    .flatMap(area => area.items)
    .filter((item): item is Invariant => item.does === 'invariant' && judged.has(item.requirement))
  const rules = rulesByOperation(judged, context.level)
  const claim = (
    requirement: string,
    predicate: string,
    args: PlainArgs,
    exchange: Exchange,
    judgement: Judgement,
  ): void => {
    if (judgement.outcome === 'vacuous') return
    const { expected, actual } = judgement.outcome === 'broken' ? judgement : { expected: null, actual: null }
    const weight = judged.get(requirement)?.level ?? 'must'
    const { n, check, attempt = 1 } = exchange
    const { outcome } = judgement
    ledger.add({
      requirement,
      check: check ?? '',
      predicate,
      args,
      exchanges: [n],
      control: null,
      attempt,
      outcome,
      weight,
      expected,
      actual,
    })
  }

  return exchange => {
    if (!isDescribed(exchange, context.level)) return
    for (const { rule, args } of rules.get(exchange.operation ?? '') ?? []) {
      if (carries(exchange, rule)) claim(rule.requirement, field.name, args, exchange, field.judge([exchange], args))
    }
    for (const { requirement, predicate, about, args: argsOf } of invariants) {
      if (!about(exchange, context)) continue
      const args = argsOf(exchange, context)
      claim(requirement, predicate.name, args, exchange, predicate.judge([exchange], args))
    }
  }
}

function rulesByOperation(judged: ReadonlyMap<string, unknown>, level: number): Map<string, PreparedRule[]> {
  const rules = new Map<string, PreparedRule[]>(Object.keys(operations).map(id => [id, []]))
  for (const rule of fieldRules) {
    if (!judged.has(rule.requirement) || (rule.since ?? 0) > level || (rule.until ?? level) < level) continue
    const prepared = {
      rule,
      args: { path: rule.path, schema: fieldSchemas[rule.schema] as object, required: rule.required },
    }
    for (const [id, list] of rules) if (concerns(rule, id)) list.push(prepared)
  }
  return rules
}

function concerns(rule: FieldRule, id: string): boolean {
  if (rule.operation !== '*') return rule.operation === id
  const api = operations[id as keyof typeof operations].api
  return rule.api === api && id !== 'getSwagger' && id !== 'probeResumableUpload'
}

/**
 * Whether the contract describes the request: one of its operations, at a level that has it, by its method, with
 * parameters where the contract puts them. Who sent it and why does not count.
 */
export function isDescribed({ via, operation, purpose, request, response }: Exchange, level: number): boolean {
  if (!response || purpose === 'outside' || purpose === 'throttled') return false
  const data: OperationData | undefined = operations[operation as keyof typeof operations]
  if (!data) return via === 'target' && purpose !== 'observed'
  if (data.api === 'messaging' && ((data.since ?? 0) > level || (data.until ?? level) < level)) return false
  if (request.method !== data.method) return false
  if (data.api === 'trading' || data.method === 'GET') return true
  const isForm = !/^multipart\//.test(request.headers['content-type'] ?? '')
  return !request.url.includes('?') && isForm === !data.parameters.some(parameter => parameter.in === 'file')
}

/** Which book answers a symbol that no market has is open: there only the envelope is judged. */
const isOpenBook = ({ operation, purpose }: Exchange): boolean => operation === 'getOrderbook' && purpose === 'observed'

function carries(exchange: Exchange, rule: FieldRule): boolean {
  if (exchange.api === 'trading') {
    if (rule.operation === '*') return isTradingSuccess(exchange) && meansSuccess(exchange)
    return isTradingSuccess(exchange) && !isOpenBook(exchange)
  }
  if (rule.code !== undefined && (!isObject(exchange.json) || exchange.json['code'] !== rule.code)) return false
  return intentionOf(exchange) === rule.on
}
