/** URL templates: RFC 6570, grammar of section 2. */

const operator = '[+#./;?&=,!@|]'
const name = '(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})(?:\\.?(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2}))*'
const variable = new RegExp(`^(${name})(?::[1-9]\\d{0,3}|\\*)?$`)
const reserved = /^[=,!@|]/
const literal = /^(?:[^\p{Cc} "'%<>\\^`{|}]|%[0-9A-Fa-f]{2})*$/u

/** The names of a template's variables; undefined if the text is not a template. */
export function variablesOf(template: string): string[] | undefined {
  const names = new Set<string>()
  for (const [at, part] of template.split(/(\{[^{}]*\})/).entries()) {
    if (at % 2 === 0) {
      if (!literal.test(part)) return undefined
      continue
    }
    const expression = part.slice(1, -1)
    if (reserved.test(expression)) return undefined
    for (const spec of expression.replace(new RegExp(`^${operator}`), '').split(',')) {
      const found = variable.exec(spec)?.[1]
      if (found === undefined) return undefined
      names.add(found)
    }
  }
  return [...names]
}
