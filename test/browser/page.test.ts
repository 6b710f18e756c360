/** The pages of runs in a browser: conformant, failing and very long. */
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRun } from '../../cli/finished/read-run.ts'
import { hostileRun, payloads } from '../reports/hostile.ts'
import {
  blankPage,
  excessWidth,
  keepPaper,
  keepScreenshot,
  nodesAdded,
  openBrowser,
  openPage,
  seriousFindings,
  type Watched,
} from './chromium.ts'
import { conformantRun, failingRun, longRun, pageOf, pageOfRun } from './runs.ts'

let browser: Browser
let conformant: string
let failing: string
let long: string

beforeAll(async () => {
  browser = await openBrowser()
  const folder = await failingRun()
  conformant = await pageOf(await conformantRun())
  failing = await pageOf(folder)
  long = await pageOfRun(longRun(await readRun(folder), 20_000))
})

afterAll(async () => browser?.close())

const shownRequirements = (page: Page) => page.locator('details.requirement:not([hidden])').count()

const looks = [
  ['light', { colorScheme: 'light' }, true],
  ['dark', { colorScheme: 'dark' }, true],
  ['phone', { colorScheme: 'light', viewport: { width: 360, height: 740 }, isMobile: true }, false],
] as const

describe.each([
  ['conformant', () => conformant, true],
  ['failing', () => failing, true],
  ['with 20,000 exchanges', () => long, false],
])('a page of a run that is %s', (name, file, ownParts) => {
  test.each(looks)('opens and is accessible: %s', async (look, options, ownColours) => {
    const { page, incidents } = await openPage(browser, file(), options)
    await page.waitForSelector('.exchange-list .row')
    await keepScreenshot(page, `${name}-${look}`.replaceAll(/\W+/g, '-'))
    expect(await seriousFindings(page, ownParts && ownColours)).toEqual([])
    expect(await excessWidth(page)).toBe(0)
    expect(incidents).toEqual([])
    await page.context().close()
  })

  test('can be printed', async () => {
    const { page } = await openPage(browser, file())
    expect(await keepPaper(page, name.replaceAll(/\W+/g, '-'))).toBeGreaterThan(10_000)
    await page.context().close()
  })
})

describe('a failing page', () => {
  test('shows request and reply side by side, with the wrong part marked', async () => {
    const { page } = await openPage(browser, failing, {}, '#trading.networks.withdraw-fee')
    const one = page.locator('[id="trading.networks.withdraw-fee"]')
    await one.locator('.exchange .line.marked').first().waitFor()
    await expect
      .poll(() => one.locator('.exchange .line.marked').first().textContent())
      .toMatch(/"withdrawFee": [\d.]+/)
    await keepScreenshot(page, 'argument')
    await page.context().close()
  })

  test('shows what the request omits compared with its control', async () => {
    const { page } = await openPage(browser, failing, {}, '#trading.orderbook.symbol-required')
    const one = page.locator('[id="trading.orderbook.symbol-required"]')
    await one.locator('.side').first().waitFor()
    await expect.poll(() => one.locator('.side').first().textContent()).toContain('left out; the control has it')
    await expect.poll(() => one.locator('.role').allTextContents()).toContain('control: accepted, one change away')
    await page.context().close()
  })

  test('lists its requirements and exchanges even if its address cannot be decoded', async () => {
    const { page, incidents } = await openPage(browser, failing, {}, '#%')
    await page.waitForSelector('.exchange-list .row')
    expect(incidents).toEqual([])
    await page.context().close()
  })

  test('can be searched and filtered, and its address keeps the filter', async () => {
    const { page } = await openPage(browser, failing)
    const all = await shownRequirements(page)
    await page.keyboard.press('/')
    await page.keyboard.type('withdrawfee')
    await expect.poll(() => shownRequirements(page)).toBe(1)
    await expect.poll(() => page.locator('[data-shown]').textContent()).toBe(`1 of ${all} requirements`)
    await page.keyboard.press('Escape')
    await expect.poll(() => shownRequirements(page)).toBe(all)
    await page.locator('.tile.fail').click()
    const failures = Number(await page.locator('.tile.fail .count').textContent())
    await expect.poll(() => shownRequirements(page)).toBe(failures)
    await expect.poll(() => page.url()).toContain('?v=fail')
    await page.reload()
    await expect.poll(() => shownRequirements(page)).toBeLessThan(all)
    await page.context().close()
  })

  test('can be navigated by keyboard', async () => {
    const { page } = await openPage(browser, failing)
    const focused = (): Promise<string> =>
      page.evaluate<string>(
        'document.activeElement.closest("details.requirement")?.id ?? document.activeElement.className',
      )
    await page.keyboard.press('f')
    await expect.poll(focused).toMatch(/^\w+\.\w/)
    const first = await focused()
    await page.keyboard.press('j')
    await expect.poll(focused).not.toBe(first)
    await page.keyboard.press('k')
    await expect.poll(focused).toBe(first)
    await page.locator('.map a.cell').first().focus()
    await page.keyboard.press('ArrowRight')
    await expect
      .poll(() => page.evaluate('document.activeElement === document.querySelectorAll(".map a.cell")[1]'))
      .toBe(true)
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate('document.activeElement.closest("details")?.open')).toBe(true)
    await page.context().close()
  })

  test('copies the command that reproduces a failure', async () => {
    const { page } = await openPage(browser, failing, { permissions: ['clipboard-read', 'clipboard-write'] })
    const repeat = page.locator('details.requirement.fail .repeat').first()
    await repeat.locator('button').click()
    await expect.poll(() => repeat.locator('button').textContent()).toMatch(/Copied|Selected/)
    const command = await repeat.locator('code').textContent()
    const copied = await page.evaluate<string>('navigator.clipboard.readText().catch(() => String(getSelection()))')
    expect(copied).toBe(command)
    await page.context().close()
  })

  test('switches between dark and light by a button', async () => {
    const { page } = await openPage(browser, failing, { colorScheme: 'light' })
    const colour = (): Promise<string> => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    const light = await colour()
    await page.locator('[data-theme-button]').click()
    await page.locator('[data-theme-button]').click()
    await expect.poll(colour).not.toBe(light)
    await page.context().close()
  })
})

