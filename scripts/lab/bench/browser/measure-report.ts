import { brotliCompressSync } from 'node:zlib'
import type { Browser, Page, Request } from '@playwright/test'
import { quantile } from '../signals/figures.ts'
import { beginFrames, observePage } from './observe-page.ts'

export interface Account {
  readonly email: string
  readonly password: string
}

export interface ReportView {
  /** From the click on Home until the chart is painted and no long task blocks the page any more. */
  readonly interactiveMs: number
  /** After that click, and when the report's address is opened directly. */
  readonly longestTaskMs: number
  readonly longestTaskOfAddressMs: number
  readonly frameP95Ms: number
  readonly javaScriptKb: number
  /** Requests to the API while days were being drawn. */
  readonly requestsWhileDrawing: number
}

const chart = '[role="slider"][aria-label*="Arrow keys move between dates"]'
const drawnSteps = 90

/** Measures a report as a new visitor sees it, with an empty browser cache. The server already stores the report. */
export async function measureReport(
  browser: Browser,
  { url, account, term }: { url: string; account: Account; term: string },
): Promise<ReportView> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    await page.addInitScript(observePage, chart)
    await page.goto(url)
    await signIn(page, account)
    await page.goto(`${url}/search?${new URLSearchParams({ term })}`)
    await page.waitForURL(/\/signals\/sig_/)
    await page.locator(chart).first().waitFor()
    const address = page.url()
    const session = await context.newCDPSession(page)
    await session.send('Network.clearBrowserCache')

    const scripts = recordScripts(page)
    await page.goto(address)
    await waitUntilIdle(page)
    const longestTaskOfAddressMs = await longestTask(page)
    const javaScriptKb = await scripts.kb()
    await session.send('Network.clearBrowserCache')

    await page.goto(url)
    const path = new URL(address).pathname
    const link = page.locator(`main a[href^="${path}"]`).first()
    await link.waitFor()
    await page.waitForLoadState('networkidle')
    // not with the mouse, because hovering alone starts to load the page
    await link.evaluate((element: HTMLElement) => element.click())
    await waitUntilIdle(page)
    const interactiveMs = await page.evaluate(() => {
      const { timings } = window
      const lastTask = Math.max(0, ...timings.tasks.map(({ end }) => end))
      return Math.max(timings.paintedAt, lastTask) - timings.clickedAt
    })
    const longestTaskMs = await longestTask(page)
    const { frameP95Ms, requestsWhileDrawing } = await measureDrawing(page)
    return {
      interactiveMs,
      longestTaskMs,
      longestTaskOfAddressMs,
      frameP95Ms,
      javaScriptKb,
      requestsWhileDrawing,
    }
  } finally {
    await context.close()
  }
}

async function signIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Username or email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: /^Account of/ }).waitFor()
}

async function waitUntilIdle(page: Page): Promise<void> {
  await page.waitForFunction(() => window.timings.paintedAt > 0)
  await page.waitForLoadState('networkidle')
}

function longestTask(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, ...window.timings.tasks.map(({ duration }) => duration)))
}

function recordScripts(page: Page): { kb: () => Promise<number> } {
  const bodies: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      bodies.push(response.body().then((body) => brotliCompressSync(body).length))
  })
  return {
    kb: async () => {
      const sizes = await Promise.all(bodies.splice(0))
      return sizes.reduce((sum, bytes) => sum + bytes, 0) / 1024
    },
  }
}

/** Draws over more than half of the chart, and measures the duration of its frames. */
async function measureDrawing(page: Page): Promise<Pick<ReportView, 'frameP95Ms' | 'requestsWhileDrawing'>> {
  const box = await page.locator(chart).first().boundingBox()
  if (box === null) throw new TypeError('The chart is not drawn')
  const y = box.y + box.height / 2
  const xAt = (step: number): number => box.x + box.width * (0.3 + (0.6 * step) / drawnSteps)
  let requestsWhileDrawing = 0
  const count = (request: Request): void => {
    if (new URL(request.url()).pathname.startsWith('/api/')) requestsWhileDrawing += 1
  }
  await page.mouse.move(xAt(0), y)
  await page.mouse.down()
  page.on('request', count)
  await page.evaluate(beginFrames)
  for (let step = 1; step <= drawnSteps; step += 1) await page.mouse.move(xAt(step), y)
  const frames = await page.evaluate(() => window.timings.frames)
  page.off('request', count)
  await page.mouse.up()
  return { frameP95Ms: quantile(frames, 0.95), requestsWhileDrawing }
}
