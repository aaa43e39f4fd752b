import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { contractFile } from '@auspex/contract/file'
import { describeMock } from '@auspex/mock-server/contract-suite'
import { type Browser, chromium, type Page } from '@playwright/test'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll } from 'vitest'
import { findChromium } from '../../test/run-browser.ts'
import type { MockPage } from './browser-page.ts'

const require = createRequire(import.meta.url)
let browser: Browser
let page: Page
let server: Server
let baseUrl: string

beforeAll(async () => {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('no Chromium is installed')
  server = await serve(await bundlePage())
  const { port } = server.address() as AddressInfo // a TCP port has no pipe name
  baseUrl = `http://localhost:${port}` // service workers run on localhost without TLS
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  page = await browser.newPage()
  await page.goto(baseUrl)
  await page.waitForFunction(() => 'mockPage' in globalThis)
})

afterAll(async () => {
  await browser.close()
  server.close()
})

/** The page's program by file name: a part of it is only loaded outside of browsers. */
async function bundlePage(): Promise<Record<string, string>> {
  const bundle = await rolldown({
    input: fileURLToPath(new URL('browser-page.ts', import.meta.url)),
    platform: 'browser',
    external: ['node:zlib'],
  })
  const { output } = await bundle.generate({ format: 'esm', entryFileNames: 'page.js' })
  await bundle.close()
  return Object.fromEntries(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.code]] : [])))
}

/** Serves the page, its program, the contract and msw's service worker. */
async function serve(program: Record<string, string>): Promise<Server> {
  const worker = readFileSync(require.resolve('msw/mockServiceWorker.js'))
  const files: Record<string, readonly [type: string, body: string | Buffer]> = {
    '/': ['text/html', '<!doctype html><title>mock</title><script type="module" src="/page.js"></script>'],
    ...Object.fromEntries(
      Object.entries(program).map(([name, code]) => [`/${name}`, ['text/javascript', code] as const]),
    ),
    '/openapi.json': ['application/json', readFileSync(contractFile)],
    '/mockServiceWorker.js': ['text/javascript', worker],
  }
  const listening = createServer((request, response) => {
    const [type, body] = files[request.url ?? ''] ?? ['text/plain', 'not the mock']
    response.writeHead(200, { 'content-type': type }).end(body)
  })
  await new Promise<void>((resolve) => {
    listening.listen(0, 'localhost', resolve)
  })
  return listening
}

/** Sends a request from inside the page. */
async function fetchInPage(request: Request): Promise<Response> {
  const { url, method } = request
  const body = request.body === null ? null : await request.text()
  const reply = await page.evaluate(
    async (sent) => {
      const response = await fetch(sent.url, { method: sent.method, headers: sent.headers, body: sent.body })
      return { status: response.status, headers: [...response.headers], text: await response.text() }
    },
    { url, method, headers: [...request.headers] as [string, string][], body },
  )
  return new Response(reply.text, { status: reply.status, headers: reply.headers })
}

describeMock('behind msw in Chromium', () => ({
  fetch: fetchInPage,
  baseUrl,
  reset: () => page.evaluate(() => (globalThis as unknown as { mockPage: MockPage }).mockPage.reset()), // set by the page
}))
