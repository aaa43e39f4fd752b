/**
 * Usage: npm run bench:mock [-- ROUNDS]. Builds the mock server and measures its start, the processor time of a request, its memory and how soon it
 * serves a changed contract. Reads processor time from /proc, so it needs Linux; the machine may be busy, since only the start is measured in wall time.
 */
import { Agent, request } from 'node:http'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contractFile } from '@auspex/contract/file'
import { findFreePort } from '@auspex/server/testing'
import {
  capture,
  createTally,
  inParallel,
  makeTemporaryFolder,
  readMemoryMb,
  start,
} from '../../checks/harness/process.ts'
import { printFigures } from '../figures.ts'

const rounds = Number(process.argv[2] ?? 10)
const callsPerRound = 500
const root = join(import.meta.dirname, '../../..')
const agent = new Agent({ keepAlive: true, maxSockets: 8 })

interface Call {
  method: string
  path: string
  body?: string
}

const list = { method: 'GET', path: '/users/inbox-list?page=1&perPage=20' }
const write = { method: 'POST', path: '/explore/topicQuery', body: '{"query_term":"oat milk"}' }
const invalid = { ...write, body: '{"query_term":7,"surprise":true}' }

function send(port: number, { method, path, body }: Call): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: 'Bearer mira', ...(body !== undefined && { 'content-type': 'application/json' }) }
    const outgoing = request({ host: '127.0.0.1', port, agent, method, path: `/api${path}`, headers }, (reply) => {
      let text = ''
      reply.on('data', (chunk: Buffer) => (text += chunk.toString()))
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text }))
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

async function startMock(contract: string, ...more: string[]) {
  const startedAt = performance.now()
  const port = await findFreePort()
  const program = join(root, 'packages/mock-server/dist/cli.js')
  const mock = start(process.execPath, [program, '--port', String(port), '--contract', contract, '--quiet', ...more])
  while (!(await send(port, { method: 'GET', path: '/health/getStatus' }).catch(() => null)))
    if (!mock.isRunning()) throw new Error(`The mock server ended:\n${mock.output()}`)
    else await new Promise((resolve) => setTimeout(resolve, 5))
  return { ...mock, port, startMs: performance.now() - startedAt }
}

/** Processor time of a process, user and system, in milliseconds; the kernel counts it in hundredths of a second. */
function readCpuMs(pid: number | undefined): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ') // the process name before it may contain spaces
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Milliseconds from replacing the contract's file to the first response of an operation that only the new version has. */
async function measureReload(contract: string): Promise<number> {
  const file = join(makeTemporaryFolder('mock'), 'openapi.json')
  const text = readFileSync(contract, 'utf8')
  writeFileSync(file, text)
  const mock = await startMock(file, '--watch')
  const path = '/health/version2'
  const startedAt = performance.now()
  writeFileSync(`${file}.new`, text.replace('"/health/getStatus"', `"${path}"`))
  renameSync(`${file}.new`, file)
  while ((await send(mock.port, { method: 'GET', path })).status !== 200)
    if (performance.now() - startedAt > 30_000) throw new Error('The mock server does not serve the new contract')
  const ms = performance.now() - startedAt
  await mock.stop()
  return ms
}

await capture(process.execPath, [join(root, 'scripts/checks/mock/build.ts')])
const contract = fileURLToPath(contractFile)
const starts: number[] = []
// other load on the machine can only slow a start down, so the fastest of three counts
for (let turn = 0; turn < 2; turn += 1) {
  const mock = await startMock(contract)
  starts.push(mock.startMs)
  await mock.stop()
}
const mock = await startMock(contract)
const { signal_id: id } = JSON.parse((await send(mock.port, write)).text) as { signal_id: string } // a search, by the contract
const readReport = { method: 'GET', path: `/signal/json/${id}` }
/** Four lists, three reads by id, two valid writes and an invalid one. */
const mix = [list, readReport, list, write, readReport, list, invalid, list, readReport, write]
const statuses = createTally()
function load(count: number): Promise<void> {
  return inParallel(count, 8, async (n) => {
    const call = mix[n % mix.length] ?? list
    const { status } = await send(mock.port, call)
    statuses.add(`${call === invalid ? 'invalid ' : ''}${status}`)
  })
}
await load(callsPerRound)
const before = readCpuMs(mock.child.pid)
await load(rounds * callsPerRound)
const cpuMs = (readCpuMs(mock.child.pid) - before) / (rounds * callsPerRound)
const memoryMb = readMemoryMb(mock.child.pid, 'VmHWM')
await mock.stop()
console.log(`${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}; ${statuses.text()}\n`)
printFigures([
  { what: 'start, fastest of three', value: Math.min(...starts, mock.startMs), unit: 'ms', bar: { atMost: 1000 } },
  // half of what Prism 5.16 took on the machine of docs/scale.md
  { what: 'processor time a request', value: cpuMs, unit: 'ms', bar: { atMost: 0.433 } },
  { what: 'peak memory', value: memoryMb, unit: 'MB', bar: { atMost: 150 } },
  {
    what: 'until a changed contract is served',
    value: await measureReload(contract),
    unit: 'ms',
    bar: { atMost: 500 },
  },
  // a server that refused every request would be fast as well
  {
    what: 'kinds of calls answered as the contract says',
    value: statuses.counts.size === 2 && statuses.of('invalid 422') > 0 && statuses.of('200') > 0 ? 2 : 0,
    unit: 'of 2',
    bar: { atLeast: 2 },
  },
])
process.exit()
