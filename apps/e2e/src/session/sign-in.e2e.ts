import { expect } from '@playwright/test'
import { findPerson } from '../support/people.ts'
import { readTokens } from '../support/session-storage.ts'
import {
  expectAuthenticationError,
  expectSignedIn,
  expectSignInPage,
  signIn,
  submitSignIn,
} from '../support/sign-in-page.ts'
import { test } from '../support/test.ts'

/** An address with a path, a query and a fragment; the redirects are the same even though the signal does not exist. */
const address = '/signals/sg_unknown?tone=negative&from=2026-01-01#documents'

test(
  'a person who is not signed in is redirected to sign in and returns to the exact address',
  { tag: '@daily' },
  async ({ page, baseURL }) => {
    await signIn(page, { address })
    await expect(page).toHaveURL(`${baseURL}${address}`)
  },
)

test('Back after signing in shows a page that leads to the app', async ({ page }) => {
  await signIn(page)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'This sign-in page has expired' })).toBeVisible()
  await page.getByRole('link', { name: 'Go back to the app' }).click()
  await expectSignedIn(page)
})

test(
  'a wrong password is reported, and the right one still leads to the address',
  { tag: '@daily' },
  async ({ page, baseURL }) => {
    await page.goto(address)
    await submitSignIn(page, { ...findPerson('member'), password: 'not the password' })
    await expect(page.getByRole('alert')).toHaveText('The username or password is not correct.')
    await expect(page.getByLabel('Username or email')).toHaveValue(findPerson('member').email)

    await submitSignIn(page, findPerson('member'))
    await expectSignedIn(page)
    await expect(page).toHaveURL(`${baseURL}${address}`)
  },
)

test('cancelling the sign-in is reported and can be retried', async ({ page, baseURL }) => {
  await page.goto(address)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expectAuthenticationError(page, 'The person cancelled the sign-in')

  await page.getByRole('button', { name: 'Try again' }).click()
  await expectSignInPage(page)
  await submitSignIn(page, findPerson('member'))
  await expectSignedIn(page)
  await expect(page).toHaveURL(`${baseURL}${address}`)
})

test('a second tab is signed in without a password', async ({ page, context }) => {
  await signIn(page)
  const second = await context.newPage()
  await second.goto('/')
  await expectSignedIn(second)
})

test('the app asks the provider for a code with PKCE, a nonce and the scopes of the product', async ({ page }) => {
  const authRequest = page.waitForRequest((request) => new URL(request.url()).pathname === '/identity/auth')
  await page.goto('/')
  const parameters = Object.fromEntries(new URL((await authRequest).url()).searchParams)
  expect(parameters).toMatchObject({
    response_type: 'code',
    scope: 'openid profile email organization',
    code_challenge_method: 'S256',
    // 256 bits in base64url (RFC 7636 §4.2)
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{32,}$/),
    state: expect.stringMatching(/^[\w-]{32,}$/),
  })
})

test('the return from the provider does not wait for the profile', async ({ page, baseURL }) => {
  // The profile never arrives.
  await page.route('**/api/users/me', () => undefined)
  await page.goto(address)
  await submitSignIn(page, findPerson('member'))
  await expect(page).toHaveURL(`${baseURL}${address}`)
  expect(await readTokens(page)).not.toBeNull()
})

test('the return page reports an error without fetching the profile', async ({ page }) => {
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  await page.goto('/auth/login-callback?code=made-up&state=made-up')
  await expectAuthenticationError(page, 'State in redirect uri does not match with transaction state')
  expect(paths).not.toContain('/api/users/me')
})
