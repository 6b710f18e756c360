/** A part of a whole as a small bar. */
import { type Html, html } from './html.ts'

export function meter(name: string, part: number, whole: number, more: Html | null = null): Html {
  const share = whole === 0 ? 0 : Math.min(1, part / whole)
  return html`<li><span>${name}</span><svg viewBox="0 0 100 6" preserveAspectRatio="none" role="img" aria-label="${name}: ${part} of ${whole}"><rect class="meter-back" width="100" height="6"/><rect class="meter-fill" width="${(share * 100).toFixed(1)}" height="6"/></svg><b>${part} of ${whole}</b>${more}</li>`
}
