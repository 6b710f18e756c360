/** Colours for a terminal, or the same text without them. */
import { styleText } from 'node:util'

type Style = Parameters<typeof styleText>[0]

export interface Paint {
  good(text: string): string
  bad(text: string): string
  doubtful(text: string): string
  strong(text: string): string
  faint(text: string): string
}

export function paint(colour: boolean): Paint {
  const as =
    (style: Style) =>
    (text: string): string =>
      colour && text !== '' ? styleText(style, text, { validateStream: false }) : text
  return { good: as('green'), bad: as('red'), doubtful: as('yellow'), strong: as('bold'), faint: as('dim') }
}
