import { chromium } from '@playwright/test'
import { startMockServer } from '@auspex/mock-server/server'
import { findChromium } from '../../test/find-chromium.ts'
import { servePage } from './serve-page.ts'

const folder = 'packages/sdk/examples/assistant-page'

/**
 * Asks a question in another team's page, in a real browser: the answer arrives, Zeus highlights one of its rows, and no other server gets a request.
 */
export async function runAssistantPage(): Promise<string> {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('no Chromium is installed')
  const mock = await startMockServer({ eventDelayMs: 1 })
  const page = await servePage(folder, mock.url)
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const tab = await browser.newPage()
    const strangers: string[] = []
    tab.on('pageerror', (error) => console.error(error))
    tab.on('request', (request) => {
      if (!request.url().startsWith(page.url)) strangers.push(request.url())
    })
    await tab.goto(`${page.url}#mira`)
    await tab.getByLabel('Ask Zeus').fill('How is the tone of oat milk?')
    await tab.getByRole('button', { name: 'Ask' }).click()
    await tab.getByText('is neutral in 140 of 412 documents').waitFor({ timeout: 20_000 })
    await tab.locator('tr[aria-current="true"]').getByText('Oat drink').waitFor({ timeout: 20_000 })
    if (strangers.length > 0) throw new Error(`the page asked ${strangers.join(', ')}`)
    return 'assistant-page streamed an answer, did what Zeus asked of it, and made 0 requests elsewhere'
  } finally {
    await browser.close()
    page.close()
    await mock.close()
  }
}
