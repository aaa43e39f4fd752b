import { type BrowserContext, type Page, type Response, test as base } from '@playwright/test'
import { createExchangeCheck, loadContract } from '@auspex/contract'
import { readContractDocument } from '@auspex/contract/file'
import { openLedger } from '@auspex/contract/ledger'
import type { Role } from './people.ts'
import { stackUrl } from './running-stack.ts'
import { expectSignedIn, signIn } from './sign-in-page.ts'

/**
 * Runs in each page during `checks/late-answers`, before the app: requests and responses are delayed at random, and the page is occasionally busy for
 * up to 90 ms, so that it also renders later. Saves the timer functions before a journey installs a fake clock.
 */
function delayResponses(): void {
  const originalSetTimeout = window.setTimeout.bind(window)
  const now = performance.now.bind(performance)
  const send = window.fetch.bind(window)
  const pause = async (maxMs: number): Promise<void> => {
    const share = Math.random()
    const ms = share < 0.5 ? 0 : Math.random() * (share < 0.85 ? maxMs / 5 : maxMs)
    if (ms > 0) await new Promise((resolve) => originalSetTimeout(resolve, ms))
  }
  window.fetch = async (input, init) => {
    await pause(150)
    const answer = await send(input, init)
    await pause(500)
    return answer
  }
  const beBusy = () => {
    const end = now() + (Math.random() < 0.3 ? Math.random() * 90 : 0)
    while (now() < end);
    originalSetTimeout(beBusy, 20 + Math.random() * 100)
  }
  originalSetTimeout(beBusy, 50)
}

const prefix = '/api'
const judge = createExchangeCheck(loadContract(readContractDocument()))
const ledger = openLedger('browser')

/**
 * Checks every API call of the pages against the contract. `finish` waits for calls that are still being read and throws
 * the first exchange that breaks the contract.
 */
function tapContext(context: BrowserContext): { finish: () => Promise<void> } {
  const readings: Promise<unknown>[] = []
  if (process.env.AUSPEX_TEST_LATE) readings.push(context.addInitScript(delayResponses).then(() => undefined))
  context.on('response', (response) => {
    readings.push(judgeResponse(response).catch((error: unknown) => error))
  })
  return {
    finish: async () => {
      const error = (await Promise.all(readings)).find((outcome) => outcome !== undefined)
      if (error !== undefined) throw error
    },
  }
}

async function judgeResponse(response: Response): Promise<void> {
  const url = new URL(response.url())
  const request = response.request()
  if (!url.pathname.startsWith(`${prefix}/`) || request.method() === 'OPTIONS') return
  // a reply that a journey mocked came from no server
  if ((await response.serverAddr().catch(() => null)) === null) return
  const requestHeaders = await request.allHeaders()
  const exchange = {
    method: request.method(),
    pathname: url.pathname.slice(prefix.length),
    query: url.search.slice(1),
    requestHeaders,
    // Chromium does not report the body of a Request object
    requestBody: request.postData() ?? ('content-type' in requestHeaders ? undefined : null),
    status: response.status(),
    responseHeaders: await response.allHeaders(),
    // the page may have navigated away before the body was read
    responseBody: await response.text().catch(() => undefined),
  }
  ledger.record(judge(exchange), exchange.status)
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>

interface Fixtures {
  /** Opens a page of a signed-in person at `address`, in a separate browser. */
  openAs: (role: Role, address?: string) => Promise<Page>
}

interface WorkerFixtures {
  /** The provider's session of each person who has signed in with a password in this worker. */
  sessions: Map<Role, Cookies>
}

/**
 * The test function of all journeys. The password is typed once for each person; after that a new browser only gets the provider's session,
 * and with it its own tokens: a refresh token that two browsers share counts as stolen.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern to know that nothing is needed
  baseURL: async ({}, provide) => provide(stackUrl()),
  sessions: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, provide) => provide(new Map()),
    { scope: 'worker' },
  ],
  openAs: async ({ browser, sessions }, provide, info) => {
    const contexts: BrowserContext[] = []
    const taps: ReturnType<typeof tapContext>[] = []
    await provide(async (role, address = '/') => {
      const context = await browser.newContext({ ...info.project.use, baseURL: stackUrl() })
      contexts.push(context)
      taps.push(tapContext(context))
      const page = await context.newPage()
      const cookies = sessions.get(role)
      if (cookies) {
        await context.addCookies(cookies)
        await page.goto(address)
        await expectSignedIn(page, role)
      } else {
        await signIn(page, { address, role })
        sessions.set(role, await context.cookies())
      }
      return page
    })
    for (const tap of taps) await tap.finish()
    for (const context of contexts) await context.close()
  },
  context: async ({ context }, provide) => {
    const tap = tapContext(context)
    await provide(context)
    await tap.finish()
  },
})
