/** The listing of certified products, and a certificate, in a browser. */
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBundle, type Made, removed } from '../certify/a-bundle.ts'
import { assayWith, freshFolder } from '../cli/fake-io.ts'
import { excessWidth, keepPaper, keepScreenshot, openBrowser, openPage, seriousFindings } from './chromium.ts'

let browser: Browser
let site: string
const made: Made[] = []

const statement = (vendor: string, name: string, profile: string, more = ''): string =>
  `vendor: ${JSON.stringify(vendor)}\nproduct: { name: ${JSON.stringify(name)}, version: 1.0.0, url: "https://example.org" }\ncontact: x@example.org\nprofile: ${profile}\n${more}`

beforeAll(async () => {
  browser = await openBrowser()
  made.push(
    await aBundle(statement('Acme', 'Acme Chat', 'messaging-push', 'featureLevel: 500')),
    await aBundle(statement('Nordwind', 'Nordwind Venue', 'trading-public')),
    await aBundle(statement('<b>Evil</b>', '"><img src=x>', 'trading-signed')),
  )
  site = join(freshFolder(), 'site')
  const keys = made.flatMap(({ publicFile }) => ['--key', publicFile])
  const { status } = await assayWith(['listing', ...made.map(({ bundle }) => bundle), ...keys, '--out', site])
  expect(status).toBe(0)
})

afterAll(async () => {
  await browser?.close()
  for (const { folder } of made) removed(folder)
})

test('products are filtered and sorted, and the page is accessible', async () => {
  const { page, incidents } = await openPage(browser, join(site, 'index.html'))
  const shown = (): Promise<string[]> => page.locator('tr[data-row]:not([hidden]) th').allTextContents()
  await page.getByRole('button', { name: 'Vendor' }).click()
  expect((await shown()).map(text => text.trim())[1]).toContain('Acme Chat')
  await page.getByRole('button', { name: 'Vendor' }).click()
  expect((await shown())[0]).toContain('Nordwind')
  await keepScreenshot(page, 'listing')
  await page.locator('select[name=profile]').selectOption('trading-public')
  await expect.poll(shown).toHaveLength(1)
  await page.locator('select[name=profile]').selectOption('')
  await page.locator('input[name=q]').fill('acme')
  await expect.poll(shown).toHaveLength(1)
  expect(await seriousFindings(page)).toEqual([])
  expect(incidents).toEqual([])
})

test.each([
  ['a phone', { viewport: { width: 360, height: 740 } }],
  ['a dark screen', { colorScheme: 'dark' as const }],
])('the page is accessible on %s, and nothing overflows', async (where, options) => {
  const { page, incidents } = await openPage(browser, join(site, 'index.html'), options)
  expect(await excessWidth(page)).toBe(0)
  await keepScreenshot(page, `listing on ${where}`)
  expect(await seriousFindings(page)).toEqual([])
  expect(incidents).toEqual([])
})

test('the products are side by side', async () => {
  const { page, incidents } = await openPage(browser, join(site, 'matrix.html'))
  expect(await page.locator('thead').first().textContent()).toContain('Nordwind Venue 1.0.0')
  expect(incidents).toEqual([])
})

test('the certificate is shown in the page, and fits on one printed page', async () => {
  const [first] = made
  const { page, incidents } = await openPage(browser, join(first?.bundle ?? '', 'report.html'))
  await page.locator('#certificate svg').scrollIntoViewIfNeeded()
  await keepScreenshot(page, 'certificate in the page')
  expect(await seriousFindings(page)).toEqual([])
  expect(incidents).toEqual([])
  const alone = await openPage(browser, join(first?.bundle ?? '', 'certificate.svg'), {
    viewport: { width: 1200, height: 850 },
  })
  await keepScreenshot(alone.page, 'certificate')
  const paper = await alone.page.pdf({ width: '297mm', height: '210mm' })
  expect(paper.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  expect(await keepPaper(page, 'certified report')).toBeGreaterThan(1000)
})
