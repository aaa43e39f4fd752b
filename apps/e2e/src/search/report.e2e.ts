import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { documentsPanel, expectLibraryRead, expectReport, openReport, openTab, toNumber } from '../support/search.ts'
import { test } from '../support/test.ts'

test(
  'every document that the report counts is in the list behind the number and exists at its source',
  { tag: '@daily' },
  async ({ openAs }) => {
    const page = await openAs('member')
    await openReport(page, 'oat milk')
    const number = page.getByRole('link', { name: /^Open [\d,]+ documents$/ })
    const total = toNumber(await number.textContent())
    expect(total).toBeGreaterThan(100)

    await openTab(page, 'Evidence and method')
    const coverage = page.getByRole('region', { name: 'Coverage' })
    await coverage.getByRole('button', { name: 'Query chosen sources again' }).click()
    await coverage.getByRole('combobox', { name: 'Sources to ask' }).click()
    await page.getByRole('option', { name: 'Demo documents' }).click()
    await page.keyboard.press('Escape')
    await coverage.getByRole('button', { name: 'Ask now' }).click()
    await expect(coverage).toContainText(
      `Demo documents: ${total.toLocaleString('en')} documents in the library now match`,
    )

    await number.click()
    const panel = documentsPanel(page, 'oat milk')
    const status = panel.getByRole('status')
    await expect(status).toHaveText(new RegExp(`^${total.toLocaleString('en')} documents in [\\d,]+ pieces$`))
    const stories = toNumber(/in ([\d,]+) pieces/.exec(await status.innerText())?.[1] ?? null)
    await expect(panel.getByRole('article').first()).toHaveAttribute('aria-setsize', String(stories))
  },
)

test('the parts of the tone add up to the report and open their own documents', async ({ openAs }) => {
  const page = await openAs('member')
  await openReport(page, 'oat milk')
  const total = toNumber(await page.getByRole('link', { name: /^Open [\d,]+ documents$/ }).textContent())
  await openTab(page, 'What is said')
  const tone = page.getByRole('link', { name: /^Open [\d,]+ (?:positive|neutral|negative|unclear) documents?$/ })
  await expect(tone.first()).toBeVisible()
  const parts = (await tone.allTextContents()).map(toNumber)
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total)

  const negative = page.getByRole('link', { name: /^Open [\d,]+ negative documents$/ })
  const count = await negative.textContent()
  await negative.click()
  const panel = documentsPanel(page, 'oat milk')
  await expect(panel.getByRole('status')).toHaveText(new RegExp(`^${count} documents in `))
  for (const place of [0, 1, 2]) await expect(panel.getByRole('article').nth(place)).toContainText('Negative')
})

test(
  'filters are stored in the URL: they survive a reload, and closing the documents removes them',
  { tag: '@daily' },
  async ({ openAs }) => {
    const page = await openAs('member')
    // the number of stories changes until then
    await expectLibraryRead(page)
    await openReport(page, 'oat milk')
    await openTab(page, 'What is said')
    await page.getByRole('link', { name: /^Open [\d,]+ articles and papers$/ }).click()
    const panel = documentsPanel(page, 'oat milk')
    await panel.getByRole('button', { name: 'Filter', exact: true }).click()
    const filtering = page.waitForRequest(/tone=positive/)
    await panel.getByRole('combobox', { name: 'Tone' }).selectOption('Positive')
    await expect(panel.getByRole('button', { name: 'Remove filter Tone: positive' })).toBeVisible()
    await expect(page).toHaveURL(/docs=documents/)
    await expect(page).toHaveURL(/tone=positive/)
    await filtering
    const count = panel.getByRole('status').filter({ hasText: /^[\d,]+ documents in [\d,]+ pieces$/ })
    const before = await count.textContent()

    await page.reload()
    await expect(panel.getByRole('status')).toHaveText(before ?? '')
    await expect(panel.getByRole('button', { name: 'Remove filter Tone: positive' })).toBeVisible()

    await panel.getByRole('button', { name: 'Close the documents' }).click()
    await expect(panel).toBeHidden()
    await expect(page).toHaveURL(/\/signals\/sig_[a-z0-9]+\?tab=said$/)
  },
)

