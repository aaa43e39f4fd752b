import { expect } from '@playwright/test'
import { findPerson } from '../support/people.ts'
import { readTokens, removeTokens, requireTokens } from '../support/session-storage.ts'
import { expectSignedIn, expectSignInPage, signIn, signOut, submitSignIn } from '../support/sign-in-page.ts'
import { test } from '../support/test.ts'
import { watchLoads, watchRequests, watchSessionLog } from '../support/watch.ts'

test('signing out ends every tab, and the next sign-in begins at the root with the password', async ({
  page,
  context,
  baseURL,
}) => {
  await signIn(page, { address: '/signals/sg_unknown?tone=negative' })
  const other = await context.newPage()
  await other.goto('/')
  await expectSignedIn(other)

  await signOut(page)
  await expectSignInPage(page)
  await expectSignInPage(other)

  await submitSignIn(page, findPerson('member'))
  await expectSignedIn(page)
  await expect(page).toHaveURL(`${baseURL}/`)
})

test('signing out revokes the tokens', async ({ page, request }) => {
  await signIn(page)
  const { access_token, refresh_token } = await requireTokens(page)
  const headers = { authorization: `Bearer ${access_token}` }
  expect((await request.get('/api/users/me', { headers })).status()).toBe(200)

  await signOut(page)
  await expectSignInPage(page)
  expect(await readTokens(page)).toBeNull()
  expect((await request.get('/api/users/me', { headers })).status()).toBe(401)
  const form = { grant_type: 'refresh_token', client_id: 'auspex-web', refresh_token }
  expect((await request.post('/identity/token', { form })).status()).toBe(400)
})

test('signing out works even if the provider fails to revoke the tokens', async ({ page }) => {
  await signIn(page)
  await page.route('**/identity/token/revocation', (route) => route.fulfill({ status: 500, body: '' }))
  await signOut(page)
  await expectSignInPage(page)
  expect(await readTokens(page)).toBeNull()
})

test('signing out reloads the root half a second after the provider closed the session', async ({ page, baseURL }) => {
  await signIn(page, { address: '/signals/sg_unknown?tone=negative' })
  const roots = watchRequests(page, `${baseURL}/`)
  await signOut(page)
  await expectSignInPage(page)
  const [closingTiming, reloadTiming] = roots.map((request) => request.timing())
  expect(roots).toHaveLength(2)
  expect(reloadTiming!.startTime - (closingTiming!.startTime + closingTiming!.responseStart)).toBeGreaterThanOrEqual(
    500,
  )
})

test('signing out ends at the root with a provider that cannot close its session', async ({ page, baseURL }) => {
  await page.route('**/identity/.well-known/openid-configuration', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), end_session_endpoint: undefined } })
  })
  await signIn(page, { address: '/signals/sg_unknown?tone=negative' })
  const roots = watchRequests(page, `${baseURL}/`)
  const revocations = watchRequests(page, `${baseURL}/identity/token/revocation`)
  await signOut(page)
  await expectSignInPage(page)
  expect(roots).toHaveLength(1)
  for (const { startTime, responseStart } of revocations.map((request) => request.timing()))
    expect(roots[0]!.timing().startTime - (startTime + responseStart)).toBeGreaterThanOrEqual(500)
  await submitSignIn(page, findPerson('member'))
  await expectSignedIn(page)
  await expect(page).toHaveURL(`${baseURL}/`)
})

test('removing the tokens in one tab reloads the other tab', async ({ page, context }) => {
  await signIn(page)
  const other = await context.newPage()
  await other.goto('/')
  await expectSignedIn(other)
  const loads = watchLoads(other)
  const log = watchSessionLog(other)

  await removeTokens(page)
  await expect.poll(() => loads.length).toBeGreaterThan(0)
  expect(log).toContain('[session] tokens removed in another tab')
  // The provider's session still exists, so the tab signs in automatically.
  await expectSignedIn(other)
  expect(await readTokens(other)).not.toBeNull()
})
