import { expect } from '@playwright/test'
import { test } from '../support/test.ts'

test('a banner shows while the connection is lost, and a page whose code failed to load opens once it is back', async ({
  openAs,
}) => {
  const page = await openAs('member', '/inbox')
  await expect(page.getByRole('heading', { name: 'Inbox', level: 1 })).toBeVisible()
  await page.context().setOffline(true)
  await expect(page.getByText('You can keep reading what has loaded')).toBeVisible()

  await page.getByRole('link', { name: 'Compare' }).click()
  await expect(page.getByRole('heading', { name: 'You are offline', level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()

  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: 'Compare signals', level: 1 })).toBeVisible()
  await expect(page.getByText('You can keep reading what has loaded')).toBeHidden()
})

test('a page whose code is missing says so, retries, and offers to reload', async ({ openAs }) => {
  const page = await openAs('member', '/inbox')
  await expect(page.getByRole('heading', { name: 'Inbox', level: 1 })).toBeVisible()
  let refused = 0
  await page.route(/\/assets\/sources-[^/]*\.js$/, (route) => {
    refused += 1
    return refused > 2 ? route.continue() : route.abort()
  })
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sources' }).click()
  await expect(page.getByRole('heading', { name: 'This page could not be loaded', level: 1 })).toBeVisible()
  await expect(page.getByText(/Trying again in \d+ seconds/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Sources', level: 1 })).toBeVisible({ timeout: 20_000 })
})
