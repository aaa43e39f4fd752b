import { expect } from '@playwright/test'
import { expectReadable } from '../support/layout.ts'
import { names } from '../support/people.ts'
import { openReport } from '../support/search.ts'
import { test } from '../support/test.ts'

test('a colleague who is mentioned finds the comment in the inbox, replies and resolves it', async ({ openAs }) => {
  // known as a colleague after the first sign-in
  const colleague = await openAs('godmode')
  const page = await openAs('member')
  await openReport(page, 'oat milk')
  await page.keyboard.press('c')
  const panel = page.getByRole('dialog', { name: 'Comments on oat milk' })
  const field = panel.getByRole('combobox', { name: 'New comment' })
  await expect(field).toBeFocused()
  await field.pressSequentially('Why did it peak? @gwen')
  await panel.getByRole('option', { name: names.godmode }).click()
  await field.press('Control+Enter')
  const comment = panel.getByRole('article').filter({ hasText: 'Why did it peak?' })
  await expect(comment.getByText(`@${names.godmode}`)).toBeVisible()
  await expectReadable(page, 'comments beside a report')
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(page.getByRole('button', { name: 'Comments, 1 open comment' })).toBeVisible()

  await colleague.goto('/inbox')
  const message = colleague.getByRole('button', { name: `${names.member} mentioned you: oat milk` }).first()
  await message.click()
  await colleague.getByRole('link', { name: 'Open the comment' }).click()
  await expect(colleague).toHaveURL(/\/signals\/sig_\w+\?comments=cm_/)
  const theirs = colleague.getByRole('dialog', { name: 'Comments on oat milk' })
  await colleague.setViewportSize({ width: 360, height: 780 })
  await theirs.getByRole('button', { name: 'Reply', exact: true }).click()
  await theirs.getByRole('combobox', { name: 'Reply' }).fill('A festival.')
  await expectReadable(colleague, 'comments on a phone')
  await theirs.getByRole('combobox', { name: 'Reply' }).press('Control+Enter')
  await expect(theirs.getByText('A festival.')).toBeVisible()
  await theirs.getByRole('button', { name: 'Resolve' }).click()
  await expect(theirs.getByText('No open comments')).toBeVisible()

  await page.goto('/comments')
  await page.getByRole('radio', { name: 'Resolved' }).check()
  const own = page.getByRole('list', { name: 'Comments' }).locator('> li').filter({ hasText: 'Why did it peak?' })
  await expect(own.getByText('A festival.')).toBeVisible()
  await expect(own.getByText(`${names.godmode} resolved this`)).toBeVisible()
  await expectReadable(page, 'the comments of a person')
  // leftovers would break the next run on the same server
  await own.getByRole('button', { name: 'Change this comment' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(own.getByText('This comment was deleted.')).toBeVisible()
})
