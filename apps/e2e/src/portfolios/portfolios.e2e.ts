import { expect, type Page } from '@playwright/test'
import { expectReadable } from '../support/layout.ts'
import { openReport } from '../support/search.ts'
import { test } from '../support/test.ts'

/** The smallest valid picture: one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** Saves the report of a topic with a single key; the first time, with the name of a new portfolio. */
async function saveReport(page: Page, topic: string, newPortfolio?: string): Promise<void> {
  await openReport(page, topic)
  await page.keyboard.press('s')
  if (newPortfolio !== undefined) {
    const name = page.getByRole('textbox', { name: 'Name of the portfolio' })
    const another = page.getByRole('button', { name: 'New portfolio' })
    await expect(name.or(another)).toBeVisible()
    if (await another.isVisible()) await another.click()
    await name.fill(newPortfolio)
    await name.press('Enter')
  }
  await expect(page.getByText(new RegExp(`“${topic}” saved to`))).toBeVisible()
}

async function openPortfolio(page: Page, name: string): Promise<void> {
  await page.goto('/portfolios')
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}

/** Leftovers would break the next run on the same server. The deletion is sent when its undo expires, or when the page is left. */
async function deleteOpen(page: Page, noun: 'portfolio' | 'project'): Promise<void> {
  await page.getByRole('button', { name: `More for this ${noun}` }).click()
  const deletionRequest = page.waitForRequest((request) =>
    /\/(?:portfolio\/remove|project\/delete)/.test(request.url()),
  )
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText(/ deleted/)).toBeVisible()
  await deletionRequest
}

test('signals are saved with one key, compared, removed and restored', { tag: '@daily' }, async ({ openAs }) => {
  const page = await openAs('member')
  await saveReport(page, 'electric cars', 'Mobility of the journey')
  await saveReport(page, 'heat pumps')
  await page.getByRole('button', { name: 'Open', exact: true }).last().click()
  await expect(page.getByRole('heading', { name: 'Mobility of the journey', level: 1 })).toBeVisible()

  // a newly saved signal is measured automatically
  const cars = page.getByRole('row', { name: /electric cars/ })
  await expect(cars).toContainText('a day')
  await expect(page.getByRole('row', { name: /heat pumps/ })).toContainText('a day')
  await expectReadable(page, 'portfolio on a desktop')

  await page.getByRole('button', { name: 'Trend', exact: true }).click()
  await expect(page).toHaveURL(/sort=title/)
  await expect(page.getByRole('rowheader').first()).toContainText('electric cars')

  await page.getByRole('checkbox', { name: 'Select electric cars' }).check()
  await page.getByRole('region', { name: 'Selected trends' }).getByRole('button', { name: 'Remove' }).click()
  await expect(cars).toHaveCount(0)
  await page.keyboard.press('z')
  await expect(cars).toBeVisible()

  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await expectReadable(page, 'portfolio with chosen trends')
  await page.getByRole('region', { name: 'Selected trends' }).getByRole('link', { name: 'Compare' }).click()
  await expect(page).toHaveURL(/\/compare\?signals=sig_\w+,sig_\w+/)
  await expect(page.getByRole('list', { name: 'Compared signals' }).getByRole('listitem')).toHaveCount(2)

  await openPortfolio(page, 'Mobility of the journey')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('2 trends measured.')).toBeVisible()
  await page.getByText('Weeks', { exact: true }).click()
  const weeks = page.getByRole('table', { name: 'Documents a week of each trend' })
  await expect(weeks.getByRole('row', { name: /heat pumps/ })).toContainText(/\d/)
  await expectReadable(page, 'portfolio by week')

  await page.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Mobility, renamed')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Mobility, renamed', level: 1 })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Mobility, renamed', level: 1 })).toBeVisible()
  await deleteOpen(page, 'portfolio')
})

