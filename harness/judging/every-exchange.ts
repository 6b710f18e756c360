/** Judges the cross-cutting requirements, and each row of the field tables, on every exchange of a run. */
import type { FieldRule } from '../../generated/field-rules.ts'
import { type Api, apiNamed, existsAt, type Levels, type Operation, type Requirement } from '../api.ts'
import { apisIn } from '../apis-in.ts'
import type { Area, Invariant } from '../check.ts'
import type { Exchange } from '../evidence/exchange.ts'
import { field } from './general-predicates.ts'
import { decidedClaim, type Ledger } from './ledger.ts'
import type { Judgement, PlainArgs, Predicate } from './predicate.ts'

export type JudgeExchange = (exchange: Exchange) => void

interface PreparedRule {
  readonly rule: FieldRule
  readonly args: { readonly path: string; readonly schema: object; readonly required: boolean }
}

/**
 * Finds out once for a run which requirements are about which operation. Each judgement becomes a claim; `empty` is called
 * with a requirement if the reply has nothing that it is about, such as an empty list.
 */
export function everyExchange(
  areas: readonly Area[],
  judged: ReadonlyMap<string, Requirement>,
  levels: Levels,
  ledger: Ledger,
  empty: (requirement: string) => void = () => {},
): JudgeExchange {
  const invariants = areas
    .flatMap(area => area.items)
    .filter((item): item is Invariant => item.does === 'invariant' && judged.has(item.requirement))
  const apis = apisIn(areas)
  const rules = new Map(apis.map(api => [api, rulesByOperation(api, judged, levels.get(api.name) ?? 0)]))
  const claim = (
    requirement: string,
    predicate: Predicate<never>,
    args: PlainArgs,
    exchange: Exchange,
    judgement: Judgement,
  ): void => {
    if (judgement.outcome === 'vacuous') {
      empty(requirement)
      return
    }
    const weight = judged.get(requirement)?.level ?? 'must'
    const { check, attempt = 1 } = exchange
    const made = { requirement, check: check ?? '', predicate, args, exchanges: [exchange], attempt, weight }
    ledger.add(decidedClaim(made, judgement))
  }

  return exchange => {
    const api = apiNamed(apis, exchange.api)
    const context = { level: levels.get(exchange.api) ?? 0 }
    if (!api || !isDescribed(exchange, api, context.level)) return
    for (const { rule, args } of rules.get(api)?.get(exchange.operation ?? '') ?? []) {
      if (api.replies.carries(exchange, rule))
        claim(rule.requirement, field, args, exchange, field.judge([exchange], args))
    }
    for (const { requirement, predicate, about, args: argsOf } of invariants) {
      if (!about(exchange, context)) continue
      const args = argsOf(exchange, context)
      claim(requirement, predicate, args, exchange, predicate.judge([exchange], args))
    }
  }
}

function rulesByOperation(api: Api, judged: ReadonlyMap<string, unknown>, level: number): Map<string, PreparedRule[]> {
  const rules = new Map<string, PreparedRule[]>(Object.keys(api.operations).map(id => [id, []]))
  for (const rule of api.fields.rules) {
    if (!judged.has(rule.requirement) || !existsAt(rule, level)) continue
    const prepared = {
      rule,
      args: { path: rule.path, schema: api.fields.schemas[rule.schema] as object, required: rule.required },
    }
    for (const [id, list] of rules) if (concerns(rule, id, api)) list.push(prepared)
  }
  return rules
}

const concerns = (rule: FieldRule, id: string, { replies }: Api): boolean =>
  rule.operation === '*' ? !replies.bare?.has(id) : rule.operation === id

/**
 * Whether the contract describes the request: one of its operations, at a level that has it, by its method, with
 * parameters where the contract puts them. The sender does not matter.
 */
export function isDescribed(exchange: Exchange, { operations }: Pick<Api, 'operations'>, level: number): boolean {
  const { via, operation, purpose, request, response } = exchange
  if (!response || purpose === 'outside' || purpose === 'throttled') return false
  const data: Operation | undefined = operations[operation ?? '']
  if (!data) return via === 'target' && purpose !== 'observed'
  if (!existsAt(data, level)) return false
  if (request.method !== data.method) return false
  if (data.method === 'GET') return true
  const has = (place: string): boolean => data.parameters.some(parameter => parameter.in === place)
  const isMultipart = /^multipart\//.test(request.headers['content-type'] ?? '')
  return (has('query') || !request.url.includes('?')) && isMultipart === has('file')
}
