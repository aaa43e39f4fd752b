import type { SearchState } from '@auspex/sdk/types'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Actor } from '../../kernel/actor.ts'
import { createFixedClock } from '../../kernel/clock.ts'
import { createRandomId } from '../../kernel/ids.ts'
import { createLogger } from '../../kernel/logger.ts'
import { createTestDatabase, silentLog } from '../../testing/test-database.ts'
import { createDocumentsModule } from '../documents/index.ts'
import { createSignalsModule, readSignalQuery } from '../signals/index.ts'
import { documentsAbout } from '../signals/testing/sample-documents.ts'
import { createSearchRepository } from './search.repository.ts'
import { createSearches, type Searches, stoppedMessage } from './searches.ts'
import { answering, type FakeSource, fakeSource, hanging, waiting } from './testing/fake-sources.ts'

const mira: Actor = { userId: 'usr_mira', subject: 'mira', organizationId: null, roles: [], scopes: [], kind: 'person' }

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
}, 60_000)
afterAll(async () => database.close())

/** One process: its own memory over the shared database. */
function startProcess(
  connectors: FakeSource[],
  { budgetMs = 60_000, runningJobs = 4, demo }: { budgetMs?: number; runningJobs?: number; demo?: Promise<void> } = {},
): Searches {
  const provenance = async () => (demo === undefined ? 'real' : 'demo')
  const clock = createFixedClock('2026-11-21T08:00:00Z')
  const documents = createDocumentsModule({ database, clock, createId: createRandomId, log: silentLog })
  const { signals } = createSignalsModule({ database, documents, provenance, connectors, clock })
  return createSearches({
    signals,
    provenance,
    connectors,
    clock,
    storeDocuments: documents.storeDocuments,
    documents,
    createId: createRandomId,
    log: createLogger('silent'),
    repository: createSearchRepository(database),
    budgetMs: () => budgetMs,
    freshMs: 60_000,
    runningJobs,
    whenDemoSettled: async () => demo,
  })
}

const begin = (searches: Searches, term: string) =>
  searches.start({ query_term: term }, readSignalQuery({ query_term: term }), mira)

async function finish(searches: Searches, { request_id }: SearchState): Promise<SearchState> {
  return vi.waitFor(
    async () => {
      const state = await searches.status(request_id, mira)
      expect(state.finishedAt).not.toBeNull()
      return state
    },
    { timeout: 20_000, interval: 5 },
  )
}

