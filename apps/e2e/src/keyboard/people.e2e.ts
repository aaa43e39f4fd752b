import { expect } from '@playwright/test'
import { useKeyboardAlone } from '../support/keyboard.ts'
import { names } from '../support/people.ts'
import { openReport } from '../support/search.ts'
import { test } from '../support/test.ts'

const run = Date.now().toString(36)

test('a signal is sent to a colleague and watched', async ({ openAs }) => {
  // colleagues are only known once they have signed in
  await openAs('godmode')
  const page = await openAs('member')
  await openReport(page, 'heat pumps')
  const keys = await useKeyboardAlone(page)

  await test.step('send to a colleague', async () => {
    await keys.open(page.getByRole('button', { name: 'Share' }))
    await keys.open(page.getByRole('menuitem', { name: 'Send to a colleague' }), { arrows: true })
    const dialog = page.getByRole('dialog', { name: /^Send/ })
    await keys.goTo(dialog.getByRole('combobox', { name: 'To' }))
    await keys.type('Gwen')
    await expect(page.getByRole('option', { name: names.godmode })).toBeVisible()
    await keys.press('ArrowDown', 'Enter')
    await keys.goTo(dialog.getByRole('textbox', { name: /^Message/ }))
    await keys.type('Look at the last month')
    await keys.open(dialog.getByRole('button', { name: 'Send' }))
    await expect(dialog.getByRole('status')).toContainText(`Sent to ${names.godmode}`)
    await expect(dialog.getByRole('button', { name: 'Done' })).toBeFocused()
    await keys.press('Enter')
    await expect(page.getByRole('button', { name: 'Share' })).toBeFocused()
  })

  await test.step('watch with a monitor', async () => {
    await keys.open(page.getByRole('button', { name: 'More about this report' }))
    await keys.open(page.getByRole('menuitem', { name: 'Monitor this' }), { arrows: true })
    await expect(page.getByRole('status').getByRole('heading', { level: 3 })).toHaveText(
      /Would (?:not )?have alerted you/,
    )
    await keys.goTo(page.getByRole('combobox', { name: 'Alert me when' }))
    await keys.press('Enter')
    const option = page.getByRole('option', { name: 'Documents go above a number' })
    await expect(option).toBeVisible()
    for (let step = 0; step < 10 && (await option.getAttribute('data-combobox-selected')) === null; step += 1)
      await keys.press('ArrowDown')
    await keys.press('Enter')
    await keys.goTo(page.getByRole('textbox', { name: 'Documents' }))
    await keys.press('ControlOrMeta+a')
    await keys.type('12')
    await keys.open(page.getByRole('button', { name: 'Save monitor' }))
    const remove = page.getByRole('button', { name: /^Delete the monitor for heat pumps: More than 12 documents/ })
    await keys.open(remove)
    await expect(remove).toHaveCount(0)
    await keys.press('g', 'h')
  })
})

test('an administrator creates a person, disables their access and restores it', async ({ openAs }) => {
  const page = await openAs('godmode', '/admin/people')
  const keys = await useKeyboardAlone(page)
  const name = `Ida ${run}`

  await test.step('invite', async () => {
    await keys.open(page.getByRole('button', { name: 'New person' }))
    const dialog = page.getByRole('dialog', { name: 'New person' })
    await keys.goTo(dialog.getByRole('textbox', { name: 'First name' }))
    await keys.type('Ida')
    await keys.goTo(dialog.getByRole('textbox', { name: 'Last name' }))
    await keys.type(run)
    await keys.goTo(dialog.getByRole('textbox', { name: 'Email address' }))
    await keys.type(`ida.${run}@example.org`)
    await keys.goTo(dialog.getByRole('combobox', { name: 'Organization' }))
    await keys.press('ArrowDown')
    await expect(page.getByRole('option').first()).toBeVisible()
    await keys.press('ArrowDown', 'Enter')
    await keys.open(dialog.getByRole('button', { name: 'Create person' }))
    await expect(page.getByText(`${name} was created.`, { exact: false })).toBeVisible()
  })

  await test.step('disable and enable', async () => {
    await keys.goTo(
      page
        .getByRole('searchbox')
        .or(page.getByRole('textbox', { name: /Find|Search/ }))
        .first(),
    )
    await keys.type(run)
    await expect(page.getByRole('row')).toHaveCount(2)
    for (const [item, button, words] of [
      ['Disable…', `Disable ${name}`, `${name} is disabled and has no access.`],
      ['Enable again…', `Enable ${name}`, `${name} has access again.`],
    ] as const) {
      await keys.open(page.getByRole('button', { name: `More for ${name}` }))
      await keys.goTo(page.getByRole('menuitem', { name: item }), { arrows: true })
      await keys.press('Enter')
      await keys.open(page.getByRole('button', { name: button }))
      await expect(page.getByText(words)).toBeVisible()
    }
  })
})
