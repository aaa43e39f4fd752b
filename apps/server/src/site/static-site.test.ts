import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStaticSite } from './static-site.ts'
import { headerOf, requestLines, sendRaw, statusOf } from '../testing/send-raw.ts'

const folder = mkdtempSync(join(tmpdir(), 'auspex-site-'))
const pageOf = (nonce: string) => `<!doctype html><meta property="csp-nonce" nonce="${nonce}"><title>Auspex</title>`
const script = 'console.log("hello")'
mkdirSync(join(folder, 'assets'))
writeFileSync(join(folder, 'index.html'), pageOf('AUSPEX_STYLE_NONCE'))
writeFileSync(join(folder, '.inputs'), 'a note of the build')
writeFileSync(join(folder, 'assets/app-1a2b.js'), script)
writeFileSync(join(folder, 'assets/app-1a2b.js.br'), brotliCompressSync(script))
writeFileSync(join(folder, 'assets/app-1a2b.js.gz'), gzipSync(script))

const site = createStaticSite({
  folder,
  config: {
    issuer: 'http://localhost:4000/identity',
    clientId: 'auspex-web',
    scopes: ['openid'],
    apiBaseUrl: '/api',
    assistantUrl: '/assistant',
  },
  publicUrl: 'http://localhost:4000',
})
const server = createServer(site)
let port: number
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port // TCP has an AddressInfo
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

const get = (path: string, ...headers: string[]) => sendRaw(port, requestLines(`GET ${path} HTTP/1.1`, ...headers))
const bodyOf = (reply: string) => reply.slice(reply.indexOf('\r\n\r\n') + 4)
const factsOf = (reply: string, ...names: string[]) => [
  statusOf(reply),
  ...names.map((name) => headerOf(reply, name)[0]),
]

describe('the web app', () => {
  test.each([
    '/',
    '/signals/7',
    '/search/oat%20milk?x=a.js',
    '/search/%zz',
    '/search/.net',
    '/assets',
    '/assets/../.inputs',
  ])('is served at %s and revalidated each time', async (path) => {
    const reply = await get(path)
    expect(factsOf(reply, 'content-type', 'cache-control')).toEqual([200, 'text/html;charset=utf-8', 'no-store'])
    const [policy = ''] = headerOf(reply, 'content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    // people's data only goes to this origin: no directive names another
    expect(policy).not.toMatch(/https?:|wss?:|\*/)
    expect(policy).toContain("connect-src 'self';")
    expect(bodyOf(reply)).toBe(pageOf(/style-src 'self' 'nonce-([\w-]{22})'/.exec(policy)?.[1] ?? ''))
  })

  test('has files that are cached forever, because their names contain a hash', async () => {
    const reply = await get('/assets/app-1a2b.js')
    const expected = [200, 'text/javascript;charset=utf-8', 'public, max-age=31536000, immutable', 'Accept-Encoding']
    expect(factsOf(reply, 'content-type', 'cache-control', 'vary')).toEqual(expected)
    expect(bodyOf(reply)).toBe(script)
  })

  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['identity', undefined],
  ])('is sent to a browser that accepts %s as %s', async (accepted, encoding) => {
    const reply = await get('/assets/app-1a2b.js', `Accept-Encoding: ${accepted}`)
    expect(factsOf(reply, 'content-encoding')).toEqual([200, encoding])
  })

  test('is not sent again while it is unchanged', async () => {
    const [tag = ''] = headerOf(await get('/assets/app-1a2b.js'), 'etag')
    expect(factsOf(await get('/assets/app-1a2b.js', `If-None-Match: ${tag}`))).toEqual([304])
    expect(factsOf(await get('/assets/app-1a2b.js', `If-None-Match: "other", ${tag}`))).toEqual([304])
    expect(factsOf(await get('/assets/app-1a2b.js', 'If-None-Match: "other"'))).toEqual([200])
  })

  test('answers HEAD without a body', async () => {
    const reply = await sendRaw(port, requestLines('HEAD / HTTP/1.1'))
    expect([statusOf(reply), headerOf(reply, 'content-length'), bodyOf(reply)]).toEqual([
      200,
      [String(pageOf('x'.repeat(22)).length)],
      '',
    ])
  })

  test.each(['/missing.js', '/.inputs', '/.well-known/x', '/%2e%2e/package.json', '/config.json.br'])(
    'has no file %s',
    async (path) => {
      expect(statusOf(await get(path))).toBe(404)
    },
  )

  test('is configured with the addresses of the other parts', async () => {
    expect(JSON.parse(bodyOf(await get('/config.json?v=1')))).toMatchObject({ apiBaseUrl: '/api' })
  })

  test('refuses write methods, and says what a program probably meant', async () => {
    const reply = await sendRaw(port, requestLines('POST / HTTP/1.1', 'Content-Length: 0'))
    expect(factsOf(reply, 'allow')).toEqual([405, 'GET, HEAD'])
    expect(JSON.parse(bodyOf(reply))).toMatchObject({
      title: 'This is not the API',
      detail: expect.stringContaining('Add /api'),
    })
  })
})

describe('the web app under attack', () => {
  test.each(['bytes=5-2', 'bytes=-', 'bytes=999999-', 'bytes=1e9-2', 'bytes=0-0,5-1', 'nonsense'])(
    'is sent completely for the range %s',
    async (range) => {
      expect(bodyOf(await get('/', `Range: ${range}`))).toContain('<title>Auspex</title>')
    },
  )

  test('handles a path of many dots at once', async () => {
    expect(statusOf(await get(`/${'a.'.repeat(4000)}!`))).toBe(200)
  })

  test('is still served after its files are deleted', async () => {
    rmSync(folder, { recursive: true, force: true })
    expect(bodyOf(await get('/'))).toContain('<title>Auspex</title>')
  })
})