test('a portfolio’s picture is visible only to people who can see the portfolio', async ({ openAs }) => {
  const page = await openAs('member', '/portfolios?new=1')
  const dialog = page.getByRole('dialog', { name: 'New portfolio' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('With a picture')
  await dialog.locator('input[type=file]').setInputFiles({ name: 'pixel.png', mimeType: 'image/png', buffer: pixel })
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('heading', { name: 'With a picture', level: 1 })).toBeVisible()
  const picture = page.getByRole('main').locator('header img')
  await expect(picture).toHaveAttribute('src', /^blob:/)
  await page.reload()
  await expect(picture).toHaveJSProperty('complete', true)
  await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible()
  await deleteOpen(page, 'portfolio')
})

test('a picture can be added to a portfolio later, and one cover to all trends without one', async ({ openAs }) => {
  const page = await openAs('member')
  await saveReport(page, 'matcha', 'Pictured later')
  await openPortfolio(page, 'Pictured later')
  const menu = page.getByRole('button', { name: 'More for this portfolio' })
  const file = { name: 'pixel.png', mimeType: 'image/png', buffer: pixel }

  await menu.click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit the portfolio' })
  await form.locator('input[type=file]').setInputFiles(file)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toHaveCount(0)
  const picture = page.getByRole('main').locator('header img')
  await expect(picture).toHaveJSProperty('naturalWidth', 1)

  await menu.click()
  await page.getByRole('menuitem', { name: 'Cover for trends…' }).click()
  const cover = page.getByRole('dialog', { name: 'Cover for all trends without one' })
  await cover.locator('input[type=file]').setInputFiles(file)
  await cover.getByRole('button', { name: 'Save' }).click()
  await expect(cover).toHaveCount(0)
  const coverImage = page.getByRole('row', { name: /matcha/ }).locator('img')
  await expect(coverImage).toHaveJSProperty('naturalWidth', 1)

  await page.reload()
  await expect(picture).toHaveJSProperty('naturalWidth', 1)
  await expect(coverImage).toHaveJSProperty('naturalWidth', 1)
  await deleteOpen(page, 'portfolio')
})

test('two people who rename the same portfolio each see the other’s name', async ({ openAs }) => {
  const page = await openAs('member', '/portfolios?new=1')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Shared work')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Shared work', level: 1 })).toBeVisible()
  const rename = async (tab: Page, name: string) => {
    await tab.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
    await tab.keyboard.press('Enter')
  }
  const other = await page.context().newPage()
  await other.goto(page.url())
  await page.getByRole('button', { name: 'Rename' }).click()
  await other.getByRole('button', { name: 'Rename' }).click()
  await rename(other, 'Written first')
  await expect(other.getByRole('heading', { name: 'Written first', level: 1 })).toBeVisible()
  await rename(page, 'Written second')
  const conflict = page.getByRole('dialog', { name: 'Someone else changed this portfolio in the meantime' })
  await expect(conflict.getByRole('row', { name: /^Name/ })).toContainText('Written second')
  await expect(conflict.getByRole('row', { name: /^Name/ })).toContainText('Written first')
  await expectReadable(page, 'two versions of a portfolio')
  await conflict.getByRole('button', { name: 'Keep yours' }).click()
  await expect(page.getByRole('heading', { name: 'Written second', level: 1 })).toBeVisible()
  await other.close()
  await deleteOpen(page, 'portfolio')
})

test('a project groups portfolios and shows what moved in them', { tag: '@daily' }, async ({ openAs }) => {
  const page = await openAs('member')
  await saveReport(page, 'oat milk', 'First of two')
  await page.goto('/portfolios?new=1')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Second of two')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Second of two', level: 1 })).toBeVisible()

  await page.goto('/projects?new=1')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Spring Launch')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Spring Launch', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Add portfolios' }).click()
  await page.getByRole('checkbox', { name: /^First of two/ }).check()
  await page.getByRole('checkbox', { name: /^Second of two/ }).check()
  await page.getByRole('button', { name: 'Add 2 portfolios' }).click()

  await expect(page.getByRole('region', { name: 'What changed' })).toContainText('1 signal')
  await expect(page.getByRole('table', { name: 'Sources of the project' })).toContainText('Demo documents')
  const members = page.getByRole('list', { name: 'Portfolios of the project' }).getByRole('link')
  await expect(members).toHaveText(['First of two', 'Second of two'])
  await page.getByRole('button', { name: /^Order First of two/ }).press('ArrowDown')
  await expect(members).toHaveText(['Second of two', 'First of two'])
  await expectReadable(page, 'project on a desktop')
  await page.reload()
  await expect(members).toHaveText(['Second of two', 'First of two'])

  await deleteOpen(page, 'project')
  for (const name of ['First of two', 'Second of two']) {
    await openPortfolio(page, name)
    await deleteOpen(page, 'portfolio')
  }
})

for (const { device, viewport } of [
  { device: 'a phone', viewport: { width: 360, height: 780 } },
  { device: 'a desktop', viewport: { width: 1440, height: 900 } },
])
  for (const theme of ['light', 'dark'] as const)
    test(`portfolios and projects fit ${device} and are accessible in the ${theme} theme`, async ({ openAs }) => {
      const page = await openAs('member')
      await page.evaluate((chosen) => localStorage.setItem('auspex.theme', chosen), theme)
      await page.setViewportSize(viewport)
      // a unique name, because a deletion may still be waiting for its undo when the browser closes
      const title = `Looked at on ${device}, ${theme}`
      await saveReport(page, 'matcha', title)
      await expectReadable(page, 'report with a notice')
      for (const [address, name] of [
        ['/portfolios', 'Portfolios'],
        ['/projects', 'Projects'],
      ] as const) {
        await page.goto(address)
        await expect(page.locator('html')).toHaveCSS('color-scheme', theme)
        await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
        await expectReadable(page, name)
      }
      await openPortfolio(page, title)
      await expect(page.getByRole('row', { name: /matcha/ })).toContainText('a day')
      await expectReadable(page, 'portfolio')
      await page.getByText('Weeks', { exact: true }).click()
      await expect(page.getByRole('table', { name: 'Documents a week of each trend' })).toBeVisible()
      await expectReadable(page, 'portfolio by week')
      await deleteOpen(page, 'portfolio')
    })
