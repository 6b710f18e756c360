/** The list of all exchanges; the script of the page renders the rows on screen. */
import { type Html, html } from './html.ts'

export function exchangesPart(count: number): Html | null {
  if (count === 0) return null
  return html`<form class="filter" role="search" aria-label="Exchanges" data-exchange-filter>
<label class="search"><span>Search</span><input type="search" name="q" autocomplete="off" spellcheck="false" placeholder="path, operation, actor, status, number"></label>
<output class="muted" data-exchanges-shown>${count} exchanges</output>
</form>
<noscript><p>The exchanges are in exchanges.ndjson; showing them here needs scripts.</p></noscript>
<div class="exchange-list" data-exchanges tabindex="0" role="listbox" aria-label="Exchanges"></div>
<div class="exchange-detail" data-exchange-detail></div>`
}
