import { expect, type Page } from '@playwright/test'
import { findPerson, names, type Person, type Role } from './people.ts'

/** Waits for the provider's sign-in page. */
export async function expectSignInPage(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sign in to Auspex' })).toBeVisible()
}

/** Fills in and submits the sign-in page. */
export async function submitSignIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Username or email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Waits for the app as shown to that person. */
export async function expectSignedIn(page: Page, role: Role = 'member'): Promise<void> {
  await expect(page.getByRole('button', { name: `Account of ${names[role]}` })).toBeVisible()
}

interface SignInOptions {
  /** Where to go in the app, by way of the provider. */
  address?: string
  role?: Role
}

/** Opens the app as a person who is not signed in, enters the password and waits for the app. */
export async function signIn(page: Page, { address = '/', role = 'member' }: SignInOptions = {}): Promise<void> {
  await page.goto(address)
  await expectSignInPage(page)
  await submitSignIn(page, findPerson(role))
  await expectSignedIn(page, role)
}

/** Signs out through the account menu. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

/** Waits for the page that reports a failed sign-in with this reason. */
export async function expectAuthenticationError(page: Page, reason: string | RegExp): Promise<void> {
  const view = page.getByRole('alert')
  await expect(view.getByRole('heading', { name: 'Authentication error' })).toBeVisible()
  await expect(view).toContainText(reason)
}
