import { addDays } from '@auspex/contract/days'
import { createRandom } from '@auspex/contract/random'
import type { ChangePart, DocumentPage, MeasurementComparison, Measurements, SignalReport } from '@auspex/sdk/types'
import type { SourceDocument } from '@auspex/sources'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSequentialIds } from '../../../kernel/ids.ts'
import { searchToEnd } from '../../../testing/finish-search.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { createTestDatabase, silentLog } from '../../../testing/test-database.ts'
import { createDocumentsModule, type DocumentsModule } from '../../library/index.ts'
import { sampleArticle } from '../../../testing/stored-documents.ts'
import { explainStep } from './measurement-change.ts'
import { createMeasurementsRepository } from './measurements.repository.ts'

type Cause = ChangePart['cause']
type Plants = Partial<Record<Cause, number>>

const caseCount = 40
const causes: readonly Cause[] = [
  'new',
  'newly-covered',
  'removed',
  'method-added',
  'method-left',
  'query-added',
  'query-left',
]
/** Each alone five times or so, then mixtures of two to seven. */
const plantedCauses = Array.from({ length: caseCount }, (_, index): readonly Cause[] => {
  const random = createRandom(500 + index)
  if (index < 21) return [causes[index % causes.length] ?? 'new']
  const order = new Map(causes.map((cause) => [cause, random.next()]))
  return causes.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0)).slice(0, 2 + random.below(6))
})

