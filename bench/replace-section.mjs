/** Generated sections of a page: the text between `<!-- mark -->` and `<!-- /mark -->`. */
import { readFileSync, writeFileSync } from 'node:fs'

const between = mark => new RegExp(`(<!-- ${mark} -->\n)([^]*?)(\n<!-- /${mark} -->)`)

/** Puts a text, or what a function makes of the present one, between the marks of a page. */
export function replaceSection(page, mark, text) {
  const whole = readFileSync(page, 'utf8')
  if (!between(mark).test(whole)) throw new Error(`${page} has no section ${mark}`)
  const made = (_, start, before, end) => start + (typeof text === 'function' ? text(before) : text) + end
  writeFileSync(page, whole.replace(between(mark), made))
}
