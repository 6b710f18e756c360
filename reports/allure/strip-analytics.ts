/** Removes everything from a generated report that would tell third parties about its readers. */

const host = String.raw`https?:\/\/(?:www\.)?(?:googletagmanager|google-analytics)\.com`

/** Script elements that load a tracker, and those that configure it. */
export function stripAnalytics(html: string): string {
  const withoutLoaders = html.replaceAll(new RegExp(`<script\\b[^>]*\\bsrc=["']${host}[^>]*>\\s*<\\/script>`, 'gi'), '')
  return withoutLoaders.replaceAll(/<script\b[^>]*>(?:(?!<\/script>)[\s\S]){0,2000}?<\/script>/gi, script =>
    /\bgtag\s*\(|dataLayer/.test(script) && script.length < 3_000 ? '' : script,
  )
}
