/**
 * Usage: node scripts/checks/package/run-examples.ts. Type-checks the examples of the SDK and runs each: four against the real server, the chat and
 * the assistant against the mock server.
 */
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { startMockServer } from '@auspex/mock-server/server'
import { createClient, registerClient, removeRegisteredClient, topicQuery } from '@auspex/sdk'
import { type RealServer, signIn } from '@auspex/server/testing'
import { chromium, type Page } from '@playwright/test'
import { rolldown } from 'rolldown'
import { findChromium } from '../../test/run-browser.ts'
import { capture, start } from '../harness/process.ts'
import { startDemoServer } from './consumer.ts'

const examples = 'packages/sdk/examples'

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
async function servePage(folder: string, apiUrl: string, edit = (html: string) => html) {
  const html = readFileSync(`${folder}/index.html`, 'utf8').replace('./main.tsx', '/main.js')
  const script = await bundle(folder)
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const isPage = /^\/(signed-in)?(\?|$)/.test(path)
    if (isPage || path === '/main.js') {
      response.setHeader('content-type', isPage ? 'text/html' : 'text/javascript')
      response.end(isPage ? edit(html) : script)
      return
    }
    void forward(request, response, apiUrl)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // listen() on a TCP port gives an AddressInfo, never a pipe name
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

/** Shows the page of an example, signed in with a token, in a real browser. */
async function showPage(
  example: string,
  { apiUrl, token }: { apiUrl: string; token: string },
  work: (tab: Page, url: string) => Promise<string>,
): Promise<string> {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('no Chromium is installed')
  const page = await servePage(`${examples}/${example}`, apiUrl)
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const tab = await browser.newPage()
    tab.on('pageerror', (error) => console.error(error))
    await tab.goto(`${page.url}#${token}`)
    return await work(tab, page.url)
  } finally {
    await browser.close()
    page.close()
  }
}

/** Searches for a topic in the page, against the real server. */
function runReactPage({ url, token }: RealServer): Promise<string> {
  return showPage('react-page', { apiUrl: url, token }, async (tab) => {
    await tab.getByLabel('Topic').fill('oat milk')
    await tab.getByRole('button', { name: 'Search' }).click()
    const report = tab.getByRole('region', { name: 'Report' })
    await report.getByRole('heading', { name: 'oat milk' }).waitFor({ timeout: 20_000 })
    const count = /(\d+) documents/.exec((await report.textContent()) ?? '')?.[1]
    if (!Number(count)) throw new Error('the page shows no documents')
    return `react-page showed the report of ${count} documents in Chromium`
  })
}

/**
 * Registers the app of another team, which has an address of its own, and uses it as a person does: signs in, allows it, searches, reads an answer as it
 * is written, reloads, and signs out. Then removes it while the person uses it.
 */
async function runTeamApp({ url, apiUrl, administrator }: RealServer): Promise<string> {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('no Chromium is installed')
  const { accessToken } = await signIn(url, administrator)
  const client = createClient({ baseUrl: apiUrl, auth: { getToken: () => accessToken } })
  let clientId = ''
  const page = await servePage(`${examples}/team-app`, url, (html) =>
    html.replace('http://localhost:4000', url).replace('app_of_yours', clientId),
  )
  const redirectUris = [`${page.url}signed-in`]
  const { id } = await registerClient(
    { name: 'Coffee board', kind: 'web', scopes: ['read', 'write'], redirectUris },
    { client },
  )
  clientId = id
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const tab = await browser.newPage()
    tab.setDefaultTimeout(30_000)
    const refused: string[] = []
    // of calls, that is: there is no web app here, whose icon the provider's pages name
    tab.on('console', (message) => message.text().includes('blocked by') && refused.push(message.text()))
    const enterPassword = async () => {
      await tab.getByLabel('Username or email').fill(administrator.login)
      await tab.getByLabel('Password').fill(administrator.password)
      await tab.getByRole('button', { name: 'Sign in' }).click()
    }
    await tab.goto(page.url)
    await enterPassword()
    await tab.getByText('See everything in Auspex that you can see').waitFor()
    await tab.getByRole('button', { name: 'Allow' }).click()
    await tab.getByText('Signed in as Gwen Godmode').waitFor()
    if (tab.url() !== page.url) throw new Error(`the person came back to ${tab.url()}`)
    await tab.getByLabel('Topic').fill('oat milk')
    await tab.getByRole('button', { name: 'Ask Zeus' }).click()
    await tab.getByRole('status').getByText('oat milk').waitFor()
    const kinds = await tab.evaluate(callEachKind, url)
    if (kinds.join() !== '200,422,422,404') throw new Error(`calls from another origin ended with ${kinds.join(', ')}`)
    await tab.reload()
    await tab.getByText('Signed in as Gwen Godmode').waitFor()
    await tab.getByRole('button', { name: 'Sign out' }).click()
    await tab.getByRole('heading', { name: 'Sign in to' }).waitFor()
    await enterPassword()
    await tab.getByRole('button', { name: 'Allow' }).click()
    await tab.getByText('Signed in as Gwen Godmode').waitFor()
    await removeRegisteredClient(id, { client })
    await tab.getByLabel('Topic').fill('oat milk')
    await tab.getByRole('button', { name: 'Ask Zeus' }).click()
    await tab.getByRole('alert').getByText('it was removed, or never registered').waitFor()
    await tab.getByRole('button', { name: 'Try again' }).click()
    await tab.getByRole('heading', { name: 'This app was removed' }).waitFor()
    if (refused.length > 0) throw new Error(`the browser refused: ${refused.join('; ')}`)
    return 'team-app signed a person in on an address of its own, read, wrote, uploaded and resumed a stream across origins, signed out, and said that it was removed'
  } finally {
    await browser.close()
    page.close()
  }
}

