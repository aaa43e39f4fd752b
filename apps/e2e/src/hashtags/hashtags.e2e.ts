import { expect } from '@playwright/test'
import { expectReadable } from '../support/layout.ts'
import { test } from '../support/test.ts'

test('a keyboard user opens a hashtag from the list, with its trend, videos and creators', async ({ openAs }) => {
  const page = await openAs('member', '/trends')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Explore' })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('v')
  await expect(main.getByRole('table', { name: 'Stored hashtags' })).toBeVisible()
  await expectReadable(page, 'hashtags')
  await main.getByRole('textbox', { name: 'Open a hashtag' }).fill('#Matcha')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/hashtags\/matcha/)
  await expect(main.getByText('Made-up videos.')).toBeVisible()
  await main.getByRole('radio', { name: '4 months' }).press('ArrowRight')
  await main.getByRole('radio', { name: '4 months' }).check()
  await expect(main.getByRole('heading', { name: /#matcha grew/ })).toBeVisible()
  await expect(main.getByRole('list', { name: 'Related hashtags' })).toContainText('#matchalatte')
  await expectReadable(page, 'hashtag')
  await main.getByRole('radio', { name: 'Typical' }).check()
  await expect(page).toHaveURL(/videos=typical/)
  await expect(
    main
      .getByRole('table', { name: 'Videos' })
      .getByText(/· typical/)
      .first(),
  ).toBeVisible()
  await main.getByRole('textbox', { name: 'Compare with' }).fill('oatmilk')
  await page.keyboard.press('Enter')
  await expect(main.getByRole('slider', { name: /Share of all videos of #matcha, #oatmilk/ })).toBeVisible()
  await expectReadable(page, 'hashtag beside another one')
  await page.setViewportSize({ width: 360, height: 780 })
  await expectReadable(page, 'hashtag on a phone')
  await page.evaluate(() => localStorage.setItem('auspex.theme', 'dark'))
  await page.reload()
  await expect(page.locator(':root')).toHaveCSS('color-scheme', 'dark')
  await expect(main.getByRole('slider', { name: /Share of all videos of #matcha, #oatmilk/ })).toBeVisible()
  await expectReadable(page, 'hashtag on a phone in the dark')
  await page.setViewportSize({ width: 1440, height: 900 })
  await expectReadable(page, 'hashtag in the dark')
})

test('an unknown hashtag says so and what to do', async ({ openAs }) => {
  const page = await openAs('member', '/hashtags/nobodyhasthis')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: /Nothing found with #nobodyhasthis/ })).toBeVisible()
  await expectReadable(page, 'a hashtag that nobody has')
  await main.getByRole('link', { name: 'Look at four months' }).click()
  await expect(page).toHaveURL(/period=120/)
})

test('importing a file lists rejected lines, replaces the demo data, and can be undone by deleting it', async ({
  openAs,
}) => {
  const page = await openAs('godmode', '/hashtags')
  const main = page.getByRole('main')
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const lines = Array.from({ length: 30 }, (_, index) =>
    JSON.stringify({
      id: `own-${index}`,
      time: `${day}T10:00:00Z`,
      text: 'Our own video #ourlaunch',
      hashtags: index < 10 ? ['ourlaunch'] : ['other'],
      author: `maker${index % 5}`,
      country: 'NO',
      plays: 1000 + index,
      likes: 50,
    }),
  )
  await page.locator('input[type="file"]').setInputFiles({
    name: 'own.jsonl',
    mimeType: 'application/x-ndjson',
    buffer: Buffer.from([...lines, 'no video'].join('\n')),
  })
  await expect(main.getByText('own.jsonl: 30 new videos, 0 renewed, 1 line refused.')).toBeVisible()
  await expect(main.getByRole('list', { name: 'Refused lines' })).toContainText('Line 31: the line is no JSON object')
  await expect(main.getByRole('link', { name: '#ourlaunch' })).toBeVisible()
  await expect(main.getByRole('link', { name: '#matcha', exact: true })).toBeHidden()
  await expectReadable(page, 'imported files')
  await main.getByRole('link', { name: '#ourlaunch' }).click()
  await expect(main.getByText(/of 30 videos/)).toBeVisible()
  await expect(main.getByText('Made-up videos.')).toBeHidden()
  await page.goBack()
  await main.getByRole('button', { name: 'Delete own.jsonl with its videos' }).click()
  await expect(main.getByRole('list', { name: 'Imported files' })).toBeHidden()
  await expect(main.getByRole('link', { name: '#matcha', exact: true })).toBeVisible()
})
