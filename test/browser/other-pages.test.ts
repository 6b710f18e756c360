/** The matrix, the comparison and the Allure report in a browser. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assayWith, freshFolder } from '../cli/fake-io.ts'
import { excessWidth, keepScreenshot, openBrowser, openPage, seriousFindings } from './chromium.ts'
import { conformantRun, failingRun } from './runs.ts'

let browser: Browser
let conformant: string
let failing: string

beforeAll(async () => {
  browser = await openBrowser()
  conformant = await conformantRun()
  failing = await failingRun()
})

afterAll(async () => browser?.close())

test('the matrix of several deployments opens, is filtered and is accessible', async () => {
  const out = freshFolder()
  await assayWith(['report', conformant, failing, conformant, '--out', out])
  const { page, incidents } = await openPage(browser, join(out, 'matrix.html'))
  await page.locator('input[name=differing]').check()
  const differing = await page.locator('tr[data-row="differs"]').count()
  expect(differing).toBeGreaterThan(0)
  await expect.poll(() => page.locator('tr[data-row]:not([hidden])').count()).toBe(differing)
  await keepScreenshot(page, 'matrix')
  expect(await seriousFindings(page)).toEqual([])
  expect(incidents).toEqual([])
})

test('the comparison of two runs opens and is accessible', async () => {
  const out = freshFolder()
  expect((await assayWith(['diff', conformant, failing, '--out', out])).status).toBe(1)
  const { page, incidents } = await openPage(browser, join(out, 'diff.html'), { colorScheme: 'dark' })
  expect(await page.locator('h1').textContent()).toMatch(/regressions$/)
  await keepScreenshot(page, 'diff')
  expect(await seriousFindings(page)).toEqual([])
  expect(incidents).toEqual([])
})

test.each([
  ['matrix', 'report'],
  ['diff', 'diff'],
])('the page %s fits the window of a phone', async (name, command) => {
  const out = freshFolder()
  await assayWith([command, conformant, failing, '--out', out])
  const { page } = await openPage(browser, join(out, `${name}.html`), { viewport: { width: 360, height: 740 } })
  await keepScreenshot(page, `${name}-phone`)
  expect(await excessWidth(page)).toBe(0)
})

const built = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))

test.runIf(existsSync(built))('Allure makes its report offline, and the report sends no requests', async () => {
  execFileSync(process.execPath, [built, 'report', failing, '--allure'], { stdio: 'pipe' })
  const { page, incidents } = await openPage(browser, join(failing, 'allure-report', 'index.html'))
  await page.getByText('Response envelope').first().waitFor()
  await page.getByText("A success envelope has status, and it is exactly the string 'true'").first().click()
  await page.getByText('Expected /status to be "true"').first().waitFor()
  await keepScreenshot(page, 'allure')
  expect(incidents.filter(line => line.startsWith('request to'))).toEqual([])
})
