/**
 * Usage: node scripts/checks/attack/raw-sockets.ts [CASES [SEED]]. Sends bytes that pose as requests to the running product, keeps connections
 * open and floods it. Fails if the server exits, an error goes uncaught, or a case gets no answer.
 */
import { readdirSync, readlinkSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { maxConnections, serverLimits } from '@auspex/server'
import { createTally, finish, inParallel, waitUntil } from '../harness/process.ts'
import { readToken, startProduct } from '../harness/product.ts'
import { type Case, createChance, drawCase } from './raw-cases.ts'

/** `status`: a status line arrived. `closed`: the server disconnected. `silent`: neither in time. `gone`: the client disconnected. */
interface Outcome {
  readonly kind: 'status' | 'closed' | 'silent' | 'gone' | 'refused'
  readonly status: number | null
}

/** After an incomplete request the client half-closes the connection with this delay; the server then has to close it. */
const halfCloseMs = 1_000
const answerWithinMs = 15_000

/** Sends a case on a new connection and returns how it ended. */
function fire({ kind, bytes }: Case, port: number): Promise<Outcome> {
  return new Promise((resolve) => {
    let received = ''
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    const end = (outcome: Outcome['kind']): void => {
      clearTimeout(halfClose)
      clearTimeout(tooLate)
      socket.destroy()
      const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(received) ?? []
      resolve(status === undefined ? { kind: outcome, status: null } : { kind: 'status', status: Number(status) })
    }
    const tooLate = setTimeout(() => end('silent'), answerWithinMs)
    const halfClose = setTimeout(() => kind === 'hostile' && socket.end(), halfCloseMs)
    let isConnected = false
    socket.once('connect', () => {
      isConnected = true
      socket.write(bytes, () => {
        if (kind !== 'hang-up') return
        if (bytes.length % 2 === 0) socket.resetAndDestroy()
        end('gone')
      })
    })
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1', 0, 64)
      // 100 Continue precedes the response
      received = received.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '')
      if (/^HTTP\/1\.1 \d{3} /.test(received)) end('status')
    })
    socket.once('end', () => end('closed'))
    socket.once('close', () => end('closed'))
    socket.once('error', () => end(isConnected ? 'closed' : 'refused'))
  })
}

/** What another person experienced during the flood. */
interface CalmVisit {
  readonly requests: number
  readonly answered: number
  readonly slowestMs: number
}

/** Requests one page after the other, each on a new connection, as a new browser would. */
async function visit(url: string, times: number): Promise<CalmVisit> {
  let answered = 0
  let slowestMs = 0
  for (let remaining = times; remaining > 0; remaining -= 1) {
    const startedAt = performance.now()
    const reply = await fetch(url, { headers: { connection: 'close' }, signal: AbortSignal.timeout(15_000) }).catch(
      () => null,
    )
    if (reply?.status === 200) answered += 1
    await reply?.arrayBuffer().catch(() => null)
    slowestMs = Math.max(slowestMs, performance.now() - startedAt)
  }
  return { requests: times, answered, slowestMs }
}

function openSocket(port: number): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.on('error', () => resolve(socket))
    socket.once('connect', () => resolve(socket))
  })
}

/** Keeps more connections open than the server accepts, each of which slowly sends a header that never ends. */
async function floodWithConnections(url: string, connections: number): Promise<CalmVisit> {
  const port = Number(new URL(url).port)
  const sockets: Socket[] = []
  for (let opened = 0; opened < connections; opened += 200)
    sockets.push(...(await Promise.all(Array.from({ length: 200 }, () => openSocket(port)))))
  for (const socket of sockets) socket.write('GET / HTTP/1.1\r\nA: ')
  const trickle = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('a')
  }, 500)
  const calm = await visit(url, 40)
  clearInterval(trickle)
  for (const socket of sockets) socket.destroy()
  return calm
}

/** Sends thousands of pipelined requests on one connection without reading a response. */
async function floodWithPipeline(url: string, path: string, requests: number): Promise<CalmVisit> {
  const socket = await openSocket(Number(new URL(url).port))
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(requests))
  socket.pause()
  const calm = await visit(url, 20)
  socket.destroy()
  return calm
}

/** Headers that never end, and incomplete requests: the server has to time these out. */
const beginnings = [
  '',
  'G',
  'GET / HTTP/1.1\r\n',
  'GET / HTTP/1.1\r\nHost: localhost\r\nA: b',
  'POST /identity/token HTTP/1.1\r\nHost: a\r\n\r',
] as const

/** Sends an incomplete request, keeps the connection open, and returns after how many ms the server closed it; null if it did not in time. */
function stall(port: number, beginning: string, withinMs: number): Promise<number | null> {
  return new Promise((resolve) => {
    const startedAt = performance.now()
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(beginning))
    const tooLate = setTimeout(() => {
      socket.destroy()
      resolve(null)
    }, withinMs)
    socket.on('error', () => undefined)
    socket.resume()
    socket.once('close', () => {
      clearTimeout(tooLate)
      resolve(performance.now() - startedAt)
    })
  })
}

interface Stalls {
  readonly begun: number
  readonly freed: number
  readonly slowestMs: number
}

async function stallMany(port: number, { each, withinMs }: { each: number; withinMs: number }): Promise<Stalls> {
  const starts = beginnings.flatMap((beginning) => Array.from({ length: each }, () => stall(port, beginning, withinMs)))
  const ends = (await Promise.all(starts)).filter((ms) => ms !== null)
  return { begun: starts.length, freed: ends.length, slowestMs: Math.max(0, ...ends) }
}

/** How many sockets a process has open, or null if the system does not report it. */
function countSockets(pid: number): number | null {
  try {
    return readdirSync(`/proc/${pid}/fd`).filter((fd) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${fd}`).startsWith('socket:')
      } catch {
        return false // it was closed in the meantime
      }
    }).length
  } catch {
    return null
  }
}

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
async function checkHealth(moment: string): Promise<void> {
  for (const page of ['/', '/api/health/getStatus', '/identity/.well-known/openid-configuration', '/docs/']) {
    const status = await fetch(`${url}${page}`).then((reply) => reply.status, String)
    if (status !== 200) faults.push(`${moment}, ${page} answered ${status}`)
  }
}

function checkCalm(label: string, { requests, answered, slowestMs }: CalmVisit): void {
  console.log(`${label}: ${answered} of ${requests} pages for another person, slowest ${Math.round(slowestMs)} ms`)
  if (answered < requests) faults.push(`${label} kept another person out`)
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
  const crowd = maxConnections + 400
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
