import { createRandom } from '@auspex/contract/random'
import { addDays } from '@auspex/contract/days'
import type { DocumentPage, ForecastSection, SignalComparison, SignalReport, VolumeSection } from '@auspex/sdk/types'
import type { SourceDocument } from '@auspex/sources'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeOnChdb } from '../../adapters/clickhouse/testing/describe-on-chdb.ts'
import type { Database } from '../../adapters/database/database.port.ts'
import { createSequentialIds } from '../../kernel/ids.ts'
import { searchToEnd } from '../../testing/finish-search.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'
import { createTestDatabase, silentLog } from '../../testing/test-database.ts'
import { openTestShards } from '../../testing/test-shards.ts'
import { createDocumentsModule, type DocumentsModule } from '../library/index.ts'
import { sampleArticle } from '../../testing/stored-documents.ts'

const firstDay = '2026-06-01'
const dayCount = 110
/** The days whose reports are compared: the last fifty. */
const comparedDays = Array.from({ length: 50 }, (_, index) => addDays(firstDay, dayCount - 50 + index))

/** What comes into the library on a day: most of it published that day, some of it up to a month before, and copies of older stories. */
function arrivals(day: string, index: number): SourceDocument[] {
  const random = createRandom(index + 1)
  return Array.from({ length: 12 + (index % 5) * 2 }, (_, n) => {
    const isLate = random.chance(0.25)
    const published = isLate ? addDays(day, -1 - random.below(30)) : day
    const isOat = random.chance(0.6)
    const nativeId = `${index}-${n}`
    const copied = index > 0 && random.chance(0.2)
    return sampleArticle({
      nativeId,
      url: `https://example.org/${nativeId}`,
      sourceKey: n % 3 === 0 ? 'hacker_news' : 'imported',
      kind: n % 4 === 0 ? 'post' : 'article',
      outlet: `outlet-${n % 5}.example`,
      title: copied
        ? `Oatly opens plant ${index - (index % 3)} for oat milk near Malmo`
        : `${isOat ? 'Oat milk' : 'Green tea'} ${nativeId}`,
      body: `${['I love it', 'A terrible mess', 'A drink'][n % 3]}. ${isOat || copied ? 'Oat milk' : 'Green tea'} of ${nativeId} by Oatly.`,
      publishedAt: `${published}T${String(n % 24).padStart(2, '0')}:00:00Z`,
      country: n % 2 === 0 ? 'SE' : null,
      countryBasis: n % 2 === 0 ? 'source' : null,
    })
  })
}

/**
 * What a report says, without when and how long it was measured. What is unusual about the words of a topic is left out: it is judged by how often the
 * library of today uses them (docs/measures.md).
 */
function findings({
  signalId: _id,
  query,
  computedAt: _at,
  computeMs: _ms,
  libraryRevision: _revision,
  stale: _stale,
  contexts: _contexts,
  ...rest
}: SignalReport) {
  const { asOf: _asOf, todaySignalId: _today, ...question } = query
  const { enrichment: _enrichment, ...coverage } = rest.coverage
  const unusual = new Set(rest.summary.claims.flatMap(({ id, formula }) => (formula === 'contexts' ? [id] : [])))
  const statements = rest.summary.statements.flatMap(({ claimIds, text }) =>
    claimIds.some((id) => unusual.has(id)) ? [] : [text],
  )
  return { ...rest, question, coverage, summary: statements }
}

const engines: readonly [typeof describe, string, () => Promise<Database>][] = [
  [describe, 'in PostgreSQL', () => createTestDatabase()],
  [describeOnChdb as typeof describe, 'in ClickHouse', async () => (await openTestShards()).database],
]

