import { expect } from '@playwright/test'
import { expectReadable } from '../support/layout.ts'
import { expectLibraryRead, expectReport } from '../support/search.ts'
import { test } from '../support/test.ts'

test(
  'news is explored without a query: trends, a country, a category, headlines',
  { tag: '@daily' },
  async ({ openAs }) => {
    const page = await openAs('member')
    await expectLibraryRead(page)
    await page.getByRole('navigation').getByRole('link', { name: 'Explore', exact: true }).click()
    const main = page.getByRole('main')
    const why = /[\d,]+ (?:pieces?|posts?|articles?) in \d+ days/
    // no growth of the demo corpus's terms is certain within four weeks, so a longer window is shown first
    await expect(main.getByText(/^Nothing clearly grew in 28( or 90)? days\./)).toBeVisible()
    await expect(
      main.getByRole('list', { name: 'Clearly growing' }).getByRole('link', { name: why }).first(),
    ).toBeVisible()
    await main.getByRole('radio', { name: '28 days' }).click({ force: true })
    await expect(main.getByRole('heading', { name: 'Nothing is clearly growing' })).toBeVisible()
    await main.getByRole('switch', { name: /^Show changes that may be chance/ }).click()
    await expect(
      main.getByRole('list', { name: 'May be chance' }).getByRole('link', { name: why }).first(),
    ).toBeVisible()
    await main
      .getByRole('button', { name: /^What is said about / })
      .first()
      .click()
    await expect(main.getByRole('region', { name: /^What is said about / })).toContainText(/Compiled from \d+ claims/)
    await expectReadable(page, 'trends')

    const country = main.getByRole('combobox', { name: 'Country' })
    await country.click()
    await page.getByRole('option').first().click()
    await expect(page).toHaveURL(/[?&]geo=[A-Z]{2}/)
    await expect(main.getByRole('heading', { name: /^Growing topics in / })).toBeVisible()

    const category = main.getByRole('combobox', { name: 'Category' })
    await category.click()
    await page.getByRole('option', { name: 'Food and drink' }).click()
    await expect(page).toHaveURL(/[?&]category=/)
    await expect(main.getByRole('heading', { name: /^Food and drink in / })).toBeVisible()
    await expect(
      main.getByText(/(?:pieces?|posts?|articles?) in \d+ days|Nothing is clearly growing/).first(),
    ).toBeVisible()

    const views = main.getByRole('navigation', { name: 'What to explore' })
    await views.getByRole('link', { name: 'Industries' }).click()
    await expect(main.getByRole('heading', { name: 'Industries' })).toBeVisible()
    await expect(main.getByRole('list', { name: /^Categories of / }).first()).toBeVisible()
    await expectReadable(page, 'industries')

    await views.getByRole('link', { name: 'Categories' }).click()
    await main.getByRole('link', { name: 'Food and drink' }).click()
    await expect(main.getByRole('heading', { name: 'Food and drink' })).toBeVisible()
    await expect(main.getByRole('link', { name: why }).first()).toBeVisible()
    await page.setViewportSize({ width: 360, height: 780 })
    await expectReadable(page, 'category on a phone')

    await views.getByRole('link', { name: 'Headlines' }).click()
    await expect(
      main.getByText(/outlets? tells? it in|carried by \d+ outlets in|Nothing was covered twice/).first(),
    ).toBeVisible()
    await expectReadable(page, 'headlines on a phone')
  },
)

test(
  'a misspelt topic leads to the known one, explains why, and can be searched as typed',
  { tag: '@daily' },
  async ({ openAs }) => {
    const page = await openAs('member')
    await expectLibraryRead(page)
    await page.goto('/search?term=oat+mlik')
    await expectReport(page, 'oat milk')
    const notice = page.getByRole('complementary', { name: 'Another wording is shown' })
    await expect(notice).toContainText('nearly the same letters')
    await expectReadable(page, 'report of another wording')
    await notice.getByRole('link', { name: 'Search for “oat mlik” instead' }).click()
    await expect(page).toHaveURL(/term=oat\+mlik&exactly=1/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('oat mlik')
    await expect(page.getByRole('complementary', { name: 'Another wording is shown' })).toHaveCount(0)
  },
)

test('a topic is looked up while typing, and its report opens', async ({ openAs }) => {
  const page = await openAs('member', '/trends')
  await expectLibraryRead(page)
  const main = page.getByRole('main')
  await main.getByRole('textbox', { name: 'Topic, name or headline' }).fill('oat mi')
  const option = page.getByRole('option', { name: /oat milk/i }).first()
  await expect(option).toBeVisible()
  await option.click()
  await expectReport(page, 'oat milk')
})
