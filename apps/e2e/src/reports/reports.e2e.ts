import { expect, type Page } from '@playwright/test'
import { expectReadableEverywhere } from '../support/layout.ts'
import { openReport } from '../support/search.ts'
import { requireTokens } from '../support/session-storage.ts'
import { test } from '../support/test.ts'

const text = (page: Page) => page.getByRole('textbox', { name: 'Text of the report' })
const title = (page: Page) => page.getByRole('textbox', { name: 'Title of the report' })
const savedNote = (page: Page) => page.getByText('Saved', { exact: true })

const writeReport = async (page: Page, name: string, reportText: string): Promise<void> => {
  await page.goto('/reports/new')
  await title(page).fill(name)
  await text(page).click()
  await page.keyboard.type(reportText)
  await page.keyboard.press('Control+s')
  await expect(page).toHaveURL(/\/reports\/rp_/)
  await expect(savedNote(page)).toBeVisible()
}

/** Leftovers would break the next run on the same server. */
const deleteReport = async (page: Page, name: string): Promise<void> => {
  await page.goto('/reports')
  await page.getByRole('button', { name: `More for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('link', { name })).toHaveCount(0)
}

test('a report with a number from a signal is written, survives a reload, is exported, deleted and restored', async ({
  openAs,
}) => {
  const page = await openAs('member')
  await openReport(page, 'electric cars')
  await writeReport(page, 'Cars in Brief', '## What we see\nDrivers **decide** today.\n- first\n')
  await page.keyboard.type('second')
  await page.getByRole('button', { name: 'Insert what a signal shows' }).click()
  await page.getByRole('button', { name: 'Insert', exact: true }).click()
  const block = page.getByRole('figure')
  await expect(block.getByText('electric cars')).toBeVisible()
  await page.getByRole('button', { name: 'Freeze', exact: true }).click()
  await expect(block.getByText(/^Frozen: values of/)).toBeVisible()
  await expect(page.getByText('Not saved yet; kept in this browser')).toBeVisible()
  await expectReadableEverywhere(page, 'a report')

  await page.reload()
  await expect(page.getByText('Your unsaved text from last time was restored.')).toBeVisible()
  await expect(page.getByRole('figure').getByText(/^Frozen: values of/)).toBeVisible()
  await expect(text(page).getByRole('heading', { name: 'What we see' })).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(savedNote(page)).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: /^Word/ }).click()
  expect((await download).suggestedFilename()).toBe('Cars-in-Brief.docx')

  await page.getByRole('button', { name: 'More for this report' }).click()
  await page.getByRole('menuitem', { name: 'Version history' }).click()
  await page.getByRole('button', { name: /^First saved/ }).click()
  await expectReadableEverywhere(page, 'the versions of a report')
  await page.getByRole('button', { name: 'Restore this version' }).click()
  await expect(page.getByRole('figure')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByRole('figure')).toHaveCount(1)

  await page.getByRole('button', { name: 'More for this report' }).click()
  await page.getByRole('menuitem', { name: 'Summary' }).click()
  await expect(page.getByRole('dialog', { name: /summary/i })).toBeVisible()
  await expectReadableEverywhere(page, 'the summary of a report')

  await deleteReport(page, 'Cars in Brief')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Cars in Brief' })).toBeVisible()
  await expectReadableEverywhere(page, 'the list of reports')
  await deleteReport(page, 'Cars in Brief')
})

test('two tabs edit one report: both texts are shown, and the merged text is saved', async ({ openAs }) => {
  const page = await openAs('member')
  await writeReport(page, 'Two Hands', 'One.\nTwo.\nThree.')
  const other = await page.context().newPage()
  await other.goto(page.url())
  await text(other).click()
  await other.keyboard.press('Control+End')
  await other.keyboard.type(' From the other tab.')
  await other.keyboard.press('Control+s')
  await expect(savedNote(other)).toBeVisible()

  await text(page).click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('From here. ')
  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog', { name: 'This report was changed elsewhere while you were writing' })
  await expect(dialog.getByRole('region', { name: 'Yours' })).toContainText('From here. One.')
  await expect(dialog.getByRole('region', { name: 'Stored now' })).toContainText('From the other tab.')
  await expectReadableEverywhere(page, 'two versions of a report')
  await dialog.getByRole('button', { name: 'Keep both, merged' }).click()
  await expect(savedNote(page)).toBeVisible()
  await page.reload()
  await expect(text(page)).toContainText('From here. One.')
  await expect(text(page)).toContainText('From the other tab.')
  await deleteReport(page, 'Two Hands')
})

test('a passage requested from Zeus arrives as suggested edits that delete nothing, and a shared report shows its footnotes', async ({
  openAs,
}) => {
  const page = await openAs('member')
  await openReport(page, 'oat milk')
  await writeReport(page, 'Milk in Brief', 'We met the makers.')
  await page.getByRole('button', { name: 'Ask Zeus for a passage' }).click()
  await page.getByRole('textbox', { name: 'What should Zeus write about?' }).fill('What changed in oat milk?')
  await expectReadableEverywhere(page, 'a question for a passage')
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  const suggested = page.getByRole('group', { name: 'Suggested edits' })
  await expect(suggested).toBeVisible()
  await expect(text(page).locator('del')).toHaveCount(0)
  await expect(text(page).locator('ins sup').first()).toBeVisible()
  await expect(text(page)).not.toContainText('[^')
  await expectReadableEverywhere(page, 'suggested edits with footnotes')
  await suggested.getByRole('button', { name: 'Accept all' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(savedNote(page)).toBeVisible()
  await expect(text(page)).toContainText('We met the makers.')
  await expect(page.getByRole('list', { name: 'Messages for this report' }).getByRole('listitem')).toHaveCount(1)

  const [, , reportId] = new URL(page.url()).pathname.split('/')
  const headers = { authorization: `Bearer ${(await requireTokens(page)).access_token}` }
  const data = { kind: 'report', itemId: reportId, access: 'anyone', expiresAt: null }
  const link = await page.request.post('/api/shareLinks', { data, headers })
  expect(link.ok(), await link.text()).toBe(true)
  await page.goto(`/shared/${((await link.json()) as { token: string }).token}`)
  await expect(page.getByRole('note', { name: 'Footnote 1', exact: true })).toBeVisible()
  await expectReadableEverywhere(page, 'a shared report')
  await deleteReport(page, 'Milk in Brief')
})
