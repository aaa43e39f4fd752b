/**
 * Usage: node scripts/checks/drift/sequences.ts. Plays 500 random sequences of valid and invalid calls against the real server and the mock:
 * each call must end with the same status and the same shape of body on both.
 */
import { loadContract } from '@auspex/contract'
import { brokenRequestArbitrary, writeRequest } from '@auspex/contract/arbitraries'
import { readContractDocument } from '@auspex/contract/file'
import { createRandom } from '@auspex/mock-server'
import * as fc from 'fast-check'
import { type Call, parseBody, type Reply, type SendCall, startMockApi, startRealApi, topics } from './sides.ts'

const sequences = 500
const maxCalls = 8

/** The ids that one side assigned, and those of nothing: the same things have different ids on the other side. */
const unknownIds = { signals: 'sig_unknown0', searches: 'req_unknown0', imports: 'imp_unknown0' }
type IdKind = keyof typeof unknownIds

interface Side {
  send: SendCall
  ids: Record<IdKind, string[]>
}

interface Step {
  name: string
  /** Plays the same step on either side; all random choices are already made. */
  play(side: Side): Promise<Reply>
}

const headers = { 'content-type': 'application/json' }
const placeholder = 'PLACEHOLDER'

function get(path: string): Call {
  return { method: 'GET', path, headers: {}, body: null }
}

function post(path: string, body: object): Call {
  return { method: 'POST', path, headers, body: JSON.stringify(body) }
}

const document = readContractDocument()
const contract = loadContract(document)
const builtOperations = contract.operations.filter(({ responses, isElsewhere }) => !responses.has(501) && !isElsewhere)
const random = createRandom(20_261_121)
const sections = ['volume', 'momentum', 'stage', 'tone', 'voices', 'locations', 'contexts', 'coverage', 'summary']

/** Reads of a signal, by its id. */
const reads: Record<string, (id: string) => Call> = {
  getSignalReport: (id) => get(`/signal/json/${id}`),
  getSignalSection: (id) => get(`/signal/json/${id}/${random.pick(sections)}`),
  getDocumentCount: (id) => get(`/signal/doc_count/${id}`),
  listSignalDocuments: (id) =>
    get(`/signals/${id}/documents?page=${1 + random.int(0, 2)}&perPage=${1 + random.int(0, 19)}`),
  getTone: (id) => get(`/signal/getTone?id=${id}`),
  listTonePosts: (id) => get(`/signal/getTonePosts?id=${id}`),
  listToneArticles: (id) => get(`/signal/items/${id}/sentiments/news/articles`),
  listToneComments: (id) => get(`/signal/items/${id}/sentiments/reddit/comments?tone_type=positive`),
  getChatter: (id) => post('/signal/getChatter', { id }),
  fetchLocationMetrics: (id) => post('/signal/fetchLocationMetrics', { id }),
  getInfluentialVoices: (id) => post('/signal/influential-voices', { id }),
  getExecutiveSummary: (id) => post('/signal/getExecutiveSummary', { id }),
}

/** Calls without ids. */
const others: Record<string, () => Call> = {
  getStatus: () => get('/health/getStatus'),
  getMe: () => get('/users/me'),
  listSources: () => get('/sources'),
  listIndustries: () => get('/explore/industries'),
  listCategories: () => get('/explore/categories'),
  listGeneralTrends: () => get(`/explore/generalTrends?limit=${1 + random.int(0, 19)}`),
  autocompleteTerm: () => get(`/autocomplete/${random.pick(['oat', 'sol', 'x'])}`),
  autocompleteEntity: () => get('/autocomplete/entities/oat'),
  smartRedirect: () => post('/signal/smartRedirect', { trend_name: random.pick(topics) }),
  saveRecentSearch: () => post('/explore/saveRecentSearch', { query_term: random.pick(topics) }),
  listRecentSearches: () => get('/recentSearches'),
  clearRecentSearches: () => ({ ...get('/explore/clearRecentSearches'), method: 'POST' }),
}

/** Searches, reads of existing and nonexistent things, saved searches, imports, and mistakes. */
const stepKinds: readonly (() => Step)[] = [
  () => search(random.pick(topics)),
  () => {
    const [name, toCall] = random.pick(Object.entries(reads))
    return callWithId(name, 'signals', toCall(placeholder))
  },
  () => {
    const [name, toCall] = random.pick(Object.entries(others))
    return callOnly(name, toCall())
  },
  () => callWithId('getQueryStatus', 'searches', post('/explore/getQueryStatus', { request_id: placeholder })),
  () => callWithId('cancelSearch', 'searches', { ...get(`/searches/${placeholder}`), method: 'DELETE' }),
  () => startImport(String(random.int(0, 999_999_999))),
  () => callWithId('getImport', 'imports', get(`/imports/${placeholder}`)),
  () =>
    callWithId('finishImport', 'imports', {
      ...post(`/imports/${placeholder}`, { state: 'completed' }),
      method: 'PATCH',
    }),
  breakOneKeyword,
  () => callOnly('getMe without a token', { ...get('/users/me'), headers: { authorization: '' } }),
]

