import { setTimeout as pause } from 'node:timers/promises'
import { createTestApi } from '../../../apps/api/src/testing/test-api.ts'
import { people, type PersonName } from '../../../apps/api/src/testing/people.ts'
import { createWrittenWorld } from '../../../apps/api/src/modules/clinical/testing/written-register.ts'
import { answering, fakeSource } from '../../../apps/api/src/modules/search/testing/fake-sources.ts'
import { createGuardedPost } from '../../../packages/sources/src/index.ts'
import type { Answer } from './plan.types.ts'
import { articles, days, documents, studies, videoLines, walk } from './library.ts'

export interface Reply {
  status: number
  answer: Answer
}

export interface World {
  /** Sends a request over HTTP. */
  send(as: PersonName, method: string, path: string, body?: string | Uint8Array | object, type?: string): Promise<Reply>
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
    webhooks: createGuardedPost({
      userAgent: 'walk/1',
      resolve: async () => [{ address: '93.184.216.34', family: 4 }],
    }),
  })
  const origin = await api.app.listen({ host: '127.0.0.1', port: 0 })
  const tokens = new Map<PersonName, string>()
  for (const person of Object.keys(people) as PersonName[]) tokens.set(person, await api.tokenOf(person))
  const importer = await api.tokenOf({ ...people.mira, roles: ['member', 'importer'] })

  async function request(token: string | undefined, method: string, path: string, body?: unknown, type?: string) {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array
    const reply = await fetch(`${origin}${path.startsWith('/v1/zeus/') ? '/assistant' : '/api'}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': type ?? 'application/json' }),
      },
      ...(body !== undefined && { body: isRaw ? (body as BodyInit) : JSON.stringify(body) }),
    })
    const text = await reply.text()
    return { status: reply.status, answer: readAnswer(text) }
  }
  const accepted = ({ status, answer }: Reply, what: string) => {
    if (status >= 300) throw new Error(`${what} answered ${status}: ${JSON.stringify(answer).slice(0, 600)}`)
    return answer
  }
  const world: World = {
    send: (as, method, path, body, type) => request(tokens.get(as), method, path, body, type),
    get: async (path, as = 'mira') => accepted(await request(tokens.get(as), 'GET', path), path),
    post: async (path, body = {}, as = 'mira') => accepted(await request(tokens.get(as), 'POST', path, body), path),
    ids: {},
    close: () => api.close(),
  }
  const bring = async (method: string, path: string, body: object, token = tokens.get('importer')) =>
    accepted(await request(token, method, path, body), path)

  const { importId } = await bring('POST', '/imports', { name: 'walk.jsonl', sha256: 'a'.repeat(64), bytes: 1 })
  await bring('POST', `/imports/${importId}/batches`, {
    firstLine: 1,
    lastLine: documents.length,
    documents,
    rejected: [],
  })
  await bring('PATCH', `/imports/${importId}`, { state: 'completed' })
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
  const search = async (body: object) => {
    let state = await post('/explore/topicQuery', body)
    while (state.finishedAt === null) {
      await pause(50)
      state = await post('/explore/getQueryStatus', { request_id: state.request_id })
    }
    return state
  }
  const oat = await search({ query_term: 'oat milk' })
  const solar = await search({ query_term: 'solar power' })
  Object.assign(ids, {
    oat: oat.signal_id,
    solar: solar.signal_id,
    request: oat.request_id,
    otherRequest: solar.request_id,
  })
  ids['germanOat'] = (await search({ query_term: 'oat milk', geo: 'DE' })).signal_id
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
