import type { Page } from '@playwright/test'

/** The key under which the app stores its tokens, shared by all tabs of a browser. */
const tokensKey = /^oidc\.user:/

interface StoredTokens {
  access_token: string
  refresh_token: string
  /** Seconds since 1970. */
  expires_at: number
}

/** The tokens stored in the page's browser; null if signed out. */
export async function readTokens(page: Page): Promise<StoredTokens | null> {
  const entries = await page.evaluate(() => Object.entries(localStorage))
  const tokens = entries.find(([key]) => tokensKey.test(key))?.[1]
  // The app writes it; a missing field fails the test that needs it.
  return tokens === undefined ? null : (JSON.parse(tokens) as StoredTokens)
}

/** Like `readTokens`, but throws if there are none. */
export async function requireTokens(page: Page): Promise<StoredTokens> {
  const tokens = await readTokens(page)
  if (!tokens) throw new Error(`Nobody is signed in at ${page.url()}`)
  return tokens
}

/** Replaces fields of the tokens stored in the page's browser. */
export async function changeTokens(page: Page, change: Partial<StoredTokens>): Promise<void> {
  await page.evaluate((part) => {
    for (const [key, value] of Object.entries(localStorage))
      if (key.startsWith('oidc.user:')) localStorage.setItem(key, JSON.stringify({ ...JSON.parse(value), ...part }))
  }, change)
}

/** Deletes the tokens, like clearing the site's data by hand. */
export async function removeTokens(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('oidc.user:')) localStorage.removeItem(key)
  })
}
