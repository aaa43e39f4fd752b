/**
 * Usage: node scripts/checks/package/run-examples.ts. Type-checks the examples of the SDK and runs each: three against the real server, the chat and
 * the assistant against the mock server.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createClient, topicQuery } from '@auspex/sdk'
import { startMockServer } from '@auspex/mock-server/server'
import { capture } from './capture.ts'
import { runAssistantPage } from './run-assistant-page.ts'
import { runReactPage } from './run-react-page.ts'
import type { RealServer } from '@auspex/server/testing'
import { startDemoServer } from './demo-server.ts'

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
