/** Opens pages in an installed Chromium or Chrome and records incidents, such as errors and requests to other servers. */
import { existsSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'

const places = [
  process.env['CHROMIUM'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

export async function openBrowser(): Promise<Browser> {
  const executablePath = places.find(place => place !== '' && existsSync(place))
  if (executablePath === undefined) {
    throw new Error(
      'No Chromium or Chrome is here: install one (Debian: apt-get install chromium) or name it in CHROMIUM.',
    )
  }
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking']
  return chromium.launch({ executablePath, args })
}

export interface Watched {
  readonly page: Page
  /** Errors, warnings (such as violations of the security policy), dialogs, and requests to servers. */
  readonly incidents: string[]
}

export async function openPage(
  browser: Browser,
  file: string,
  more: BrowserContextOptions = {},
  hash = '',
): Promise<Watched> {
  const watched = await blankPage(browser, more)
  await watched.page.goto(`${pathToFileURL(file)}${hash}`)
  return watched
}

/** A page in which several files can be opened, one after the other. */
export async function blankPage(browser: Browser, more: BrowserContextOptions = {}): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...more })
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  const incidents: string[] = []
  page.on('pageerror', error => incidents.push(`error: ${error.message}`))
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') incidents.push(message.text().slice(0, 300))
  })
  page.on('dialog', dialog => {
    incidents.push('a dialog')
    void dialog.dismiss()
  })
  page.on('request', request => {
    if (!/^(file|data|blob):/.test(request.url())) incidents.push(`request to ${request.url()}`)
  })
  return { page, incidents }
}

/** How many pixels the page is wider than its window. The `innerWidth` of a phone grows with a page that is too wide. */
export const excessWidth = async (page: Page): Promise<number> =>
  Math.max(0, (await page.evaluate<number>('document.documentElement.scrollWidth')) - (page.viewportSize()?.width ?? 0))

/** The number of nodes that the page adds to its document during an action. */
export async function nodesAdded(page: Page, doing: () => Promise<unknown>): Promise<number> {
  await page.evaluate(
    'globalThis.added = 0; const nodes = node => 1 + [...node.childNodes].reduce((sum, one) => sum + nodes(one), 0); new MutationObserver(list => { for (const { addedNodes } of list) for (const node of addedNodes) added += nodes(node) }).observe(document, { childList: true, subtree: true })',
  )
  await doing()
  return page.evaluate<number>('globalThis.added')
}

const output = fileURLToPath(new URL('../../.vitest/browser/', import.meta.url))

/** Saves a screenshot. It is retried because Chromium on a busy machine may fail for a page that was only just drawn. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  mkdirSync(output, { recursive: true })
  await expect.poll(() => page.screenshot({ path: join(output, `${name}.png`) })).toBeTruthy()
}

export async function keepPaper(page: Page, name: string): Promise<number> {
  mkdirSync(output, { recursive: true })
  return (await page.pdf({ path: join(output, `${name}.pdf`), format: 'A4' })).length
}

interface Violation {
  readonly id: string
  readonly impact: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

/** Serious and critical findings of axe. `contrast: false` skips its slowest rule, for colours that were tested already. */
export async function seriousFindings(page: Page, contrast = true): Promise<string[]> {
  const { source } = createRequire(import.meta.url)('axe-core') as { source: string }
  await page.evaluate(source)
  const violations = await page.evaluate<Violation[]>(
    `axe.run(document, { resultTypes: ["violations"], rules: { "color-contrast": { enabled: ${contrast} } } }).then(({ violations }) => violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.slice(0, 3).map(({ html, failureSummary }) => ({ html, failureSummary })) })))`,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary}`).join('\n')}`,
    )
}
