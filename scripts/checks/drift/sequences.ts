/**
 * Usage: node scripts/checks/drift/sequences.ts. Plays 500 random sequences of valid and invalid calls against the real server and the mock:
 * each call must end with the same status and the same shape of body on both.
 */
import { type Contract, loadContract } from '@auspex/contract'
import { brokenRequestArbitrary, writeRequest } from '@auspex/contract/arbitraries'
import { readContractDocument } from '@auspex/contract/file'
import { createRandom, type Random } from '@auspex/mock-server'
import * as fc from 'fast-check'
import { startMockApi } from './mock-api.ts'
import { type Call, type Reply, startRealApi } from './real-api.ts'
import { importSamples, topics } from './samples.ts'

/**
 * Describes the first place where two JSON values differ in shape, or returns null. Objects must have the same properties and values the same
 * type; null matches any value, and a list of any length is compared by its first item.
 */
function shapeDifference(ours: unknown, theirs: unknown, place = ''): string | null {
  if (ours === null || theirs === null) return null
  const [left, right] = [kindOf(ours), kindOf(theirs)]
  if (left !== right) return `${place || '/'} is ${left} on the real server and ${right} on the mock`
  if (Array.isArray(ours) && Array.isArray(theirs)) {
    if (ours.length === 0 || theirs.length === 0) return null
    return shapeDifference(ours[0], theirs[0], `${place}/0`)
  }
  if (left !== 'object') return null
  const [mine, other] = [ours as Record<string, unknown>, theirs as Record<string, unknown>] // both are objects
  const names = [...new Set([...Object.keys(mine), ...Object.keys(other)])]
  for (const name of names) {
    // a problem's explanation is optional
    if (!(name in mine) || !(name in other)) {
      if (place === '' && (name === 'detail' || name === 'errors')) continue
      return `${place}/${name} is only on the ${name in mine ? 'real server' : 'mock'}`
    }
    const difference = shapeDifference(mine[name], other[name], `${place}/${name}`)
    if (difference !== null) return difference
  }
  return null
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'list' : typeof value
}

/** The ids that one side assigned: the same things have different ids on the other side. */
interface Names {
  signals: string[]
  searches: string[]
  imports: string[]
}

interface Side {
  send: (call: Call) => Promise<Reply>
  names: Names
}

interface Step {
  name: string
  /** Plays the same step on either side; all random choices are already made. */
  play(side: Side): Promise<Reply>
}

const headers = { 'content-type': 'application/json' }

function get(path: string): Call {
  return { method: 'GET', path, headers: {}, body: null }
}

function post(path: string, body: object): Call {
  return { method: 'POST', path, headers, body: JSON.stringify(body) }
}

const sections = ['volume', 'momentum', 'stage', 'tone', 'voices', 'locations', 'contexts', 'coverage', 'summary']

