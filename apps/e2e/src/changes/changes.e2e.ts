import { expect } from '@playwright/test'
import { expectReadable } from '../support/layout.ts'
import { documentsPanel, openReport, toNumber } from '../support/search.ts'
import { test } from '../support/test.ts'

test('a marker on the chart opens why the level changed, down to the documents, and the address keeps it', async ({
  openAs,
}) => {
  const page = await openAs('member')
  await openReport(page, 'oat milk')
  const marker = page.getByRole('group', { name: 'What changed' }).getByRole('button').first()
  await marker.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'What changed about oat milk' })
  await expect(panel.getByRole('heading', { name: 'What was told' })).toBeVisible()
  await expect(panel.getByText(/^(?:On|From) \d+ \w+ \d{4}.* there were [\d,]+ documents?/)).toBeVisible()
  await expect(panel.getByRole('heading', { name: 'Who was first' })).toBeVisible()
  await expectReadable(page, 'a change explained')

  const number = panel.getByRole('link', { name: /^Open [\d,]+ documents$/ }).first()
  const count = toNumber(await number.textContent())
  await number.click()
  const documents = documentsPanel(page, 'oat milk')
  await expect(documents.getByRole('status')).toHaveText(`${count.toLocaleString('en')} documents`)
  await documents.getByRole('button', { name: 'Close the documents' }).click()
  await expect(documents).toBeHidden()
  await expect(panel).toBeVisible()

  await page.reload()
  await expect(panel.getByRole('heading', { name: 'What was told' })).toBeVisible()
  await panel.getByRole('button', { name: 'The next change' }).click()
  await expect(panel.getByText(/^2 of \d+$/)).toBeVisible()
  await page.setViewportSize({ width: 360, height: 780 })
  await expectReadable(page, 'a change explained on a phone')
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(page).not.toHaveURL(/change=/)
})

test('the chart counts documents, stories, outlets or shares, and its table lists the changes', async ({ openAs }) => {
  const page = await openAs('member')
  await openReport(page, 'oat milk')
  const measure = page.getByRole('radiogroup', { name: 'Measure' })
  await measure.getByText('Outlets').click()
  await expect(page).toHaveURL(/measure=outlets/)
  await expect(page.getByRole('slider', { name: /^Outlets about oat milk/ })).toBeVisible()
  await page.getByRole('button', { name: 'Volume: show as table' }).click()
  const changes = page.getByRole('region', { name: 'Changes of the level' })
  await changes.getByRole('row').nth(1).getByRole('button').click()
  await expect(page.getByRole('dialog', { name: 'What changed about oat milk' })).toBeVisible()
})
