import { expect, type Page } from '@playwright/test'
import { expectReadable } from '../support/layout.ts'
import { test } from '../support/test.ts'

const expectDone = (page: Page) => expect(page.getByRole('status').filter({ hasText: /^Done/ })).toBeVisible()

test('running a built-in workflow produces a text that links to its source documents', async ({ openAs }) => {
  const page = await openAs('member', '/workflows')
  await expectReadable(page, 'the workflows')
  await page.getByRole('link', { name: 'What changed and why' }).click()
  await page.getByRole('textbox', { name: 'Topic' }).fill('electric cars')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expectDone(page)
  await expect(page.getByRole('heading', { name: 'What changed: electric cars' })).toBeVisible()
  await expectReadable(page, 'a run')
  await page.getByRole('button', { name: /^Measure it/ }).click()
  await expect(page.getByLabel('Input', { exact: true })).toContainText('sig_')

  // other marks lead to the measures of the report
  const documentMarks = page.getByRole('link', { name: /^Evidence \d+: / }).and(page.locator('[href*="doc=doc_"]'))
  await documentMarks.first().click()
  await expect(page).toHaveURL(/\/signals\/sig_.*doc=doc_/)
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('a copied workflow asks before it changes anything, runs on a schedule, and two runs can be compared', async ({
  openAs,
}) => {
  const page = await openAs('member', '/workflows/new?from=wf_trialwatch')
  await page.getByRole('textbox', { name: 'Title' }).first().fill('Trends, with my yes')
  await page.getByRole('button', { name: 'Remove the field Condition' }).click()
  const steps = page.getByRole('form', { name: 'Workflow' }).getByRole('list')
  await expect(steps.getByRole('heading', { name: /^Step/ })).toHaveCount(2)
  // its field is gone, and the document's title is about it
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(steps.getByText('there is no parameter condition').first()).toBeVisible()
  await steps.getByRole('combobox', { name: 'What it does' }).nth(0).click()
  await page.getByRole('option', { name: 'List what is rising' }).click()
  await steps.getByRole('button', { name: /^More settings/ }).click()
  await steps.getByRole('textbox', { name: 'At most' }).fill('5')
  const document = steps.getByRole('listitem').nth(1)
  await document.getByRole('textbox', { name: 'Title' }).fill('What is rising: ')
  await document.getByRole('button', { name: 'Insert a value into Title' }).click()
  await page.getByRole('menuitem', { name: 'Step 1: The first topic' }).click()
  await document.getByRole('textbox', { name: 'Heading' }).fill('Terms')
  await steps.getByRole('checkbox', { name: 'Ask me before it runs' }).nth(1).check()
  await expectReadable(page, 'the builder')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Trends, with my yes', level: 1 })).toBeVisible()

  await page.getByRole('button', { name: 'Set a schedule' }).click()
  await expect(page.getByRole('list', { name: 'Next runs' }).getByRole('listitem')).toHaveCount(3)
  await expect(page.getByText(/^Monday, .* at 07:00/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Save schedule' }).click()
  await expect(page.getByRole('button', { name: 'End it' })).toBeVisible()

  for (let runs = 0; runs < 2; runs += 1) {
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await expectDone(page)
    await page.getByRole('link', { name: 'About this workflow' }).click()
  }
  await page.getByRole('listitem').getByRole('link', { name: / UTC$/ }).first().click()
  await page.getByRole('combobox', { name: 'Compare with another run' }).click()
  await page.getByRole('option').first().click()
  await expect(page.getByRole('heading', { name: 'What changed' })).toBeVisible()
  await expectReadable(page, 'two runs')

  // Leftovers would keep running on the same server.
  await page.getByRole('link', { name: 'About this workflow' }).click()
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Delete this workflow' }).click()
  await expect(page.getByRole('heading', { name: 'Workflows', level: 1 })).toBeVisible()
  // its runs are history and are not deleted
  await expect(page.getByRole('link', { name: 'Trends, with my yes' })).toHaveCount(2)
  await expect(page.locator('a[href^="/workflows/wf_"]', { hasText: 'Trends, with my yes' })).toHaveCount(0)
})
