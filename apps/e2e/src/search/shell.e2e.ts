import { expect } from '@playwright/test'
import { openReport } from '../support/search.ts'
import { test } from '../support/test.ts'

test('demo documents are labelled on every screen that shows them', async ({ openAs }) => {
  const page = await openAs('member')
  const banner = page.getByRole('note').filter({ hasText: 'Demo data.' })
  await expect(banner).toBeVisible()
  await openReport(page, 'oat milk')
  await expect(banner).toBeVisible()
  await expect(page.getByRole('main')).toContainText('The documents are made up for the demo.')
})

test('the theme is light by default, and the chosen theme persists', async ({ openAs }) => {
  const page = await openAs('member')
  const root = page.locator('html')
  await expect(root).toHaveCSS('color-scheme', 'light')
  await page.getByRole('button', { name: 'Account of Mia Member' }).click()
  await page.getByRole('menuitem', { name: 'Dark theme' }).click()
  await expect(root).toHaveCSS('color-scheme', 'dark')
  await page.reload()
  await expect(root).toHaveCSS('color-scheme', 'dark')
  await page.getByRole('button', { name: 'Account of Mia Member' }).click()
  await expect(page.getByRole('menuitem', { name: 'Light theme' })).toBeVisible()
})
