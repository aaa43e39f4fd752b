import { expect, type Page, type Route } from '@playwright/test'

/** The heading of a topic's report, in the letter case of whoever searched it first. */
function reportHeading(page: Page, topic: string) {
  return page.getByRole('main').getByRole('heading', { name: new RegExp(`^${topic}$`, 'i'), level: 1 })
}

/** Presses the button of the search form; a newcomer's first task has one of the same name. */
export async function pressSearch(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('search').getByRole('button', { name: 'Search', exact: true }).click()
}

/** Searches a topic by its address and waits for its report. */
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

/** Opens a part of a report and waits for it. */
export async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name, exact: true }).click()
  await expect(page.getByRole('tabpanel', { name, exact: true })).toBeVisible()
  // What a tab holds is loaded when it is opened first.
  await expect(page.getByRole('group', { name: 'Loading this part' })).toHaveCount(0)
}

/** The panel beside a report that lists the documents behind a number. */
export function documentsPanel(page: Page, topic: string) {
  return page.getByRole('dialog', { name: `Documents about ${topic}` })
}

/**
 * Holds back the status of a running search until the returned function is called: a search over the demo corpus ends at once, at times
 * before it is answered that it began, and then its first answer is shown as it was a moment earlier.
 */
export async function holdSearch(page: Page): Promise<() => Promise<void>> {
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

/** A number as the product writes it: "1,204" is 1204. */
export function toNumber(text: string | null): number {
  return Number((text ?? '').replaceAll(/[^\d.]/g, '') || Number.NaN)
}

/** Milliseconds that a busy machine needs at most to find the names in the demo corpus. */
const enrichmentLimitMs = 120_000

/** Waits until the documents of a new library have been read for names, which suggestions come from. */
export async function expectLibraryRead(page: Page): Promise<void> {
  await expect
    .poll(async () => (await page.request.get('/api/health/getStatus')).json(), { timeout: enrichmentLimitMs })
    .toMatchObject({ status: 'ok', enrichment: { pending: 0 } })
}
