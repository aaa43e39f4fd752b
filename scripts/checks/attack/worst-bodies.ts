/**
 * Usage: node scripts/checks/attack/worst-bodies.ts [OPERATION …]. Parses and validates the worst requests of every operation, as the servers do, and
 * prints the ten slowest operations; fails if one takes 50 ms of processor time or more on a machine that parses five ordinary megabytes of JSON in
 * 20 ms. A busy host slows both, so a slow result is judged by the ratio of the two, measured one right after the other.
 */
import { checkRequest, type ContractOperation, jsonType, loadContract, readJson } from '@auspex/contract'
import { type WorstRequest, worstRequests } from '@auspex/contract/arbitraries'
import { readContractDocument } from '@auspex/contract/file'

const barMs = 50
/** How long parsing five times `ordinaryBody` takes on the machine for which the limit was set. */
const ordinaryMs = 20
const ordinaryBody = JSON.stringify(
  Array.from({ length: 13_000 }, (_, id) => ({
    id,
    title: `Document ${id} of the archive`,
    tone: 0.25,
    source: 'news',
  })),
)
/** The server's limit for operations without their own. */
const bodyLimit = 1_048_576

interface Measurement {
  operation: string
  what: string
  ms: number
}

const document = readContractDocument()
const operationIds = process.argv.slice(2)
const operations = loadContract(document).operations.filter(
  ({ id }) => operationIds.length === 0 || operationIds.includes(id),
)

/** Parses and validates a request body. */
function readAndCheck(operation: ContractOperation, { body, mediaType, ...parts }: WorstRequest, bytes: Buffer | null) {
  if (bytes === null) return checkRequest(operation, { ...parts, body })
  const text = bytes.toString('utf8')
  const limits = operation.body?.types.get(jsonType)?.limits
  if (mediaType !== jsonType || limits === undefined) return checkRequest(operation, { ...parts, body: text })
  const parsed = readJson(text, limits)
  return parsed.kind === 'read' ? checkRequest(operation, { ...parts, body: parsed.value }) : parsed
}

function threadMs(run: () => void): number {
  const startUsage = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(startUsage)
  return (user + system) / 1000
}

/** How much slower this machine currently is than the reference; at least 1, so that a faster machine does not tighten the limit. */
function slowness(): number {
  const parseOrdinary = () => {
    for (let megabytes = 0; megabytes < 5; megabytes++) JSON.parse(ordinaryBody)
  }
  return Math.max(1, threadMs(parseOrdinary) / ordinaryMs)
}

/** The best of up to six runs if the first seem slow, in processor time of this thread, because other processes compete for the CPU. */
function measure(operation: ContractOperation, request: WorstRequest): number {
  const bytes = typeof request.body === 'string' ? Buffer.from(request.body) : null
  let best = Infinity
  for (let round = 0; round < 6 && best > barMs / 4; round++) {
    const ms = threadMs(() => readAndCheck(operation, request, bytes))
    best = Math.min(best, ms < barMs / 2 ? ms : ms / slowness())
  }
  return best
}

let requests = 0
const measurements: Measurement[] = []
for (const operation of operations) {
  let isCompiled = false
  let slowest: Measurement = { operation: operation.id, what: '', ms: 0 }
  for (const request of worstRequests(operation, { document, bodyLimit })) {
    // warm-up: the first use of an operation compiles its checks
    if (!isCompiled) for (const type of operation.body?.types.values() ?? []) type.check(null)
    isCompiled = true
    requests += 1
    const ms = measure(operation, request)
    if (ms > slowest.ms) slowest = { operation: operation.id, what: request.what, ms }
  }
  measurements.push(slowest)
}

const slowest = measurements.toSorted((a, b) => b.ms - a.ms)
for (const { operation, what, ms } of slowest.slice(0, 10))
  console.log(`${ms.toFixed(1).padStart(8)} ms  ${operation.padEnd(28)} ${what.slice(0, 100)}`)
const over = slowest.filter(({ ms }) => ms >= barMs)
console.log(
  `${operations.length - over.length} of ${operations.length} operations read and check each of their worst requests (${requests}) in under ${barMs} ms; the slowest takes ${(slowest[0]?.ms ?? 0).toFixed(1)} ms`,
)
if (over.length > 0) process.exitCode = 1
