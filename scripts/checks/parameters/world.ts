import { setTimeout as pause } from 'node:timers/promises'
import {
  createWrittenWorld,
  type WrittenArticle,
  type WrittenStudy,
} from '../../../apps/api/src/modules/clinical/testing/written-register.ts'
import { answering, fakeSource } from '../../../apps/api/src/modules/search/testing/fake-sources.ts'
import { people, type PersonName } from '../../../apps/api/src/testing/people.ts'
import { sampleDocument } from '../../../apps/api/src/testing/stored-documents.ts'
import { createTestApi } from '../../../apps/api/src/testing/test-api.ts'
import { createGuardedPost, type SourceDocument } from '../../../packages/sources/src/index.ts'
import { importDocuments } from '../harness/library.ts'
import { createSend } from '../harness/product.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- the response of any operation; a plan knows which fields it has
export type Answer = any

export interface Reply {
  status: number
  answer: Answer
}

interface WorldRequest {
  method: string
  path: string
  body?: object
  /** Of a body that is not JSON. */
  type?: string | undefined
}

export interface World {
  /** Sends a request over HTTP. */
  send(as: PersonName, request: WorldRequest): Promise<Reply>
  /** Like `send`, but throws unless the request is accepted. */
  get(path: string, as?: PersonName): Promise<Answer>
  post(path: string, body?: object, as?: PersonName): Promise<Answer>
  /** Ids, by a name, of things that no request changes. */
  ids: Record<string, string>
  close(): Promise<void>
}

/** Starts the real server on a new library, and creates the people and data that requests refer to. */
export async function createWorld(): Promise<World> {
  const medicine = createWrittenWorld()
  Object.assign(medicine, { studies, articles })
  const api = await createTestApi({
    jobs: true,
    background: true,
    connectors: [
      fakeSource({ key: 'hacker_news', answer: answering([]) }),
      fakeSource({ key: 'rss', answer: answering([]) }),
    ],
    medicine: medicine.medicine,
    config: { sources: 'live' },
    // no monitor in this check posts anything; an address is only resolved
    webhooks: {
      ...createGuardedPost({ userAgent: 'walk/1', resolve: async () => [{ address: '93.184.216.34', family: 4 }] }),
      exchange: async () => ({ kind: 'answered', status: 200, retryAfterMs: null }),
    },
  })
  const origin = await api.app.listen({ host: '127.0.0.1', port: 0 })
  const tokens = new Map<PersonName, string>()
  for (const person of Object.keys(people) as PersonName[]) tokens.set(person, await api.tokenOf(person))
  const importer = await api.tokenOf({ ...people.mira, roles: ['member', 'importer'] })

  async function request(token: string | undefined, { method, path, body, type }: WorldRequest) {
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
    const reply = await createSend(origin, token ?? '')(method, path, body, headers)
    return { status: reply.status, answer: readAnswer(await reply.text()) }
  }
  const accepted = ({ status, answer }: Reply, description: string) => {
    if (status >= 300) throw new Error(`${description} answered ${status}: ${JSON.stringify(answer).slice(0, 600)}`)
    return answer
  }
  const world: World = {
    send: (as, call) => request(tokens.get(as), call),
    get: async (path, as = 'mira') => accepted(await request(tokens.get(as), { method: 'GET', path }), path),
    post: async (path, body = {}, as = 'mira') =>
      accepted(await request(tokens.get(as), { method: 'POST', path, body }), path),
    ids: {},
    close: () => api.close(),
  }
  const bring = async (method: string, path: string, body: object = {}, token = tokens.get('importer')) =>
    accepted(await request(token, { method, path, body }), path)

  await importDocuments(bring, documents)
  for (const [symbol, market, seed] of [
    ['FJRD', 'stock', 1],
    ['FJVG', 'stock', 2],
    ['BTC', 'crypto', 3],
    ['ETH', 'crypto', 4],
  ] as const)
    await bring('POST', '/closes', {
      symbol,
      market,
      name: `Fjord ${symbol}`,
      exchange: market === 'stock' ? 'Oslo' : null,
      currency: 'NOK',
      adjusted: true,
      closes: walk(days, seed),
    })
  await bring('POST', '/demographics/hashtagImports', { name: 'tags.jsonl', firstLine: 1, lines: videoLines }, importer)
  await waitForEnrichment(world)
  await makeThings(world)
  return world
}

