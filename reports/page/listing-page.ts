/** index.html of a public listing: all certified products that verified. Readers can filter and sort them. */
import { htmlDocument, type PageAssets } from './document.ts'
import { type Html, html } from './html.ts'

export interface Listed {
  readonly vendor: string
  readonly product: string
  readonly version: string
  readonly url: string | undefined
  readonly profile: string
  readonly featureLevel: number | null
  readonly issuedAt: string
  readonly expiresAt: string
  readonly trust: string
  readonly keyId: string
  readonly kit: string
  /** Unsupported options, with the reason. */
  readonly unsupported: readonly string[]
  readonly warnings: number
  /** Addresses of report and certificate, relative to the page. */
  readonly report: string
  readonly certificate: string
}

const COLUMNS = [
  'Product',
  'Vendor',
  'Profile',
  'Level',
  'Issued',
  'Expires',
  'Trust',
  'Unsupported',
  'Report',
] as const

export function listingPage(entries: readonly Listed[], madeAt: string, assets: PageAssets): string {
  const count = entries.length === 1 ? 'One certified product' : `${entries.length} certified products`
  return htmlDocument(
    {
      title: `${count} (Assay)`,
      about: html`<span class="bar-target">${count}</span>`,
      masthead: html`<div class="masthead outcome-conformant"><h1>${count}</h1>
<p class="meaning">Every entry was verified on ${madeAt.slice(0, 10)}: the signature, and each verdict computed again from its evidence.</p></div>`,
      parts: [
        { id: 'products', title: 'Products', body: products(entries) },
        {
          id: 'compare',
          title: 'Side by side',
          body: html`<p>${entries.length > 1 ? html`<a href="matrix.html">Every requirement of every product, side by side</a>` : 'With two or more products, their requirements are compared here.'}</p>`,
        },
        { id: 'trust', title: 'Trust', body: trust },
      ],
      data: [],
      footer: html`<p>Made by Assay. To verify an entry yourself: download its bundle and run <code>assay verify BUNDLE --key assay.pub</code>.</p>`,
    },
    assets,
  )
}

const trust: Html = html`<dl class="trust">
<div><dt>self-tested</dt><dd>The vendor made the run. The verdicts follow from the evidence; that the replies came from the product is the vendor's own claim.</dd></div>
<div><dt>replayed</dt><dd>Randomly drawn requirements were judged again, live.</dd></div>
<div><dt>witnessed</dt><dd>A second party also made the run and signed the same attestation.</dd></div>
</dl>`

function products(entries: readonly Listed[]): Html {
  const profiles = [...new Set(entries.map(({ profile }) => profile))].sort()
  return html`<form class="filter" role="search" aria-label="Products" data-table-filter data-noun="products">
<label class="search"><span>Search</span><input type="search" name="q" autocomplete="off" spellcheck="false" placeholder="vendor, product, option"></label>
<label class="choice"><span>Profile</span> <select name="profile"><option value="">all</option>${profiles.map(name => html`<option value="${name}">${name}</option>`)}</select></label>
<label class="choice"><span>Trust</span> <select name="trust"><option value="">all</option>${['self-tested', 'witnessed'].map(name => html`<option value="${name}">${name}</option>`)}</select></label>
<output class="muted">${entries.length} of ${entries.length} products</output>
</form>
<div class="wide" tabindex="0" role="region" aria-label="Certified products"><table class="listing" data-sortable>
<thead><tr>${COLUMNS.map(name => html`<th scope="col">${name === 'Report' ? name : html`<button type="button">${name}</button>`}</th>`)}</tr></thead>
<tbody data-group>${entries.map(row)}</tbody></table></div>`
}

const row = (one: Listed): Html => html`<tr data-row="same" data-profile="${one.profile}" data-trust="${one.trust}">
<th scope="row" data-key="${one.product} ${one.version}">${one.url === undefined ? one.product : html`<a href="${one.url}" rel="noreferrer nofollow">${one.product}</a>`} <span class="muted">${one.version}</span></th>
<td data-label="Vendor">${one.vendor}</td>
<td data-label="Profile">${one.profile}</td>
<td data-label="Level" data-key="${one.featureLevel ?? 0}">${one.featureLevel ?? '–'}</td>
<td data-label="Issued"><time datetime="${one.issuedAt}">${one.issuedAt.slice(0, 10)}</time></td>
<td data-label="Expires"><time datetime="${one.expiresAt}">${one.expiresAt.slice(0, 10)}</time></td>
<td data-label="Trust">${one.trust}<br><code class="muted">${one.keyId}</code></td>
<td data-label="Unsupported" data-key="${one.unsupported.length}">${one.unsupported.length === 0 ? html`<span class="muted">nothing</span>` : html`<details><summary>${one.unsupported.length} options</summary><ul>${one.unsupported.map(text => html`<li>${text}</li>`)}</ul></details>`}</td>
<td data-label="Report"><a href="${one.report}">Report<span class="unseen"> of ${one.product} ${one.version}</span></a> <a href="${one.certificate}">Certificate<span class="unseen"> of ${one.product} ${one.version}</span></a></td>
</tr>
`