/**
 * Runs in the page: one call of each kind with all headers that the SDK sends, so that the browser asks the server about each first. A status can be
 * read only of what the server lets this origin read.
 */
async function callEachKind(url: string): Promise<number[]> {
  const stored = [localStorage, sessionStorage]
    .flatMap((each) => Object.values<unknown>(each))
    .find((value) => String(value).includes('access_token'))
  const { access_token: token } = JSON.parse(String(stored)) as { access_token: string }
  const ownHeaders = { authorization: `Bearer ${token}`, 'x-request-id': 'other-origin' }
  const write = { ...ownHeaders, 'idempotency-key': 'other-origin-1' }
  const form = new FormData()
  form.append('file', new Blob(['no picture']), 'cover.png')
  const replies = [
    await fetch(`${url}/api/users/me`, { headers: ownHeaders }),
    await fetch(`${url}/api/portfolio/create`, {
      method: 'POST',
      headers: { ...write, 'content-type': 'application/json' },
      body: '{}',
    }),
    await fetch(`${url}/api/portfolio/create`, { method: 'POST', headers: write, body: form }),
    // continues a stream
    await fetch(`${url}/assistant/v1/zeus/runs/run_none/events`, {
      headers: { ...ownHeaders, accept: 'text/event-stream', 'last-event-id': 'run_none.1' },
    }),
  ]
  return replies.map(({ status }) => status)
}

/** Asks a question in another team's page: the answer arrives, Zeus highlights one of its rows, and no other server gets a request. */
async function runAssistantPage(): Promise<string> {
  const mock = await startMockServer({ eventDelayMs: 1 })
  try {
    return await showPage('assistant-page', { apiUrl: mock.url, token: 'mira' }, async (tab, url) => {
      const strangers: string[] = []
      tab.on('request', (request) => {
        if (!request.url().startsWith(url)) strangers.push(request.url())
      })
      await tab.reload()
      await tab.getByLabel('Ask Zeus').fill('How is the tone of oat milk?')
      await tab.getByRole('button', { name: 'Ask' }).click()
      await tab.getByText('is neutral in 140 of 412 documents').waitFor({ timeout: 20_000 })
      await tab.locator('tr[aria-current="true"]').getByText('Oat drink').waitFor({ timeout: 20_000 })
      if (strangers.length > 0) throw new Error(`the page asked ${strangers.join(', ')}`)
      return 'assistant-page streamed an answer, did what Zeus asked of it, and made 0 requests elsewhere'
    })
  } finally {
    await mock.close()
  }
}

async function runCsv({ url, token }: RealServer): Promise<string> {
  const csv = await capture(process.execPath, [`${examples}/search-to-csv/main.ts`, 'oat milk'], {
    env: { AUSPEX_URL: url, AUSPEX_TOKEN: token },
  })
  const count = Number(/^(\d+) documents/m.exec(csv)?.[1])
  const lines = csv.match(/^\d{4}-\d{2}-\d{2}T\S+?,/gm)?.length ?? 0
  if (!(count > 100) || lines !== count) throw new Error(`${lines} lines for ${count} documents\n${csv.slice(0, 2000)}`)
  return `search-to-csv wrote ${lines} lines for ${count} documents`
}

function startExample(file: string, env: NodeJS.ProcessEnv) {
  return start(process.execPath, [`${examples}/${file}`], { env: { ...process.env, ...env } })
}

async function runRelay({ url, token }: RealServer): Promise<string> {
  const client = createClient({ baseUrl: `${url}/api`, auth: { getToken: () => token } })
  const { signal_id } = await topicQuery({ query_term: 'oat milk' }, { client })
  const relay = startExample('fastify-relay/main.ts', { AUSPEX_URL: url, PORT: '0' })
  try {
    const [, address] = await relay.says(/Listening at (\S+)/)
    const fetchTopic = (authorization: string) =>
      fetch(`${address}/topics/${signal_id}`, { headers: { authorization } })
    const answer = await fetchTopic(`Bearer ${token}`)
    const body = (await answer.json()) as { documents?: number }
    const refusal = await fetchTopic('Bearer of bad news')
    if (answer.status !== 200 || !body.documents || refusal.status !== 401)
      throw new Error(`the relay answered ${answer.status} and ${refusal.status}`)
    return `fastify-relay answered ${body.documents} documents to its caller, and 401 to a stranger`
  } finally {
    await relay.stop()
  }
}

async function runChat(): Promise<string> {
  // the mock cuts every connection after four events, so that the chat must reconnect for the rest
  const mock = await startMockServer({ eventDelayMs: 1, scenarios: ['sse-drop=4'] })
  const chat = startExample('terminal-chat/main.ts', { AUSPEX_URL: mock.url, AUSPEX_TOKEN: 'mira' })
  try {
    chat.child.stdin?.write('Why is oat milk growing?\n')
    // its input may end only once it prompts again
    const [, end] = await chat.says(/(\[completed, \d+ citations\])\s*> /)
    chat.child.stdin?.end()
    const code = await chat.ended
    if (code !== 0) throw new Error(`the chat ended with ${code}`)
    const connections = mock.requests().length
    return `terminal-chat streamed an answer of the mock server over ${connections} connections to its end ${end}`
  } finally {
    await chat.stop()
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
for (const run of [runCsv, runRelay, runReactPage, runTeamApp]) await step(() => run(real))
await real.close()
await step(runChat)
await step(runAssistantPage)
console.log(failures === 0 ? '6 of 6 examples ran' : `${failures} failed`)
process.exit(failures === 0 ? 0 : 1)
