/**
 * Usage: node scripts/checks/attack/raw-sockets.ts [CASES [SEED]]. Sends bytes that pose as requests to the running product, keeps connections
 * open and floods it. Fails if the server exits, an error goes uncaught, or a case gets no answer.
 */
import { mostConnections, serverLimits } from '@auspex/server'
import { createTally, finish, inParallel, waitUntil } from '../harness/process.ts'
import { readToken, startProduct } from '../harness/product.ts'
import { createChance } from './chance.ts'
import {
  type CalmVisit,
  countSockets,
  fire,
  floodWithConnections,
  floodWithPipeline,
  type Outcome,
  stallMany,
} from './sockets.ts'
import { type Case, drawCase } from './raw-cases.ts'

const [cases = 20_000, seed = 20_261_122] = process.argv.slice(2).map(Number)
/** Connections that this program keeps open for its own next request. */
const spareSockets = 8
const chance = createChance(seed)
const faults: string[] = []
const tally = createTally()

const product = await startProduct()
const { url } = product
const server = product.server()
const port = Number(new URL(url).port)
const token = await readToken(url, product.dataDir, 'service')

/** Checks that each part still answers as usual. */
async function checkHealth(when: string): Promise<void> {
  for (const page of ['/', '/api/health/getStatus', '/identity/.well-known/openid-configuration', '/docs/']) {
    const status = await fetch(`${url}${page}`).then((reply) => reply.status, String)
    if (status !== 200) faults.push(`${when}, ${page} answered ${status}`)
  }
}

function checkCalm(what: string, { requests, answered, slowestMs }: CalmVisit): void {
  console.log(`${what}: ${answered} of ${requests} pages for another person, slowest ${Math.round(slowestMs)} ms`)
  if (answered < requests) faults.push(`${what} kept another person out`)
}

function judge(each: Case, { kind, status }: Outcome): void {
  tally.add(each.kind === 'hang-up' && kind !== 'silent' ? 'gone' : kind)
  if (status !== null) tally.add(`${Math.floor(status / 100)}xx`)
  const isUnanswered = kind === 'silent' || kind === 'refused' || (each.kind === 'plain' && kind !== 'status')
  if (!isUnanswered && status !== 500) return
  tally.add(isUnanswered ? 'unanswered' : 'failed')
  const text = each.bytes.toString('latin1').replaceAll(token, 'TOKEN').slice(0, 300)
  if (faults.length < 10) faults.push(`${status ?? kind}: ${JSON.stringify(text)}`)
}

try {
  await checkHealth('Before the attack')
  const before = countSockets(server.pid)
  const startedAt = performance.now()
  const { headersTimeout, connectionsCheckingInterval } = serverLimits
  const stalls = stallMany(port, { each: 20, withinMs: headersTimeout + connectionsCheckingInterval + 10_000 })
  await inParallel(cases, 256, async () => {
    const each = drawCase(chance, token)
    judge(each, await fire(each, port))
  })
  const seconds = (performance.now() - startedAt) / 1000
  await checkHealth('After the cases')

  const { begun, freed, slowestMs } = await stalls
  console.log(
    `${freed} of ${begun} stalled connections were ended by the server, the last after ${(slowestMs / 1000).toFixed(1)} s`,
  )
  if (freed < begun) faults.push(`${begun - freed} stalled connections were not ended`)
  checkCalm('10,000 requests at once on one connection', await floodWithPipeline(url, '/docs/', 10_000))
  checkCalm('10,000 calls at once on one connection', await floodWithPipeline(url, '/api/users/me', 10_000))
  const crowd = mostConnections + 400
  checkCalm(`${crowd} connections that trickle`, await floodWithConnections(url, crowd))
  await checkHealth('After the floods')
  const isSettled = async () => (countSockets(server.pid) ?? 0) <= (before ?? 0) + spareSockets
  if (before !== null && (await waitUntil(isSettled, { withinMs: 10_000 })) === null)
    faults.push('The server still has sockets of clients that went')
  console.log(`${before} sockets of the server were open before, ${countSockets(server.pid)} are after`)

  const lines = server.output().split('\n')
  const uncaught = lines.filter((line) => /was not caught|nothing heard it|uncaught/i.test(line))
  faults.push(
    ...uncaught.slice(0, 3),
    ...lines.filter((line) => line.includes('a part of the product failed')).slice(0, 3),
  )
  const exits = server.exitCode() === null ? 0 : 1
  if (exits > 0) faults.push(`The server ended with ${server.exitCode()}`)
  console.log(tally.text())
  console.log(
    `${cases} cases in ${seconds.toFixed(1)} s: ${exits} exits, ${uncaught.length} uncaught, ${tally.of('unanswered')} unanswered, ${tally.of('failed')} answered 500`,
  )
} finally {
  await server.stop()
  await product.end()
}
finish(faults)
