import { expect, type Page } from '@playwright/test'
import { openReport } from '../support/search.ts'
import { changeTokens } from '../support/session-storage.ts'
import { expectSignedIn, expectSignInPage, signIn, submitSignIn } from '../support/sign-in-page.ts'
import { findPerson } from '../support/people.ts'
import { test } from '../support/test.ts'

/** Ends the session as an administrator would, sends the typed text, and signs in again. */
async function sendWithEndedSession(page: Page, send: () => Promise<void>): Promise<void> {
  await changeTokens(page, { access_token: 'ended', refresh_token: 'ended' })
  await page.context().clearCookies()
  await send()
  await expectSignInPage(page)
  await submitSignIn(page, findPerson('member'))
  await expectSignedIn(page)
}

test('the title of a new story survives an expired session', async ({ page }) => {
  await signIn(page, { address: '/stories?new=1' })
  const title = page.getByRole('textbox', { name: 'Title of the story' })
  await title.fill('What the session took')
  await sendWithEndedSession(page, () => title.press('Enter'))
  await expect(title).toHaveValue('What the session took')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.goto('/stories?new=1')
  await expect(title).toHaveValue('')
})

test('the name of a new portfolio to save in survives an expired session', async ({ page }) => {
  await signIn(page)
  await openReport(page, 'oat milk')
  const name = page.getByRole('textbox', { name: 'Name of the portfolio' })
  const newPortfolio = page.getByRole('button', { name: 'New portfolio' })
  const open = async () => {
    await page.getByRole('button', { name: 'More about this report' }).click()
    await page.getByRole('menuitem', { name: 'Choose a portfolio' }).click()
  }
  await open()
  await expect(name.or(newPortfolio)).toBeVisible()
  if (await newPortfolio.isVisible()) await newPortfolio.click()
  await name.fill('Kept for later')
  await sendWithEndedSession(page, () => name.press('Enter'))
  await open()
  await expect(name).toHaveValue('Kept for later')
})
