import { test as base, type BrowserContext, type Page } from '@playwright/test'
import type { Role } from './people.ts'
import { stackUrl } from './running-stack.ts'
import { tapContext } from './tap.ts'
import { expectSignedIn, signIn } from './sign-in-page.ts'

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
