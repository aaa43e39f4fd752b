import { expect, type Route } from '@playwright/test'
import { findPerson } from '../support/people.ts'
import { readTokens } from '../support/session-storage.ts'
import { expectAuthenticationError, expectSignedIn, expectSignInPage, submitSignIn } from '../support/sign-in-page.ts'
import { test } from '../support/test.ts'

const discovery = '**/identity/.well-known/openid-configuration'

test('an unreachable provider is an error that can be retried', async ({ page }) => {
  await page.route(discovery, (route) => route.abort('connectionrefused'))
  await page.goto('/')
  await expectAuthenticationError(page, 'Failed to fetch')

  await page.unroute(discovery)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expectSignInPage(page)
})

test('a failing provider is reported with the product’s message', async ({ page }) => {
  await page.route(discovery, (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }))
  await page.goto('/')
  await expectAuthenticationError(page, 'Unknown error')
})

test('sign-in times out after 120 seconds if the provider does not respond', async ({ page }) => {
  await page.clock.install()
  const discoveryRequest = page.waitForRequest(discovery)
  await page.route(discovery, () => undefined)
  await page.goto('/')
  await discoveryRequest
  // the clock is frozen from here on, so that a slow machine does not add its own seconds
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 110_000)
  await expect(page.getByRole('alert')).toBeHidden()
  await page.clock.fastForward(10_000)
  await expectAuthenticationError(page, 'OAuth flow timed out')
})

test('a misconfigured provider is reported before the redirect', async ({ page }) => {
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), issuer: 'https://admin.example.com' } })
  })
  await page.goto('/')
  await expectAuthenticationError(page, 'The issuer must not contain an admin subdomain')
})

test.describe('an ID token that is not for this app is refused and not stored', () => {
  for (const [title, claims, reason] of [
    ['of another audience', { aud: 'somebody-else' }, 'The audience [somebody-else] does not match [auspex-web]'],
    ['of another sign-in', { nonce: 'replayed' }, /nonce/i],
    ['that expired', { iat: inSeconds(-900), exp: inSeconds(-600) }, /clock on this device is \d+ minutes ahead of/],
  ] as const) {
    test(title, async ({ page }) => {
      await page.route('**/identity/token', (route) => answerWithClaims(route, claims))
      await page.goto('/')
      await submitSignIn(page, findPerson('member'))
      await expectAuthenticationError(page, reason)
      expect(await readTokens(page)).toBeNull()
    })
  }

  test('a clock difference below the tolerated 300 seconds is accepted', async ({ page }) => {
    await page.route('**/identity/token', (route) =>
      answerWithClaims(route, { iat: inSeconds(-540), exp: inSeconds(-240) }),
    )
    await page.goto('/')
    await submitSignIn(page, findPerson('member'))
    await expectSignedIn(page)
  })
})

function inSeconds(offset: number): number {
  return Math.floor(Date.now() / 1000) + offset
}

/** Answers like the provider, but with other claims in the ID token; the browser does not check its signature. */
async function answerWithClaims(route: Route, claims: object): Promise<void> {
  const response = await route.fetch()
  const tokens = (await response.json()) as { id_token: string }
  const [header, payload = '', signature] = tokens.id_token.split('.')
  const changed = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...claims }
  const idToken = [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.')
  await route.fulfill({ response, json: { ...tokens, id_token: idToken } })
}
