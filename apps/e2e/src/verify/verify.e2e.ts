import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect } from '@playwright/test'
import { documentsPanel, expectLibraryRead, openReport, openTab, toNumber } from '../support/search.ts'
import { test } from '../support/test.ts'

const auspex = join(import.meta.dirname, '../../../server/src/main.ts')

test('a number opens its method and documents, a tone its words, and a bundle reproduces the counts', async ({
  openAs,
}) => {
  const page = await openAs('member')
  await expectLibraryRead(page)
  await openReport(page, 'oat milk')
  await openTab(page, 'Evidence and method')
  await page.getByRole('button', { name: 'Explain how documents are counted' }).click()
  const origin = page.getByRole('dialog', { name: 'Explain how documents are counted' })
  const documents = origin.getByRole('link', { name: /documents? behind it/ })
  const documentCount = toNumber((await documents.textContent()) ?? '')
  expect(documentCount).toBeGreaterThan(100)
  // a number's explanation grows while it loads, and must still end within the visible area
  await expect(origin).toBeInViewport({ ratio: 1 })
  await expect(documents).toBeInViewport({ ratio: 1 })
  await documents.click()
  const panel = documentsPanel(page, 'oat milk')
  await expect(panel.getByRole('status')).toHaveText(
    new RegExp(`^${documentCount.toLocaleString('en')} documents in [\\d,]+ pieces$`),
  )

  await panel
    .getByRole('article')
    .filter({ has: page.getByText(/^(?:Negative|Positive)$/) }) // the demo's newest documents differ from day to day
    .first()
    .getByRole('heading', { level: 3 })
    .getByRole('link')
    .click()
  const pane = page.getByRole('region', { name: 'Reading pane' })
  await pane.getByRole('button', { name: /^(?:Negative −|Positive \+?\d)/ }).click()
  const sentences = pane.getByRole('list', { name: 'Sentences that set the tone' })
  await expect(sentences.locator('mark').first()).toBeVisible()
  // the report behind the panel is still loading parts that nobody has scrolled to, so only the panel is checked
  const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  await panel.getByRole('button', { name: 'Close the documents' }).click()

  await page.getByRole('button', { name: 'Share' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /Reproducible bundle/ }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('oat-milk.zip')
  const output = execFileSync(process.execPath, [auspex, 'verify', await file.path()], { encoding: 'utf8' })
  const [, equal, total] = /(\d+) of (\d+) numbers equal/.exec(output) ?? []
  expect(equal).toBe(total)
  expect(Number(total)).toBeGreaterThan(1_000)
})
