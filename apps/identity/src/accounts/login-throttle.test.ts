import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestBrowser } from '../testing/test-browser.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import {
  ADA,
  CALLBACK,
  createAuthorizationRequest,
  enterPassword,
  open,
  startTestWorld,
  type TestWorld,
} from '../testing/test-world.ts'
import { ATTEMPTS_PER_ADDRESS, ATTEMPTS_PER_LOGIN, createLoginThrottle, LOGIN_WINDOW_MS } from './login-throttle.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
let world: TestWorld

beforeAll(async () => {
  database = await openTestDatabase()
  world = await startTestWorld(database)
})

afterAll(async () => {
  await world.stop()
  await database.close()
})

describe('signing in with a wrong password', () => {
  test('keeps the login, says the same for an unknown one, and lets the person in afterwards', async () => {
    const browser = new TestBrowser()
    const { url } = await open(browser, createAuthorizationRequest(world).url)
    const wrong = await enterPassword(browser, url, { login: 'ada', password: 'wrong' })
    const html = (await wrong.page?.text()) ?? ''
    expect(wrong.page?.status).toBe(422)
    expect(html).toContain('role="alert"')
    expect(html).toContain('value="ada"')
    const unknown = await enterPassword(browser, url, { login: 'nobody', password: 'wrong' })
    expect(await unknown.page?.text()).toBe(html.replace('value="ada"', 'value="nobody"'))
    const right = await enterPassword(browser, url, { login: 'ada', password: ADA.password })
    expect(right.url).toContain(`${CALLBACK}?code=`)
  })

  test('five times closes the login for the rest of the minute, even for the right password', async () => {
    const browser = new TestBrowser()
    const { url } = await open(browser, createAuthorizationRequest(world).url)
    for (let attempt = 0; attempt < ATTEMPTS_PER_LOGIN; attempt++) {
      expect((await enterPassword(browser, url, { login: 'ada', password: 'wrong' })).page?.status).toBe(422)
    }
    const closed = await enterPassword(browser, url, { login: ' Ada ', password: ADA.password })
    expect(closed.page?.status).toBe(429)
    expect(Number(closed.page?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await closed.page?.text()).toContain('Too many attempts')
    world.advance(LOGIN_WINDOW_MS)
    const reopened = await enterPassword(browser, url, { login: 'ada', password: ADA.password })
    expect(reopened.url).toContain(`${CALLBACK}?code=`)
  })
})

describe('one address that tries many logins', () => {
  test('is refused after sixty attempts in a minute; another address is not', async () => {
    const throttle = createLoginThrottle({ database, clock: () => 0 })
    const admitted = []
    for (let n = 0; n <= ATTEMPTS_PER_ADDRESS; n++)
      admitted.push((await throttle.admit({ login: `login-${n}`, address: '192.0.2.1' })).allowed)
    expect(admitted.filter(Boolean)).toHaveLength(ATTEMPTS_PER_ADDRESS)
    expect(admitted.at(-1)).toBe(false)
    expect(await throttle.admit({ login: 'login-1', address: '192.0.2.2' })).toEqual({ allowed: true })
  })

  test('attempts in parallel are all counted', async () => {
    const throttle = createLoginThrottle({ database, clock: () => 0 })
    const attempts = Array.from({ length: 12 }, (_, n) =>
      throttle.admit({ login: 'parallel', address: `198.51.100.${n}` }),
    )
    const allowed = (await Promise.all(attempts)).filter((permission) => permission.allowed)
    expect(allowed).toHaveLength(ATTEMPTS_PER_LOGIN)
  })
})
