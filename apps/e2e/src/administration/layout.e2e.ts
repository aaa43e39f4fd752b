import { expect } from '@playwright/test'
import { expectReadable } from '../support/layout.ts'
import { test } from '../support/test.ts'

const pages = [
  ['/admin/organizations', 'Organizations'],
  ['/admin/groups', 'Groups'],
  ['/admin/people', 'People'],
  ['/admin/tokens', 'Access tokens'],
  ['/admin/apps', 'Apps'],
  ['/admin/activity', 'Activity'],
  ['/admin/portfolios', 'Portfolios'],
  ['/admin/reports', 'Report cache'],
  ['/admin/deletions', 'Deleted documents'],
  ['/admin/jobs', 'Jobs'],
  ['/admin/audit', 'Audit trail'],
  ['/activity', 'Activity'],
  ['/profile', 'Gwen Godmode'],
] as const

for (const theme of ['light', 'dark'] as const)
  test(`administration, activity and profile fit phones and desktops and are accessible in the ${theme} theme`, async ({
    openAs,
  }) => {
    const page = await openAs('godmode')
    await page.evaluate((name) => localStorage.setItem('auspex.theme', name), theme)
    for (const [address, heading] of pages)
      for (const width of [360, 1440]) {
        await page.setViewportSize({ width, height: 860 })
        await page.goto(address)
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
        await expect(page.locator('html')).toHaveCSS('color-scheme', theme)
        await expectReadable(page, `${address} at ${width} px`)
      }
  })
