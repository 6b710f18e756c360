/** Judges the cross-cutting sentences, and each row of the field tables, on every exchange of a run. */
import { type FieldRule, fieldRules, fieldSchemas } from '../../generated/field-rules.ts'
import { operations } from '../../generated/operations.ts'
import type { Area, Invariant, InvariantContext } from '../check.ts'
import { type Exchange, intentionOf, isObject, isTradingSuccess, outcomeOf } from '../evidence/exchange.ts'
import { field } from './general-predicates.ts'
import type { Judgement, PlainArgs, Predicate } from './predicate.ts'

export type OnJudged = (
  requirement: string,
  predicate: Predicate,
  args: PlainArgs,
  exchange: Exchange,
  judgement: Judgement,
) => void

interface PreparedRule {
  readonly rule: FieldRule
  readonly args: { readonly path: string; readonly schema: object; readonly required: boolean }
}

/** Prepared once for a run: which sentences are about which operation. */
export function everyExchange(
  areas: readonly Area[],
  inScope: ReadonlySet<string>,
  context: InvariantContext,
): (exchange: Exchange, judged: OnJudged) => void {
  const invariants = areas
    .flatMap(area => area.items)
    .filter((item): item is Invariant => item.does === 'invariant' && inScope.has(item.requirement))
  const rules = rulesByOperation(inScope, context.level)

  return (exchange, judged) => {
    if (exchange.via !== 'target' || exchange.purpose === 'observed' || !exchange.response) return
    for (const { rule, args } of rules.get(exchange.operation ?? '') ?? []) {
      if (!carries(exchange, rule)) continue
      judged(rule.requirement, field as unknown as Predicate, args, exchange, field.judge([exchange], args))
    }
    for (const invariant of invariants) {
      if (!invariant.about(exchange, context)) continue
      const args = invariant.args(exchange, context)
      judged(invariant.requirement, invariant.predicate, args, exchange, invariant.predicate.judge([exchange], args))
    }
  }
}

function rulesByOperation(inScope: ReadonlySet<string>, level: number): Map<string, PreparedRule[]> {
  const rules = new Map<string, PreparedRule[]>(Object.keys(operations).map(id => [id, []]))
  for (const rule of fieldRules) {
    if (!inScope.has(rule.requirement) || (rule.since ?? 0) > level || (rule.until ?? level) < level) continue
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

function carries(exchange: Exchange, rule: FieldRule): boolean {
  if (exchange.api === 'trading') return isTradingSuccess(exchange)
  if (rule.code !== undefined && (!isObject(exchange.json) || exchange.json['code'] !== rule.code)) return false
  return (rule.operation === '*' ? intentionOf(exchange) : outcomeOf(exchange)) === rule.on
}
