import { expect, type Page } from '@playwright/test'
import { type Keyboard, useKeyboardAlone } from '../support/keyboard.ts'
import { expectReport } from '../support/search.ts'
import { test } from '../support/test.ts'

/** Avoids collisions with names from an earlier run on the same server. */
const run = Date.now().toString(36)

async function search(page: Page, keys: Keyboard, topic: string): Promise<void> {
  await keys.run('Home')
  await expect(page.getByRole('textbox', { name: 'Topic' })).toBeFocused()
  await keys.type(topic)
  await keys.press('Enter')
  await expectReport(page, topic)
}

/** Saves the open report into a new portfolio with this name. */
async function saveInto(page: Page, keys: Keyboard, portfolio: string): Promise<void> {
  await keys.run('Save to another portfolio')
  const dialog = page.getByRole('dialog')
  const name = dialog.getByRole('textbox', { name: 'Name of the portfolio' })
  const newPortfolio = dialog.getByRole('button', { name: 'New portfolio' })
  await expect(name.or(newPortfolio)).toBeVisible()
  if (await newPortfolio.isVisible()) await keys.open(newPortfolio)
  await keys.goTo(name)
  await keys.type(portfolio)
  await keys.press('Enter')
  await expect(page.getByText(/saved to/).last()).toBeVisible()
}

test('a topic is searched, its evidence read, the signal saved, and saved signals compared', async ({ openAs }) => {
  const page = await openAs('member')
  const keys = await useKeyboardAlone(page)

  await test.step('search', () => search(page, keys, 'electric cars'))

  await test.step('open evidence', async () => {
    await keys.open(page.getByRole('link', { name: /^Open [\d,]+ documents$/ }).first())
    const panel = page.getByRole('dialog', { name: 'Documents about electric cars' })
    await expect(panel.getByRole('article').first()).toBeVisible()
    await keys.press('j', 'o')
    const pane = panel.getByRole('region', { name: 'Reading pane' })
    await expect(pane.getByRole('article')).toBeVisible()
    await keys.press('Escape')
    await expect(pane).toBeHidden()
    await keys.press('Escape')
    await expect(panel).toBeHidden()
  })

  await test.step('save to a portfolio', () => saveInto(page, keys, `Mobility ${run}`))

  await test.step('compare', async () => {
    await search(page, keys, 'heat pumps')
    await keys.press('s')
    await expect(page.getByText(/“heat pumps” saved to/)).toBeVisible()
    await keys.press('g', 'p')
    await keys.open(page.getByRole('link', { name: `Mobility ${run}`, exact: true }))
    await keys.goTo(page.getByRole('checkbox', { name: 'Select all' }))
    await keys.press('Space')
    await keys.open(page.getByRole('region', { name: 'Selected trends' }).getByRole('link', { name: 'Compare' }))
    await expect(page.getByRole('list', { name: 'Compared signals' }).getByRole('listitem')).toHaveCount(2)
  })

  await test.step('undo a deletion', async () => {
    await keys.press('g', 'p')
    const portfolio = page.getByRole('link', { name: `Mobility ${run}`, exact: true })
    await keys.open(page.getByRole('button', { name: `More for Mobility ${run}` }))
    await keys.goTo(page.getByRole('menuitem', { name: 'Delete' }), { arrows: true })
    await keys.press('Enter')
    await expect(portfolio).toHaveCount(0)
    await keys.press('z')
    await expect(portfolio).toBeVisible()
    // without waiting for undo: leaving the page sends it
    await keys.open(page.getByRole('button', { name: `More for Mobility ${run}` }))
    await keys.goTo(page.getByRole('menuitem', { name: 'Delete' }), { arrows: true })
    await keys.press('Enter')
    await expect(portfolio).toHaveCount(0)
  })
})

test('a project is created, and the palette opens every page', async ({ openAs }) => {
  const page = await openAs('member')
  const keys = await useKeyboardAlone(page)

  await test.step('palette', async () => {
    for (const [command, heading] of [
      ['Portfolios', 'Portfolios'],
      ['Monitors', 'Monitors'],
      ['Sources', 'Sources'],
      ['Projects', 'Projects'],
    ] as const) {
      await keys.run(command)
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    }
    await keys.press('?')
    await expect(page.getByRole('dialog')).toBeVisible()
    await keys.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('create a project', async () => {
    await keys.open(page.getByRole('button', { name: 'New project' }))
    await keys.goTo(page.getByRole('dialog').getByRole('textbox', { name: 'Name' }))
    await keys.type(`Launch ${run}`)
    await keys.press('Enter')
    await expect(page.getByRole('heading', { name: `Launch ${run}`, level: 1 })).toBeVisible()
    await keys.open(page.getByRole('button', { name: 'More for this project' }))
    await keys.goTo(page.getByRole('menuitem', { name: 'Delete' }), { arrows: true })
    await keys.press('Enter')
    await expect(page.getByText(/deleted/)).toBeVisible()
  })
})
