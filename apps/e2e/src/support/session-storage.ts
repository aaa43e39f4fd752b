import type { Page } from '@playwright/test'

/** The key under which the app keeps its tokens, for all tabs of a browser. */
const tokensKey = /^oidc\.user:/

interface StoredTokens {
  access_token: string
  refresh_token: string
  /** Seconds since 1970. */
  expires_at: number
}

/** The tokens that the page's browser holds; null when signed out. */
export async function readTokens(page: Page): Promise<StoredTokens | null> {
  const entries = await page.evaluate(() => Object.entries(localStorage))
  const tokens = entries.find(([key]) => tokensKey.test(key))?.[1]
  // Written by the app; a missing field fails the test that needs it.
  return tokens === undefined ? null : (JSON.parse(tokens) as StoredTokens)
}

/** As `readTokens`, for a test that cannot go on without. */
export async function requireTokens(page: Page): Promise<StoredTokens> {
  const tokens = await readTokens(page)
  if (!tokens) throw new Error(`Nobody is signed in at ${page.url()}`)
  return tokens
}

/** Stores other tokens in place of those that the page's browser holds. */
export async function changeTokens(page: Page, change: Partial<StoredTokens>): Promise<void> {
  await page.evaluate((part) => {
    for (const [key, value] of Object.entries(localStorage))
      if (key.startsWith('oidc.user:')) localStorage.setItem(key, JSON.stringify({ ...JSON.parse(value), ...part }))
  }, change)
}

/** Deletes the tokens, as clearing the site's data by hand does. */
export async function removeTokens(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('oidc.user:')) localStorage.removeItem(key)
  })
}
