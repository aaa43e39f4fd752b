/**
 * Usage: node scripts/checks/package/run-examples.ts. Type-checks the examples of the SDK and runs each: three against the real server, the chat and
 * the assistant against the mock server.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { startMockServer } from '@auspex/mock-server/server'
import { createClient, topicQuery } from '@auspex/sdk'
import type { RealServer } from '@auspex/server/testing'
import { chromium } from '@playwright/test'
import { rolldown } from 'rolldown'
import { findChromium } from '../../test/find-chromium.ts'
import { capture } from '../harness/process.ts'
import { startDemoServer } from './packed.ts'

async function bundle(folder: string): Promise<string> {
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

/** Serves the page of a folder and forwards all other requests, as any bundler's dev server would. */
async function servePage(folder: string, apiUrl: string) {
  const html = readFileSync(`${folder}/index.html`, 'utf8').replace('./main.tsx', '/main.js')
  const script = await bundle(folder)
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

const reactPage = 'packages/sdk/examples/react-page'

/** Searches for a topic in the page, in a real browser, against the real server. */
async function runReactPage({ url, token }: RealServer): Promise<string> {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('no Chromium is installed')
  const page = await servePage(reactPage, url)
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

const assistantPage = 'packages/sdk/examples/assistant-page'

/**
 * Asks a question in another team's page, in a real browser: the answer arrives, Zeus highlights one of its rows, and no other server gets a request.
 */
async function runAssistantPage(): Promise<string> {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('no Chromium is installed')
  const mock = await startMockServer({ eventDelayMs: 1 })
  const page = await servePage(assistantPage, mock.url)
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const tab = await browser.newPage()
    const strangers: string[] = []
    tab.on('pageerror', (error) => console.error(error))
    tab.on('request', (request) => {
      if (!request.url().startsWith(page.url)) strangers.push(request.url())
    })
    await tab.goto(`${page.url}#mira`)
    await tab.getByLabel('Ask Zeus').fill('How is the tone of oat milk?')
    await tab.getByRole('button', { name: 'Ask' }).click()
    await tab.getByText('is neutral in 140 of 412 documents').waitFor({ timeout: 20_000 })
    await tab.locator('tr[aria-current="true"]').getByText('Oat drink').waitFor({ timeout: 20_000 })
    if (strangers.length > 0) throw new Error(`the page asked ${strangers.join(', ')}`)
    return 'assistant-page streamed an answer, did what Zeus asked of it, and made 0 requests elsewhere'
  } finally {
    await browser.close()
    page.close()
    await mock.close()
  }
}

const examples = 'packages/sdk/examples'

async function runCsv({ url, token }: RealServer): Promise<string> {
  const csv = await capture(process.execPath, [`${examples}/search-to-csv/main.ts`, 'oat milk'], {
    env: { AUSPEX_URL: url, AUSPEX_TOKEN: token },
  })
  const count = Number(/^(\d+) documents/m.exec(csv)?.[1])
  const lines = csv.match(/^\d{4}-\d{2}-\d{2}T\S+?,/gm)?.length ?? 0
  if (!(count > 100) || lines !== count) throw new Error(`${lines} lines for ${count} documents\n${csv.slice(0, 2000)}`)
  return `search-to-csv wrote ${lines} lines for ${count} documents`
}

/** Starts an example program; returns a function that waits until its output contains a text. */
function start(file: string, env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [`${examples}/${file}`], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const says = async (pattern: RegExp): Promise<RegExpExecArray> => {
    const signal = AbortSignal.timeout(30_000)
    for (;;) {
      const match = pattern.exec(output)
      if (match) return match
      await once(child.stdout, 'data', { signal })
    }
  }
  return { child, says }
}

async function runRelay({ url, token }: RealServer): Promise<string> {
  const client = createClient({ baseUrl: `${url}/api`, auth: { getToken: () => token } })
  const { signal_id } = await topicQuery({ query_term: 'oat milk' }, { client })
  const { child, says } = start('fastify-relay/main.ts', { AUSPEX_URL: url, PORT: '0' })
  try {
    const [, address] = await says(/Listening at (\S+)/)
    const fetchTopic = (authorization: string) =>
      fetch(`${address}/topics/${signal_id}`, { headers: { authorization } })
    const answer = await fetchTopic(`Bearer ${token}`)
    const body = (await answer.json()) as { documents?: number }
    const refusal = await fetchTopic('Bearer of bad news')
    if (answer.status !== 200 || !body.documents || refusal.status !== 401)
      throw new Error(`the relay answered ${answer.status} and ${refusal.status}`)
    return `fastify-relay answered ${body.documents} documents to its caller, and 401 to a stranger`
  } finally {
    child.kill()
  }
}

async function runChat(): Promise<string> {
  // the mock cuts every connection after four events, so that the chat must reconnect for the rest
  const mock = await startMockServer({ eventDelayMs: 1, scenarios: ['sse-drop=4'] })
  const { child, says } = start('terminal-chat/main.ts', { AUSPEX_URL: mock.url, AUSPEX_TOKEN: 'mira' })
  try {
    child.stdin.write('Why is oat milk growing?\n')
    const [end] = await says(/\[completed, \d+ citations\]/)
    child.stdin.end()
    const [code] = (await once(child, 'exit')) as [number]
    if (code !== 0) throw new Error(`the chat ended with ${code}`)
    const connections = mock.requests().length
    return `terminal-chat streamed an answer of the mock server over ${connections} connections to its end ${end}`
  } finally {
    child.kill()
    await mock.close()
  }
}

let failures = 0

async function step(work: () => Promise<string>): Promise<void> {
  const startedAt = performance.now()
  const line = await work().catch((error: unknown) => {
    failures += 1
    return `FAIL ${error instanceof Error ? error.message : String(error)}`
  })
  console.log(`${line} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
}

await step(async () => {
  await capture('tsc', ['-p', examples])
  return 'the examples type-check'
})
const real = await startDemoServer()
for (const run of [runCsv, runRelay, runReactPage]) await step(() => run(real))
await real.close()
await step(runChat)
await step(runAssistantPage)
console.log(failures === 0 ? '5 of 5 examples ran' : `${failures} failed`)
process.exit(failures === 0 ? 0 : 1)
