import { expect } from '@playwright/test'
import { documentsPanel, openReport, toNumber } from '../support/search.ts'
import { test } from '../support/test.ts'

test('documents of one tone are listed by kind, and the counts add up', async ({ openAs }) => {
  const page = await openAs('member')
  await openReport(page, 'oat milk')
  const count = async (search: string) => {
    await page.goto(`${new URL(page.url()).pathname}?${search}&tone=negative&since=2026-01-01`)
    const countLabel = documentsPanel(page, 'oat milk')
      .getByText(/^[\d,]+ documents?/)
      .first()
    await expect(countLabel).toBeVisible()
    return toNumber(/^[\d,]+/.exec(await countLabel.innerText())?.[0] ?? null)
  }
  const all = await count('docs=all')
  const articles = await count('docs=all&kind=article')
  const chatter = await count('docs=chatter')
  expect(all).toBeGreaterThan(0)
  expect(articles + chatter).toBeLessThanOrEqual(all)
  expect(articles).toBeGreaterThan(0)
  expect(chatter).toBeGreaterThan(0)
})