describe('a page with 20,000 exchanges', () => {
  test('shows only a few of them at a time, with any filter and scroll position', async () => {
    const { page } = await openPage(browser, long)
    await page.waitForSelector('.exchange-list .row')
    await expect.poll(() => page.locator('[data-exchanges-shown]').textContent()).toBe('20000 exchanges')
    const added = await nodesAdded(page, async () => {
      await page.locator('form[data-filter] input[type=search]').pressSequentially('envelope')
      await page.locator('form[data-exchange-filter] input').pressSequentially('coins_info 200')
      await expect.poll(() => page.locator('[data-exchanges-shown]').textContent()).toMatch(/^\d+ of 20000 exchanges$/)
      await page.locator('form[data-exchange-filter] input').fill('')
      await page.locator('.exchange-list').focus()
      await page.keyboard.press('End')
      await page.keyboard.press('Enter')
      await page.waitForSelector('.exchange-detail .exchange')
      await expect.poll(() => page.locator('.exchange-detail .exchange-number').textContent()).toBe('Exchange 20000')
    })
    expect(await page.locator('.exchange-list .row').count()).toBeLessThan(60)
    expect(added).toBeLessThan(20_000)
    await page.context().close()
  })

  test('can be opened at any exchange', async () => {
    const { page } = await openPage(browser, long, {}, '#exchange-12345')
    await page.waitForSelector('.exchange-detail .exchange')
    await expect.poll(() => page.locator('.exchange-detail .exchange-number').textContent()).toBe('Exchange 12345')
    await page.context().close()
  })
})

let hostile: Watched

test.each(Object.keys(payloads))('hostile text has no effect: %s', async name => {
  hostile ??= await blankPage(browser)
  const { page, incidents } = hostile
  incidents.length = 0
  await page.goto(String(pathToFileURL(await pageOfRun(hostileRun(payloads[name] ?? '')))))
  await page.waitForSelector('.exchange-list .row')
  await page.evaluate('document.querySelectorAll("details").forEach(one => { one.open = true })')
  await page.waitForSelector('.requirement .exchange')
  await page.evaluate('document.querySelectorAll("button.fold").forEach(one => one.click())')
  await page.locator('.exchange-list .row').first().click()
  await page.waitForSelector('.exchange-detail .exchange')
  expect(await page.evaluate('typeof globalThis.pwned')).toBe('undefined')
  expect(await page.locator('main img, main script, main iframe, main [onerror], main [onload]').count()).toBe(0)
  expect(incidents).toEqual([])
})
