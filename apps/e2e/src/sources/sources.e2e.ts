import { expect } from '@playwright/test'
import { expectReadable } from '../support/layout.ts'
import { test } from '../support/test.ts'

test('all sources are probed at once; with demo documents none is queried, and each row says so', async ({
  openAs,
}) => {
  const page = await openAs('member')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sources' }).click()
  await expect(page.getByRole('heading', { name: 'Sources', level: 1 })).toBeVisible()
  const table = page.getByRole('table', { name: 'Not in use here' })
  await expect(table.getByRole('row', { name: /^SEC EDGAR/ })).toContainText('AUSPEX_CONTACT')
  await expect(page.getByRole('table', { name: 'In the library already' })).toContainText('Demo documents')

  await page.getByRole('button', { name: 'Check all' }).click()
  await expect(page.getByRole('main').getByRole('status')).toHaveText(/^Of \d+ sources: \d+ not asked$/)
  const arxiv = table.getByRole('row', { name: /^arXiv/ })
  await expect(arxiv).toContainText('Sources are not asked in demo mode.')
  await expect(arxiv).toContainText('Set AUSPEX_SOURCES to live')
})

test('the page of sources fits a desktop, and a phone in the dark, and is accessible on both', async ({ openAs }) => {
  const page = await openAs('member', '/sources')
  await expect(page.getByRole('table', { name: 'Not in use here' })).toBeVisible()
  await expectReadable(page, 'sources on a desktop')
  await page.setViewportSize({ width: 360, height: 780 })
  await page.getByRole('button', { name: 'Account of Mia Member' }).click()
  await page.getByRole('menuitem', { name: 'Dark theme' }).click()
  await page.keyboard.press('Escape')
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expectReadable(page, 'sources on a phone in the dark')
})

test('an importer loads closing prices from a file, corrects an invalid line, and sees what is stored', async ({
  openAs,
}) => {
  const page = await openAs('godmode', '/sources')
  await page.getByRole('button', { name: 'Import closing prices' }).click()
  const form = page.getByRole('form', { name: 'Import closing prices' })
  await form.getByLabel('Symbol').fill('fjrd')
  const csv = (last: string) => Buffer.from(`date,close\n2026-11-18,14.2\n2026-11-19,14.35\n2026-11-20,${last}\n`)
  const choose = async (last: string) => {
    const chooser = page.waitForEvent('filechooser')
    await form.getByRole('button', { name: 'Choose a CSV file' }).click()
    await (await chooser).setFiles({ name: 'fjrd.csv', mimeType: 'text/csv', buffer: csv(last) })
  }
  await choose('cheap')
  await expect(form.getByRole('alert')).toContainText('Line 4 “cheap” is not a price')
  await expectReadable(page, 'an import of prices with a fault')
  await choose('14.81')
  await form.getByRole('button', { name: 'Import 3 days' }).click()
  await expect(form.getByText('FJRD has 3 days now, 18 Nov 2026 – 20 Nov 2026')).toBeVisible()
})
