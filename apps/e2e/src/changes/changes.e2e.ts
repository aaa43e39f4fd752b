import { expect } from '@playwright/test'
import { expectReadable } from '../support/layout.ts'
import { documentsPanel, openReport, toNumber } from '../support/search.ts'
import { test } from '../support/test.ts'

test('a change of level opens its explanation, down to the documents, and the URL preserves it', async ({ openAs }) => {
  const page = await openAs('member')
  await openReport(page, 'oat milk')
  const change = page
    .getByRole('table', { name: 'Changes of the level' })
    .getByRole('button', { name: /\d{4}$/ })
    .first()
  await change.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'What changed about oat milk' })
  await expect(panel.getByRole('heading', { name: 'What was reported' })).toBeVisible()
  await expect(
    panel.getByText(/^(?:On|From) \d+ \w+ \d{4}.* there (?:was|were) [\d,]+ (?:pieces?|posts?|articles?|comments?)/),
  ).toBeVisible()
  await expect(panel.getByRole('heading', { name: 'Who was first' })).toBeVisible()
  await expectReadable(page, 'a change explained')

  const number = panel.getByRole('link', { name: /^Open [\d,]+ documents$/ }).first()
  const count = toNumber(await number.textContent())
  await number.click()
  const documents = documentsPanel(page, 'oat milk')
  await expect(documents.getByRole('status')).toHaveText(
    new RegExp(`^${count.toLocaleString('en')} documents(?: in [\\d,]+ pieces?)?$`),
  )
  await documents.getByRole('button', { name: 'Close the documents' }).click()
  await expect(documents).toBeHidden()
  await expect(panel).toBeVisible()

  await page.reload()
  await expect(panel.getByRole('heading', { name: 'What was reported' })).toBeVisible()
  const place = await panel.getByText(/^\d+ of \d+$/).textContent()
  await panel
    .getByRole('button', { name: /^(?:Next|Previous) change$/, disabled: false })
    .first()
    .click()
  await expect(panel.getByText(/^\d+ of \d+$/)).not.toHaveText(place ?? '')
  await page.setViewportSize({ width: 360, height: 780 })
  await expectReadable(page, 'a change explained on a phone')
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(page).not.toHaveURL(/change=/)
})

test('the chart counts documents, stories, outlets or shares by day, week or month', async ({ openAs }) => {
  const page = await openAs('member')
  await openReport(page, 'oat milk')
  const drawn = page.getByRole('button', { name: /change what is drawn$/ })
  await drawn.click()
  await page.getByRole('menuitemradio', { name: 'Outlets' }).click()
  await expect(page).toHaveURL(/measure=outlets/)
  await expect(page.getByRole('slider', { name: /^Outlets about oat milk/ })).toBeVisible()
  await drawn.click()
  await page.getByRole('menuitemradio', { name: 'By month' }).click()
  await expect(page).toHaveURL(/interval=month/)
  await expect(page.getByRole('slider', { name: /^Outlets about oat milk by month/ })).toBeVisible()
  await page.getByRole('slider', { name: /^Outlets about oat milk/ }).focus()
  for (const key of ['End', 'ArrowLeft', 'Shift+ArrowLeft', 'Shift+ArrowLeft', 'Enter']) await page.keyboard.press(key)
  await expect(page).toHaveURL(/from=\d{4}-\d{2}-01&to=\d{4}-\d{2}-(?:28|29|30|31)/)
  await page.getByRole('button', { name: 'All days' }).click()
  await expect(page).not.toHaveURL(/from=/)
})