const real = await startRealApi({ library: true })
const sendToMock = startMockApi(document)
const differences: string[] = []
let calls = 0
for (let sequence = 0; sequence < sequences; sequence += 1) {
  // each sequence has a new person, so that it starts with nothing saved
  const sides = [
    createSide(real.send, `Bearer p${sequence}`),
    createSide(sendToMock, `Bearer org_northwind.p${sequence}.godmode`),
  ]
  const names: string[] = []
  for (let callsLeft = random.int(2, maxCalls); callsLeft > 0; callsLeft -= 1) {
    const step = random.pick(stepKinds)()
    const [ours, theirs] = (await Promise.all(sides.map((side) => step.play(side)))) as [Reply, Reply] // there are two sides
    calls += 1
    names.push(step.name)
    const difference =
      ours.status === theirs.status
        ? shapeDifference(parseBody(ours.body), parseBody(theirs.body))
        : `real ${ours.status}, mock ${theirs.status} ${ours.body.slice(0, 160)}`
    if (difference === null) continue
    differences.push(`${names.join(' → ')}: ${difference}`)
    break
  }
}
await real.close()
for (const line of differences.slice(0, 25)) console.log(`  ${line.slice(0, 400)}`)
console.log(
  `${sequences - differences.length} of ${sequences} random sequences (${calls} calls) ended with equal status and shape on the real server and the mock`,
)
process.exit(differences.length > 0 ? 1 : 0)

function createSide(send: SendCall, authorization: string): Side {
  return {
    send: (call) => send({ ...call, headers: { authorization, ...call.headers } }),
    ids: { signals: [], searches: [], imports: [] },
  }
}

function callOnly(name: string, call: Call): Step {
  return { name, play: ({ send }) => send(call) }
}

/** Replaces the placeholder by an id of the side, or by that of nothing. */
function callWithId(name: string, kind: IdKind, call: Call): Step {
  const turn = random.int(0, 99)
  const isUnknown = random.chance(0.3)
  return {
    name,
    play({ send, ids }) {
      const id = (isUnknown ? undefined : ids[kind][turn % Math.max(1, ids[kind].length)]) ?? unknownIds[kind]
      return send({
        ...call,
        path: call.path.replace(placeholder, id),
        body: call.body?.replace(placeholder, id) ?? null,
      })
    },
  }
}

/** Searches and polls until the search has ended, as a client does. */
function search(topic: string): Step {
  return {
    name: `topicQuery(${topic})`,
    async play({ send, ids }) {
      const reply = await send(post('/explore/topicQuery', { query_term: topic }))
      if (reply.status !== 200) return reply
      const { request_id: requestId, signal_id: signalId } = parseBody(reply.body) as Record<string, string> // a search, by the contract
      ids.searches.push(requestId ?? '')
      for (let poll = 0; poll < 500; poll += 1) {
        const state = await send(post('/explore/getQueryStatus', { request_id: requestId }))
        const { status } = parseBody(state.body) as { status: string } // a search, by the contract
        if (status !== 'queued' && status !== 'running') break
      }
      ids.signals.push(signalId ?? '')
      return reply
    },
  }
}

function startImport(name: string): Step {
  return {
    name: 'startImport',
    async play({ send, ids }) {
      const reply = await send(post('/imports', { name: `${name}.jsonl`, sha256: name.padStart(64, '0'), bytes: 1 }))
      if (reply.status === 200) ids.imports.push((parseBody(reply.body) as { id: string }).id) // an import, by the contract
      return reply
    },
  }
}

/** A call to a built operation with one broken keyword. */
function breakOneKeyword(): Step {
  for (;;) {
    const operation = random.pick(builtOperations)
    const arbitrary = brokenRequestArbitrary(document, operation)
    const [request] = arbitrary === null ? [] : fc.sample(arbitrary, { numRuns: 1, seed: random.int(0, 999_999) })
    const call = request === undefined ? null : writeRequest(operation, request)
    if (call !== null) return callOnly(`${operation.id} by mistake`, { ...call, path: call.target })
  }
}

/**
 * Describes the first place where two JSON values differ in shape, or returns null. Objects must have the same properties and values the same
 * type; null matches any value, and a list of any length is compared by its first item.
 */
function shapeDifference(ours: unknown, theirs: unknown, place = ''): string | null {
  if (ours === null || theirs === null) return null
  const [left, right] = [ours, theirs].map((value) => (Array.isArray(value) ? 'list' : typeof value))
  if (left !== right) return `${place || '/'} is ${left} on the real server and ${right} on the mock`
  if (left !== 'list' && left !== 'object') return null
  const [mine, other] = [ours as Record<string, unknown>, theirs as Record<string, unknown>] // both are objects or lists
  const names = left === 'list' ? ['0'] : [...new Set([...Object.keys(mine), ...Object.keys(other)])]
  for (const name of names) {
    if (name in mine && name in other) {
      const difference = shapeDifference(mine[name], other[name], `${place}/${name}`)
      if (difference !== null) return difference
    } else if (left === 'object' && !(place === '' && (name === 'detail' || name === 'errors')))
      // a problem's explanation is optional
      return `${place}/${name} is only on the ${name in mine ? 'real server' : 'mock'}`
  }
  return null
}
