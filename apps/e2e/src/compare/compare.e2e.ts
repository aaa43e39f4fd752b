import { expect, type Page } from '@playwright/test'
import { expectReadable } from '../support/layout.ts'
import { openReport } from '../support/search.ts'
import { test } from '../support/test.ts'

const add = async (page: Page, topic: string) => {
  const input = page.getByRole('textbox', { name: 'Add a signal' })
  await input.fill(topic)
  await input.press('Enter')
}
const sixth = 'You can compare up to five signals. Remove one first.'

test('signals are compared on one scale, a sixth is refused, and the URL restores the comparison', async ({
  openAs,
}) => {
  const page = await openAs('member')
  await openReport(page, 'electric cars')
  await page.getByRole('button', { name: 'More about this report' }).click()
  await page.getByRole('menuitem', { name: 'Compare' }).click()
  await expect(page.getByRole('heading', { name: 'Add one more' })).toBeVisible()
  const signals = page.getByRole('list', { name: 'Compared signals' }).getByRole('listitem')
  for (const [index, topic] of ['oat milk', 'heat pumps', 'index funds', 'bitcoin'].entries()) {
    await add(page, topic)
    await expect(signals).toHaveCount(index + 2)
  }
  const chart = page.getByRole('slider', {
    name: /^Documents of electric cars, oat milk, heat pumps, index funds, bitcoin/,
  })
  await expect(chart).toBeVisible()
  await add(page, 'sourdough')
  await expect(page.getByRole('alert').filter({ hasText: sixth })).toBeVisible()
  await expect(signals).toHaveCount(5)

  await page.getByRole('textbox', { name: 'Price to show over the signals' }).fill('demo.qln')
  await page.getByRole('option', { name: /DEMO\.QLN/ }).click()
  const links = page.getByRole('list', { name: 'Links with DEMO.QLN' }).getByRole('listitem')
  await expect(links).toHaveCount(5)
  await expect(links.first()).toContainText(/Linked, price 2 days later.*29 lags from −14 to 14 days/)
  await expect(links.filter({ hasText: 'No link found' })).not.toHaveCount(0)
  await expect(page.getByText('Not causal.')).toBeVisible()

  // Brushes by keyboard: the figures below, and the address, are for its days.
  const differences = page.getByRole('table', { name: 'Differences' })
  const documents = differences.getByRole('row', { name: /electric cars/ }).getByRole('link')
  const all = await documents.textContent()
  await chart.press('End')
  for (let steps = 0; steps < 5; steps++) await chart.press('Shift+ArrowLeft')
  await chart.press('Enter')
  await expect(page).toHaveURL(/from=20\d\d-\d\d-\d\d/)
  await expect(documents).not.toHaveText(all ?? '')
  await expect(differences.getByRole('row', { name: /oat milk/ })).toContainText(/×\d+\.\d\d\s*\d+\.\d\d to \d+\.\d\d/)

  await page.getByText('Share', { exact: true }).click()

  const countText = await documents.textContent()
  await page.reload()
  await expect(page.getByRole('slider', { name: /^Share of electric cars, oat milk/ })).toBeVisible()
  await expect(signals).toHaveCount(5)
  await expect(documents).toHaveText(countText ?? '')
  await expect(links).toHaveCount(5)
  await expect(links.first()).toContainText(/29 lags/)
  await page.getByRole('button', { name: 'Forecast of the price' }).click()
  const forecast = page.getByRole('group', { name: 'Forecast of DEMO.QLN' })
  await expect(forecast.getByRole('slider', { name: /^Closing prices of DEMO\.QLN/ })).toBeVisible()
  await expect(forecast.getByRole('row', { name: /repeats the last close/ })).toContainText(/\d\.\d/)
  await expect(forecast).toContainText('Not advice.')
  await expectReadable(page, 'comparison on a desktop')
  await page.setViewportSize({ width: 360, height: 780 })
  await expectReadable(page, 'comparison on a phone')
})
