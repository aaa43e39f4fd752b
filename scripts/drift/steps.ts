import type { Contract } from '@auspex/contract'
import { brokenRequestArbitrary, writeRequest } from '@auspex/contract/arbitraries'
import * as fc from 'fast-check'
import type { Dice } from './dice.ts'
import type { Call, Reply } from './real-api.ts'
import { topics } from './samples.ts'

/** What one side was told the names of things are: the same things have other ids on the other side. */
export interface Names {
  signals: string[]
  searches: string[]
  imports: string[]
}

export interface Side {
  send: (call: Call) => Promise<Reply>
  names: Names
}

export interface Step {
  name: string
  /** Does the same on one side; all chance was decided before. */
  play(side: Side): Promise<Reply>
}

const headers = { 'content-type': 'application/json' }
const get = (path: string): Call => ({ method: 'GET', path, headers: {}, body: null })
const post = (path: string, body: object): Call => ({ method: 'POST', path, headers, body: JSON.stringify(body) })

const sections = ['volume', 'momentum', 'stage', 'tone', 'voices', 'locations', 'contexts', 'coverage', 'summary']

/** Reads of a signal by its id. */
const reads: Record<string, (id: string, dice: Dice) => Call> = {
  getSignalReport: (id) => get(`/signal/json/${id}`),
  getSignalSection: (id, dice) => get(`/signal/json/${id}/${dice.pick(sections)}`),
  getDocumentCount: (id) => get(`/signal/doc_count/${id}`),
  listSignalDocuments: (id, dice) =>
    get(`/signals/${id}/documents?page=${1 + dice.below(3)}&perPage=${1 + dice.below(20)}`),
  getTone: (id) => get(`/signal/getTone?id=${id}`),
  listTonePosts: (id) => get(`/signal/getTonePosts?id=${id}`),
  listToneArticles: (id) => get(`/signal/items/${id}/sentiments/news/articles`),
  listToneComments: (id) => get(`/signal/items/${id}/sentiments/reddit/comments?tone_type=positive`),
  getChatter: (id) => post('/signal/getChatter', { id }),
  fetchLocationMetrics: (id) => post('/signal/fetchLocationMetrics', { id }),
  getInfluentialVoices: (id) => post('/signal/influential-voices', { id }),
  getExecutiveSummary: (id) => post('/signal/getExecutiveSummary', { id }),
}

/** Calls that name nothing. */
const plain: Record<string, (dice: Dice) => Call> = {
  getStatus: () => get('/health/getStatus'),
  getMe: () => get('/users/me'),
  listSources: () => get('/sources'),
  listIndustries: () => get('/explore/industries'),
  listCategories: () => get('/explore/categories'),
  listGeneralTrends: (dice) => get(`/explore/generalTrends?limit=${1 + dice.below(20)}`),
  autocompleteTerm: (dice) => get(`/autocomplete/${dice.pick(['oat', 'sol', 'x'])}`),
  autocompleteEntity: () => get('/autocomplete/entities/oat'),
  smartRedirect: (dice) => post('/signal/smartRedirect', { trend_name: dice.pick(topics) }),
  saveRecentSearch: (dice) => post('/explore/saveRecentSearch', { query_term: dice.pick(topics) }),
  listRecentSearches: () => get('/recentSearches'),
  clearRecentSearches: () => ({ ...post('/explore/clearRecentSearches', {}), headers: {}, body: null }),
}

/** Makes steps at random: searches, reads of what was found and of what never was, saved searches, imports, and mistakes. */
export function createSteps({ contract, dice }: { contract: Contract; dice: Dice }): { next(): Step } {
  const one = (names: readonly string[], unknown: string): ((own: readonly string[]) => string) => {
    const turn = dice.below(100)
    const isUnknown = names.length === 0 && dice.chance(0.3)
    return (own) => (isUnknown ? undefined : own[turn % Math.max(1, own.length)]) ?? unknown
  }
  const simple = (name: string, call: Call): Step => ({ name, play: ({ send }) => send(call) })

  const kinds: (() => Step)[] = [
    () => search(dice.pick(topics)),
    () => {
      const [name, toCall] = dice.pick(Object.entries(reads))
      const choose = one([], 'sig_unknown0')
      // chance is spent once, so that both sides ask for the same
      const template = toCall('SIGNAL', dice)
      return { name, play: ({ send, names }) => send(fill(template, choose(names.signals))) }
    },
    () => {
      const [name, toCall] = dice.pick(Object.entries(plain))
      return simple(name, toCall(dice))
    },
    () => {
      const choose = one([], 'req_unknown0')
      return {
        name: 'getQueryStatus',
        play: ({ send, names }) => send(post('/explore/getQueryStatus', { request_id: choose(names.searches) })),
      }
    },
    () => {
      const choose = one([], 'req_unknown0')
      return {
        name: 'cancelSearch',
        play: ({ send, names }) => send({ ...get(`/searches/${choose(names.searches)}`), method: 'DELETE' }),
      }
    },
    () => startImport(String(dice.below(1_000_000_000))),
    () => {
      const choose = one([], 'imp_unknown0')
      return { name: 'getImport', play: ({ send, names }) => send(get(`/imports/${choose(names.imports)}`)) }
    },
    () => {
      const choose = one([], 'imp_unknown0')
      return {
        name: 'finishImport',
        play: ({ send, names }) =>
          send({ method: 'PATCH', path: `/imports/${choose(names.imports)}`, headers, body: '{"state":"completed"}' }),
      }
    },
    () => mistake(contract, dice),
    () => simple('nobody', { ...get('/users/me'), headers: { authorization: '' } }),
  ]
  return { next: () => dice.pick(kinds)() }
}

function fill(call: Call, id: string): Call {
  return { ...call, path: call.path.replace('SIGNAL', id), body: call.body?.replace('SIGNAL', id) ?? null }
}

/** Searches and waits until the search has ended, as a client does. */
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
function mistake(contract: Contract, dice: Dice): Step {
  const built = contract.operations.filter(({ responses, isElsewhere }) => !responses.has(501) && !isElsewhere)
  for (;;) {
    const operation = dice.pick(built)
    const arbitrary = brokenRequestArbitrary(contract.document, operation)
    const [request] = arbitrary === null ? [] : fc.sample(arbitrary, { numRuns: 1, seed: dice.below(1_000_000) })
    const call = request === undefined ? null : writeRequest(operation, request)
    if (call !== null)
      return { name: `${operation.id} by mistake`, play: ({ send }) => send({ ...call, path: call.target }) }
  }
}
