/**
 * Usage: node scripts/checks/drift/agree.ts. Sends the same 5,000 random requests to the real server and to the mock: both must accept and
 * refuse the same ones, name the same places, and report their limit in the same headers. At least 99.5 % must agree.
 */
import { type ContractOperation, loadContract } from '@auspex/contract'
import {
  brokenRequestArbitrary,
  requestArbitrary,
  writeRequest,
  type WrittenRequest,
} from '@auspex/contract/arbitraries'
import { readContractDocument } from '@auspex/contract/file'
import * as fc from 'fast-check'
import { type Call, type Reply, startMockApi, startRealApi } from './sides.ts'

const seed = 20_261_121
const document = readContractDocument()
const operations = loadContract(document).operations.filter(({ isElsewhere }) => !isElsewhere)

/** Ways to damage a request that no schema describes. */
const damages: ((call: WrittenRequest) => WrittenRequest)[] = [
  (call) => ({ ...call, body: '{"query_term":' }),
  (call) => ({ ...call, body: null, headers: {} }),
  (call) => ({ ...call, body: 'a,b', headers: { 'content-type': 'text/csv' } }),
  (call) => ({ ...call, body: '', headers: { 'content-type': 'application/json' } }),
  (call) => ({ ...call, body: '[]', headers: { 'content-type': 'application/json' } }),
  (call) => ({
    ...call,
    body: '{"__proto__":{"a":1}}',
    headers: { 'content-type': 'application/json; charset=utf-8' },
  }),
  (call) => ({ ...call, target: `${call.target}${call.target.includes('?') ? '&' : '?'}unknown=1` }),
  (call) => ({ ...call, target: `${call.target}${call.target.includes('?') ? '&' : '?'}page=1&page=2` }),
  (call) => ({ ...call, headers: { ...call.headers, authorization: '' } }),
  (call) => ({ ...call, headers: { ...call.headers, authorization: 'Basic abc' } }),
]

/**
 * Requests that the contract allows (a third), that break one keyword (a third), and that none of our clients would
 * write (a third), spread over the operations. Deterministic.
 */
function writeRequestsAtRandom(count: number): { operation: ContractOperation; call: Call }[] {
  const each = Math.ceil((count / operations.length) * 1.2)
  const requests = operations.flatMap((operation, index) => {
    const allowed = fc.sample(requestArbitrary(document, operation), { seed: seed + index, numRuns: each })
    const arbitrary = brokenRequestArbitrary(document, operation)
    const broken = arbitrary === null ? [] : fc.sample(arbitrary, { seed: seed + index, numRuns: each })
    return allowed.flatMap((request, turn) => {
      const validRequest = writeRequest(operation, request)
      if (validRequest === null) return []
      const brokenRequest = broken[turn] === undefined ? null : writeRequest(operation, broken[turn])
      const damagedRequest = damages[(turn + index) % damages.length]?.(validRequest)
      const choice =
        [validRequest, brokenRequest ?? validRequest, damagedRequest ?? validRequest][turn % 3] ?? validRequest
      return [{ operation, call: { ...choice, path: choice.target } }]
    })
  })
  // interleaves the operations, so that any count reaches all of them
  return requests.toSorted((left, right) => order(left.call.path) - order(right.call.path)).slice(0, count)
}

/** A fixed shuffle. */
function order(text: string): number {
  let hash = seed
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 16_777_619)
  return hash >>> 0
}

const requests = 5000
const minShare = 0.995

/** How a request was judged, without what depends on stored state. */
function verdict({ status, body }: Reply): string {
  if (status === 401 || status === 403 || status === 413 || status === 415) return String(status)
  if (status !== 422) return 'accepted'
  const problem = JSON.parse(body) as { code: string; errors?: { in: string; pointer: string }[] } // every 422 is a problem
  if (problem.code !== 'request.invalid') return 'accepted'
  const places = (problem.errors ?? []).map((field) => `${field.in}${field.pointer}`)
  return `422 ${[...new Set(places)].toSorted().join(' ')}`
}

const real = await startRealApi()
const sendToMock = startMockApi(document)

/** Names of the rate-limit headers; their values may differ between the two sides. */
function limitsOf({ headers }: Reply): string {
  return Object.keys(headers)
    .filter((name) => name.startsWith('x-ratelimit-'))
    .toSorted()
    .join(', ')
}

const disagreements: string[] = []
const verdicts = new Map<string, number>()
for (const { operation, call } of writeRequestsAtRandom(requests)) {
  const [realReply, mockReply] = await Promise.all([real.send(call), sendToMock(call)])
  const [realVerdict, mockVerdict] = [verdict(realReply), verdict(mockReply)]
  const kind = realVerdict.split(' ', 1)[0] ?? ''
  verdicts.set(kind, (verdicts.get(kind) ?? 0) + 1)
  if (realReply.status === mockReply.status && limitsOf(realReply) !== limitsOf(mockReply))
    disagreements.push(
      `${operation.id} ${realReply.status}: real has ${limitsOf(realReply)}, mock ${limitsOf(mockReply)}`,
    )
  else if (realVerdict !== mockVerdict)
    disagreements.push(
      `${operation.id}: real ${realVerdict} (${realReply.status}), mock ${mockVerdict} (${mockReply.status}); ${call.method} ${call.path.slice(0, 120)} ${call.body?.slice(0, 160) ?? ''}`,
    )
}
await real.close()

for (const line of disagreements.slice(0, 20)) console.log(`  ${line}`)
console.log(`  the real server: ${[...verdicts].map(([kind, count]) => `${count} ${kind}`).join(', ')}`)
const share = 1 - disagreements.length / requests
console.log(
  `${requests - disagreements.length} of ${requests} requests were judged alike by the real server and the mock (${(share * 100).toFixed(2)} %, at least ${minShare * 100} %)`,
)
process.exit(share < minShare ? 1 : 0)
