import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestBrowser } from '../testing/test-browser.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { createAuthorizationRequest, open, startTestProvider, type TestProvider } from '../testing/test-provider.ts'
import { styles } from './styles.ts'

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

/** The sign-in page as a browser with this app cookie receives it. */
const getSignInPage = async (cookie: string): Promise<string> => {
  const browser = new TestBrowser()
  const { url } = await open(browser, createAuthorizationRequest(provider).url)
  const response = await fetch(url, {
    headers: { accept: 'text/html', cookie: `${browser.cookiesFor(url)}; ${cookie}` },
  })
  expect(response.status).toBe(200)
  return response.text()
}

describe('the theme of the sign-in page', () => {
  test('is the one that was chosen in the app', async () => {
    expect(await getSignInPage('auspex.theme=dark')).toContain('<html lang="en" data-theme="dark">')
    expect(await getSignInPage('auspex.theme=light')).toContain('<html lang="en" data-theme="light">')
  })

  test('is the one that was chosen over https, whatever was chosen before its cookie had that name', async () => {
    for (const cookie of ['__Secure-auspex.theme=dark', 'auspex.theme=light; __Secure-auspex.theme=dark'])
      expect(await getSignInPage(cookie)).toContain('data-theme="dark"')
    expect(await getSignInPage('auspex.theme=dark; __Secure-auspex.theme=light')).toContain('data-theme="light"')
  })

  test.each(['', 'auspex.theme=', 'auspex.theme=%22%3E%3Cscript%3E', 'auspex.theme=DARK'])(
    'is light without a choice that can be read (%s)',
    async (cookie) => {
      expect(await getSignInPage(cookie)).toContain('<html lang="en" data-theme="light">')
    },
  )

  test('never asks the device', () => {
    expect(styles).not.toContain('prefers-color-scheme')
  })

  test('a page that refuses has it too', async () => {
    const response = await fetch(`${provider.issuer}/auth?client_id=nobody`, {
      headers: { accept: 'text/html', cookie: 'auspex.theme=dark' },
    })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('data-theme="dark"')
  })
})
