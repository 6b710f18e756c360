/** The Markdown that is supported: paragraphs, line breaks, bold text, escaping, highlights, differences. */

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, letter => `&#${letter.charCodeAt(0)};`)
}

export function render(content: string): string {
  return content
    .split(/\n{2,}/)
    .map(paragraph => `<p>${withBold(escapeHtml(paragraph)).replaceAll('\n', '<br>\n')}</p>`)
    .join('\n')
}

const withBold = (html: string): string => html.replaceAll(/\*\*([^*\n]+)\*\*/g, '<strong>$1</strong>')

/** Wraps each search word in a highlight span; the text is escaped already. */
export function highlight(html: string, words: readonly string[], mark: string): string {
  const escaped = words.filter(word => word !== '').map(word => escapeHtml(word).replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  if (escaped.length === 0) return html
  const pattern = new RegExp(`(<[^>]*>)|(${escaped.join('|')})`, 'giu')
  return html.replace(pattern, (all, tag: string | undefined) => (tag ? all : `${mark}${all}</span>`))
}

export function htmlDifference(before: string, after: string): string {
  const removed = `<span class="highlight_text_deleted">${escapeHtml(before)}</span>`
  return `<div><p>${removed} <span class="highlight_text_inserted">${escapeHtml(after)}</span></p></div>`
}
