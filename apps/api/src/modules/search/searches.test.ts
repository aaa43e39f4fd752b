import type { SearchState } from '@auspex/sdk/types'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Database } from '../../adapters/database/database.port.ts'
import { BossJobs } from '../../adapters/jobs/pg-boss/boss-jobs.ts'
import type { Lease, Jobs } from '../../adapters/jobs/jobs.port.ts'
import type { Actor } from '../../kernel/actor.ts'
import { createFixedClock } from '../../kernel/clock.ts'
import { createRandomId } from '../../kernel/ids.ts'
import { createLogger } from '../../kernel/logger.ts'
import { createTestDatabase, silentLog } from '../../testing/test-database.ts'
import { createDocumentsModule } from '../library/index.ts'
import { createSignalsModule, readSignalQuery } from '../reports/index.ts'
import { documentsAbout } from '../../testing/stored-documents.ts'
import { cancelSearch, getSearch, stopSearches } from './get-search.ts'
import {
  createExploreJobs,
  endForgottenSearches,
  searchesQueue,
  searchSources,
  stoppedMessage,
} from './explore.module.ts'
import { RunningSearches } from './running-searches.ts'
import type { SearchDependencies } from './search-dependencies.ts'
import { createSearchRepository } from './search.repository.ts'
import { createWaitingSearchesRepository } from './waiting-searches.repository.ts'
import { startSearch } from './start-search.ts'
import { answering, type FakeSource, fakeSource, hanging, waiting } from './testing/fake-sources.ts'

const mira: Actor = {
  userId: 'usr_mira',
  subject: 'mira',
  organizationId: null,
  roles: [],
  scopes: [],
  kind: 'person',
  accessScopes: null,
  credentialId: null,
}

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  await Promise.all(openJobs.splice(0).map((jobs) => jobs.stop()))
})
afterAll(async () => database.close())

const openJobs: Jobs[] = []

interface ProcessOptions {
  budgetMs?: number
  runningJobs?: number
  demo?: Promise<void>
  now?: string
  takeLease?: (payload: { jobId: string }) => Promise<Lease>
  isShared?: boolean
}

type Searches = ReturnType<typeof startProcess>

/** One process: its own memory over the shared database. It takes no jobs before `takeOver`. */
function startProcess(
  connectors: FakeSource[],
  {
    budgetMs = 60_000,
    runningJobs = 4,
    demo,
    now = '2026-11-21T08:00:00Z',
    takeLease,
    isShared = false,
  }: ProcessOptions = {},
) {
  const provenance = async () => (demo === undefined ? 'real' : 'demo')
  const clock = createFixedClock(now)
  const log = createLogger('silent')
  const jobs = new BossJobs({ database, log })
  openJobs.push(jobs)
  const documents = createDocumentsModule({ database, clock, createId: createRandomId, log: silentLog })
  const { signals } = createSignalsModule({ database, documents, provenance, connectors, clock })
  const deps: SearchDependencies = {
    signals,
    provenance,
    connectors,
    clock,
    storeDocuments: documents.storeDocuments,
    documents,
    outages: { since: () => null, record: () => {}, stop: async () => {} },
    createId: createRandomId,
    log,
    searches: createSearchRepository(database),
    waiting: createWaitingSearchesRepository(database),
    running: new RunningSearches({ places: runningJobs }),
    leaseJob: takeLease ?? ((payload: { jobId: string }) => jobs.lease(searchesQueue, payload)),
    budgetMs: () => budgetMs,
    freshMs: 60_000,
    isShared,
    whenDemoSettled: async () => demo,
  }
  const exploreJobs = createExploreJobs(deps)
  jobs.register(exploreJobs)
  return {
    /** Continues the searches of a job, as a queue does that holds it. */
    resume: async (jobId: string) =>
      exploreJobs.find(({ queue }) => queue.name === searchesQueue.name)?.run({ jobId }, jobContext),
    start: (term: string, actor = mira) => startSearch({}, readSignalQuery({ query_term: term }), actor, deps),
    get: (id: string, actor = mira) => getSearch(id, actor, deps),
    cancel: (id: string, actor = mira) => cancelSearch(id, actor, deps),
    searchSources: (term: string, waitMs: number) =>
      searchSources({}, readSignalQuery({ query_term: term }), { actor: mira, signal, waitMs }, deps),
    endForgotten: () => endForgottenSearches(deps),
    takeOver: () => jobs.start(),
    stop: () => stopSearches(deps),
  }
}

const signal = new AbortController().signal
const jobContext = { id: 'job', attempt: 1, isLastAttempt: false, signal, reportProgress: async () => {} }

