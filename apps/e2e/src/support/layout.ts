import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** WCAG 2.2 AA, as far as a program can tell. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Checks that a loaded page is readable for everybody: no horizontal scrolling, and no violation that axe finds. */
export async function expectReadable(page: Page, name: string): Promise<void> {
  await expect(page.getByLabel(/^Loading/)).toHaveCount(0)
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
  expect.soft(scrollWidth, `${name} does not scroll sideways`).toBe(clientWidth)
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze()
  const failures = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
  expect.soft(failures, `${name} is accessible`).toEqual([])
}