describe('why a signal changed', () => {
  let api: TestApi
  let documents: DocumentsModule
  let today = '2026-07-01'
  /** The first day that the sources cover; what covers earlier ones moves it back. */
  let firstCovered = '2026-05-01'
  let stored = 0

  const read = async <T>(path: string): Promise<T> => {
    const reply = await api.request({ method: 'GET', path, as: 'mira' })
    expect(reply).toMatchObject({ statusCode: 200 })
    return reply.json<T>()
  }
  const document = (
    text: string,
    day: string,
    source: Pick<SourceDocument, 'sourceKey' | 'kind'> = { sourceKey: 'imported', kind: 'article' },
  ): SourceDocument & { nativeId: string } => {
    stored += 1
    const nativeId = `n${stored}`
    const title = `${text} ${nativeId}`
    const publishedAt = `${day}T08:00:00Z`
    return { ...sampleArticle({ nativeId, title, body: null, publishedAt, ...source }), nativeId }
  }
  const fromNews = { sourceKey: 'hacker_news', kind: 'post' } as const
  /** What the sources publish about other things, so that their days are covered. */
  const cover = (from: string, days: number) =>
    Array.from({ length: days }, (_, index) => addDays(from, index)).flatMap((day) => [
      document('weather', day),
      document('weather', day),
      document('weather', day, fromNews),
    ])
  const save = (batch: readonly SourceDocument[]) => documents.storeDocuments(batch)
  const nextDay = async () => {
    today = addDays(today, 1)
    api.clock.set(`${today}T12:00:00Z`)
    await save(cover(addDays(today, -1), 1))
  }
  const setWords = (all: readonly { nativeId: string }[], word: string) =>
    sql`update document set tsv = ${`'${word}':1A`}::tsvector
      where id in (select id from document_text where native_id = any(${all.map(({ nativeId }) => nativeId)}::text[]))`.execute(
      api.database.kysely,
    )
  const readWordsAgain = async () => {
    while (await documents.enrich.step());
  }
  const search = async (term: string) => (await searchToEnd(api, { query_term: term })).signal_id

  beforeAll(async () => {
    api = await createTestApi({ database: await createTestDatabase(), config: { sources: 'live' } })
    const { database, clock } = api
    clock.set(`${today}T12:00:00Z`)
    documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
    await save(cover(firstCovered, 61))
    await readWordsAgain()
  }, 120_000)

  afterAll(async () => {
    await documents.enrich.stop()
    await api.close()
  })

  /** Plants causes between two measurements and returns how many documents each has, with what the product says. */
  async function plant(index: number): Promise<{ planted: Plants; comparison: MeasurementComparison }> {
    const random = createRandom(index + 1)
    const [term, sweet] = [`quark${index}`, `sweetquark${index}`]
    const chosen = plantedCauses[index] ?? []
    const has = (cause: Cause) => chosen.includes(cause)
    const count = () => 1 + random.below(9)
    const oldDay = () => addDays(firstCovered, random.below(50))
    const planted: Plants = {}
    // what there is before
    await nextDay()
    const plain = Array.from({ length: 12 + random.below(20) }, () => document(term, oldDay()))
    const toRemove = Array.from({ length: count() }, () => document(term, oldDay(), fromNews))
    const toReadLater = Array.from({ length: count() }, () => document(term, oldDay()))
    const toReadOtherwise = Array.from({ length: count() }, () => document('weather', oldDay()))
    const onlyOld = Array.from({ length: count() }, () => document(`${term} bitter`, oldDay()))
    const onlyNew = Array.from({ length: count() }, () => document(sweet, oldDay()))
    await save([...plain, ...toRemove, ...toReadLater, ...toReadOtherwise, ...onlyOld, ...onlyNew])
    const isMethodRaised = has('method-added') || has('method-left')
    if (has('method-added')) await setWords(toReadLater, 'old')
    if (has('method-left')) await setWords(toReadOtherwise, term)
    if (isMethodRaised) await sql`update words_reading set version = 1`.execute(api.database.kysely)
    api.clock.set(`${today}T18:00:00Z`)
    const signalId = await search(term)
    await read<SignalReport>(`/signal/json/${signalId}`)
    // what happens
    await nextDay()
    if (has('new')) {
      planted.new = count()
      const days = [today, addDays(today, -1), oldDay()]
      await save(Array.from({ length: planted.new }, () => document(term, days[random.below(days.length)] ?? today)))
    }
    if (has('newly-covered')) {
      planted['newly-covered'] = count()
      firstCovered = addDays(firstCovered, -6)
      const days = Array.from({ length: 6 }, (_, day) => addDays(firstCovered, day))
      await save([
        ...cover(firstCovered, 6),
        ...Array.from({ length: planted['newly-covered'] }, () => document(term, days[random.below(6)] ?? today)),
      ])
    }
    if (has('removed')) {
      planted.removed = -toRemove.length
      const nativeIds = toRemove.map(({ nativeId }) => nativeId)
      await documents.removeByOrigin({ sourceKey: 'hacker_news', nativeIds })
    }
    if (isMethodRaised) {
      if (has('method-added')) planted['method-added'] = toReadLater.length
      if (has('method-left')) planted['method-left'] = -toReadOtherwise.length
      await readWordsAgain()
    }
    // another query: `sweet` brings the documents that only it finds, and the exclusion loses the bitter ones
    const isWider = has('query-added')
    const isNarrower = has('query-left')
    if (isWider) planted['query-added'] = onlyNew.length
    if (isNarrower) planted['query-left'] = -onlyOld.length
    const wider = isWider ? `(${term} OR ${sweet})` : term
    const edited = isNarrower ? `${wider} AND NOT bitter` : wider
    if (isWider || isNarrower) {
      const editedId = await search(edited)
      const path = `/signals/${editedId}/measurements/comparison?previousSignalId=${signalId}`
      return { planted, comparison: await read<MeasurementComparison>(path) }
    }
    await read<SignalReport>(`/signal/json/${signalId}`)
    return { planted, comparison: await read<MeasurementComparison>(`/signals/${signalId}/measurements/comparison`) }
  }

  test('finds each planted cause with its number of documents, and the parts sum to the change: 40 of 40', async () => {
    const found: number[] = []
    for (let index = 0; index < caseCount; index += 1) {
      const { planted, comparison } = await plant(index)
      const { parts, change, from, to } = comparison
      expect({ index, parts: Object.fromEntries(parts.map((part) => [part.cause, part.documents])) }).toEqual({
        index,
        parts: planted,
      })
      expect(change).toBe(parts.reduce((sum, part) => sum + part.documents, 0))
      expect(change).toBe((to?.documents ?? 0) - (from?.documents ?? 0))
      const listed = parts.filter((part) => part.change !== null)
      expect(parts.filter((part) => part.change === null).every(({ cause }) => isUnlisted(cause))).toBe(true)
      for (const part of listed) {
        const path = `/signals/${part.signalId}/documents?change=${part.change}&perPage=1`
        expect((await read<DocumentPage>(path)).page.total).toBe(Math.abs(part.documents))
      }
      found.push(index)
    }
    expect(found).toHaveLength(40)
  }, 240_000)

  test('lists measurements that differ, with marks where coverage or method changed', async () => {
    await nextDay()
    await save([document('markquark', oldDayOf(firstCovered))])
    const signalId = await search('markquark')
    const list = () => read<Measurements>(`/signals/${signalId}/measurements`)
    await nextDay()
    await read<SignalReport>(`/signal/json/${signalId}`)
    const [only, ...others] = (await list()).items
    expect(others).toEqual([])
    expect(only).toMatchObject({ number: 1, documents: 1, pieces: 1, change: null, marks: [], query: 'markquark' })
    expect(only?.lastMeasuredAt).toBe(`${today}T12:00:00.000Z`)
    expect(await read<MeasurementComparison>(`/signals/${signalId}/measurements/comparison`)).toMatchObject({
      from: null,
      to: { number: 1 },
      change: null,
      parts: [],
    })
    await nextDay()
    // a kind of document that the library did not have
    await save([document('markquark', oldDayOf(firstCovered), { sourceKey: 'imported', kind: 'paper' })])
    await read<SignalReport>(`/signal/json/${signalId}`)
    await nextDay()
    await save([document('markquark', today)])
    await read<SignalReport>(`/signal/json/${signalId}`)
    expect((await list()).items).toMatchObject([
      { number: 3, documents: 3, change: 1, marks: [] },
      { number: 2, documents: 2, change: 1, marks: ['coverage'] },
      { number: 1, documents: 1, change: null, marks: [] },
    ])
    expect(await read(`/signals/${signalId}/measurements/comparison?from=1&to=3`)).toMatchObject({
      change: 2,
      parts: [
        {
          cause: 'new',
          documents: 1,
          sources: [{ source: 'imported', documents: 1, firstDay: today, lastDay: today }],
        },
        { cause: 'newly-covered', documents: 1, change: 'newly-covered.1.3' },
      ],
    })
  }, 60_000)

  test('refuses measurements that are not stored, and signals that nobody searched', async () => {
    const signalId = await search('markquark')
    const statusOf = async (path: string) => (await api.request({ method: 'GET', path, as: 'mira' })).statusCode
    expect(await statusOf(`/signals/${signalId}/measurements/comparison?from=3&to=99`)).toBe(404)
    expect(await statusOf(`/signals/${signalId}/documents?change=new.1.99`)).toBe(404)
    expect(await statusOf(`/signals/${signalId}/documents?change=removed.1.3`)).toBe(404)
    expect(await statusOf('/signals/sig_unknown/measurements')).toBe(404)
    expect(await statusOf(`/signals/${signalId}/measurements/comparison?previousSignalId=sig_unknown`)).toBe(404)
  })

  test('stores at most 200 measurements of a signal, and joins the steps of those that it drops', async () => {
    const signalId = await search('markquark')
    const { kysely } = api.database
    const measurements = createMeasurementsRepository({ kysely })
    const { last, method } = (await measurements.findLast(signalId, 3)) ?? {}
    if (last == null || method === undefined) throw new Error('There is no measurement')
    for (let number = last.number + 1; number <= 230; number += 1) {
      // every tenth is followed a minute later
      const measuredAt = new Date(
        Date.parse('2027-01-01T00:00:00Z') + number * 86_400_000 - (number % 10 === 0 ? 86_340_000 : 0),
      )
      const parts = { new: { documents: 1, sources: [] } }
      await measurements.add({
        ...last,
        number,
        method,
        measuredAt,
        documents: last.documents + number,
        parts,
        partDocuments: { new: null },
      })
    }
    await measurements.thin(signalId)
    const rows = await measurements.list(signalId)
    expect(rows).toHaveLength(200)
    expect([rows[0]?.number, rows.at(-1)?.number]).toEqual([1, 230])
    const sum = rows.reduce((all, { parts }) => all + (parts.new?.documents ?? 0), 0)
    // one of the first three measurements brought a new document too
    expect(sum).toBe(1 + 230 - last.number)
  })

  test('deletes measurements with their signal', async () => {
    const signalId = await search('markquark')
    await sql`delete from signal where id = ${signalId}`.execute(api.database.kysely)
    const { rows } = await sql`select from signal_measurement where signal_id = ${signalId}`.execute(
      api.database.kysely,
    )
    expect(rows).toEqual([])
  })
})

