import { expect, type Page } from '@playwright/test'
import { expectReadable } from '../support/layout.ts'
import { openReport } from '../support/search.ts'
import { test } from '../support/test.ts'

const field = (page: Page) => page.getByRole('textbox', { name: 'Ask Zeus' })
const lastAnswer = (page: Page) => page.getByRole('article', { name: 'Answer of Zeus' }).last()

/** An answer that is whole, with a source at least. */
const expectAnswer = async (page: Page): Promise<void> => {
  await expect(lastAnswer(page)).toHaveAttribute('aria-busy', 'false')
  await expect(
    lastAnswer(page)
      .getByRole('button', { name: /^Source \d+: / })
      .first(),
  ).toBeVisible()
}

test('a report is asked about, and each claim opens what it stands on', async ({ openAs }) => {
  const page = await openAs('member')
  await openReport(page, 'oat milk')
  await page.getByRole('link', { name: 'Ask Zeus about this report' }).click()
  await page.getByRole('button', { name: 'What changed in oat milk, and why?' }).click()
  await expectAnswer(page)
  await expect(page).toHaveURL(/\/zeus\/th_/)

  await lastAnswer(page)
    .getByRole('button', { name: /^Source \d+: (?!“)/ })
    .first()
    .click()
  const source = page.getByRole('dialog', { name: /^Source \d+ of the answer$/ })
  await expect(source.getByText('Measured')).toBeVisible()
  await source.getByRole('button', { name: 'Close the source' }).click()
  await lastAnswer(page)
    .getByRole('button', { name: /^Source \d+: “/ })
    .first()
    .click()
  await expect(source.locator('mark')).toBeVisible()
  await source.getByRole('button', { name: 'Close the source' }).click()

  const words = await lastAnswer(page).innerText()
  await page.reload()
  await expectAnswer(page)
  expect((await lastAnswer(page).innerText()).slice(0, 200)).toBe(words.slice(0, 200))
})

test('an answer is written again, and both versions stay', async ({ openAs }) => {
  const page = await openAs('member', '/zeus')
  await field(page).fill('What changed in oat milk?')
  await page.keyboard.press('Enter')
  await expectAnswer(page)
  await lastAnswer(page).getByRole('button', { name: 'Write again', exact: true }).click()
  const versions = lastAnswer(page).getByRole('group', { name: 'Versions of the answer' })
  await expect(versions).toContainText('2 of 2')
  await versions.getByRole('button', { name: 'Earlier version of the answer' }).click()
  await expect(versions).toContainText('1 of 2')
})

test('nobody else finds a conversation', async ({ openAs }) => {
  const page = await openAs('member', '/zeus')
  await field(page).fill('What changed in oat milk?')
  await page.keyboard.press('Enter')
  await expectAnswer(page)
  const { pathname } = new URL(page.url())
  const stranger = await openAs('second-organization-member', pathname)
  await expect(stranger.getByRole('heading', { name: 'There is no such conversation' })).toBeVisible()
})

test('Zeus is readable on a phone and a desktop, in both themes', async ({ openAs }) => {
  const page = await openAs('member', '/zeus')
  for (const asked of [false, true]) {
    if (asked) {
      await field(page).fill('In what tone is oat milk spoken of, and who speaks?')
      await page.keyboard.press('Enter')
      await expectAnswer(page)
    }
    for (const theme of ['light', 'dark'] as const) {
      await page.evaluate((scheme) => {
        document.documentElement.dataset['mantineColorScheme'] = scheme
      }, theme)
      for (const width of [360, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await expectReadable(page, `${asked ? 'a conversation' : 'an empty one'}, ${theme}, ${width} pixels`)
      }
    }
  }
})
