import type { Export, Story, StoryCard } from '@auspex/sdk/types'
import { createSequentialIds } from '../../../kernel/ids.ts'
import { readUntil, searchToEnd } from '../../../testing/finish-search.ts'
import { people } from '../../../testing/people.ts'
import { sampleDocument } from '../../../testing/stored-documents.ts'
import { createTestApi, type TestApi, type TestApiOptions, type TestRequest } from '../../../testing/test-api.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { createDocumentsModule } from '../../library/index.ts'

type Who = TestRequest['as']

/** A colleague in Mira's group, and one in another group. */
export const liv = { ...people.jon, sub: 'liv', email: 'liv@northwind.example', name: 'Liv Berg', groups: ['Insights'] }
export const tor = { ...people.jon, sub: 'tor', email: 'tor@northwind.example', name: 'Tor Lie', groups: ['Sales'] }

/** Twenty documents about oat milk. */
const library = Array.from({ length: 20 }, (_, n) =>
  sampleDocument({
    nativeId: `n${n}`,
    url: `https://example.org/${n}`,
    outlet: `outlet-${n % 3}.example`,
    title: `Oat milk and foam number ${n}`,
    body: `The foam of oat milk falls apart in iced coffee, says reader ${n}.`,
    country: n % 2 === 0 ? 'NO' : null,
    countryBasis: n % 2 === 0 ? 'source' : null,
    publishedAt: `2026-11-${String(n + 1).padStart(2, '0')}T08:00:00Z`,
  }),
)

export interface StoryApi {
  api: TestApi
  signalId: string
  /** A document about the signal's topic. */
  documentId: string
  ask(
    method: TestRequest['method'],
    path: string,
    body?: object,
    as?: Who,
  ): Promise<{
    status: number
    // oxlint-disable-next-line typescript/no-explicit-any -- the response of any operation, which the contract has validated
    body: any
    headers: Record<string, unknown>
  }>
  make(input?: object, as?: Who): Promise<Story>
  addCard(storyId: string, content: object, rest?: object): Promise<StoryCard>
  open(id: string, as?: Who): Promise<Story>
  /** Begins an export, and resolves when it is complete or has failed. */
  exportToEnd(input: { kind: string; id: string; format: string }, as?: Who): Promise<Export>
  /** Publishes further documents about the topic, and makes the earlier reports stale. */
  publish(count: number): Promise<void>
}

/** The server with a small library and one signal that was searched. */
export async function createStoryApi(options: TestApiOptions = {}): Promise<StoryApi> {
  const api = await createTestApi({ config: { sources: 'live' }, jobs: true, ...options })
  const { database, clock } = api
  const documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
  await documents.storeDocuments(library)

  const call: StoryApi['ask'] = async (method, path, body, as = 'mira') => {
    const reply = await api.request({ method, path, as, ...(body && { body }) })
    return { status: reply.statusCode, body: reply.json(), headers: reply.headers }
  }
  const { signal_id: signalId } = await searchToEnd(api, { query_term: 'oat milk' })
  const listed = await call('GET', `/signals/${signalId}/documents?perPage=1`)
  return {
    api,
    signalId,
    documentId: listed.body.items[0].id,
    ask: call,
    make: async (input = {}, as = 'mira') =>
      (await call('POST', '/stories/create', { title: 'Foam', ...input }, as)).body,
    addCard: async (storyId, content, rest = {}) =>
      (await call('POST', '/stories/addCard', { storyId, content, ...rest })).body,
    open: async (id, as = 'mira') => (await call('GET', `/stories/${id}`, undefined, as)).body,
    exportToEnd: async (input, as = 'mira') => {
      const begun: Export = (await call('POST', '/exports', input, as)).body
      return readUntil(
        async () => (await call('GET', `/exports/${begun.id}`, undefined, as)).body as Export,
        ({ status }) => status !== 'queued' && status !== 'running',
      )
    },
    publish: async (count) => {
      const at = clock.now().getTime()
      await documents.storeDocuments(
        Array.from({ length: count }, (_, n) =>
          sampleDocument({
            nativeId: `later-${at}-${n}`,
            title: `Oat milk later ${at} ${n}`,
            publishedAt: new Date(at - 3_600_000).toISOString(),
          }),
        ),
      )
      clock.set(new Date(at + 120_000).toISOString())
    },
  }
}
