import { expect } from '@playwright/test'
import { expectReadable } from '../support/layout.ts'
import { documentsPanel, expectLibraryRead, openReport, openTab } from '../support/search.ts'
import { test } from '../support/test.ts'

test('a report tab opens the map of its contexts, where words can be added, removed and restored', async ({
  openAs,
}) => {
  const page = await openAs('member')
  await expectLibraryRead(page)
  await openReport(page, 'solar panels')
  await openTab(page, 'Where and with what')
  await page.getByRole('link', { name: 'Open the map' }).click()

  const map = page.getByRole('listbox', { name: /^Map of the contexts of solar panels$/i })
  const draw = page.getByRole('button', { name: 'Draw the map' })
  // A library from an earlier run already has this person's map.
  await expect(draw.or(map)).toBeVisible()
  if (await draw.isVisible()) await draw.click()
  await expect(map.getByRole('option').first()).toBeVisible()
  await expectReadable(page, 'map of contexts')
  const all = await map.getByRole('option').count()
  // The pointer may still be over a dot, which would then show its name.
  await page.mouse.move(0, 0)
  const labelCount = await map.locator('text').count()
  await page.getByRole('button', { name: 'Zoom in' }).click({ clickCount: 3 })
  await expect(map).toHaveAttribute('data-zoomed', 'true')
  await page.getByRole('button', { name: 'Show the whole map' }).click()
  await expect(map.locator('text')).toHaveCount(labelCount)

  await map.focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/context=/)
  const details = page.getByRole('complementary', { name: 'Selected context' })
  await expect(details.getByRole('link', { name: 'Open its documents' })).toBeVisible()
  const passage = details
    .getByRole('list', { name: /^Passages with / })
    .getByRole('listitem')
    .first()
  await expect(passage.locator('mark').first()).toHaveText(/./)
  await expect(passage.getByRole('link')).toHaveAttribute('href', /[?&]ids=doc_/)
  await page.keyboard.press('Delete')
  await expect(map.getByRole('option')).toHaveCount(all - 1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(map.getByRole('option')).toHaveCount(all)

  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Delete the map' }).click()
  await page.getByRole('button', { name: 'Draw the map' }).click()
  await expect(map.getByRole('option')).toHaveCount(all)

  await page.reload()
  await expect(map.getByRole('option')).toHaveCount(all)

  await page.getByText('List', { exact: true }).click()
  await page.setViewportSize({ width: 360, height: 780 })
  await expectReadable(page, 'list of contexts on a phone')
  await page
    .getByRole('link', { name: /^Open the documents with / })
    .first()
    .click()
  await expect(documentsPanel(page, 'solar panels')).toBeVisible()
})
