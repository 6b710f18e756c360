/** The forms of a mistake in a signed request: each makes what is sent in place of the correct request. */
import type { Parameter } from '../../../harness/index.ts'
import { sign } from '../signing/signer.ts'
import { otherCase } from '../signing/tampering.ts'

/** A request before it leaves: its parameters, its path, and the credentials it is signed with. */
export interface Draft {
  readonly pairs: readonly Parameter[]
  /** The parameter that mistakes about a single one change; null if there is only the timestamp. */
  readonly special: string | null
  readonly key: string
  readonly secret: string
  /** The path below the base address; `base` is the path of the base address itself. */
  readonly path: string
  readonly base: string
  readonly encode: (pairs: readonly Parameter[]) => string
}

/** The request that leaves; a header that is null is left out. */
interface Altered {
  readonly query: string
  readonly key: string | null
  readonly signature: string | null
}

export interface Form {
  readonly sent: string
  /** Null if this draft does not allow it. */
  readonly make: (draft: Draft) => Altered | null
  /** Set if only the largest budget has time for it. */
  readonly from?: 'thorough'
}

export const right = ({ pairs, key, secret, encode }: Draft): Altered => {
  const query = encode(pairs)
  return { query, key, signature: sign(query, secret) }
}

export const form = (sent: string, make: Form['make']): Form => ({ sent, make })

/** The changed word; null if the change has no effect or leaves nothing. */
const unlike = (word: string, changed: string): string | null => (changed === word || changed === '' ? null : changed)

const half = (word: string): number => Math.ceil(word.length / 2)
const otherLetter = (letter: string): string =>
  /[0-9]/.test(letter)
    ? String((Number(letter) + 1) % 10)
    : /[zZ]/.test(letter)
      ? 'q'
      : String.fromCodePoint((letter.codePointAt(0) ?? 96) + 1)
const changedAt = (word: string, at: number): string =>
  word.slice(0, at) + (/[a-zA-Z0-9]/.test(word[at] ?? '') ? otherLetter(word[at] ?? '') : 'x') + word.slice(at + 1)

type Change = readonly [string, (word: string) => string]

/** Changes of one character in a key or a secret. */
export const characters: readonly Change[] = [
  ['another first character', word => changedAt(word, 0)],
  ['another last character', word => changedAt(word, word.length - 1)],
  ['another character in the middle', word => changedAt(word, half(word))],
  ['a blank in the middle', word => `${word.slice(0, half(word))} ${word.slice(half(word))}`],
]

export const inOtherCase: Change = ['the other letter case', otherCase]

/** Text around a key. */
export const wrappings: readonly Change[] = [
  ['quotation marks around it', word => `"${word}"`],
  ['another key behind it', word => `${word}, assay-key-of-nobody`],
]

export const lengths: readonly Change[] = [
  ['its first half only', word => word.slice(0, half(word))],
  ['its first character missing', word => word.slice(1)],
  ['its second half only', word => word.slice(half(word))],
  ['its last character missing', word => word.slice(0, -1)],
  ['one character more', word => `${word}0`],
  ['itself repeated', word => word + word],
]

export const keyForms = (changes: readonly Change[]): Form[] =>
  changes.map(([what, change]) =>
    form(`the right key with ${what}`, draft => {
      // Spaces around a header's value are not part of it.
      const key = unlike(draft.key, change(draft.key).trim())
      return key === null ? null : { ...right(draft), key }
    }),
  )

export const secretForms = (changes: readonly Change[]): Form[] =>
  changes.map(([what, change]) =>
    form(`a signature keyed with the secret with ${what}`, draft => {
      const secret = unlike(draft.secret, change(draft.secret))
      return secret === null ? null : { ...right(draft), signature: sign(draft.encode(draft.pairs), secret) }
    }),
  )

export const signatureForms = (forms: readonly (readonly [string, (signature: string) => string])[]): Form[] =>
  forms.map(([sent, change]) =>
    form(sent, draft => {
      const made = right(draft)
      return { ...made, signature: change(made.signature ?? '') }
    }),
  )

export const signedForms = (forms: readonly (readonly [string, (query: string, draft: Draft) => string])[]): Form[] =>
  forms.map(([sent, signature]) =>
    form(sent, draft => {
      const made = right(draft)
      return { ...made, signature: signature(made.query, draft) }
    }),
  )

/** Signs one list of parameters and sends another; null if they are the same. */
export const sentForms = (
  forms: readonly (readonly [string, (pairs: readonly Parameter[], special: string) => readonly Parameter[]])[],
  needsOne = true,
): Form[] =>
  forms.map(([sent, change]) =>
    form(`${sent} after signing`, draft => {
      if (needsOne && draft.special === null) return null
      const made = right(draft)
      const query = draft.encode(change(draft.pairs, draft.special ?? ''))
      return query === made.query ? null : { ...made, query }
    }),
  )

/** Signs some of the parameters and sends all; null if all are signed. */
export const unsignedForm = (sent: string, signed: (pairs: readonly Parameter[]) => readonly Parameter[]): Form =>
  form(`${sent} after signing`, draft => {
    const made = right(draft)
    const query = draft.encode(signed(draft.pairs))
    return query === made.query ? null : { ...made, signature: sign(query, draft.secret) }
  })

/** Sends changed parameters, correctly signed. */
export const rightForms = (
  forms: readonly (readonly [string, (pairs: readonly Parameter[]) => readonly Parameter[]])[],
): Form[] => forms.map(([sent, change]) => form(sent, draft => right({ ...draft, pairs: change(draft.pairs) })))
