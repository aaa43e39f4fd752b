import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createClient, getMe } from '../index.ts'
import { sendJson, serve } from '../testing/server.ts'
import { setUserAgent, version } from './prepare-call.ts'

const agentIn = (navigator: object | undefined): string | null => {
  vi.stubGlobal('navigator', navigator)
  const headers = new Headers()
  setUserAgent(headers)
  return headers.get('user-agent')
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the user agent', () => {
  test('contains the version of the package', () => {
    // A package file has a version.
    const { version: packaged } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      version: string
    }
    expect(version).toBe(packaged)
  })

  test('is sent with each call from a server, unless the app sets its own', async () => {
    const agents: unknown[] = []
    const server = await serve((request, response) => {
      agents.push(request.headers['user-agent'])
      sendJson(response, 200, {})
    })
    const client = createClient({ baseUrl: server.url })
    await getMe({ client })
    await getMe({ client, headers: { 'User-Agent': 'my-app/1' } })
    expect(agents).toEqual([`auspex-sdk/${version} Node.js/${process.versions.node.split('.')[0]}`, 'my-app/1'])
  })

  test.each([
    ['Chrome', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0', null],
    ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', null],
    ['Deno', 'Deno/2.4.0', `auspex-sdk/${version} Deno/2.4.0`],
    ['a worker at the edge', 'Cloudflare-Workers', `auspex-sdk/${version} Cloudflare-Workers`],
  ])('in %s is %s', (_name, runtime, expected) => {
    expect(agentIn({ userAgent: runtime })).toBe(expected)
  })

  test('without a navigator, as in React Native and Node 20, contains only the package', () => {
    expect(agentIn(undefined)).toBe(`auspex-sdk/${version}`)
    expect(agentIn({ product: 'ReactNative' })).toBe(`auspex-sdk/${version}`)
  })
})