describe('a search', () => {
  test('leaves a source behind that does not answer within its budget', async () => {
    const hang = hanging()
    const good = fakeSource({
      key: 'hacker_news',
      answer: answering(documentsAbout({ term: 'chai', count: 12, sourceKey: 'hacker_news' })),
    })
    const searches = startProcess([fakeSource({ key: 'gdelt', answer: hang.answer }), good], { budgetMs: 500 })
    const ended = await finish(searches, await begin(searches, 'chai'))
    await hang.stopped
    expect(ended).toMatchObject({ status: 'complete', matched: 12 })
    expect(ended.sources.find(({ source }) => source === 'gdelt')).toMatchObject({
      status: 'upstream_down',
      reason: 'GDELT did not answer within 0.5 s.',
      complete: false,
    })
  })

  test('asks fifteen sources at once, shows each one’s progress, and ends within the budget of the slowest', async () => {
    const hang = hanging()
    const keys = ['gdelt_archive', 'gdelt', 'google_news', 'hacker_news', 'stack_exchange', 'arxiv', 'pubmed'] as const
    const more = ['clinical_trials', 'openfda', 'sec_edgar', 'bluesky', 'mastodon', 'lemmy', 'youtube'] as const
    const answer = answering(documentsAbout({ term: 'hojicha', count: 12, sourceKey: 'hacker_news' }))
    const good = [...keys, ...more].map((key) => fakeSource({ key, answer }))
    const searches = startProcess([...good, fakeSource({ key: 'reddit', answer: hang.answer })], { budgetMs: 1000 })
    const began = performance.now()
    const started = await begin(searches, 'hojicha')
    await vi.waitFor(async () => {
      const { sources } = await searches.status(started.request_id, mira)
      expect(sources.filter(({ status }) => status === 'ok')).toHaveLength(14)
      expect(sources.find(({ source }) => source === 'reddit')).toMatchObject({ status: 'running' })
    })
    const ended = await finish(searches, started)
    // fifteen budgets one after the other would be fifteen seconds
    expect(performance.now() - began).toBeLessThan(10_000)
    expect(ended.sources.find(({ source }) => source === 'reddit')).toMatchObject({ status: 'upstream_down' })
    await hang.stopped
  })

  test('counts the whole demo corpus, also when it begins while that is being stored', async () => {
    const corpus = Promise.withResolvers<void>()
    const searches = startProcess([], { demo: corpus.promise })
    const started = await begin(searches, 'genmaicha')
    const clock = createFixedClock('2026-11-21T08:00:00Z')
    const library = createDocumentsModule({ database, clock, createId: createRandomId, log: silentLog })
    await library.storeDocuments(documentsAbout({ term: 'genmaicha', count: 12, sourceKey: 'demo' }))
    corpus.resolve()
    expect(await finish(searches, started)).toMatchObject({ status: 'complete', matched: 12 })
  })

  test('reads as failed, with a sentence, after a restart that cut it off, and hangs for nobody', async () => {
    const hang = hanging()
    const before = startProcess([fakeSource({ key: 'gdelt', answer: hang.answer })])
    const cutOff = await begin(before, 'rooibos')
    await hang.begun

    const after = startProcess([])
    await after.recover()
    const state = await after.status(cutOff.request_id, mira)
    expect(state).toMatchObject({ status: 'failed', message: stoppedMessage, finishedAt: '2026-11-21T08:00:00.000Z' })
    expect(state.sources.find(({ source }) => source === 'gdelt')).toMatchObject({
      status: 'cancelled',
      reason: stoppedMessage,
    })
    await before.stop()
    expect(await after.status(cutOff.request_id, mira)).toMatchObject({ status: 'failed' })
  })

  test('leaves the searches of its own process alone when it recovers', async () => {
    const slow = waiting(documentsAbout({ term: 'sencha', count: 12, sourceKey: 'gdelt' }))
    const searches = startProcess([fakeSource({ key: 'gdelt', answer: slow.answer })])
    const started = await begin(searches, 'sencha')
    await searches.recover()
    slow.release()
    expect(await finish(searches, started)).toMatchObject({ status: 'complete' })
  })

  test('waits in a queue when as many run as may, and can be cancelled there', async () => {
    const hang = hanging()
    const source = fakeSource({ key: 'gdelt', answer: hang.answer })
    const searches = startProcess([source], { runningJobs: 1 })
    await begin(searches, 'oolong')
    await hang.begun
    const second = await begin(searches, 'pu-erh')
    expect(await searches.status(second.request_id, mira)).toMatchObject({ status: 'queued' })
    expect(await searches.cancel(second.request_id, mira)).toMatchObject({ status: 'cancelled' })
    expect(source.asked).toHaveLength(1)
    await searches.stop()
  })

  test('is cancelled when its server stops', async () => {
    const hang = hanging()
    const searches = startProcess([fakeSource({ key: 'gdelt', answer: hang.answer })])
    const started = await begin(searches, 'yerba')
    await hang.begun
    await searches.stop()
    await hang.stopped
    expect(await searches.status(started.request_id, mira)).toMatchObject({ status: 'cancelled' })
  })

  test('answers with what there is when the caller of signalBySources stops waiting', async () => {
    const hang = hanging()
    const searches = startProcess([fakeSource({ key: 'gdelt', answer: hang.answer })])
    const query = readSignalQuery({ query_term: 'kombucha' })
    const runs = await searches.askAndWait({}, query, {
      actor: mira,
      signal: new AbortController().signal,
      waitMs: 200,
    })
    await hang.stopped
    expect(runs.map(({ source, status }) => [source, status])).toEqual([
      ['imported', 'empty'],
      ['gdelt', 'cancelled'],
    ])
  })
})