/** How long, and how often, a test looks for what another process does. */
const patience = { timeout: 600_000, interval: 5 }

async function finish(searches: Searches, { request_id }: SearchState): Promise<SearchState> {
  return vi.waitFor(async () => {
    const state = await searches.get(request_id)
    expect(state.finishedAt).not.toBeNull()
    return state
  }, patience)
}

describe('a search', () => {
  test('skips a source that does not answer within its budget', async () => {
    const hangingSource = hanging()
    const good = fakeSource({
      key: 'hacker_news',
      answer: answering(documentsAbout({ term: 'chai', count: 12, sourceKey: 'hacker_news' })),
    })
    const searches = startProcess([fakeSource({ key: 'gdelt', answer: hangingSource.answer }), good], {
      budgetMs: 2000,
    })
    const ended = await finish(searches, await searches.start('chai'))
    await hangingSource.stopped
    expect(ended).toMatchObject({ status: 'complete', matched: 12 })
    expect(ended.sources.find(({ source }) => source === 'gdelt')).toMatchObject({
      status: 'upstream_down',
      reason: 'GDELT did not answer within 2 s.',
      complete: false,
    })
  })

  test('queries fifteen sources concurrently and shows the progress of each', async () => {
    const hangingSource = hanging()
    const keys = ['gdelt_archive', 'gdelt', 'google_news', 'hacker_news', 'stack_exchange', 'arxiv', 'pubmed'] as const
    const more = ['clinical_trials', 'openfda', 'sec_edgar', 'bluesky', 'mastodon', 'lemmy', 'youtube'] as const
    const answer = answering(documentsAbout({ term: 'hojicha', count: 12, sourceKey: 'hacker_news' }))
    const good = [...keys, ...more].map((key) => fakeSource({ key, answer }))
    const searches = startProcess([fakeSource({ key: 'reddit', answer: hangingSource.answer }), ...good])
    const started = await searches.start('hojicha')
    await vi.waitFor(async () => {
      const { sources } = await searches.get(started.request_id)
      expect(sources.filter(({ status }) => status === 'ok')).toHaveLength(14)
      expect(sources.find(({ source }) => source === 'reddit')).toMatchObject({ status: 'running' })
    }, patience)
    await searches.cancel(started.request_id)
    await hangingSource.stopped
  })

  test('counts the whole demo corpus, even if it starts while the corpus is being stored', async () => {
    const corpus = Promise.withResolvers<void>()
    const searches = startProcess([], { demo: corpus.promise })
    const started = await searches.start('genmaicha')
    const clock = createFixedClock('2026-11-21T08:00:00Z')
    const library = createDocumentsModule({ database, clock, createId: createRandomId, log: silentLog })
    await library.storeDocuments(documentsAbout({ term: 'genmaicha', count: 12, sourceKey: 'demo' }))
    corpus.resolve()
    expect(await finish(searches, started)).toMatchObject({ status: 'complete', matched: 12 })
  })

  /** Expires the leases that a dead process left. */
  const letLeasesEnd = async () => {
    await vi.waitFor(async () => expect(await listHeldJobs()).toHaveLength(1), patience)
    await database.pool.query(`update pgboss.job set start_after = now() where name = '${searchesQueue.name}'`)
  }
  const listHeldJobs = async () => {
    const rows = `select data from pgboss.job where name = '${searchesQueue.name}' and state = 'created'`
    return (await database.pool.query(rows)).rows
  }

  test('is resumed under its id when its process dies, and queries its sources again', async () => {
    const hangingSource = hanging()
    const firstProcess = startProcess([fakeSource({ key: 'gdelt', answer: hangingSource.answer })])
    const cutOff = await firstProcess.start('rooibos')
    await hangingSource.started

    await letLeasesEnd()
    const answer = answering(documentsAbout({ term: 'rooibos', count: 12, sourceKey: 'gdelt' }))
    const secondProcess = startProcess([fakeSource({ key: 'gdelt', answer })])
    await secondProcess.takeOver()
    const ended = await finish(secondProcess, cutOff)
    expect(ended).toMatchObject({ request_id: cutOff.request_id, status: 'complete', matched: 12 })
    expect(ended.sources.find(({ source }) => source === 'gdelt')).toMatchObject({ status: 'ok' })
    await firstProcess.stop()
    expect(await secondProcess.get(cutOff.request_id)).toMatchObject({ status: 'complete', matched: 12 })
  })

  test('is reported as failed, with a message, once its process has been silent for too long', async () => {
    const hangingSource = hanging()
    const firstProcess = startProcess([fakeSource({ key: 'gdelt', answer: hangingSource.answer })])
    const cutOff = await firstProcess.start('honeybush')
    await hangingSource.started

    await letLeasesEnd()
    const secondProcess = startProcess([], { now: '2026-11-21T08:10:01Z' })
    await secondProcess.takeOver()
    const state = await finish(secondProcess, cutOff)
    expect(state).toMatchObject({ status: 'failed', message: stoppedMessage, finishedAt: '2026-11-21T08:10:01.000Z' })
    expect(state.sources.find(({ source }) => source === 'gdelt')).toMatchObject({
      status: 'cancelled',
      reason: stoppedMessage,
    })
    await firstProcess.stop()
    expect(await secondProcess.get(cutOff.request_id)).toMatchObject({ status: 'failed' })
  })

  test('is reported as failed after ten minutes if there is no job to resume', async () => {
    const hangingSource = hanging()
    const firstProcess = startProcess([fakeSource({ key: 'gdelt', answer: hangingSource.answer })])
    const cutOff = await firstProcess.start('kukicha')
    await hangingSource.started
    const early = startProcess([], { now: '2026-11-21T08:09:59Z' })
    await early.endForgotten()
    expect(await early.get(cutOff.request_id)).toMatchObject({ finishedAt: null })
    const late = startProcess([], { now: '2026-11-21T08:10:01Z' })
    await late.endForgotten()
    expect(await late.get(cutOff.request_id)).toMatchObject({ status: 'failed', message: stoppedMessage })
    await firstProcess.stop()
  })

  test('holds its lease while it runs and releases it at the end', async () => {
    const slow = waiting(documentsAbout({ term: 'sencha', count: 12, sourceKey: 'gdelt' }))
    const searches = startProcess([fakeSource({ key: 'gdelt', answer: slow.answer })])
    const started = await searches.start('sencha')
    await vi.waitFor(async () => expect(await listHeldJobs()).toHaveLength(1), patience)
    slow.release()
    await finish(searches, started)
    await vi.waitFor(async () => expect(await listHeldJobs()).toEqual([]), patience)
  })

  test('that queries no external source takes no lease', async () => {
    const library = createDocumentsModule({
      database,
      clock: createFixedClock('2026-11-21T08:00:00Z'),
      createId: createRandomId,
      log: silentLog,
    })
    await library.storeDocuments(documentsAbout({ term: 'mugicha', count: 12, sourceKey: 'imported' }))
    const takeLease = vi.fn(() => Promise.reject(new Error('nothing is to be held')))
    const searches = startProcess([], { takeLease })
    expect(await finish(searches, await searches.start('mugicha'))).toMatchObject({ status: 'complete', matched: 12 })
    expect(takeLease).not.toHaveBeenCalled()
  })

  test('can be cancelled through another process, and stays cancelled when its sources answer', async () => {
    const slow = waiting(documentsAbout({ term: 'lapsang', count: 12, sourceKey: 'gdelt' }))
    const first = startProcess([fakeSource({ key: 'gdelt', answer: slow.answer })])
    const started = await first.start('lapsang')
    const second = startProcess([])
    expect(await second.cancel(started.request_id)).toMatchObject({ status: 'cancelled' })
    slow.release()
    await first.stop()
    expect(await second.get(started.request_id)).toMatchObject({ status: 'cancelled' })
  })

  test('stays cancelled when its lease expired because its process was busy, and it was about to be resumed', async () => {
    const hangingSource = hanging()
    const gdelt = fakeSource({
      key: 'gdelt',
      answer: async (...request) =>
        (gdelt.receivedQueries.length === 1 ? hangingSource.answer : answering([]))(...request),
    })
    const lease = Promise.withResolvers<string>()
    const leased = { release: async () => {}, handOver: async () => {} }
    const searches = startProcess([gdelt], {
      takeLease: async ({ jobId }) => (lease.resolve(jobId), leased),
    })
    const started = await searches.start('gyokuro')
    await hangingSource.started
    const resumed = searches.resume(await lease.promise)
    await searches.cancel(started.request_id)
    await resumed
    expect(gdelt.receivedQueries).toHaveLength(1)
    expect((await searches.get(started.request_id)).status).toBe('cancelled')
  })

  test('is queued when the maximum number is running, and can be cancelled there', async () => {
    const hangingSource = hanging()
    const source = fakeSource({ key: 'gdelt', answer: hangingSource.answer })
    const searches = startProcess([source], { runningJobs: 1 })
    await searches.start('oolong')
    await hangingSource.started
    const second = await searches.start('pu-erh')
    expect(await searches.get(second.request_id)).toMatchObject({ status: 'queued' })
    expect(await searches.cancel(second.request_id)).toMatchObject({ status: 'cancelled' })
    expect(source.receivedQueries).toHaveLength(1)
    await searches.stop()
  })

  test('is cancelled when its server stops', async () => {
    const hangingSource = hanging()
    const searches = startProcess([fakeSource({ key: 'gdelt', answer: hangingSource.answer })])
    const started = await searches.start('yerba')
    await hangingSource.started
    await searches.stop()
    await hangingSource.stopped
    expect(await searches.get(started.request_id)).toMatchObject({ status: 'cancelled' })
  })

  test('returns partial results when the caller of signalBySources stops waiting', async () => {
    const hangingSource = hanging()
    const searches = startProcess([fakeSource({ key: 'gdelt', answer: hangingSource.answer })])
    const runs = await searches.searchSources('kombucha', 1_000)
    await hangingSource.stopped
    expect(runs.map(({ source, status }) => [source, status])).toEqual([
      ['imported', 'empty'],
      ['gdelt', 'cancelled'],
    ])
  })
})