describe('a signal that is counted from samples', () => {
  const members = {
    describe: (ids: ReadonlySet<bigint>) =>
      [...ids].map((id) => ({ id, source: 'imported', kind: 'article', day: '2026-11-20' }) as const),
  }
  const covered = [
    { source: 'imported', kind: 'article', spans: [{ firstDay: '2026-01-01', lastDay: '2026-11-19' }] },
  ] as const
  /** Ids whose last bits are drawn evenly, as hashes are. */
  const ids = (count: number) => BigInt64Array.from({ length: count }, (_, index) => BigInt(index))

  test('is compared in the part that both samples read, scaled, with the rounding as a part of its own', () => {
    const lastMeasuredAt = new Date('2026-11-20T00:00:00Z')
    const earlier = {
      documents: 12_803,
      sampleFraction: 1 / 4,
      lastMeasuredAt,
      covered,
      ids: ids(12_800).filter((id) => id % 128n < 32n),
    }
    const later = {
      documents: 14_080,
      sampleFraction: 1 / 8,
      ids: ids(14_080).filter((id) => id % 128n < 16n),
      members,
    }
    const collected = new Map(Array.from(ids(14_080), (id) => [String(id), Date.parse('2026-11-21T00:00:00Z')]))
    const { parts, partDocuments } = explainStep(earlier, later, collected)
    expect(parts.new?.documents).toBe(1280)
    expect(parts.sample?.documents).toBe(-3)
    expect(Object.values(parts).reduce((sum, { documents }) => sum + documents, 0)).toBe(
      later.documents - earlier.documents,
    )
    expect(partDocuments.new).toBeNull()
  })
})

/** Documents that the signal does not match any more are in no list of it. */
function isUnlisted(cause: Cause): boolean {
  return cause === 'removed' || cause === 'method-left'
}

function oldDayOf(firstCovered: string): string {
  return addDays(firstCovered, 20)
}
