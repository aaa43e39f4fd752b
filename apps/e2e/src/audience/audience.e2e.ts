import { AxeBuilder } from '@axe-core/playwright'
import { expect } from '@playwright/test'
import { documentsPanel, openReport, openTab } from '../support/search.ts'
import { test } from '../support/test.ts'

test('a report estimates its audience, cites the source of every figure and shows what else its authors write about', async ({
  openAs,
}) => {
  const page = await openAs('member')
  await openReport(page, 'oat milk')
  await openTab(page, 'Who')
  const audience = page.getByRole('region', { name: 'Audience' })
  await audience.getByRole('button', { name: 'Estimate the audience' }).click()
  await expect(audience.getByRole('img', { name: /^People of 18 and older, everywhere who may be/ })).toBeVisible()

  await audience.getByLabel('Country').first().fill('Sweden')
  await page.getByRole('option', { name: 'Sweden' }).click()
  await audience.getByLabel('Age to').fill('24')
  await audience.getByLabel('Age to').press('Enter')
  await expect(audience.getByRole('img', { name: /^People of 18 to 24, Sweden/ })).toBeVisible()
  await audience.getByRole('button', { name: 'People who may be interested: show as table' }).click()
  const table = audience.getByRole('table', { name: 'Every figure and its source' })
  await expect(table.getByRole('row', { name: /People of 15 to 19.*40% of it counts/ })).toBeVisible()
  await expect(table.getByRole('link', { name: /World Population Prospects 2019, 2020/ }).first()).toHaveAttribute(
    'href',
    'https://population.un.org/wpp/',
  )
  const interests = audience.getByRole('table', { name: /also write about$/ })
  await expect(interests.getByRole('row').nth(1)).toBeVisible()
  // Other journeys check the page around it completely.
  const { violations } = await new AxeBuilder({ page })
    .include('#audience')
    .withTags(['wcag2a', 'wcag2aa', 'wcag22aa'])
    .analyze()
  expect(violations).toEqual([])

  await table
    .getByRole('link', { name: /^Open [\d.]+%: the documents of/ })
    .first()
    .click()
  await expect(documentsPanel(page, 'oat milk')).toBeVisible()
})
