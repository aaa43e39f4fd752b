import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { chromium } from '@playwright/test'
import { rolldown } from 'rolldown'
import { findChromium } from '../../test/find-chromium.ts'
import type { RealServer } from '@auspex/server/testing'

const folder = 'packages/sdk/examples/react-page'

async function bundle(): Promise<string> {
  const build = await rolldown({
    input: `${folder}/main.tsx`,
    platform: 'browser',
    logLevel: 'silent',
    transform: { jsx: 'react-jsx', define: { 'process.env.NODE_ENV': '"production"' } },
  })
  const { output } = await build.generate({ format: 'es' })
  await build.close()
  return output[0].code
}

async function forward(request: IncomingMessage, response: ServerResponse, apiUrl: string): Promise<void> {
  const body = await text(request)
  const { authorization = '', 'content-type': type = 'application/json' } = request.headers
  const answer = await fetch(`${apiUrl}${request.url}`, {
    method: request.method ?? 'GET',
    headers: { authorization, 'content-type': type },
    ...(body !== '' && { body }),
  })
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
  response.end(await answer.text())
}

/** Serves the page and forwards /api, as the dev server of any bundler would. */
async function servePage(apiUrl: string) {
  const html = readFileSync(`${folder}/index.html`, 'utf8').replace('./main.tsx', '/main.js')
  const script = await bundle()
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    if (path === '/' || path === '/main.js') {
      response.setHeader('content-type', path === '/' ? 'text/html' : 'text/javascript')
      response.end(path === '/' ? html : script)
      return
    }
    void forward(request, response, apiUrl)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // listen() on a TCP port gives an AddressInfo, never a pipe name
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

/** Searches a topic in the page, in a real browser, against the real server. */
export async function runReactPage({ url, token }: RealServer): Promise<string> {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('no Chromium is installed')
  const page = await servePage(url)
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const tab = await browser.newPage()
    tab.on('pageerror', (error) => console.error(error))
    await tab.goto(`${page.url}#${token}`)
    await tab.getByLabel('Topic').fill('oat milk')
    await tab.getByRole('button', { name: 'Search' }).click()
    const report = tab.getByRole('region', { name: 'Report' })
    await report
      .getByRole('heading', { name: 'oat milk' })
      .waitFor({ timeout: 20_000 })
      .catch(async (error: Error) => {
        throw new Error(`the page shows: ${await tab.locator('body').textContent()}\n${error.message}`)
      })
    const count = /(\d+) documents/.exec((await report.textContent()) ?? '')?.[1]
    if (!Number(count)) throw new Error('the page shows no documents')
    return `react-page showed the report of ${count} documents in Chromium`
  } finally {
    await browser.close()
    page.close()
  }
}
