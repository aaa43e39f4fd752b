import { expect, type Page, type Route } from '@playwright/test'

/** The heading of a topic's report, in the letter case of the first search. */
function reportHeading(page: Page, topic: string) {
  return page.getByRole('main').getByRole('heading', { name: new RegExp(`^${topic}$`, 'i'), level: 1 })
}

/** Presses the search form's button; a new user's first task has a button of the same name. */
export async function pressSearch(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('search').getByRole('button', { name: 'Search', exact: true }).click()
}

/** Searches for a topic by address and waits for its report. */
export async function openReport(page: Page, topic: string): Promise<void> {
  await page.goto(`/search?${new URLSearchParams({ term: topic })}`)
  await expectReport(page, topic)
}

/** Waits for the report of a topic. */
export async function expectReport(page: Page, topic: string): Promise<void> {
  await expect(page).toHaveURL(/\/signals\/sig_/)
  await expect(reportHeading(page, topic)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'In brief' })).toBeVisible()
}

/** Opens a part of a report and waits until it is loaded. */
export async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name, exact: true }).click()
  await expect(page.getByRole('tabpanel', { name, exact: true })).toBeVisible()
  // The content of a tab is loaded when it is first opened.
  await expect(page.getByRole('group', { name: 'Loading this part' })).toHaveCount(0)
}

/** The panel next to a report that lists the documents behind a number. */
export function documentsPanel(page: Page, topic: string) {
  return page.getByRole('dialog', { name: `Documents about ${topic}` })
}

/**
 * Delays the status of a running search until the returned function is called: a search over the demo corpus ends at once, sometimes
 * before the response to its start, and then its first response is shown as it was a moment earlier.
 */
export async function delaySearch(page: Page): Promise<() => Promise<void>> {
  await page.route('**/api/explore/topicQuery', async (route) => {
    const response = await route.fetch()
    const search = await response.json()
    const isOver = search.status === 'complete'
    await route.fulfill({
      response,
      ...(isOver && { json: { ...search, status: 'running', matched: null, finishedAt: null } }),
    })
  })
  const address = '**/api/explore/getQueryStatus'
  const routes: Route[] = []
  let isHeld = true
  await page.route(address, async (route) => {
    if (isHeld) routes.push(route)
    else await route.continue()
  })
  return async () => {
    isHeld = false
    await Promise.all(routes.splice(0).map((route) => route.continue()))
  }
}

/** A number as the product displays it: "1,204" is 1204. */
export function toNumber(text: string | null): number {
  return Number((text ?? '').replaceAll(/[^\d.]/g, '') || Number.NaN)
}

/** Maximum milliseconds that a busy machine needs to find the names in the demo corpus. */
const enrichmentLimitMs = 120_000

/** Waits until the names in a new library's documents have been found, which suggestions are based on. */
export async function expectLibraryRead(page: Page): Promise<void> {
  await expect
    .poll(async () => (await page.request.get('/api/health/getStatus')).json(), { timeout: enrichmentLimitMs })
    .toMatchObject({ status: 'ok', enrichment: { pending: 0 } })
}
