import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestBrowser } from '../testing/test-browser.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import {
  createAuthorizationRequest,
  enterPassword,
  open,
  startTestProvider,
  type TestProvider,
} from '../testing/test-provider.ts'

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

/** Sends the beginning of a form and disconnects. */
async function hangUp(url: string, cookie: string): Promise<void> {
  const { hostname, port, pathname } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(
    `POST ${pathname} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 200\r\n\r\nlogin=ada&pass`,
  )
  // The response to a second request shows that the first one has arrived.
  await fetch(`${provider.issuer}/jwks`)
  socket.resetAndDestroy()
  await once(socket, 'close')
}

describe('a form', () => {
  test('that nobody finished sending is no failure of ours, wherever it was going', async () => {
    const browser = new TestBrowser()
    const { url } = await open(browser, createAuthorizationRequest(provider).url)
    for (const address of [
      `${url}/login`,
      `${url}/abort`,
      `${provider.issuer}/token`,
      `${provider.issuer}/session/end/confirm`,
    ]) {
      for (let n = 0; n < 5; n++) await hangUp(address, browser.cookiesFor(address))
    }
    // Closing waits for all running requests.
    await provider.restart()
    expect(provider.errors).toEqual([])
  })

  test('that is too large is answered with a page that says so', async () => {
    const browser = new TestBrowser()
    const { url } = await open(browser, createAuthorizationRequest(provider).url)
    const { page } = await enterPassword(browser, url, { login: 'ada', password: 'x'.repeat(20_000) })
    expect(page?.status).toBe(413)
    expect(await page?.text()).toContain('The form is too large')
    expect(provider.errors).toEqual([])
  })
})
