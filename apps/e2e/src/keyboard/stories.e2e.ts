import { expect } from '@playwright/test'
import { useKeyboardAlone } from '../support/keyboard.ts'
import { openReport } from '../support/search.ts'
import { test } from '../support/test.ts'

const run = Date.now().toString(36)

test('a story gets cards in a new order, a link that is then revoked, and is exported as a file', async ({
  openAs,
}) => {
  const title = `Cars ${run}`
  const page = await openAs('member', '/stories?new=1')
  const keys = await useKeyboardAlone(page)
  const cards = page.getByRole('list', { name: 'Cards of the story' }).locator('> li')

  await test.step('add cards', async () => {
    await keys.goTo(page.getByRole('textbox', { name: 'Title of the story' }))
    await keys.type(title)
    await keys.press('Enter')
    await expect(page.getByText('This story has no cards yet.')).toBeVisible()
    await openReport(page, 'electric cars')
    await keys.press('a')
    const dialog = page.getByRole('dialog', { name: 'Add “electric cars” to a story' })
    await expect(dialog.getByRole('combobox', { name: 'Story' })).toHaveValue(title)
    for (const name of ['Documents a day', 'Growth']) {
      await keys.open(dialog.getByRole('button', { name: `Add ${name}`, exact: true }))
      await expect(dialog.getByRole('button', { name: `Undo: ${name}`, exact: true })).toBeVisible()
    }
    await keys.open(dialog.getByRole('link', { name: 'Open the story' }))
    await expect(cards).toHaveCount(2)
  })

  await test.step('put cards in another order', async () => {
    const last = await cards.last().getAttribute('aria-label')
    await keys.goTo(page.getByRole('button', { name: /^Move .*growth/i }))
    await keys.press('ArrowUp')
    await expect(page.getByText(/is now card 1 of 2/)).toHaveCount(1)
    if (last !== null) await expect(cards.first()).toHaveAttribute('aria-label', last)
    // the handle moves with its card
    await expect(page.getByRole('button', { name: /^Move .*growth/i })).toBeFocused()
  })

  await test.step('share', async () => {
    await keys.open(page.getByRole('button', { name: 'Share' }), { back: true })
    await keys.open(page.getByRole('dialog').getByRole('button', { name: 'Create a link' }))
    await expect(page.getByRole('textbox', { name: 'Address of the link' })).toHaveValue(/\/shared\//)
  })

  await test.step('revoke', async () => {
    const dialog = page.getByRole('dialog', { name: `Share “${title}”` })
    await keys.open(dialog.getByRole('button', { name: /^Revoke the link created/ }))
    await expect(dialog.getByRole('button', { name: 'Revoke the link', exact: true })).toBeFocused()
    await keys.press('Enter')
    await expect(dialog.getByRole('button', { name: /^Revoke the link created/ })).toHaveCount(0)
    // the focus is still in the dialog
    await expect(dialog.locator(':focus')).toHaveCount(1)
    await keys.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Share' })).toBeFocused()
  })

  await test.step('export', async () => {
    await keys.open(page.getByRole('button', { name: 'Export' }))
    const file = page.waitForEvent('download')
    await keys.goTo(page.getByRole('menuitem', { name: 'Web page' }), { arrows: true })
    await keys.press('Enter')
    expect((await file).suggestedFilename()).toMatch(/\.html$/)
  })

  await keys.press('g', 't')
  await keys.open(page.getByRole('button', { name: `More for ${title}` }))
  await keys.goTo(page.getByRole('menuitem', { name: 'Delete' }), { arrows: true })
  await keys.press('Enter')
  await expect(page.getByRole('link', { name: title })).toHaveCount(0)
  await keys.press('g', 'h')
})
