/** Whether a text can be parsed as JSON and walked over without harm: not too deep, not too many values. */

const DEEPEST = 500
const MOST_VALUES = 1_000_000
/** A text this short can do no harm. */
const SHORT = 2048

/** Says which bound a JSON text exceeds; null if it exceeds none or is not JSON. */
export function outOfBounds(text: string): string | null {
  if (text.length < SHORT || !/^[\s\uFEFF]*[{[]/.test(text) || isPlain(text)) return null
  const tooMuch = excessOf(text)
  return tooMuch !== null && isJson(text) ? tooMuch : null
}

/** A quick test: the text is too short for too many values, and has too few brackets for too many levels. */
function isPlain(text: string): boolean {
  if (text.length > MOST_VALUES) return false
  let brackets = 0
  for (const bracket of '{[')
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1))
      if (++brackets > DEEPEST) return false
  return true
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''))
    return true
  } catch {
    return false
  }
}

function excessOf(text: string): string | null {
  let depth = 0
  let values = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (quoted) {
      if (code === 92) at++
      else if (code === 34) quoted = false
    } else if (code === 34) quoted = true
    else if (code === 91 || code === 123) {
      depth++
      values++
      if (depth > DEEPEST) return `is nested deeper than ${DEEPEST} levels`
    } else if (code === 93 || code === 125) depth--
    else if (code === 44 && ++values > MOST_VALUES) return `holds more than ${MOST_VALUES} values`
  }
  return null
}
