import { readContractDocument } from '@auspex/contract/file'
import { type Method, resolve } from '@auspex/contract'
import type {
  ContextSpace,
  Export,
  Import,
  InboxPage,
  MonitorSubscription,
  Portfolio,
  Project,
  SearchState,
  ShareLink,
  Story,
  StoryCard,
  UserProfile,
  ZeusReply,
  ZeusReport,
} from '@auspex/sdk/types'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSequentialIds } from '../kernel/ids.ts'
import { createDocumentsModule } from '../modules/documents/index.ts'
import { createScriptedAnalyst, proposeReport } from '../modules/zeus/testing/scripted-analyst.ts'
import { toForm } from '../testing/form.ts'
import { people, type PersonName } from '../testing/people.ts'
import { sampleDocument } from '../testing/sample-document.ts'
import { createTestApi, type TestApi, type TestRequest } from '../testing/test-api.ts'
import { silentLog } from '../testing/test-database.ts'

let api: TestApi
/** What Northwind has, by the collection of the contract. */
const ownedIds: Record<string, string> = {}
let signalId = ''
const post = async <T>(path: string, body: object, as: TestRequest['as'] = 'mira') =>
  (await api.request({ method: 'POST', path, as, body })).json<T>()
const read = async <T>(path: string, as: TestRequest['as'] = 'mira') =>
  (await api.request({ method: 'GET', path, as })).json<T>()

const words = ['barista', 'foam', 'espresso', 'latte', 'harvest', 'drought', 'farmers', 'field']
/** Documents about oat milk with enough words around it for a map, and as many about something else. */
const library = Array.from({ length: 240 }, (_, n) => {
  const around = [n, n + 1, Math.floor(n / 7)].map((at) => words[at % words.length]).join(' ')
  return sampleDocument({
    nativeId: `n${n}`,
    url: `https://example.org/${n}`,
    title: n < 120 ? `Oat milk and ${around} number ${n}` : `Football match number ${n}`,
    publishedAt: `2026-10-${String((n % 28) + 1).padStart(2, '0')}T08:00:00Z`,
  })
})

beforeAll(async () => {
  const { analyst, script } = createScriptedAnalyst()
  script.answer = proposeReport
  api = await createTestApi({ analyst, jobs: true, config: { sources: 'live' } })
  const { database, clock } = api
  const documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
  await documents.storeDocuments(library)
  while (await documents.enrich.step());
  await documents.enrich.stop()
  let search = await post<SearchState>('/explore/topicQuery', { query_term: 'oat milk' })
  while (search.finishedAt === null)
    search = await post<SearchState>('/explore/getQueryStatus', { request_id: search.request_id })
  signalId = search.signal_id
  ownedIds['searches'] = search.request_id
  let made = await post<Export>('/exports', { kind: 'signal', id: signalId, format: 'csv' })
  while (made.status !== 'complete') made = await read<Export>(`/exports/${made.id}`)
  ownedIds['exports'] = made.id
  ownedIds['contextSpaces'] = (await post<ContextSpace>('/explore/generateContextSpace', { signalId })).id
  const rule = { kind: 'momentum-above', ratio: 1.5, windowDays: 28 }
  const monitor = { query: { query_term: 'oat milk', isCompound: false }, rule, channels: ['inbox'], webhookUrl: null }
  ownedIds['monitorSubscriptions'] = (await post<MonitorSubscription>('/explore/createMonitorSubscription', monitor)).id
  ownedIds['monitors'] = ownedIds['monitorSubscriptions']
  const digest = { country: 'NO', category: null, frequency: 'weekly', channels: ['inbox'] }
  const subscribed = await post<{ id: string }>('/explore/createGlobalTrendsSubscription', digest)
  ownedIds['globalTrendsSubscriptions'] = subscribed.id
  const mira = await read<UserProfile>('/users/me')
  await post('/signal/sendSignalMessage', { id: signalId, to: [mira.profile.id], message: 'Look' }, 'jon')
  ownedIds['inboxMessages'] = (await read<InboxPage>('/users/inbox-list')).items[0]?.id ?? ''
  const picture = await sharp({ create: { width: 8, height: 4, channels: 3, background: '#7048e8' } })
    .png()
    .toBuffer()
  const trends = [{ signalId }]
  const portfolio = await post<Portfolio>('/portfolio/createWithTrendsBulk', { title: 'Plant milks', trends })
  const form = await toForm({ file: picture })
  const path = `/portfolio/update/${portfolio.id}`
  const { image } = (await api.request({ method: 'POST', path, as: 'mira', ...form })).json<Portfolio>()
  ownedIds['portfolios'] = portfolio.id
  ownedIds['trends'] = portfolio.trends[0]?.id ?? ''
  ownedIds['images'] = image?.replace('/images/', '') ?? ''
  const project = { title: 'spring launch', portfolios: [{ id: portfolio.id }] }
  ownedIds['projects'] = (await post<Project>('/project/create', project)).projectId
  ownedIds['project'] = ownedIds['projects']
  ownedIds['projectPortfolios'] = portfolio.id
  const text = { kind: 'text', text: 'Baristas have made up their minds.' }
  const story = await post<Story>('/stories/create', { title: 'Foam' })
  ownedIds['stories'] = story.id
  ownedIds['cards'] = (await post<StoryCard>('/stories/addCard', { storyId: story.id, content: text })).id
  const link = await post<ShareLink>('/shareLinks', { kind: 'story', itemId: story.id })
  ownedIds['shareLinks'] = link.id
  ownedIds['sharedItems'] = link.token ?? ''
  const { threadId, message } = await post<ZeusReply>('/zeus/getZeusReply', { message: 'Save it, please' })
  ownedIds['threads'] = threadId
  const draft = { title: 'Oat milk in November', contents: 'Neutral.' }
  ownedIds['reports'] = (await post<ZeusReport>('/zeus/saveZeusReport', draft)).id
  ownedIds['messages'] = message.id
  ownedIds['runs'] = message.runId ?? ''
  ownedIds['approvals'] = message.approvals[0]?.id ?? ''
  const file = { name: 'own.jsonl', sha256: 'e'.repeat(64), bytes: 1 }
  ownedIds['imports'] = (await post<Import>('/imports', file, 'importer')).importId
})
afterAll(async () => api.close())

