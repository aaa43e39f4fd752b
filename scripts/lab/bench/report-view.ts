/**
 * Usage: node scripts/lab/bench/report-view.ts [--library FOLDER] [--rounds N] [TERM…], after a build. Measures a report in a real browser: the
 * JavaScript of its page, the time from the click to the chart, long tasks, and frames while days are drawn; prints medians of N rounds (5) and exits
 * with 1 if a bar is missed. It starts the server on the library in FOLDER (AUSPEX_DATA of a stopped server), or on the demo corpus.
 */
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import { chromium, type Page, type Request } from '@playwright/test'
import { readAccount, startProduct } from '../../checks/harness/product.ts'
import { findChromium } from '../../test/find-chromium.ts'
import { type Figure, hashReferenceMs, median, printFigures, quantile } from '../figures.ts'

const { values, positionals } = parseArgs({
  options: { library: { type: 'string' }, rounds: { type: 'string', default: '5' } },
  allowPositionals: true,
})
const rounds = Number(values.rounds)
if (!Number.isSafeInteger(rounds) || rounds < 1) throw new RangeError('--rounds is a number from 1')
const terms = positionals.length > 0 ? positionals : ['oat milk', 'electric cars', 'inflation']

const hashMs = hashReferenceMs()
const sources = values.library === undefined ? 'demo' : 'live'
const product = await startProduct({ AUSPEX_SOURCES: sources, AUSPEX_LOG_LEVEL: 'warn' }, values.library)
const { url } = product
const account = readAccount(product.dataDir, 'member')
const browser = await chromium.launch({
  executablePath: findChromium() ?? '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
const figures: Figure[] = []
try {
  // the first report after a start reads the library from disk, which says nothing about the browser
  for (const term of terms) await measureReport(term)
  for (const term of terms) {
    const views: ReportView[] = []
    for (let round = 0; round < rounds; round += 1) views.push(await measureReport(term))
    figures.push(...toFigures(term, views))
    process.stderr.write(`${term}: ${JSON.stringify(views.map(({ interactiveMs }) => Math.round(interactiveMs)))}\n`)
  }
} finally {
  await browser.close()
  if (values.library === undefined) await product.end()
  else await product.server().stop()
}
console.log(
  `${new Date().toISOString().slice(0, 16)}Z, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, load ${loadavg()[0]?.toFixed(1) ?? '?'}, hashing 256 MB ${hashMs.toFixed(0)} ms, ${rounds} rounds.\n`,
)
printFigures(figures)

function toFigures(term: string, views: readonly ReportView[]): Figure[] {
  const figure = (what: string, of: (view: ReportView) => number, unit: string, atMost: number): Figure => {
    const all = views.map(of)
    const worst = `worst of ${all.length}: ${Math.max(...all).toFixed(0)}`
    return { what: `${term}: ${what}`, value: median(all), unit, bar: { atMost }, note: worst }
  }
  return [
    figure('interactive after the click on Home', (view) => view.interactiveMs, 'ms', 1_000),
    figure('longest task after that click', (view) => view.longestTaskMs, 'ms', 100),
    figure('longest task, address opened at once', (view) => view.longestTaskOfAddressMs, 'ms', 100),
    figure('frames while days are drawn, p95', (view) => view.frameP95Ms, 'ms', 20),
    figure('requests to the API while days are drawn', (view) => view.requestsWhileDrawing, '', 0),
    figure('JavaScript of the address, brotli', (view) => view.javaScriptKb, 'kB', 250),
  ]
}

interface ReportView {
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
async function measureReport(term: string): Promise<ReportView> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    await page.addInitScript(observePage, chart)
    await page.goto(url)
    await signIn(page)
    await page.goto(`${url}/search?${new URLSearchParams({ term })}`)
    await page.waitForURL(/\/signals\/sig_/)
    await page.locator(chart).first().waitFor()
    const address = page.url()
    const session = await context.newCDPSession(page)
    await session.send('Network.clearBrowserCache')

    const scripts: Promise<number>[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script')
        scripts.push(response.body().then((body) => brotliCompressSync(body).length))
    })
    await page.goto(address)
    await waitUntilIdle(page)
    const longestTaskOfAddressMs = await longestTask(page)
    const javaScriptKb = (await Promise.all(scripts)).reduce((sum, bytes) => sum + bytes, 0) / 1024
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

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Username or email').fill(account.login)
  await page.getByLabel('Password').fill(account.password)
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

/**
 * Measurements inside a page: the browser runs these functions, so each must be self-contained. An element counts as visible once it is
 * painted and the page could react to a click.
 */
interface PageTimings {
  /** Durations and end times, in ms, of the tasks that blocked the page for more than 50 ms. */
  tasks: { duration: number; end: number }[]
  clickedAt: number
  paintedAt: number
  frames: number[]
}

declare global {
  interface Window {
    timings: PageTimings
  }
}

/** Records long tasks from the first script on, and when an element matching `mark` is painted after a click. */
function observePage(mark: string): void {
  const timings: PageTimings = { tasks: [], clickedAt: 0, paintedAt: 0, frames: [] }
  window.timings = timings
  new PerformanceObserver((list) => {
    for (const { duration, startTime } of list.getEntries()) timings.tasks.push({ duration, end: startTime + duration })
  }).observe({ type: 'longtask', buffered: true })
  const checkMark = (): void => {
    if (document.querySelector(mark) === null) return
    watch.disconnect()
    requestAnimationFrame(() => setTimeout(() => (timings.paintedAt = performance.now())))
  }
  const watch = new MutationObserver(checkMark)
  watch.observe(document, { subtree: true, childList: true })
  document.addEventListener(
    'click',
    (event) => {
      timings.clickedAt = event.timeStamp
      timings.tasks.length = 0
    },
    { capture: true, once: true },
  )
}

/** Records the duration of each frame until `endFrames` is called. */
function beginFrames(): void {
  const { timings } = window
  timings.frames = []
  let previousTime: number | null = null
  const next = (at: number): void => {
    if (previousTime !== null) timings.frames.push(at - previousTime)
    previousTime = at
    if (timings.frames.length < 10_000) requestAnimationFrame(next)
  }
  requestAnimationFrame(next)
}
