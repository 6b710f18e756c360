/** One self-contained file: its style and script are inside, allowed by their hashes, and nothing else may load or run. */
import { createHash } from 'node:crypto'
import { type Html, html } from './html.ts'

/** The page's own style and script, as text. */
export interface PageAssets {
  readonly style: string
  readonly script: string
}

/** For a page that is served during the run: the script that reloads it, and the version that it shows. */
export interface LiveAssets {
  readonly script: string
  readonly version: string
}

export interface Part {
  readonly id: string
  readonly title: string
  readonly body: Html
}

export interface DocumentParts {
  readonly title: string
  /** Shown in the bar that stays at the top. */
  readonly about: Html
  readonly masthead: Html
  readonly parts: readonly Part[]
  readonly data: readonly Html[]
  readonly footer: Html
}

export function htmlDocument(
  { title, about, masthead, parts, data, footer }: DocumentParts,
  assets: PageAssets,
  live?: LiveAssets,
): string {
  const policy = [
    "default-src 'none'",
    `script-src '${hash(assets.script)}'${live ? ` '${hash(live.script)}'` : ''}`,
    ...(live ? ["connect-src 'self'"] : []),
    `style-src '${hash(assets.style)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${{ markup: policy }}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath d='M8 1l6 3.5v7L8 15l-6-3.5v-7z' fill='%2323408e'/%3E%3C/svg%3E">
<style>${{ markup: assets.style }}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="bar">
<div class="bar-about"><span class="wordmark">Assay</span>${about}</div>
<nav aria-label="Sections"><ul>${parts.map(part => html`<li><a href="#${part.id}">${part.title}</a></li>`)}</ul></nav>
<button type="button" class="theme" data-theme-button hidden>Theme</button>
</header>
<main id="content" tabindex="-1">
${masthead}
${parts.map(
  part => html`<section id="${part.id}" class="part" aria-labelledby="${part.id}-title">
<h2 id="${part.id}-title">${part.title}</h2>
${part.body}
</section>
`,
)}
</main>
<footer class="foot">${footer}</footer>
<div id="said" class="unseen" role="status"></div>
${data}
<script>${{ markup: assets.script }}</script>
${live ? html`<script>${{ markup: live.script }}</script>` : null}
</body>
</html>
`
  return page.markup
}

const hash = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`
