import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateClientSecret, hashClientSecret } from '../clients/client-secret.ts'
import { createSeal } from '../keys/seal.ts'
import { TestBrowser } from '../testing/test-browser.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import {
  ada,
  createAuthorizationRequest,
  open,
  signIn,
  startTestProvider,
  type TestProvider,
} from '../testing/test-provider.ts'
import { createSecondFactor } from './second-factor.ts'
import { codeOf, createTotpSecret, stepAt } from './totp.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
let provider: TestProvider
beforeAll(async () => {
  database = await openTestDatabase()
  provider = await startTestProvider(database)
})
afterAll(async () => {
  await provider.stop()
  await database.close()
})

/** The entire content of the database, as text. */
async function readDatabase(): Promise<string> {
  const { rows } = await database.query(
    `select table_name from information_schema.tables where table_schema = 'public'`,
  )
  const tables = await Promise.all(rows.map((row) => database.query(`select * from "${String(row.table_name)}"`)))
  return JSON.stringify(tables.map((table) => table.rows))
}

test('recovery codes have 160 bits, are unique, and are stored only as hashes', async () => {
  const now = Date.now()
  const factor = createSecondFactor({ database, clock: () => now, seal: createSeal(null) })
  const secret = await factor.begin(ada.id)
  const codes = (await factor.confirm(ada.id, codeOf(secret, stepAt(now)))) ?? []
  const plainCodes = codes.map((code) => code.replaceAll('-', ''))
  expect(new Set(plainCodes).size).toBe(10)
  for (const code of plainCodes) expect(code).toMatch(/^[A-Z2-7]{32}$/)
  const stored = await readDatabase()
  for (const [n, code] of plainCodes.entries()) {
    for (const form of [code, code.toLowerCase(), codes[n] ?? '']) expect(stored).not.toContain(form)
    expect(stored).toContain(createHash('sha256').update(code).digest('base64url'))
  }
  await factor.remove(ada.id)
})

test('generated secrets have at least 160 bits and are unique', () => {
  const secrets = Array.from({ length: 1000 }, () => [
    createTotpSecret().toString('base64url'),
    generateClientSecret(),
  ]).flat()
  expect(new Set(secrets).size).toBe(2000)
  expect(Math.min(...secrets.map((secret) => Buffer.from(secret, 'base64url').length))).toBe(20)
})

test('a client secret is stored as a hash of 256 bits', () => {
  const secret = generateClientSecret()
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  expect(hashClientSecret(secret)).toBe(createHash('sha256').update(secret).digest('base64url'))
})

test('no password is stored as it was typed', async () => {
  await signIn(provider)
  expect(await readDatabase()).toContain('$argon2id$')
  expect(await readDatabase()).not.toContain(ada.password)
})

test('a password is valid for ten years, and no one is forced to change it', async () => {
  provider.advance(10 * 365 * 86_400_000)
  const { access_token: token } = await signIn(provider)
  provider.resetClock()
  expect(token).toEqual(expect.any(String))
})

test('no password hint is requested or stored', async () => {
  const { rows } = await database.query(
    `select column_name from information_schema.columns where table_schema = 'public' and table_name like 'account%'`,
  )
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.map((row) => String(row.column_name)).filter((name) => /hint|question|answer|remind/.test(name))).toEqual(
    [],
  )
})

/** The pages with a password field, as a browser receives them. */
async function readPasswordPages(): Promise<[string, string][]> {
  const browser = new TestBrowser()
  const signInPage = await (await open(browser, createAuthorizationRequest(provider).url)).page?.text()
  const accountSignIn = await (await browser.request(`${provider.issuer}/account`)).text()
  await browser.submit(`${provider.issuer}/account/sign-in`, {
    fields: { login: ada.login, password: ada.password, code: '' },
  })
  const account = await (await browser.request(`${provider.issuer}/account`)).text()
  return [
    ['sign-in', signInPage ?? ''],
    ['sign-in to the account', accountSignIn],
    ['account', account],
  ]
}

test('password fields hide their value, and password managers and the clipboard can fill them', async () => {
  const fields = (await readPasswordPages()).map(([page, html]) => {
    expect(html).not.toMatch(/<script|\son\w+=|autocomplete="(off|false)"|readonly/i)
    const inputs = html.match(/<input [^>]*>/g) ?? []
    const passwords = inputs.filter((input) => /name="(password|current|repeat)"/.test(input))
    for (const input of passwords) expect(input).toContain('type="password"')
    return [page, passwords.map((input) => /autocomplete="([^"]+)"/.exec(input)?.[1])]
  })
  expect(fields).toEqual([
    ['sign-in', ['current-password']],
    ['sign-in to the account', ['current-password']],
    ['account', ['current-password', 'new-password', 'new-password']],
  ])
})
