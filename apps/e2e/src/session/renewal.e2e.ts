import { type APIResponse, expect } from '@playwright/test'
import { findPerson } from '../support/people.ts'
import { changeTokens, requireTokens } from '../support/session-storage.ts'
import { expectSignedIn, expectSignInPage, signIn, submitSignIn } from '../support/sign-in-page.ts'
import { test } from '../support/test.ts'
import { watchLoads, watchRenewals, watchSessionLog } from '../support/watch.ts'

/** Access tokens of the embedded provider last five minutes and count as expired 30 seconds early. */
const beforeRenewalMs = 255_000
const untilRenewalMs = 20_000

test('tokens are renewed 30 seconds before they expire, once for all tabs', async ({ page, context }) => {
  await context.clock.install()
  await signIn(page)
  const other = await context.newPage()
  await other.goto('/')
  await expectSignedIn(other)
  const before = await requireTokens(page)
  const renewals = watchRenewals(context)
  const loads = watchLoads(page)

  await context.clock.fastForward(beforeRenewalMs)
  expect((await requireTokens(page)).access_token).toBe(before.access_token)

  await context.clock.fastForward(untilRenewalMs)
  await expect.poll(async () => (await requireTokens(page)).access_token).not.toBe(before.access_token)
  // Both tabs had the same timer; let those of the second tab fire before counting.
  await context.clock.runFor(10_000)
  expect(renewals).toHaveLength(1)
  expect(loads).toEqual([])
})

test('a tab uses the tokens that another tab renewed even if it missed the event', async ({
  page,
  context,
  request,
}) => {
  await context.clock.install()
  await signIn(page)
  const { refresh_token } = await requireTokens(page)
  const form = { grant_type: 'refresh_token', client_id: 'auspex-web', refresh_token }
  const renewed = await (await request.post('/identity/token', { form })).json()
  // Written from within the tab, which only gets storage events for writes of other tabs.
  await changeTokens(page, { ...renewed, expires_at: Math.floor(Date.now() / 1000) + 600 })
  const renewals = watchRenewals(context)

  await context.clock.fastForward(beforeRenewalMs + untilRenewalMs)
  await context.clock.runFor(10_000)
  expect(renewals).toHaveLength(0)

  await context.clock.fastForward(300_000)
  await expect.poll(() => renewals.length).toBe(1)
})

test('tokens that expired while the computer slept are renewed without a password', async ({ page, context }) => {
  await context.clock.install()
  await signIn(page)
  const before = await requireTokens(page)
  const renewals = watchRenewals(context)
  const loads = watchLoads(page)

  // Longer than a token's lifetime, but too short for the browser's clock to look wrong to the provider.
  await context.clock.fastForward(310_000)
  await expect.poll(async () => (await requireTokens(page)).access_token).not.toBe(before.access_token)
  await context.clock.runFor(10_000)
  expect(renewals).toHaveLength(1)
  expect(loads).toEqual([])
})

test('tokens that expired while the app was closed are renewed when it opens', async ({ page, context }) => {
  await signIn(page)
  const before = await requireTokens(page)
  await page.goto('about:blank')

  const later = await context.newPage()
  await later.clock.install({ time: Date.now() + 600_000 })
  const renewals = watchRenewals(context)
  await later.goto('/')
  await expectSignedIn(later)
  expect((await requireTokens(later)).access_token).not.toBe(before.access_token)
  expect(renewals).toHaveLength(1)
})

test('a failed renewal ends the session, and signing in returns to the same address', async ({
  page,
  context,
  baseURL,
}) => {
  const address = '/signals/sg_unknown?tone=negative#documents'
  await context.clock.install()
  await signIn(page, { address })
  const log = watchSessionLog(page)
  // Revoking the real token would also end the access token, and the page would sign in again before renewing.
  await changeTokens(page, { refresh_token: 'unknown' })
  // Without the provider's session, silent sign-in is impossible.
  await context.clearCookies()

  await context.clock.fastForward(beforeRenewalMs + untilRenewalMs)
  await expectSignInPage(page)
  expect(log).toContain('[session] expired session The refresh token is invalid or expired.')

  await submitSignIn(page, findPerson('member'))
  await expectSignedIn(page)
  await expect(page).toHaveURL(`${baseURL}${address}`)
})

test('the tenth renewal within 30 seconds is refused and nobody is signed out', async ({ page, context }) => {
  await context.clock.install()
  await signIn(page)
  const log = watchSessionLog(page)
  const renewals = watchRenewals(context)
  // From now on every token has to be renewed a second after it was issued.
  await page.route('**/identity/token', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), expires_in: 31 } })
  })
  const loads = watchLoads(page)

  await context.clock.fastForward(beforeRenewalMs + untilRenewalMs)
  const throttleLine = '[session] Too many token renew requests'
  await expect
    .poll(
      async () => {
        await context.clock.runFor(1000)
        return log
      },
      { intervals: [100] },
    )
    .toContain(throttleLine)
  expect(renewals).toHaveLength(9)
  expect(loads).toEqual([])
  await page.reload()
  await expectSignedIn(page)
})

test('closing the page in the middle of a renewal does not end the session', async ({ page, context }) => {
  await context.clock.install()
  await signIn(page)
  const before = await requireTokens(page)
  // The provider renews, but the response is lost with the page.
  const renewals: APIResponse[] = []
  await page.route('**/identity/token', async (route) => {
    renewals.push(await route.fetch())
  })
  await context.clock.fastForward(beforeRenewalMs + untilRenewalMs)
  await expect.poll(() => renewals.map((answer) => answer.status())).toEqual([200])
  await page.unroute('**/identity/token')

  await page.reload()
  await expectSignedIn(page)
  expect((await requireTokens(page)).access_token).not.toBe(before.access_token)
})

test('a token refused by the API makes the page reload once, with a renewed token', async ({ page, context }) => {
  await signIn(page)
  const before = await requireTokens(page)
  const loads = watchLoads(page)
  const log = watchSessionLog(page)
  const renewals = watchRenewals(context)
  const problem = {
    type: 'about:blank',
    title: 'Not signed in',
    status: 401,
    code: 'auth.token_refused',
    requestId: 'req_1',
  }
  await page.route('**/api/users/me', (route) =>
    route.fulfill({ status: 401, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
  )

  await page.reload()
  await expect.poll(() => log).toContain('[session] the API refuses a fresh token; not reloading again')
  // One reload by the test, and one by the app.
  expect(loads).toHaveLength(2)
  expect(renewals).toHaveLength(1)
  expect((await requireTokens(page)).access_token).not.toBe(before.access_token)
  await expect(page.getByRole('alert')).toContainText('Error while loading profile')
})