for (const [describeEngine, name, open] of engines)
  describeEngine(`reports as of a past day, with documents ${name}`, () => {
    let api: TestApi
    let documents: DocumentsModule
    let signalId: string
    const reports = new Map<string, SignalReport>()

    const get = (path: string) => api.request({ method: 'GET', path, as: 'mira' })
    const read = async <T>(path: string): Promise<T> => {
      const reply = await get(path)
      expect(reply).toMatchObject({ statusCode: 200 })
      return reply.json<T>()
    }
    const search = async (term: string) => (await searchToEnd(api, { query_term: term })).signal_id

    beforeAll(async () => {
      api = await createTestApi({ database: await open(), config: { sources: 'live' } })
      const { database, clock } = api
      documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
      for (let index = 0; index < dayCount; index += 1) {
        const day = addDays(firstDay, index)
        clock.set(`${day}T23:59:59.999Z`)
        await documents.storeDocuments(arrivals(day, index))
        if (!comparedDays.includes(day)) continue
        while (await documents.enrich.step());
        signalId ??= await search('oat milk')
        reports.set(day, await read<SignalReport>(`/signal/json/${signalId}`))
      }
      clock.set('2026-10-01T12:00:00Z')
    }, 240_000)

    afterAll(async () => {
      await documents.enrich.stop()
      await api.close()
    })

    test('equal the reports of those days, on each of fifty', async () => {
      const equal: string[] = []
      for (const day of comparedDays) {
        const report = await read<SignalReport>(`/signal/json/${signalId}?asOf=${day}`)
        expect(report.query.asOf).toBe(day)
        const then = reports.get(day)
        if (then === undefined) throw new Error(`No report was read on ${day}`)
        expect({ day, ...findings(report) }).toEqual({ day, ...findings(then) })
        equal.push(day)
      }
      expect(equal).toHaveLength(50)
    }, 120_000)

    test('list exactly the documents that were there then', async () => {
      const day = comparedDays[20] ?? ''
      const then = reports.get(day)
      const { signalId: pastId } = await read<SignalReport>(`/signal/json/${signalId}?asOf=${day}`)
      expect(pastId).not.toBe(signalId)
      const page = await read<DocumentPage>(`/signals/${pastId}/documents?perPage=1`)
      expect(page.page.total).toBe(then?.counts.documents)
      const today = await read<DocumentPage>(`/signals/${signalId}/documents?perPage=1`)
      expect(today.page.total).toBeGreaterThan(page.page.total)
    })

    test('are compared with each other as of the same day', async () => {
      const teaId = await search('green tea')
      const day = comparedDays[30] ?? ''
      const comparison = await read<SignalComparison>(`/signals/compare?ids=${signalId},${teaId}&asOf=${day}`)
      expect(comparison.signals.map(({ query }) => query.asOf)).toEqual([day, day])
      expect(comparison.signals[0]?.documents).toBe(reports.get(day)?.counts.documents)
      expect(comparison.referenceId).toBe(comparison.signals[0]?.signalId)
    })

    test('forecast what was known then, beside what came', async () => {
      const day = comparedDays[20] ?? ''
      const past = await read<SignalReport>(`/signal/json/${signalId}?asOf=${day}`)
      const forecast = await read<ForecastSection>(`/signal/json/${past.signalId}/forecast`)
      const last = forecast.horizons.at(-1)
      if (last === undefined) throw new Error('There is no forecast')
      expect(last).toMatchObject({ horizonDays: 28, asOf: addDays(day, -1), isBacktest: true })
      expect(forecast.history.at(-1)?.day).toBe(addDays(day, -1))
      const volume = await read<VolumeSection>(`/signal/json/${signalId}/volume?interval=day`)
      const came = new Map(volume.points.map((point) => [point.firstDay, point.documents]))
      expect(last.actual).toEqual(last.days.map((step) => came.get(step.day)))
      expect(await read<ForecastSection>(`/signal/json/${past.signalId}/forecast`)).toEqual(forecast)
    })

    test('are refused for days that have not come, and for those before the library began to collect', async () => {
      for (const [day, sentence] of [
        ['2026-10-02', 'This day has not come yet.'],
        ['2026-05-31', 'This library has recorded since 1 June 2026 what it collects and when'],
      ]) {
        const reply = await get(`/signal/json/${signalId}?asOf=${day}`)
        expect(reply).toMatchObject({ statusCode: 422 })
        expect(reply.json<{ title: string }>().title).toContain(sentence)
      }
    })
  })