describe('a search with several processes on one database', () => {
  const ren: Actor = { ...mira, userId: 'usr_ren', subject: 'ren' }
  const shared = (...sources: FakeSource[]) => startProcess(sources, { isShared: true })

  test('is joined by a repeated request and by another person, through any process', async () => {
    const slow = waiting(documentsAbout({ term: 'houjicha', count: 12, sourceKey: 'gdelt' }))
    const first = shared(fakeSource({ key: 'gdelt', answer: slow.answer }))
    const untouched = fakeSource({ key: 'gdelt', answer: hanging().answer })
    const second = shared(untouched)
    const started = await first.start('houjicha')
    const restarted = await second.start('houjicha')
    const joined = await second.start('houjicha', ren)
    expect(restarted.request_id).toBe(started.request_id)
    expect(joined.request_id).not.toBe(started.request_id)
    slow.release()
    await finish(first, started)
    expect(await second.get(joined.request_id, ren)).toMatchObject({ status: 'complete', matched: 12 })
    expect(untouched.receivedQueries).toEqual([])
  })

  test('continues for a person at another process when the first one cancels', async () => {
    const slow = waiting(documentsAbout({ term: 'shincha', count: 12, sourceKey: 'gdelt' }))
    const first = shared(fakeSource({ key: 'gdelt', answer: slow.answer }))
    const started = await first.start('shincha')
    const second = shared()
    const joined = await second.start('shincha', ren)
    expect(await first.cancel(started.request_id)).toMatchObject({ status: 'cancelled' })
    slow.release()
    await vi.waitFor(
      async () => expect(await second.get(joined.request_id, ren)).toMatchObject({ status: 'complete' }),
      patience,
    )
    expect(await first.get(started.request_id)).toMatchObject({ status: 'cancelled' })
  })

  test('stops querying its sources once the last person has cancelled, through any process', async () => {
    const hangingSource = hanging()
    const first = startProcess([fakeSource({ key: 'gdelt', answer: hangingSource.answer })], {
      isShared: true,
      budgetMs: 3_600_000,
    })
    const other = shared()
    const started = await first.start('sobacha')
    const joined = await other.start('sobacha', ren)
    await hangingSource.started
    expect((await other.cancel(started.request_id)).status).toBe('cancelled')
    expect((await other.get(joined.request_id, ren)).finishedAt).toBeNull()
    await other.cancel(joined.request_id, ren)
    await hangingSource.stopped
    expect((await first.start('sobacha')).request_id).not.toBe(started.request_id)
  })

  test('is resumed immediately under the same id when its process shuts down', async () => {
    const hangingSource = hanging()
    const first = shared(fakeSource({ key: 'gdelt', answer: hangingSource.answer }))
    const started = await first.start('bancha')
    await hangingSource.started
    await first.stop()
    await hangingSource.stopped
    const answer = answering(documentsAbout({ term: 'bancha', count: 12, sourceKey: 'gdelt' }))
    const second = shared(fakeSource({ key: 'gdelt', answer }))
    const between = await second.get(started.request_id)
    expect(between.finishedAt).toBeNull()
    expect(between.sources.map(({ status }) => status)).not.toContain('cancelled')
    await second.takeOver()
    expect(await finish(second, started)).toMatchObject({ status: 'complete', matched: 12 })
  })
})
