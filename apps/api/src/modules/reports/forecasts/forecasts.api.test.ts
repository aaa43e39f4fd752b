import { addDays } from '@auspex/analytics'
import type { ForecastSection, Scoreboard, SearchState, StoredForecastPage } from '@auspex/sdk/types'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRandomId, createSequentialIds } from '../../../kernel/ids.ts'
import { createLogger } from '../../../kernel/logger.ts'
import { runOnce } from '../../../adapters/jobs/testing/run-once.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { createDocumentsModule, type DocumentsModule } from '../../library/index.ts'
import { documentsOf, plantCounts } from '../../markets/testing/planted-market.ts'
import { createSignalsModule } from '../signals.module.ts'
import { createForecastsModule, type ForecastsModule } from './forecasts.module.ts'

let api: TestApi
let documents: DocumentsModule
let forecasts: ForecastsModule
let signalId: string

/** The test's clock is fixed at 2026-11-21, so this is the history until yesterday. */
const firstDay = '2026-06-24'
const counts = plantCounts(190)
const knownDays = 150

beforeAll(async () => {
  api = await createTestApi({ config: { sources: 'live' } })
  const { database, clock } = api
  documents = createDocumentsModule({ database, clock, createId: createRandomId, log: silentLog })
  const { signals } = createSignalsModule({
    database,
    documents,
    provenance: async () => 'real',
    connectors: [],
    clock,
  })
  const log = createLogger('silent')
  forecasts = createForecastsModule({ database, signals, createId: createSequentialIds(), clock, log })
  await documents.storeDocuments(documentsOf(counts.slice(0, knownDays), firstDay))
  signalId = await search('oat milk')
})
afterAll(() => api.close())

async function search(query_term: string): Promise<string> {
  const reply = await api.request({ method: 'POST', path: '/explore/topicQuery', as: 'mira', body: { query_term } })
  return reply.json<SearchState>().signal_id
}
const section = (id = signalId) => api.request({ method: 'GET', path: `/signal/json/${id}/forecast`, as: 'mira' })
const list = async (query = '') =>
  (await api.request({ method: 'GET', path: `/forecasts${query}`, as: 'ana' })).json<StoredForecastPage>()
const scoreboard = async () => (await api.request({ method: 'GET', path: '/scoreboard' })).json<Scoreboard>()

