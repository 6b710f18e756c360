/** The result of one test by the doctor: its state, and what to do about it. */
export interface Finding {
  readonly about: string
  /** `wrong` must be corrected; `note` only reduces what can be judged. */
  readonly state: 'good' | 'note' | 'wrong'
  readonly says: string
  readonly next: string | null
}

export const good = (about: string, says: string): Finding => ({ about, state: 'good', says, next: null })
export const note = (about: string, says: string, next: string | null = null): Finding => ({
  about,
  state: 'note',
  says,
  next,
})
export const wrong = (about: string, says: string, next: string): Finding => ({ about, state: 'wrong', says, next })
