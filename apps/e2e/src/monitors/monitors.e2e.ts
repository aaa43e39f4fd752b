import { expect } from '@playwright/test'
import { expectReadable } from '../support/layout.ts'
import { names } from '../support/people.ts'
import { openReport } from '../support/search.ts'
import { test } from '../support/test.ts'

test(
  'a rule is tested on past data, saved, deleted and restored; a trend subscription is added',
  { tag: '@daily' },
  async ({ openAs }) => {
    const page = await openAs('member', '/monitors?term=electric+cars')
    const verdict = page.getByRole('status').getByRole('heading', { level: 3 })
    await expect(verdict).toHaveText(/Would (?:not )?have alerted you/)
    await page.getByRole('combobox', { name: 'Alert me when' }).click()
    await page.getByRole('option', { name: 'Documents go above a number' }).click()
    await page.getByRole('textbox', { name: 'Documents' }).fill('12')
    // how often it would have alerted depends on the demo corpus's day
    await expect(page.getByText('Limit 12')).toBeVisible()
    await expect(verdict).toHaveText(/Would (?:not )?have alerted you/)
    await expect(page.getByRole('img', { name: /electric cars, .* would have alerted you/ })).toBeVisible()
    await expectReadable(page, 'new monitor on a desktop')
    await page.getByRole('button', { name: 'Save monitor' }).click()

    const remove = page.getByRole('button', {
      name: 'Delete the monitor for electric cars: More than 12 documents in 7 days',
    })
    await remove.click()
    await expect(remove).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(remove).toBeVisible()

    await page.getByRole('form', { name: 'New trend subscription' }).getByRole('button', { name: 'Subscribe' }).click()
    await expect(page.getByRole('list', { name: 'Trend subscriptions' }).getByText(/^On Mondays · next/)).toBeVisible()

    // Leftovers would break the next run on the same server.
    await page.getByRole('button', { name: /^End the subscription to All trends/ }).click()
    await expect(page.getByText('the subscription has ended.')).toBeVisible()
    await remove.click()
    await expect(remove).toHaveCount(0)
  },
)

test('a monitor is edited, paused, tested on recent days, and sends a test message to the inbox', async ({
  openAs,
}) => {
  const page = await openAs('member', '/monitors?term=heat+pumps')
  await page.getByRole('button', { name: 'Save monitor' }).click()
  await page.getByRole('button', { name: /^Edit the monitor for heat pumps:/ }).click()
  const form = page.getByRole('form', { name: 'Change the monitor for heat pumps' })
  await form.getByRole('textbox', { name: 'Name (optional)' }).fill('Pumps are loud')
  await form.getByRole('combobox', { name: 'Alert me when' }).click()
  await page.getByRole('option', { name: 'Documents go above a number' }).click()
  await form.getByRole('textbox', { name: 'Documents' }).fill('12')
  await form.getByRole('button', { name: 'Save changes' }).click()
  const monitor = page.getByRole('listitem').filter({ hasText: 'Pumps are loud' })
  await expect(monitor.getByText(/More than 12 documents in 7 days/)).toBeVisible()
  await expect(monitor.getByRole('img', { name: /limit 12/ })).toBeVisible()

  await monitor.getByRole('button', { name: /^Pause the monitor for Pumps are loud:/ }).click()
  await expect(monitor.getByText('Paused')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(monitor.getByText('Paused')).toHaveCount(0)

  await monitor.getByRole('button', { name: /^More for the monitor for Pumps are loud:/ }).click()
  await page.getByRole('menuitem', { name: 'Test' }).click()
  await expect(monitor.getByText(/^It would have sent/)).toBeVisible()
  await monitor.getByRole('button', { name: 'Send a test alert' }).click()
  await expect(monitor.getByText('Inbox: delivered.')).toBeVisible()
  await expectReadable(page, 'a monitor that is tested')
  await page.goto('/inbox')
  await expect(page.getByRole('listitem').filter({ hasText: 'This is a test' }).first()).toBeVisible()

  // Leftovers would break the next run on the same server.
  await page.goto('/monitors')
  const remove = page.getByRole('button', { name: /^Delete the monitor for Pumps are loud/ })
  await remove.click()
  await expect(remove).toHaveCount(0)
})

test('a sent signal arrives unread in a colleague’s inbox', { tag: '@daily' }, async ({ openAs }) => {
  // Colleagues are only known once they have signed in.
  const colleague = await openAs('godmode')
  const page = await openAs('member')
  await openReport(page, 'electric cars')
  await page.getByRole('button', { name: 'More about this report' }).click()
  const monitor = page.getByRole('menuitem', { name: 'Monitor this' })
  await expect(monitor).toHaveAttribute('href', '/monitors?term=electric+cars')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('menuitem', { name: 'Send to a colleague' }).click()
  const dialog = page.getByRole('dialog', { name: /^Send/ })
  await dialog.getByRole('combobox', { name: 'To' }).click()
  await page.getByRole('option', { name: names.godmode }).click()
  await dialog.getByRole('textbox', { name: /^Message/ }).fill('Look at the last month')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByRole('status')).toHaveText(/^Sent to/)

  await colleague.goto('/inbox')
  // other journeys send her other topics
  const message = colleague.getByRole('listitem').filter({ hasText: 'electric carsFrom Mia Member' }).first()
  await expect(message.getByRole('img', { name: 'Unread' })).toBeVisible()
  await message.getByRole('button').click()
  await expect(message.getByRole('button', { name: 'Mark as unread' })).toBeVisible()
  await expect(message.getByRole('img', { name: 'Unread' })).toHaveCount(0)
  await expect(colleague.getByRole('link', { name: 'Open the signal' }).first()).toHaveAttribute(
    'href',
    /signals\/sig_/,
  )
  await colleague.setViewportSize({ width: 360, height: 780 })
  await expectReadable(colleague, 'inbox on a phone')
})
