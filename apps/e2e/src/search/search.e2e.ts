import { expect } from '@playwright/test'
import { expectReadable } from '../support/layout.ts'
import { expectLibraryRead, expectReport, delaySearch, openReport, pressSearch } from '../support/search.ts'
import { test } from '../support/test.ts'

test(
  'a topic is searched by keyboard alone, with a suggestion, and the report opens without a reload',
  { tag: '@daily' },
  async ({ openAs }) => {
    const page = await openAs('member')
    await expectLibraryRead(page)
    const releaseSearch = await delaySearch(page)
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }))

    const topic = page.getByRole('search').getByRole('textbox', { name: 'Topic' })
    await expect(topic).toBeFocused()
    await page.keyboard.type('matc')
    const suggestion = page.getByRole('listbox', { name: 'Suggested topics' }).getByRole('option', { name: 'Matcha' })
    await expect(suggestion).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(topic).toHaveAttribute(
      'aria-activedescendant',
      (await suggestion.getAttribute('id')) ?? 'the suggestion',
    )
    await page.keyboard.press('Enter')

    await expect(page.getByRole('heading', { name: 'Matcha', level: 1 })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Sources' }).getByRole('listitem')).toContainText('Demo documents')
    await expect(page.getByRole('main').getByRole('status')).toContainText(/\d of 1 source answered/)
    await releaseSearch()
    await expectReport(page, 'Matcha')
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)

    // The finished search becomes the starting point of the next one, and Back returns to it.
    await page.goBack()
    await expect(
      page.getByRole('region', { name: 'Recent searches' }).getByRole('link', { name: /matcha/i }),
    ).toBeVisible()
  },
)

test('the filters of a search are in the URL and shown above the report', async ({ openAs }) => {
  const page = await openAs('member')
  await expectLibraryRead(page)
  await page.getByRole('textbox', { name: 'Topic' }).fill('padel')
  await page.getByRole('button', { name: 'Refine' }).click()
  await page.getByRole('combobox', { name: 'Country' }).fill('Spain')
  await page.getByRole('option', { name: 'Spain' }).click()
  await page.getByRole('textbox', { name: 'From' }).fill('2024-01-01')
  await page.getByRole('button', { name: 'Refine' }).click()
  await expect(page.getByRole('button', { name: 'Remove Spain' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove since 1 Jan 2024' })).toBeVisible()
  await pressSearch(page)
  await expect(page).toHaveURL(/[?&]geo=ES/)
  await expectReport(page, 'padel')
  const question = page.getByRole('group', { name: 'Question' })
  await expect(question.getByRole('button', { name: 'Spain. Change the place' })).toBeVisible()
  await expect(question.getByRole('button', { name: /^1 Jan 2024 – .* Change the days$/ })).toBeVisible()

  await page.goto('/?term=oat+milk')
  await page.getByRole('button', { name: 'Refine' }).click()
  await page.getByRole('combobox', { name: 'Mentions' }).fill('kest')
  await page.getByRole('option', { name: /^Name Kestrel & Finch/ }).click()
  await pressSearch(page)
  await expectReport(page, 'oat milk')
  await expect(page.getByRole('main')).toContainText('naming Kestrel & Finch')
})

test('a search needs a topic', async ({ openAs }) => {
  const page = await openAs('member')
  await pressSearch(page)
  await expect(page.getByRole('textbox', { name: 'Topic' })).toHaveAccessibleDescription('Enter a topic')
  await expect(page).toHaveURL(/\/$/)
})

test('cancelling a running search keeps its topic in the form', async ({ openAs }) => {
  const page = await openAs('member')
  await delaySearch(page)
  await page.goto('/search?term=salmon&force=1')
  await expect(page.getByRole('main').getByRole('status')).toContainText('0 of 1 source answered')
  const cancelled = page.waitForResponse(
    (response) => /cancel/i.test(response.url()) || response.request().method() === 'DELETE',
  )
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect((await cancelled).ok()).toBe(true)
  await expect(page.getByRole('textbox', { name: 'Topic' })).toHaveValue('salmon')
})

test('a topic with too few documents shows what was found and what would help', async ({ openAs }) => {
  const page = await openAs('member')
  await page.goto('/search?term=moss+lawns&geo=US')
  const title = 'Too few documents about “moss lawns from the United States”'
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(/\d documents? match(?:es)?\. A report needs at least 10/)
  await expect(page.getByRole('region', { name: 'What would help' }).getByRole('listitem').first()).toBeVisible()

  await page.getByRole('link', { name: 'Change the search' }).click()
  await expect(page.getByRole('textbox', { name: 'Topic' })).toHaveValue('moss lawns')
  await expect(page.getByRole('button', { name: 'Remove United States' })).toBeVisible()
})

test('Ctrl-K searches from anywhere', { tag: '@daily' }, async ({ openAs }) => {
  const page = await openAs('member')
  await openReport(page, 'board games')
  await page.keyboard.press('Control+K')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await expect(palette.getByRole('textbox', { name: 'Topic or command' })).toBeFocused()
  await page.keyboard.type('oat milk')
  await page.keyboard.press('Enter')
  await expect(palette).toBeHidden()
  await expectReport(page, 'oat milk')
})

test('several topics are measured at once, and those with enough documents can be compared', async ({ openAs }) => {
  const page = await openAs('member')
  await page.getByRole('button', { name: 'Refine' }).click()
  await page.getByRole('button', { name: 'Search several topics' }).click()
  await page.getByLabel('Topics, one per line').fill('padel\nmatcha\ntea AND (')
  await page.getByRole('button', { name: 'Measure' }).click()
  const table = page.getByRole('table', { name: 'Topics that were measured' })
  await expect(table.getByRole('row', { name: /padel/ })).toContainText(/Measured\d+/)
  await expect(table.getByRole('row', { name: /tea AND/ })).toContainText('Invalid query')
  await expectReadable(page, 'several topics')
  await page.getByRole('button', { name: 'Compare these 2' }).click()
  await expect(page).toHaveURL(/\/compare\?signals=sig_\w+(,|%2C)sig_/)
  await page.goBack()
  await expect(table.getByRole('link', { name: 'matcha' })).toBeVisible()
})