function readAnswer(text: string): unknown {
  if (text.startsWith('id: ') || text.startsWith('event: '))
    return text.split('\n').flatMap((line) => (line.startsWith('data: ') ? [JSON.parse(line.slice(6))] : []))
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Waits until names and tone of all documents are read in the background; earlier responses would still change. */
async function waitForEnrichment({ get }: World): Promise<void> {
  while ((await get('/autocomplete/entities/Anna')).items.length === 0) await pause(100)
}

async function makeThings({ get, post, ids }: World): Promise<void> {
  const search = async (query_term: string) => {
    let state = await post('/explore/topicQuery', { query_term })
    while (state.finishedAt === null) {
      await pause(50)
      state = await post('/explore/getQueryStatus', { request_id: state.request_id })
    }
    return state
  }
  const oat = await search('oat milk')
  const solar = await search('solar power')
  Object.assign(ids, {
    oat: oat.signal_id,
    solar: solar.signal_id,
    request: oat.request_id,
    otherRequest: solar.request_id,
  })
  const mira = await get('/users/me')
  ids['mira'] = mira.profile.id
  ids['org'] = mira.profile.organizationId ?? mira.organization?.id
  ids['grp'] = mira.groups[0].id
  const jon = await get('/users/me', 'jon')
  ids['jon'] = jon.profile.id
  const ana = await get('/users/me', 'ana')
  ids['ana'] = ana.profile.id
  ids['anaOrg'] = ana.profile.organizationId ?? ana.organization?.id
  ids['root'] = (await get('/users/me', 'root')).profile.id
  const { items } = await get(`/signal/json/${ids['oat']}/documents`).then((answer) => answer.data ?? answer)
  ids['document'] = items?.[0]?.id ?? ''
  ids['otherDocument'] = items?.[1]?.id ?? ''
  const trends = [{ signalId: ids['oat'] }, { signalId: ids['solar'], title: 'Sun' }]
  ids['pf'] = (
    await post('/portfolio/createWithTrendsBulk', { title: 'Plant milks', trends, organizationGroupId: ids['grp'] })
  ).id
  ids['otherPf'] = (await post('/portfolio/createWithTrendsBulk', { title: 'Roofs', trends: trends.slice(1) })).id
}

const lastDay = Date.UTC(2026, 10, 20)
const dayMs = 86_400_000

function isoDay(back: number): string {
  return new Date(lastDay - back * dayMs).toISOString().slice(0, 10)
}

/** Days up to yesterday, oldest first. */
const days = Array.from({ length: 320 }, (_, n) => isoDay(319 - n))

const countries = ['SE', 'DE', 'US'] as const
const kinds = ['article', 'comment', 'post'] as const
const names = ['Anna Lindqvist', 'Oatly', 'Jonas Berg'] as const
const words: Record<string, string[]> = {
  'Oat milk': 'barista foam espresso latte harvest drought farmers field price shelf coffee bakery'.split(' '),
  'Solar power': 'roof panel battery grid village school desert tariff'.split(' '),
}
const tones = ['It is great and people love it.', 'It is awful and people hate it.', 'It was delivered on Monday.']

/** Documents of 120 days about three topics, with three countries, kinds, tones, languages and names. */
const documents: SourceDocument[] = Array.from({ length: 120 }, (_, back) => back).flatMap((back) => {
  // one day with a burst of documents, and a level that rises towards the end
  const count = back < 45 ? 14 : 2
  return [
    ...Array.from({ length: count }, (_day, n) => about('Oat milk', back, n)),
    ...Array.from({ length: 2 }, (_day, n) => about('Solar power', back, n)),
    ...Array.from({ length: 6 }, (_day, n) => about('Diabetes and mental health', back, n)),
  ]
})

function about(topic: string, back: number, n: number): SourceDocument {
  const at = back * 7 + n * 3
  const topicWords = words[topic] ?? ['clinic', 'ward', 'nurse']
  const context = [at, at + 1, Math.floor(at / 7)].map((place) => topicWords[place % topicWords.length]).join(' ')
  const country = countries[(back + n) % countries.length] ?? 'SE'
  return sampleDocument({
    nativeId: `${topic}-${back}-${n}`,
    kind: kinds[(back + n * 2) % kinds.length] ?? 'article',
    outlet: at % 4 === 0 ? `reddit/r/oats${at % 3}` : `outlet${at % 7}.example`,
    url: `https://outlet${at % 7}.example/${topic.slice(0, 3)}/${back}/${n}`,
    title: `${topic} and ${context} number ${at}`,
    body: `${names[(back + n) % names.length]} spoke about ${topic.toLowerCase()} in Stockholm. ${tones[(back + 2 * n) % tones.length]}`,
    author: `author${at % 11}`,
    publishedAt: `${isoDay(back)}T${String((n * 5) % 24).padStart(2, '0')}:00:00Z`,
    country,
    countryBasis: 'source',
    lang: country === 'DE' ? 'de' : 'en',
  })
}

/** Prices of a seeded random walk. */
function walk(calendar: readonly string[], seed: number): { day: string; close: number }[] {
  let [state, close] = [seed * 7919, 100]
  return calendar.map((day) => {
    state = (state * 48_271) % 2_147_483_647
    close *= 1 + (state / 2_147_483_647 - 0.5) / 25
    return { day, close: Math.round(close * 100) / 100 }
  })
}

/** Videos of two hashtags, of two countries. */
const videoLines = Array.from({ length: 60 }, (_, n) =>
  JSON.stringify({
    id: `v${n}`,
    time: `${isoDay(n)}T08:00:00Z`,
    text: `Foam ${n} #oatmilk`,
    hashtags: n % 3 === 0 ? ['solar'] : ['oatmilk', 'coffee'],
    author: `creator${n % 7}`,
    country: n % 2 === 0 ? 'NO' : 'SE',
    plays: 1000 + ((n * 37) % 101) * 50,
    likes: 100 + (6 - (n % 7)) * 200,
    comments: (n * 29) % 31,
  }),
)

const statuses = ['RECRUITING', 'COMPLETED'] as const
const studies: WrittenStudy[] = Array.from({ length: 24 }, (_, n) => ({
  nctId: `NCT${10_000_000 + n}`,
  title: `Hypertension and sleep ${n}`,
  status: statuses[n % 2] ?? 'RECRUITING',
  phases: [n % 3 === 0 ? 'PHASE3' : 'PHASE2'],
  sponsorClass: n % 4 === 0 ? 'INDUSTRY' : 'OTHER',
  countries: [n % 5 === 0 ? 'Sweden' : 'Norway'],
  start: n % 2 === 0 ? '2026-03' : '2025-03',
}))

const articles: WrittenArticle[] = Array.from({ length: 24 }, (_, n) => ({
  pmid: String(1000 + n),
  title: n % 3 === 0 ? `On asthma ${n}` : `On hypertension ${n}`,
  year: 2020 + (n % 6),
  mesh: ['Blood Pressure'],
}))
