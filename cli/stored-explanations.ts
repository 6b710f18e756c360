/** Explanations as the build stored them, a line each: nothing else has to be loaded to print one. */
import { readFileSync } from 'node:fs'
import { type ExplainFlags, type Explanation, explanationText } from './explanation-text.ts'
import type { Io } from './io.ts'
import { writtenAt } from './written-at.ts'

const file = new URL('./explanations.ndjson', import.meta.url)

/** Undefined where there is none of this id, or where sources run that nobody built. */
export function storedExplanation(id: string): Explanation | undefined {
  const text = stored()
  const mark = `\n{"id":${JSON.stringify(id)},`
  const at = text.indexOf(mark)
  return at < 0 ? undefined : (JSON.parse(text.slice(at + 1, text.indexOf('\n', at + 1))) as Explanation)
}

function stored(): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

export function printExplanation(found: Explanation, { json }: ExplainFlags, io: Io): void {
  const whole = { ...found, ...writtenAt(found) }
  const { kind, id, needsInWords: _words, ...rest } = whole
  io.out(json ? `${JSON.stringify({ kind, id, ...rest }, null, 2)}\n` : explanationText(whole, io))
}