describe('forecasts as days go by', () => {
  test('an empty scoreboard makes no claims and is public', async () => {
    expect(await scoreboard()).toMatchObject({ issued: 0, scored: 0, items: [] })
  })

  test('stores what is shown: two horizons with bands, candidate models and the origin', async () => {
    const forecast = (await section()).json<ForecastSection>()
    expect(forecast).toMatchObject({ section: 'forecast', refused: null, reason: null })
    expect(forecast.horizons.map(({ horizonDays }) => horizonDays)).toEqual([14, 28])
    expect(forecast.horizons[0]).toMatchObject({ issuedDay: '2026-11-21', asOf: '2026-11-20' })
    expect(forecast.horizons[0]?.days[0]?.day).toBe('2026-11-21')
    expect(forecast.horizons[0]?.models.map(({ name }) => name)).toContain('seasonal naive')
    expect(forecast.history.at(-1)).toEqual({ day: '2026-11-20', documents: counts[knownDays - 1] })
    const { items } = await list()
    expect(items.map(({ id, state }) => ({ id, state }))).toEqual(
      forecast.horizons.map(({ id }) => ({ id, state: 'open' })),
    )
    expect(items[0]).toMatchObject({ title: 'oat milk', actual: [], mase: null, inside80: null })
  })

  test('what is said of a day does not depend on how far one looks', async () => {
    const [near, far] = (await section()).json<ForecastSection>().horizons
    expect(near?.days).toEqual(far?.days.slice(0, 14))
    expect(near?.model).toBe(far?.model)
  })

  test('repeating the request on the same day returns the same forecast, whatever was stored since', async () => {
    const before = (await section()).json<ForecastSection>()
    await documents.storeDocuments(documentsOf([40], '2026-11-21'))
    api.clock.set('2026-11-21T20:00:00Z')
    expect((await section()).json<ForecastSection>().horizons).toEqual(before.horizons)
  })

  test('an issued forecast is immutable, even in the database', async () => {
    await expect(sql`update forecast set model = 'better'`.execute(api.database.kysely)).rejects.toThrow(
      /never changed/,
    )
  })

  test('a forecast is scored once its days have passed, and a new one is issued', async () => {
    api.clock.set('2026-11-28T08:00:00Z')
    await runOnce(forecasts.jobs)
    expect((await list('?state=scored')).items).toEqual([])
    api.clock.set('2026-12-07T08:00:00Z')
    await documents.storeDocuments(documentsOf(counts.slice(knownDays + 1, knownDays + 16), '2026-11-22'))
    await runOnce(forecasts.jobs)
    const scored = (await list('?state=scored')).items.find(({ issuedDay }) => issuedDay === '2026-11-21')
    expect(scored).toMatchObject({ horizonDays: 14, issuedDay: '2026-11-21', daysScored: 14, state: 'scored' })
    expect(scored?.actual[1]).toBe(counts[knownDays + 1])
    const wrong = scored?.days.map(({ point }, step) => Math.abs((scored.actual[step] ?? 0) - point)) ?? []
    const naive = scored?.naive.map((point, step) => Math.abs((scored.actual[step] ?? 0) - point)) ?? []
    expect(scored?.mase).toBeGreaterThan(0)
    const ratio = wrong.reduce((sum, one) => sum + one, 0) / naive.reduce((sum, one) => sum + one, 0)
    expect((scored?.mase ?? 0) / (scored?.naiveMase ?? 1)).toBeCloseTo(ratio, 6)
    expect((await list(`?signalId=${signalId}`)).items[0]?.issuedDay).toBe('2026-12-07')
  })

  test("the scoreboard totals results with intervals, next to the back-test's expectation", async () => {
    const board = await scoreboard()
    // The forecast of a week later, made before the library had its days, has been scored as well.
    expect(board.scored).toBe(2)
    const [best] = board.items
    expect(best).toMatchObject({ horizonDays: 14, provenance: 'real' })
    expect(best?.daysScored).toBe(14 * (best?.scored ?? 0))
    expect(best?.backtestMase).toBeGreaterThan(0)
    const band = best?.coverage.find(({ level }) => level === 0.8)
    expect(band?.share).toBeCloseTo((band?.inside ?? 0) / (best?.daysScored ?? 0), 10)
    expect(band?.low).toBeLessThan(band?.share ?? 0)
  })

  test('days without data do not count', async () => {
    api.clock.set(`${addDays('2026-12-19', 40)}T08:00:00Z`)
    await runOnce(forecasts.jobs)
    const [lost] = (await list('?state=unscorable')).items
    expect(lost).toMatchObject({ daysScored: 0, mase: null, inside80: null })
    expect(lost?.actual.every((value) => value === null)).toBe(true)
  })
})

describe('a source whose last document is one or two days old', () => {
  test('is forecast from its last covered day, although other sources continue today', async () => {
    const other = await createTestApi({ config: { sources: 'live' } })
    try {
      const { database, clock } = other
      const library = createDocumentsModule({ database, clock, createId: createRandomId, log: silentLog })
      const archive = documentsOf(plantCounts(240), addDays('2026-11-19', -239))
      const feed = documentsOf(
        Array.from({ length: 30 }, () => 0),
        addDays('2026-11-21', -29),
      )
      await library.storeDocuments([
        ...archive,
        ...feed.map((document) => ({ ...document, kind: 'post' as const, nativeId: `feed-${document.nativeId}` })),
      ])
      const searchReply = await other.request({
        method: 'POST',
        path: '/explore/topicQuery',
        as: 'mira',
        body: { query_term: 'oat milk' },
      })
      const id = searchReply.json<SearchState>().signal_id
      const reply = await other.request({ method: 'GET', path: `/signal/json/${id}/forecast`, as: 'mira' })
      const forecast = reply.json<ForecastSection>()
      expect(forecast).toMatchObject({ refused: null, reason: null })
      expect(forecast.horizons).toMatchObject([{ asOf: '2026-11-19' }, { asOf: '2026-11-19' }])
      expect(forecast.horizons[0]?.days[0]?.day).toBe('2026-11-20')
    } finally {
      await other.close()
    }
  })
})

