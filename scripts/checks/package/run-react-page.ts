import { chromium } from '@playwright/test'
import { findChromium } from '../../test/find-chromium.ts'
import type { RealServer } from '@auspex/server/testing'
import { servePage } from './serve-page.ts'

const folder = 'packages/sdk/examples/react-page'

/** Searches for a topic in the page, in a real browser, against the real server. */
export async function runReactPage({ url, token }: RealServer): Promise<string> {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('no Chromium is installed')
  const page = await servePage(folder, url)
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const tab = await browser.newPage()
    tab.on('pageerror', (error) => console.error(error))
    await tab.goto(`${page.url}#${token}`)
    await tab.getByLabel('Topic').fill('oat milk')
    await tab.getByRole('button', { name: 'Search' }).click()
    const report = tab.getByRole('region', { name: 'Report' })
    await report
      .getByRole('heading', { name: 'oat milk' })
      .waitFor({ timeout: 20_000 })
      .catch(async (error: Error) => {
        throw new Error(`the page shows: ${await tab.locator('body').textContent()}\n${error.message}`)
      })
    const count = /(\d+) documents/.exec((await report.textContent()) ?? '')?.[1]
    if (!Number(count)) throw new Error('the page shows no documents')
    return `react-page showed the report of ${count} documents in Chromium`
  } finally {
    await browser.close()
    page.close()
  }
}
