import { expect } from '@playwright/test'
import { expectReadable } from '../support/layout.ts'
import { expectLibraryRead } from '../support/search.ts'
import { test } from '../support/test.ts'

test('a keyboard user reads the news: an article, its story, and the mutes', { tag: '@daily' }, async ({ openAs }) => {
  // not on the home page, where keys go into the search field
  const page = await openAs('member', '/trends')
  await expectLibraryRead(page)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Explore' })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('n')
  const list = main.getByRole('list', { name: 'Articles' })
  await expect(list.getByRole('listitem').first()).toBeVisible()
  await expectReadable(page, 'news')
  await page.keyboard.press('j')
  await page.keyboard.press('o')
  const pane = main.getByRole('region', { name: 'Reading pane' })
  await expect(pane.getByRole('heading', { level: 2 })).toBeVisible()
  await expectReadable(page, 'an article of the news')
  const title = await pane.getByRole('heading', { level: 2 }).textContent()
  await page.keyboard.press('s')
  await expect(pane.getByRole('button', { name: 'Remove it from saved (S)' })).toBeVisible()
  await page.keyboard.press('j')
  await expect(pane.getByRole('heading', { level: 2 })).not.toHaveText(title ?? '')
  await page.keyboard.press('Escape')
  await main
    .getByRole('navigation', { name: 'Feeds' })
    .getByRole('link', { name: /^Saved/ })
    .click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list).toContainText(title ?? '')
  await page.setViewportSize({ width: 360, height: 780 })
  await expectReadable(page, 'news on a phone')
  await list.getByRole('button').first().click()
  await expectReadable(page, 'an article on a phone')
  await page.setViewportSize({ width: 1440, height: 900 })
  await pane.getByRole('button', { name: 'Remove it from saved (S)' }).click()
})

test('headlines are listed with their outlets, and each has its own page', async ({ openAs }) => {
  const page = await openAs('member', '/news?view=stories')
  const main = page.getByRole('main')
  const stories = main.getByRole('list', { name: 'Headlines' })
  await expect(stories.getByRole('listitem').first()).toBeVisible()
  await expectReadable(page, 'stories')
  const link = stories.getByRole('link').first()
  const title = await link.textContent()
  await link.press('Enter')
  await expect(main.getByRole('heading', { level: 1, name: title ?? '' })).toBeVisible()
  await expect(main.getByRole('list', { name: 'Articles' }).getByRole('listitem').first()).toBeVisible()
  await expectReadable(page, 'a story')
  await page.setViewportSize({ width: 360, height: 780 })
  await expectReadable(page, 'a story on a phone')
})

test('muting a word hides articles and says how many; unmuting shows them again', async ({ openAs }) => {
  const page = await openAs('member', '/news')
  const main = page.getByRole('main')
  const list = main.getByRole('list', { name: 'Articles' })
  const word = /\p{L}{6,}/u.exec(
    (await list.getByRole('listitem').first().innerText()).split('\n').slice(2).join(' '),
  )?.[0]
  await main.getByRole('button', { name: 'Mutes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mutes' })
  await dialog.getByLabel('Mute a word or phrase').fill(word ?? '')
  await dialog.getByRole('button', { name: 'Mute', exact: true }).click()
  await expect(dialog.getByRole('list', { name: 'Mutes' })).toContainText(`Word: ${word}`)
  await page.keyboard.press('Escape')
  await expect(main.getByText(/Mutes hide [1-9]/)).toBeVisible()
  await main.getByRole('button', { name: 'Which?' }).click()
  await main.getByRole('button', { name: 'Undo' }).click()
  await expect(main.getByText(/Mutes hide/)).toHaveCount(0)
})
