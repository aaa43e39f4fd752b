import { expect } from '@playwright/test'
import { documentsPanel, openReport, openTab, toNumber } from '../support/search.ts'
import { test } from '../support/test.ts'

test('stories are found, sorted and read with the keyboard alone', async ({ openAs }) => {
  const page = await openAs('member')
  await openReport(page, 'oat milk')
  await page.getByRole('link', { name: /^Open [\d,]+ documents$/ }).click()
  const panel = documentsPanel(page, 'oat milk')
  const status = panel.getByRole('status')
  await expect(status).toHaveText(/^[\d,]+ documents in [\d,]+ pieces$/)
  const all = toNumber(/^[\d,]+/.exec(await status.innerText())?.[0] ?? null)

  await panel.getByRole('searchbox', { name: 'Find in these documents' }).fill('harvest')
  await expect(page).toHaveURL(/find=harvest/)
  await expect(async () => {
    const count = toNumber(/^[\d,]+/.exec(await status.innerText())?.[0] ?? null)
    expect(count).toBeGreaterThan(0)
    expect(count).toBeLessThan(all)
  }).toPass()
  const ordering = page.waitForRequest(/sort=relevance/)
  await panel.getByRole('combobox', { name: 'Order' }).selectOption('Most relevant')
  await expect(page).toHaveURL(/sort=relevance/)

  // Until the new order arrives, keys apply to the rows of the old one.
  await ordering
  const feed = panel.getByRole('feed')
  await expect(feed).toHaveAttribute('aria-busy', 'false')
  await feed.focus()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  const second = panel.getByRole('article').nth(1)
  await expect(second).toBeFocused()
  await page.keyboard.press('o')
  const pane = page.getByRole('region', { name: 'Reading pane' })
  await expect(pane.getByRole('heading', { level: 2 })).toHaveText((await second.getAttribute('aria-label')) ?? '')
  await expect(pane.getByRole('group', { name: 'Text' }).locator('mark').first()).toBeVisible()
  await page.keyboard.press('k')
  await expect(pane.getByText(/^1 of /)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(pane).toBeHidden()
  await expect(panel).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
})

test('keys keep working when there is no room for the list beside the text, and return to its row', async ({
  openAs,
}) => {
  const page = await openAs('member')
  await page.setViewportSize({ width: 360, height: 740 })
  await openReport(page, 'oat milk')
  await page.getByRole('link', { name: /^Open [\d,]+ documents$/ }).click()
  const panel = documentsPanel(page, 'oat milk')
  await panel.getByRole('feed').focus()
  await page.keyboard.press('j')
  await page.keyboard.press('o')
  const pane = page.getByRole('region', { name: 'Reading pane' })
  await expect(pane.getByText(/^1 of /)).toBeVisible()
  await expect(panel.getByRole('feed')).toBeHidden()
  await page.keyboard.press('j')
  await expect(pane.getByText(/^2 of /)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(pane).toBeHidden()
  await expect(panel.getByRole('article').nth(1)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
})

test('choosing days limits the figures and the tabs, and their links open the documents of those days', async ({
  openAs,
}) => {
  const page = await openAs('member')
  await openReport(page, 'oat milk')
  const number = page.getByRole('link', { name: /^Open [\d,]+ documents$/ })
  const all = toNumber(await number.textContent())
  await page.goto(`${new URL(page.url()).pathname}?from=2026-01-01&to=2026-03-31`)
  await expect(page.getByText(/of the chosen days, 1 Jan 2026 – 31 Mar 2026/)).toBeVisible()
  const filteredCount = toNumber(await number.textContent())
  expect(filteredCount).toBeLessThan(all)

  await openTab(page, 'Evidence and method')
  const ofSource = page.getByRole('region', { name: 'Coverage' }).getByRole('link', { name: /^Open [\d,]+ documents/ })
  expect(toNumber(await ofSource.first().textContent())).toBe(filteredCount)
  await ofSource.first().click()
  await expect(documentsPanel(page, 'oat milk').getByRole('status')).toHaveText(
    new RegExp(`^${filteredCount.toLocaleString('en')} documents in `),
  )
})
