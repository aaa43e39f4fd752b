/**
 * Usage: npm run bench:mock [-- ROUNDS]. Compares the mock server with Prism and Mockoon on the same contract, with the same load; exits with 1 if a
 * threshold is missed. Reads processor time from /proc, so it needs Linux; the machine may be busy, since only the start is measured in wall time.
 */
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { contractFile, readContractDocument } from '@auspex/contract/file'
import { type Contender, contenders, prepareContenders } from './mock/contenders.ts'
import { measureReload } from './mock/measure-reload.ts'
import { cpuSeconds, peakMemoryMb } from './mock/process-figures.ts'
import { readMix } from './mock/requests.ts'
import { type Running, runContender } from './mock/run-contender.ts'

const rounds = Number(process.argv[2] ?? 10)
const callsPerRound = 500
const warmUp = 500
const starts = 3
const bars = { shareOfPrism: 0.5, startMs: 1000, memoryMb: 150, reloadMs: 500 }
const firstPort = 4971

prepareContenders()
const contract = fileURLToPath(contractFile)
const document = readContractDocument()
const mix = readMix(document)

/** Other load on the machine can only slow a start down, so the fastest of three counts. */
async function measureStart(contender: Contender, port: number): Promise<number> {
  const all: number[] = []
  for (let turn = 0; turn < starts; turn += 1) {
    const running = await runContender(contender, port, contract)
    all.push(running.startMs)
    await running.stop()
  }
  return Math.min(...all)
}

interface Figures {
  name: string
  startMs: number
  cpuMs: number
  memoryMb: number
  statuses: Map<string, number>
}

const contendersAtWork: (Running & { bestMs: number; seconds: number; statuses: Map<string, number> })[] = []
const figures: Figures[] = []
try {
  for (const [index, contender] of contenders.entries()) {
    const port = firstPort + index
    const bestMs = await measureStart(contender, port)
    const running = await runContender(contender, port, contract)
    contendersAtWork.push({ ...running, bestMs, seconds: 0, statuses: new Map() })
    await running.load(mix, warmUp)
  }
  // alternating spreads other load on the machine over all contenders
  for (let round = 0; round < rounds; round += 1)
    for (const running of contendersAtWork) {
      const before = cpuSeconds(running.pid)
      const statuses = await running.load(mix, callsPerRound)
      running.seconds += cpuSeconds(running.pid) - before
      for (const [key, count] of statuses) running.statuses.set(key, (running.statuses.get(key) ?? 0) + count)
    }
  for (const { contender, pid, bestMs, seconds, statuses } of contendersAtWork)
    figures.push({
      name: contender.name,
      startMs: bestMs,
      cpuMs: (seconds * 1000) / (rounds * callsPerRound),
      memoryMb: peakMemoryMb(pid),
      statuses,
    })
} finally {
  for (const running of contendersAtWork) await running.stop()
}

const ownFigures = figures.find(({ name }) => name === 'auspex-mock')
const prism = figures.find(({ name }) => name === 'Prism static')
if (ownFigures === undefined || prism === undefined || contenders[0] === undefined)
  throw new Error('Both were measured')
const reloadMs = await measureReload(contenders[0], firstPort, contract)
const operations = Object.values(document.paths).flatMap((item) =>
  Object.values(item).filter((each) => 'operationId' in each),
)
console.log(
  `\n${operations.length} operations, ${rounds * callsPerRound} requests each, ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}\n`,
)
console.log('server                  start ms  CPU ms/request  of Prism  peak MB  statuses')
for (const { name, startMs, cpuMs, memoryMb, statuses } of figures)
  console.log(
    [
      name.padEnd(22),
      startMs.toFixed(0).padStart(9),
      cpuMs.toFixed(3).padStart(15),
      `${((cpuMs / prism.cpuMs) * 100).toFixed(0)} %`.padStart(9),
      memoryMb.toFixed(0).padStart(8),
      ` ${[...statuses].map(([key, count]) => `${key} ×${count}`).join(', ')}`,
    ].join(' '),
  )

console.log(`\nA changed contract is served after ${reloadMs.toFixed(0)} ms`)

const outcomes: [bar: string, isMet: boolean][] = [
  [
    `CPU a request at most ${bars.shareOfPrism * 100} % of Prism static`,
    ownFigures.cpuMs <= prism.cpuMs * bars.shareOfPrism,
  ],
  [`start under ${bars.startMs} ms`, ownFigures.startMs < bars.startMs],
  [`memory under ${bars.memoryMb} MB`, ownFigures.memoryMb < bars.memoryMb],
  [`a changed contract is served in under ${bars.reloadMs} ms`, reloadMs < bars.reloadMs],
  // a server that refused every request would be fast as well
  [
    'answers all calls as the contract says',
    ['list 200', 'read 200', 'write 200', 'invalid 422'].every((key) => ownFigures.statuses.has(key)) &&
      ownFigures.statuses.size === 4,
  ],
]
console.log()
for (const [bar, isMet] of outcomes) console.log(`${isMet ? 'met   ' : 'MISSED'}  ${bar}`)
process.exit(outcomes.every(([, isMet]) => isMet) ? 0 : 1)
