import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDocsSite, listServers } from './docs-site.ts'

const server = createServer(createDocsSite({ prefix: '/docs', servers: listServers(new URL('http://localhost:4000')) }))
let origin: string

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // TCP has an AddressInfo
})
afterAll(() => void server.close())

const get = (path: string, init: RequestInit = {}) => fetch(`${origin}${path}`, { redirect: 'manual', ...init })

describe('the reference', () => {
  test('is a page whose files are all its own', async () => {
    const page = await get('/docs/')
    const html = await page.text()
    const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address)
    expect(addresses.length).toBeGreaterThan(3)
    for (const address of addresses) {
      expect(address).not.toMatch(/^(https?:)?\/\//)
      expect([address, (await get(`/docs/${address}`)).status]).toEqual([address, 200])
    }
  })

  test('may run scripts of its own only, and reach itself and the mock server only', async () => {
    const policy = (await get('/docs/')).headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'; script-src 'self';")
    expect(policy).toContain("connect-src 'self' http://localhost:4010;")
  })

  test('of an installation that others reach names no address of the machine it runs on', () => {
    for (const address of ['https://auspex.example', 'http://10.0.0.8:4000', 'https://localhost.example'])
      expect(listServers(new URL(address)).map(({ url }) => url)).toEqual(['/api'])
  })

  test('shows the bundled contract', async () => {
    const contract = (await (await get('/docs/openapi.json')).json()) as { paths: object }
    expect(contract.paths).toHaveProperty('/explore/topicQuery')
  })

  test('leads to the page without the slash, and refuses what is no file and what is no reading', async () => {
    const bare = await get('/docs')
    expect([bare.status, bare.headers.get('location')]).toEqual([308, '/docs/'])
    for (const path of ['/docs/../package.json', '/docs/site/theme.css', '/docs/%2e%2e/x']) {
      expect([path, (await get(path)).status]).toEqual([path, 404])
    }
    expect((await get('/docs/', { method: 'POST' })).status).toBe(405)
  })

  test('is not sent again while it is the same', async () => {
    const first = await get('/docs/reference.js')
    expect(first.headers.get('content-encoding')).toBe('gzip')
    const etag = first.headers.get('etag') ?? ''
    expect((await get('/docs/reference.js', { headers: { 'if-none-match': etag } })).status).toBe(304)
  })
})
