/**
 * Usage: node scripts/checks/attack/raw-sockets.ts [CASES [SEED]]. Sends bytes that pose as requests to the running product, keeps connections
 * open and floods it. Fails if the server exits, an error goes uncaught, or a case gets no answer.
 */
import { createChance } from './chance.ts'
import { drawCase } from './raw-sockets/cases.ts'
import { fire, type Outcome } from './raw-sockets/fire.ts'
import { type CalmVisit, floodWithConnections, floodWithPipeline } from './raw-sockets/floods.ts'
import { countSockets, settleSockets } from './raw-sockets/open-sockets.ts'
import { stallMany } from './raw-sockets/stall.ts'
import { getServiceToken, mostConnections, serverLimits } from '@auspex/server'
import { readServiceClient, removeData, spawnServer } from '@auspex/server/testing'

const [cases = 20_000, seed = 20_261_122] = process.argv.slice(2).map(Number)
const atOnce = 256
/** Connections that this program keeps open for its own next request. */
const spareSockets = 8
const chance = createChance(seed)
const faults: string[] = []

const server = await spawnServer({
  AUSPEX_SOURCES: 'live',
  AUSPEX_LOG_LEVEL: 'error',
  AUSPEX_REQUESTS_PER_MINUTE: '1000000',
})
const port = Number(new URL(server.url).port)
const token = await getServiceToken(`${server.url}/identity`, readServiceClient(server.dataDir))

/** Checks that each part still answers as usual. */
async function checkHealth(when: string): Promise<void> {
  const pages = ['/', '/api/health/getStatus', '/identity/.well-known/openid-configuration', '/docs/']
  for (const page of pages) {
    const status = await fetch(`${server.url}${page}`).then((reply) => reply.status, String)
    if (status !== 200) faults.push(`${when}, ${page} answered ${status}`)
  }
}

function checkCalm(what: string, { requests, answered, slowestMs }: CalmVisit): void {
  console.log(`${what}: ${answered} of ${requests} pages for another person, slowest ${Math.round(slowestMs)} ms`)
  if (answered < requests) faults.push(`${what} kept another person out`)
}

const counts = new Map<string, number>()

function count(what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1)
}

function of(what: string): number {
  return counts.get(what) ?? 0
}

function judge(each: ReturnType<typeof drawCase>, { kind, status }: Outcome): void {
  count(each.kind === 'hang-up' && kind !== 'silent' ? 'gone' : kind)
  if (status !== null) count(`${Math.floor(status / 100)}xx`)
  const isUnanswered = kind === 'silent' || kind === 'refused' || (each.kind === 'plain' && kind !== 'status')
  if (!isUnanswered && status !== 500) return
  count(isUnanswered ? 'unanswered' : 'failed')
  const text = each.bytes.toString('latin1').replaceAll(token, 'TOKEN').slice(0, 300)
  if (faults.length < 10) faults.push(`${status ?? kind}: ${JSON.stringify(text)}`)
}

async function fireCases(): Promise<void> {
  while (of('fired') < cases) {
    count('fired')
    const each = drawCase(chance, token)
    judge(each, await fire(each, port))
  }
}

try {
  await checkHealth('Before the attack')
  const before = countSockets(server.pid)
  const startedAt = performance.now()
  const { headersTimeout, connectionsCheckingInterval } = serverLimits
  const stalls = stallMany(port, { each: 20, withinMs: headersTimeout + connectionsCheckingInterval + 10_000 })
  await Promise.all(Array.from({ length: atOnce }, fireCases))
  const seconds = (performance.now() - startedAt) / 1000
  await checkHealth('After the cases')

  const { begun, freed, slowestMs } = await stalls
  console.log(
    `${freed} of ${begun} stalled connections were ended by the server, the last after ${(slowestMs / 1000).toFixed(1)} s`,
  )
  if (freed < begun) faults.push(`${begun - freed} stalled connections were held`)
  checkCalm('10,000 requests at once on one connection', await floodWithPipeline(server.url, '/docs/', 10_000))
  checkCalm('10,000 calls at once on one connection', await floodWithPipeline(server.url, '/api/users/me', 10_000))
  const crowd = mostConnections + 400
  checkCalm(`${crowd} connections that trickle`, await floodWithConnections(server.url, crowd))
  await checkHealth('After the floods')
  const after = before === null ? null : await settleSockets(server.pid, before + spareSockets, 10_000)
  console.log(`${before ?? 'unknown'} sockets of the server were open before, ${after ?? 'unknown'} are after`)
  if (before !== null && (after ?? 0) > before + spareSockets)
    faults.push('The server still holds sockets of clients that went')

  const output = server.output()
  const uncaught = output.split('\n').filter((line) => /was not caught|nothing heard it|uncaught/i.test(line))
  const failureLines = output.split('\n').filter((line) => line.includes('a part of the product failed'))
  faults.push(...uncaught.slice(0, 3), ...failureLines.slice(0, 3))
  const exits = server.exitCode() === null ? 0 : 1
  if (exits > 0) faults.push(`The server ended with ${server.exitCode()}`)
  if (cases > of('fired')) faults.push('Not every case was fired')
  console.log(
    `${of('status')} answered by a status (${['2xx', '3xx', '4xx', '5xx'].map((each) => `${each} ${of(each)}`).join(', ')}), ` +
      `${of('closed')} by the end of the connection, ${of('gone')} left by the client`,
  )
  console.log(
    `${of('fired')} cases in ${seconds.toFixed(1)} s: ${exits} exits, ${uncaught.length} uncaught, ${of('unanswered')} unanswered, ${of('failed')} answered 500`,
  )
} finally {
  await server.stop()
  removeData(server.dataDir)
}

for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)
