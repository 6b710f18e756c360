/** Explanations that the build stored, one for each line, so that printing one loads nothing else. */
import { readFileSync } from 'node:fs'
import { type ExplainFlags, type Explanation, explanationText } from './explain/explanation-text.ts'
import { writtenAt } from './explain/written-at.ts'
import type { Io } from './process/io.ts'

const file = new URL('./explanations.ndjson', import.meta.url)

/** Undefined if the id is unknown, or if the sources run without a build. */
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