/** Names of the places in which operations take the id of something that somebody owns, and whose it is where the name says so. */
const idNames: Readonly<Record<string, string | null>> = {
  id: null,
  requestId: null,
  request_id: null,
  importId: null,
  trendId: 'trends',
  trendIds: 'trends',
  projectId: 'projects',
  portfolioIds: 'portfolios',
  storyId: 'stories',
  cardId: 'cards',
  token: 'sharedItems',
  threadId: 'threads',
  reportId: 'reports',
  messageId: 'messages',
  runId: 'runs',
  approvalId: 'approvals',
}
/** Places in a path that name no thing of their own. */
const otherPlaces: Readonly<Record<string, string>> = { revision: '1' }

/** A request of every operation that takes the id of something owned, with that id; the rest is the contract's example. */
function everyRequest(id: (collection: string) => string) {
  const document = readContractDocument()
  return api.contract.operations.flatMap(({ id: operation, method, path, responses, permission, resource }) => {
    if (responses.has(501) || permission === null) return []
    // what nobody owns, and what administrators reach in all organizations
    if (permission.tenancy === 'none' || permission.tenancy === 'all') return []
    if (resource?.verb === 'create' || resource?.verb === 'list' || resource?.verb === 'clear') return []
    const verb = method.toLowerCase() as Method
    const content = document.paths[path]?.[verb]?.requestBody?.content ?? {}
    const isForm = !('application/json' in content) && 'multipart/form-data' in content
    const [example] = Object.values(content[isForm ? 'multipart/form-data' : 'application/json']?.examples ?? {})
    const given = (example === undefined ? undefined : resolve(document, example).value) as object | undefined
    const named = given === undefined ? [] : Object.keys(given).filter((key) => key in idNames)
    if (!path.includes('{') && named.length === 0) return []
    const [, place = named[0] ?? ''] = /\{(\w+)\}/.exec(path) ?? []
    const collection = resource?.collection ?? idNames[place] ?? /\/(\w+)\/\{/.exec(path)?.[1] ?? ''
    const idOf = (name: string) =>
      id(idNames[name] ?? (name === 'id' ? resource?.within?.collection : null) ?? collection)
    const own = named.map((key) => [key, key.endsWith('Ids') ? [idOf(key)] : idOf(key)])
    const body = given && { ...given, ...Object.fromEntries(own) }
    const target = path.replaceAll(/{(\w+)}/g, (_, name: string) =>
      name in idNames ? idOf(name) : (otherPlaces[name] ?? 'ctx_0000'),
    )
    return [{ operation, collection, isForm, request: { method, path: target, ...(body && { body }) } }]
  })
}

type AskedRequest = ReturnType<typeof everyRequest>[number]

/** Sends it as the operation reads it; a form with a file that is no picture, for nobody may learn that before they are let in. */
async function ask({ request, isForm }: AskedRequest, as: TestRequest['as']) {
  if (!isForm) return api.request({ ...request, as })
  const fields = Object.entries(request.body ?? {}).flatMap(([name, value]) =>
    value === '' ? [[name, Buffer.from('no picture')]] : typeof value === 'string' ? [[name, value]] : [],
  )
  return api.request({ ...request, as, ...(await toForm(Object.fromEntries(fields))) })
}

/** Pictures, and what a link shares, are seen by everybody of the organization. */
const sharedByColleagues = ['images', 'sharedItems']

const strangers: readonly [name: string, as: PersonName][] = [
  ['a member of another organization', 'ana'],
  ['a colleague', 'jon'],
]
const foreignImporter = { ...people.ana, sub: 'eva', roles: ['importer'] }

describe('the id of what somebody else has', () => {
  test('is known here for every collection that operations reach by id', () => {
    const collections = new Set(everyRequest(() => 'x').map(({ collection }) => collection))
    expect([...collections].toSorted()).toEqual(Object.keys(ownedIds).toSorted())
    for (const [collection, id] of Object.entries(ownedIds))
      expect([collection, id]).toEqual([collection, expect.stringMatching(/\w/)])
  })

  test.each(strangers)('answers %s as one that nobody has, in every operation', async (_, as) => {
    const asked: string[] = []
    const unknown = (collection: string) =>
      collection === 'sharedItems' ? 'x'.repeat(32) : (ownedIds[collection] ?? '').replace(/_.*/, '_0000')
    const nobodys = new Map(everyRequest(unknown).map((each) => [each.operation, each]))
    for (const each of everyRequest((name) => ownedIds[name] ?? '')) {
      const { operation, collection } = each
      if (as === 'jon' && sharedByColleagues.includes(collection)) continue
      const who = collection === 'imports' ? foreignImporter : as
      const reply = await ask(each, who)
      const { requestId: _own, ...problem } = reply.json<Record<string, unknown>>()
      expect([operation, reply.statusCode]).toEqual([operation, 404])
      const { requestId: _other, ...same } = (await ask(nobodys.get(operation) ?? each, who)).json<
        Record<string, unknown>
      >()
      expect([operation, problem]).toEqual([operation, same])
      asked.push(operation)
    }
    expect(asked.length).toBeGreaterThan(12)
  })

  test('and it is still there for who has it, unchanged', async () => {
    const { exports: made, contextSpaces, portfolios, projects, images } = ownedIds
    for (const path of [
      `/exports/${made}`,
      `/contextSpaces/${contextSpaces}`,
      `/portfolio/${portfolios}`,
      `/project/${projects}`,
      `/images/${images}`,
    ])
      expect((await api.request({ method: 'GET', path, as: 'mira' })).statusCode).toBe(200)
    const { items } = await read<{ items: { id: string }[] }>('/explore/getMonitorSubscriptions')
    expect(items.map(({ id }) => id)).toEqual([ownedIds['monitorSubscriptions']])
    expect((await read<InboxPage>('/users/inbox-list')).items[0]).toMatchObject({
      id: ownedIds['inboxMessages'],
      readAt: null,
    })
    expect(await read<Import>(`/imports/${ownedIds['imports']}`, 'importer')).toMatchObject({ state: 'running' })
  })

  test('and lists of another organization hold none of it', async () => {
    for (const path of [
      '/users/inbox-list',
      '/recentSearches',
      '/contextSpaces',
      '/explore/getMonitorSubscriptions',
      '/explore/getGlobalTrendsSubscriptions',
      '/portfolio',
      '/portfolio/getPortfolios',
      '/portfolio/topic',
      '/project',
    ])
      expect([path, (await read<{ items: unknown[] }>(path, 'ana')).items]).toEqual([path, []])
  })

  test('a message to a person of another organization is refused as one to nobody', async () => {
    const { profile } = await read<UserProfile>('/users/me', 'mira')
    const refusals = await Promise.all(
      [profile.id, 'usr_0000'].map(async (id) => {
        const body = { id: signalId, to: [id], message: 'Hello' }
        const reply = await api.request({ method: 'POST', path: '/signal/sendSignalMessage', as: 'ana', body })
        const { requestId: _own, ...problem } = reply.json<Record<string, unknown>>()
        return JSON.stringify({ status: reply.statusCode, problem }).replaceAll(id, 'ID')
      }),
    )
    expect(refusals[0]).toBe(refusals[1])
    expect(refusals[0]).toMatch(/"status":4\d\d/)
  })
})
