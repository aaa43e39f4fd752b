import { existsSync } from 'node:fs'
import { readFirstRun } from '@auspex/server'
import { chromium, type Page } from '@playwright/test'
import type { ProbedServer } from './probed-server.ts'

export const executablePath = process.env['AUSPEX_CHROMIUM'] ?? '/usr/bin/chromium'

/** Without a report by then, a topic has too few documents for one. */
const timeoutMs = 20_000

/**
 * Runs in the page. Resolves with the milliseconds from the next click until a report's chart of days is painted and the page could answer; null if
 * there is none in time.
 */
const timeNextClick = `new Promise((resolve) => {
  let clickedAt = null
  const observer = new MutationObserver(() => {
    const isShown = location.pathname.startsWith('/signals/') && document.querySelector('[role=slider][aria-label*="Arrow keys move"]')
    if (clickedAt === null || !isShown) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - clickedAt)))
  })
  observer.observe(document, { subtree: true, childList: true })
  setTimeout(() => resolve(null), ${timeoutMs})
  document.addEventListener('click', ({ timeStamp }) => (clickedAt = timeStamp), { capture: true, once: true })
})`

/**
 * Searches for each topic as a member does and returns the milliseconds from the click to the first chart of its report, where it has one; null where
 * there is no browser. The app is loaded before, the report is measured for the first time.
 */
export async function timeFirstScreens(server: ProbedServer, topics: readonly string[]): Promise<number[] | null> {
  if (!existsSync(executablePath)) return null
  // Chromium's sandbox does not work for root, which containers run as
  const args = process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : ['--disable-gpu']
  const browser = await chromium.launch({ executablePath, args })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
    await signIn(page, server)
    const ms: number[] = []
    for (const topic of topics) {
      await page.goto(server.url)
      const search = page.getByRole('main').getByRole('search')
      await search.getByRole('textbox', { name: 'Topic', exact: true }).fill(topic)
      const painted = page.evaluate<number | null>(timeNextClick)
      await search.getByRole('button', { name: 'Search', exact: true }).click()
      const paintedMs = await painted
      if (paintedMs !== null) ms.push(paintedMs)
    }
    return ms
  } finally {
    await browser.close()
  }
}

async function signIn(page: Page, { url, dataDir }: ProbedServer): Promise<void> {
  const member = readFirstRun(dataDir)?.users.find(({ role }) => role === 'member')
  if (member === undefined) throw new Error('The first start made no member')
  await page.goto(url)
  await page.getByLabel('Username or email').fill(member.email)
  await page.getByLabel('Password').fill(member.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: /^Account of/ }).waitFor()
}