test('a colleague of another organization opens the copied link and sees the same report and filter', async ({
  openAs,
}) => {
  const page = await openAs('member')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openReport(page, 'oat milk')
  await page.getByRole('button', { name: /Change the days$/ }).click()
  await page.getByRole('button', { name: '1 year' }).click()
  await expect(page).toHaveURL(/[?&]from=/)
  await expect(page.getByText(/of the chosen days/)).toBeVisible()
  const total = await page.getByRole('link', { name: /^Open [\d,]+ documents$/ }).textContent()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await expect(page.getByRole('button', { name: 'Link copied' })).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toBe(page.url())

  const { pathname, search } = new URL(link)
  const colleague = await openAs('second-organization-member', `${pathname}${search}`)
  await expectReport(colleague, 'oat milk')
  await expect(colleague.getByRole('link', { name: /^Open [\d,]+ documents$/ })).toHaveText(total ?? '')
  await colleague.getByRole('button', { name: /Change the days$/ }).click()
  await expect(colleague.getByRole('button', { name: '1 year' })).toHaveAttribute('aria-pressed', 'true')
  // Other people's searches are private.
  await colleague.goto('/')
  await expect(colleague.getByRole('region', { name: 'Recent searches' })).toContainText('No searches yet')
})

test('a chart has a table and a file with the same numbers', async ({ openAs }) => {
  const page = await openAs('member')
  await openReport(page, 'oat milk')
  const total = toNumber(await page.getByRole('link', { name: /^Open [\d,]+ documents$/ }).textContent())

  const menu = page.getByRole('button', { name: /change what is drawn$/ })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Show as table' }).click()
  const table = page.getByRole('table', { name: 'Volume by week' })
  await expect(table).toBeVisible()
  const cells = await table.getByRole('row').getByRole('cell').allTextContents()
  expect(sum(cells.map(toNumber))).toBe(total)

  await menu.click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Numbers (CSV)' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe('oat-milk-volume.csv')
  const [header, ...rows] = (await readFile(await file.path(), 'utf8')).replace('\uFEFF', '').split('\r\n')
  const groups = header?.split(',').slice(2) ?? []
  expect(header).toMatch(/^from,to,/)
  expect(rows.length * groups.length).toBe(cells.length)
  expect(sum(rows.flatMap((row) => row.split(',').slice(2).map(toNumber)))).toBe(total)
})

test('a report that cannot be loaded says why, shows a request id, and can be retried', async ({ openAs }) => {
  const page = await openAs('member')
  await openReport(page, 'oat milk')
  const address = '**/api/signal/json/**'
  const problem = { type: 'about:blank', title: 'Broken', status: 500, code: 'internal', requestId: 'req_for_support' }
  await page.route(address, (route) =>
    route.fulfill({ status: 500, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
  )
  await page.reload()
  const view = page.getByRole('alert')
  await expect(view.getByRole('heading', { name: 'Error while loading data' })).toBeVisible({ timeout: 20_000 })
  await expect(view.getByRole('button', { name: 'Copy request id req_for_support' })).toBeVisible()

  await page.unroute(address)
  await view.getByRole('button', { name: 'Try again' }).click()
  await expectReport(page, 'oat milk')
})

test('a signal that does not exist is distinguished from a failure', async ({ openAs }) => {
  const page = await openAs('member', '/signals/sig_doesnotexist')
  await expect(page.getByRole('heading', { name: 'Signal not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Search a topic' }).click()
  await expect(page.getByRole('textbox', { name: 'Topic' })).toBeVisible()
})

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + (Number.isNaN(value) ? 0 : value), 0)
