/** Predicates about lists of linkifiers. */
import {
  broken,
  brokenAt,
  holds,
  isObject,
  predicate,
  select,
  shown,
  vacuous,
  valueAt,
} from '../../../harness/index.ts'

const idsOf = (json: unknown): unknown[] => select(json, '/linkifiers/*/id').map(({ value }) => value)

/** The linkifiers in both lists come in the same order; others may have been added or removed in between. */
export const sameOrder = predicate('messaging.linkifiers.same-order', ([first, last]) => {
  const [before, after] = [idsOf(first?.json), idsOf(last?.json)]
  const kept = before.filter(id => after.includes(id))
  if (kept.length < 2) return vacuous('fewer than two linkifiers were read twice')
  const again = after.filter(id => before.includes(id))
  return shown(again) === shown(kept) ? holds : broken(`the order ${shown(kept)} again`, shown(again))
})

/** Every variable of a template is a named group of its pattern. */
export const variablesAreGroups = predicate('messaging.linkifiers.variables-are-groups', exchanges => {
  const all = exchanges.flatMap(({ json }) => (valueAt(json, '/linkifiers') as unknown[] | undefined) ?? [])
  if (all.length === 0) return vacuous('there is no linkifier')
  for (const linkifier of all) {
    const { pattern, url_template } = isObject(linkifier) ? linkifier : {}
    const groups = [...String(pattern).matchAll(/\(\?(?:P?<|')(\w+)[>']/g)].map(found => found[1])
    const stray = variablesOf(String(url_template)).find(name => !groups.includes(name))
    if (stray !== undefined) return broken(`a group named ${stray} in the pattern`, shown(linkifier))
  }
  return holds
})

/** Every template has a variable: without one, all matches would lead to the same page. */
export const templatesVary = predicate('messaging.linkifiers.templates-vary', exchanges => {
  const templates = exchanges
    .flatMap(({ json }) => select(json, '/linkifiers/*/url_template'))
    .filter(({ value }) => typeof value === 'string')
  const fixed = templates.find(({ value }) => variablesOf(value as string).length === 0)
  if (fixed) return brokenAt(fixed.at, 'to have a variable', shown(fixed.value))
  return templates.length > 0 ? holds : vacuous('there is no linkifier')
})

/** The variables of an RFC 6570 template. */
function variablesOf(template: string): string[] {
  return [...template.matchAll(/\{[+#./;?&]?([^{}]*)\}/g)].flatMap(([, list = '']) =>
    list.split(',').map(variable => variable.replace(/(\*|:\d+)$/, '')),
  )
}