describe('an archive that ended long ago', () => {
  const end = '2026-03-01'
  const archiveDays = 240
  const values = plantCounts(archiveDays)
  let archive: TestApi
  let module: ForecastsModule
  let library: DocumentsModule
  let id: string
  beforeAll(async () => {
    archive = await createTestApi({ config: { sources: 'live' } })
    const { database, clock } = archive
    library = createDocumentsModule({ database, clock, createId: createRandomId, log: silentLog })
    const { signals } = createSignalsModule({
      database,
      documents: library,
      provenance: async () => 'real',
      connectors: [],
      clock,
    })
    const log = createLogger('silent')
    module = createForecastsModule({ database, signals, createId: createRandomId, clock, log })
    await library.storeDocuments(documentsOf(values, addDays(end, 1 - archiveDays)))
    const body = { query_term: 'oat milk' }
    const reply = await archive.request({ method: 'POST', path: '/explore/topicQuery', as: 'mira', body })
    id = reply.json<SearchState>().signal_id
  })
  afterAll(() => archive.close())
  const outlook = async () =>
    (await archive.request({ method: 'GET', path: `/signal/json/${id}/forecast`, as: 'mira' })).json<ForecastSection>()
  const stored = async () =>
    (await archive.request({ method: 'GET', path: '/forecasts', as: 'ana' })).json<StoredForecastPage>().items

  test('is back-tested: its last weeks are withheld, forecast from earlier days, and labelled as a back-test', async () => {
    const forecast = await outlook()
    expect(forecast).toMatchObject({ refused: null, reason: null })
    expect(forecast.note).toContain('A back-test, not a forecast of the future: its main sources end on 1 March 2026.')
    const asOf = addDays(end, -28)
    expect(forecast.horizons).toMatchObject([
      { horizonDays: 14, asOf, isBacktest: true, actual: values.slice(-28, -14) },
      { horizonDays: 28, asOf, isBacktest: true, actual: values.slice(-28) },
    ])
    expect(forecast.horizons[1]?.days.at(-1)?.day).toBe(end)
    expect(forecast.history.at(-1)?.day).toBe(asOf)
  })

  test('is scored at once, separately from real forecasts', async () => {
    expect(await stored()).toMatchObject([
      { horizonDays: 14, isBacktest: true, state: 'scored', daysScored: 14 },
      { horizonDays: 28, isBacktest: true, state: 'scored', daysScored: 28 },
    ])
    const board = (await archive.request({ method: 'GET', path: '/scoreboard' })).json<Scoreboard>()
    expect(board).toMatchObject({ issued: 0, scored: 0, backtests: 2 })
    expect(board.items.map(({ isBacktest, scored }) => [isBacktest, scored])).toEqual([
      [true, 1],
      [true, 1],
    ])
  })

  test('counts once, however many days it is opened on', async () => {
    const before = await outlook()
    archive.clock.set('2026-11-23T08:00:00Z')
    await runOnce(module.jobs)
    expect((await outlook()).horizons).toEqual(before.horizons)
    expect(await stored()).toHaveLength(2)
  })

  test('is forecast again once one of its sources has new days', async () => {
    archive.clock.set('2026-11-24T08:00:00Z')
    await library.storeDocuments(
      documentsOf(plantCounts(120), addDays('2026-11-23', -119)).map((document) => ({
        ...document,
        kind: 'post' as const,
        nativeId: `live-${document.nativeId}`,
      })),
    )
    await archive.request({ method: 'POST', path: '/explore/topicQuery', as: 'mira', body: { query_term: 'oat milk' } })
    const forecast = await outlook()
    expect(forecast.horizons[0]).toMatchObject({ asOf: '2026-11-23', isBacktest: false, actual: [] })
    expect(forecast.note).not.toContain('back-test')
  })
})

describe('no forecast', () => {
  test('a signal with almost no data gets a reason instead', async () => {
    const forecast = (await section(await search('zeppelin'))).json<ForecastSection>()
    expect(forecast.horizons).toEqual([])
    expect(forecast.refused).not.toBeNull()
    expect(forecast.reason).toMatch(/\w+\.$/)
  })

  test('a signal that nobody searched is not found', async () => {
    expect(await section('sig_nobody')).toMatchObject({ statusCode: 404 })
  })
})
