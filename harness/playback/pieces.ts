/** Matches texts with unknown parts. Regular expressions would try many such parts in every combination. */

export type Piece =
  | { readonly text: string }
  /** Any text of at least this many characters. */
  | { readonly least: 0 | 1 }
  | { readonly integer: true }

/** Whether the text consists of these pieces, one after the other. */
export function consistsOf(text: string, pieces: readonly Piece[]): boolean {
  let reached = new Uint8Array(text.length + 1)
  reached[0] = 1
  for (const piece of pieces) {
    if ('text' in piece) reached = behindText(text, piece.text, reached)
    else reached = 'least' in piece ? behindAnything(piece.least, reached) : behindInteger(text, reached)
    if (!reached.includes(1)) return false
  }
  return reached[text.length] === 1
}

/** For each position of the text, 1 if the pieces so far may end there. */
type Places = Uint8Array<ArrayBuffer>

function behindText(text: string, piece: string, from: Places): Places {
  const to = new Uint8Array(from.length)
  for (let at = from.indexOf(1); at >= 0; at = from.indexOf(1, at + 1))
    if (text.startsWith(piece, at)) to[at + piece.length] = 1
  return to
}

function behindAnything(least: number, from: Places): Places {
  return new Uint8Array(from.length).fill(1, from.indexOf(1) + least)
}

function behindInteger(text: string, from: Places): Places {
  const to = new Uint8Array(from.length)
  const begins = (at: number): boolean => from[at] === 1 || (from[at - 1] === 1 && text[at - 1] === '-')
  for (let at = 0; at < text.length; at++)
    if (/[0-9]/.test(text.charAt(at)) && (to[at] === 1 || begins(at))) to[at + 1] = 1
  return to
}
