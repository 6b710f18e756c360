/** The outcome as a seal. */
import type { Outcome } from '../verdicts.ts'
import { type Html, html } from './html.ts'

const strokes: Readonly<Record<Outcome, string>> = {
  conformant: 'M21 33l8 8 15-18',
  incomplete: 'M32 20v15M32 42v2',
  nonconformant: 'M23 23l18 18M41 23L23 41',
  invalid: 'M21 32h22',
}

export function seal(outcome: Outcome): Html {
  return html`<svg class="seal" viewBox="0 0 64 64" width="72" height="72" aria-hidden="true"><path class="seal-body" d="M32 3l25 14.5v29L32 61 7 46.5v-29z"/><path class="seal-rim" d="M32 8.5l20.3 11.750v23.5L32 55.5 11.7 43.750v-23.5z"/><path class="seal-mark" d="${strokes[outcome]}"/></svg>`
}