/** Reads of a signal, by its id. */
const reads: Record<string, (id: string, random: Random) => Call> = {
  getSignalReport: (id) => get(`/signal/json/${id}`),
  getSignalSection: (id, random) => get(`/signal/json/${id}/${random.pick(sections)}`),
  getDocumentCount: (id) => get(`/signal/doc_count/${id}`),
  listSignalDocuments: (id, random) =>
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
const plain: Record<string, (random: Random) => Call> = {
  getStatus: () => get('/health/getStatus'),
  getMe: () => get('/users/me'),
  listSources: () => get('/sources'),
  listIndustries: () => get('/explore/industries'),
  listCategories: () => get('/explore/categories'),
  listGeneralTrends: (random) => get(`/explore/generalTrends?limit=${1 + random.int(0, 19)}`),
  autocompleteTerm: (random) => get(`/autocomplete/${random.pick(['oat', 'sol', 'x'])}`),
  autocompleteEntity: () => get('/autocomplete/entities/oat'),
  smartRedirect: (random) => post('/signal/smartRedirect', { trend_name: random.pick(topics) }),
  saveRecentSearch: (random) => post('/explore/saveRecentSearch', { query_term: random.pick(topics) }),
  listRecentSearches: () => get('/recentSearches'),
  clearRecentSearches: () => ({ ...post('/explore/clearRecentSearches', {}), headers: {}, body: null }),
}

/** Makes steps at random: searches, reads of existing and nonexistent things, saved searches, imports, and mistakes. */
function createSteps({ contract, random }: { contract: Contract; random: Random }): { next(): Step } {
  const chooseId = (names: readonly string[], unknown: string): ((own: readonly string[]) => string) => {
    const turn = random.int(0, 99)
    const isUnknown = names.length === 0 && random.chance(0.3)
    return (own) => (isUnknown ? undefined : own[turn % Math.max(1, own.length)]) ?? unknown
  }
  const simple = (name: string, call: Call): Step => ({ name, play: ({ send }) => send(call) })

  const kinds: (() => Step)[] = [
    () => search(random.pick(topics)),
    () => {
      const [name, toCall] = random.pick(Object.entries(reads))
      const choose = chooseId([], 'sig_unknown0')
      // draw the random values once, so that both sides send the same request
      const template = toCall('SIGNAL', random)
      return { name, play: ({ send, names }) => send(fill(template, choose(names.signals))) }
    },
    () => {
      const [name, toCall] = random.pick(Object.entries(plain))
      return simple(name, toCall(random))
    },
    () => {
      const choose = chooseId([], 'req_unknown0')
      return {
        name: 'getQueryStatus',
        play: ({ send, names }) => send(post('/explore/getQueryStatus', { request_id: choose(names.searches) })),
      }
    },
    () => {
      const choose = chooseId([], 'req_unknown0')
      return {
        name: 'cancelSearch',
        play: ({ send, names }) => send({ ...get(`/searches/${choose(names.searches)}`), method: 'DELETE' }),
      }
    },
    () => startImport(String(random.int(0, 999999999))),
    () => {
      const choose = chooseId([], 'imp_unknown0')
      return { name: 'getImport', play: ({ send, names }) => send(get(`/imports/${choose(names.imports)}`)) }
    },
    () => {
      const choose = chooseId([], 'imp_unknown0')
      return {
        name: 'finishImport',
        play: ({ send, names }) =>
          send({ method: 'PATCH', path: `/imports/${choose(names.imports)}`, headers, body: '{"state":"completed"}' }),
      }
    },
    () => mistake(contract, random),
    () => simple('nobody', { ...get('/users/me'), headers: { authorization: '' } }),
  ]
  return { next: () => random.pick(kinds)() }
}

function fill(call: Call, id: string): Call {
  return { ...call, path: call.path.replace('SIGNAL', id), body: call.body?.replace('SIGNAL', id) ?? null }
}

/** Searches and polls until the search has ended, as a client does. */
function search(topic: string): Step {
  return {
    name: `topicQuery(${topic})`,
    play: async ({ send, names }) => {
      const reply = await send(post('/explore/topicQuery', { query_term: topic }))
      if (reply.status !== 200) return reply
      const { request_id: requestId, signal_id: signalId } = JSON.parse(reply.body) as {
        request_id: string
        signal_id: string
      } // a search, by the contract
      names.searches.push(requestId)
      for (let poll = 0; poll < 500; poll += 1) {
        const state = await send(post('/explore/getQueryStatus', { request_id: requestId }))
        const { status } = JSON.parse(state.body) as { status: string } // a search, by the contract
        if (status !== 'queued' && status !== 'running') break
      }
      names.signals.push(signalId)
      return reply
    },
  }
}

function startImport(name: string): Step {
  return {
    name: 'startImport',
    play: async ({ send, names }) => {
      const reply = await send(post('/imports', { name: `${name}.jsonl`, sha256: name.padStart(64, '0'), bytes: 1 }))
      if (reply.status === 200) names.imports.push((JSON.parse(reply.body) as { importId: string }).importId) // an import, by the contract
      return reply
    },
  }
}

/** A call to a built operation with one broken keyword. */
function mistake(contract: Contract, random: Random): Step {
  const built = contract.operations.filter(({ responses, isElsewhere }) => !responses.has(501) && !isElsewhere)
  for (;;) {
    const operation = random.pick(built)
    const arbitrary = brokenRequestArbitrary(contract.document, operation)
    const [request] = arbitrary === null ? [] : fc.sample(arbitrary, { numRuns: 1, seed: random.int(0, 999999) })
    const call = request === undefined ? null : writeRequest(operation, request)
    if (call !== null)
      return { name: `${operation.id} by mistake`, play: ({ send }) => send({ ...call, path: call.target }) }
  }
}

const sequences = 500
const longest = 8

const document = readContractDocument()
const real = await startRealApi()
await importSamples(real)
const mock = startMockApi(document)
const random = createRandom(20_261_121)
const steps = createSteps({ contract: loadContract(document), random })

const differences: string[] = []
let calls = 0
for (let sequence = 0; sequence < sequences; sequence += 1) {
  // each sequence has a new person, so that it starts with nothing saved
  const person = `p${sequence}`
  const sides: Side[] = [
    {
      send: (call) => real.send({ ...call, headers: { authorization: `Bearer ${person}`, ...call.headers } }),
      names: newNames(),
    },
    {
      send: (call) =>
        mock.send({ ...call, headers: { authorization: `Bearer org_northwind.${person}.godmode`, ...call.headers } }),
      names: newNames(),
    },
  ]
  const stepNames: string[] = []
  const length = random.int(2, longest)
  for (let turn = 0; turn < length; turn += 1) {
    const step = steps.next()
    const [ours, theirs] = await Promise.all(sides.map((side) => step.play(side)))
    if (ours === undefined || theirs === undefined) throw new Error('there are two sides')
    calls += 1
    stepNames.push(step.name)
    const difference =
      ours.status === theirs.status
        ? shapeDifference(parse(ours.body), parse(theirs.body))
        : `real ${ours.status}, mock ${theirs.status} ${ours.body.slice(0, 160)}`
    if (difference !== null) {
      differences.push(`${stepNames.join(' → ')}: ${difference}`)
      break
    }
  }
}
await real.close()

function newNames(): Names {
  return { signals: [], searches: [], imports: [] }
}

function parse(body: string): unknown {
  return body === '' ? null : JSON.parse(body)
}

for (const line of differences.slice(0, 25)) console.log(`  ${line.slice(0, 400)}`)
console.log(
  `${sequences - differences.length} of ${sequences} random sequences (${calls} calls) ended with equal status and shape on the real server and the mock`,
)
process.exit(differences.length > 0 ? 1 : 0)
