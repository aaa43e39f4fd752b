import { afterAll, beforeAll, expect, test, describe } from 'vitest'
import type { ClickhouseEngine } from '../../../adapters/clickhouse/engine.port.ts'
import { describeOnChdb } from '../../../adapters/clickhouse/testing/describe-on-chdb.ts'
import { sampleDeletion, sampleDocument } from '../../../testing/stored-documents.ts'
import { toDocumentId, hash63 } from '../document-id.ts'
import { type OpenStore, save } from '../document-store.contract.ts'
import { prepareDocument } from '../prepare-document.ts'
import { removeByIds } from '../remove-documents.ts'
import { createClickhouseStore } from './clickhouse-store.ts'
import { openTestStore } from './testing/open-test-store.ts'
import { type Fragment, toStatement } from '../../../adapters/clickhouse/statement.ts'
import { createClickhouseWriter, createIdFilter, createKnownIds, type FilterLimits } from './clickhouse-writer.ts'

describeOnChdb('a removal from ClickHouse', () => {
  let opened: OpenStore
  beforeAll(async () => {
    opened = await openTestStore()
  })
  afterAll(() => opened.close())

  test('that another process applies late keeps documents stored afterwards', async () => {
    const { database } = opened
    const engine = database.clickhouse
    if (engine === null) throw new TypeError('The store has no ClickHouse')
    const one = prepareDocument(sampleDocument({ nativeId: '1' }), 'word-text')
    await save(opened, [one])
    // a process that has learned what to remove, paused before it removes it
    const release = Promise.withResolvers<void>()
    const reached = Promise.withResolvers<void>()
    const slow: ClickhouseEngine = {
      ...engine,
      ask: async (statement) => {
        if (statement.strings[0]?.startsWith('delete') === true) {
          reached.resolve()
          await release.promise
        }
        return engine.ask(statement)
      },
    }
    const late = removeByIds(
      { database, store: createClickhouseStore({ engine: slow, database }) },
      [one.id],
      sampleDeletion,
    )
    await reached.promise
    expect(await save(opened, [one])).toEqual(new Set([one.id]))
    release.resolve()
    expect(await late).toEqual(new Set([one.id]))
    expect(await opened.store.documents([toDocumentId(one.id)])).toHaveLength(1)
  })
})

describe('known ids', () => {
  const documents = (first: number, count: number) =>
    Array.from({ length: count }, (_, index) =>
      prepareDocument(sampleDocument({ nativeId: `${first + index}` }), 'word-text'),
    )
  const idsOf = (batch: readonly { id: string }[]) => new Set(batch.map(({ id }) => id))

  describeOnChdb('an archive in one place, whose ids are looked up in a filter', () => testFilter(1))
  describeOnChdb('an archive in two places, whose ids are looked up in a filter', () => testFilter(2))

  function testFilter(shards: number) {
    let others: OpenStore
    beforeAll(async () => {
      others = await openTestStore(shards)
    })
    afterAll(() => others.close())

    /** A process that builds a filter before it stores anything, next to that of `others`, which builds none. */
    function openArchive(limits: FilterLimits = { after: 0, most: 10_000 }) {
      const { store, database } = others
      const engine = database.clickhouse
      if (engine === null) throw new TypeError('The store has no ClickHouse')
      const lookUps: number[] = []
      let reads = 0
      const watched = {
        ...engine,
        read: (statement: Fragment) => {
          reads += 1
          return engine.read(statement)
        },
        ask: <Row>(statement: Fragment) => {
          const { text, values } = toStatement(statement)
          const [ids] = Object.values(values)
          if (text.startsWith('select toString(id) as document_id') && Array.isArray(ids)) lookUps.push(ids.length)
          return engine.ask<Row>(statement)
        },
      }
      const writer = createClickhouseWriter({ engine, database, known: createKnownIds(watched, limits) })
      return { archive: { ...others, store: { ...store, ...writer } }, lookUps, countReads: () => reads }
    }

    test('recognises the very first batch, stored by another process', async () => {
      const { archive } = openArchive({ after: 5_000, most: 10_000 })
      const ids = Array.from({ length: 5_000 }, (_, index) => `${index + 1}`)
      // an archive before anything of it was stored, and a filter of an empty library
      for (let time = 0; time < 2; time += 1)
        await others.database.kysely.transaction().execute((trx) => archive.store.listExisting(trx, ids))
      const batch = documents(0, 5)
      await save(others, batch)
      expect(await save(archive, batch)).toEqual(new Set())
    })

    test('stores nothing twice, and looks up few ids that are not stored', async () => {
      const { archive, lookUps } = openArchive({ after: 0, most: 10_000 })
      const [storedDocuments, fresh] = [documents(10_000, 1_000), documents(20_000, 200)]
      await save(others, storedDocuments)
      expect(await save(archive, [...storedDocuments, ...fresh])).toEqual(idsOf(fresh))
      expect(await save(archive, [...storedDocuments, ...fresh])).toEqual(new Set())
      expect(await save(archive, documents(30_000, 500))).toEqual(idsOf(documents(30_000, 500)))
      const [first = 0, second = 0, third = 0] = lookUps
      expect(first).toBeGreaterThanOrEqual(1_000)
      expect(first).toBeLessThan(1_020)
      expect(second).toBe(1_200)
      expect(third).toBeLessThan(50)
    })

    test('recognises what other processes have stored since', async () => {
      const { archive } = openArchive()
      await save(archive, documents(1_000, 5))
      const [between, later] = [documents(1_010, 5), documents(1_020, 5)]
      await save(others, between)
      expect(await save(archive, [...between, ...later])).toEqual(idsOf(later))
      await save(others, documents(1_030, 5))
      await save(others, documents(1_040, 5))
      expect(await save(archive, [...documents(1_030, 5), ...documents(1_040, 5), ...later])).toEqual(new Set())
    })

    test('stores a removed document again', async () => {
      const { archive } = openArchive()
      const batch = documents(2_000, 5)
      await save(archive, batch)
      await removeByIds(archive, [...idsOf(batch)], sampleDeletion)
      expect(await save(archive, batch)).toEqual(idsOf(batch))
    })

    test('stores documents of a batch that was rolled back', async () => {
      const { archive } = openArchive()
      const { database } = others
      await save(archive, documents(3_000, 5))
      const batch = documents(3_010, 5)
      await expect(
        database.kysely.transaction().execute(async (trx) => {
          await archive.store.listExisting(
            trx,
            batch.map(({ id }) => id),
          )
          throw new Error('The disk is full')
        }),
      ).rejects.toThrow('The disk is full')
      expect(await save(archive, batch)).toEqual(idsOf(batch))
    })

    test('builds an overfull filter again', async () => {
      const { archive, countReads } = openArchive()
      await save(archive, documents(40_000, 1))
      const readsOfOne = countReads()
      expect(readsOfOne).toBeGreaterThan(0)
      // the filter has room for a fifth more than was stored when it was built
      await save(archive, documents(50_000, 3_000))
      expect(countReads()).toBe(readsOfOne)
      expect(await save(archive, documents(50_000, 3_001))).toEqual(idsOf(documents(53_000, 1)))
      expect(countReads()).toBe(2 * readsOfOne)
    })

    test('builds no filter for a library that is too large, and looks up every id', async () => {
      const { archive, lookUps, countReads } = openArchive({ after: 0, most: 10 })
      await save(archive, documents(60_000, 20))
      expect(await save(archive, documents(60_000, 40))).toEqual(idsOf(documents(60_020, 20)))
      expect(countReads()).toBe(0)
      expect(lookUps).toEqual([20, 40])
    })
  }
})

describe('id filter', () => {
  const idsFrom = (first: number, count: number) =>
    BigInt64Array.from({ length: count }, (_, index) => BigInt(hash63(`${first + index}`)))

  test('contains every added id, with few false positives', () => {
    const ids = idsFrom(0, 50_000)
    const filter = createIdFilter(ids.length)
    for (let index = 0; index < ids.length; index += 10_000)
      filter.add(new Int32Array(ids.slice(index, index + 10_000).buffer))
    expect(ids.every((id) => filter.mayContain(id))).toBe(true)
    const others = idsFrom(1_000_000, 50_000).filter((id) => filter.mayContain(id))
    expect(others.length).toBeLessThan(50_000 / 100)
  })

  test('is empty at first', () => {
    const filter = createIdFilter(0)
    expect(idsFrom(0, 1_000).some((id) => filter.mayContain(id))).toBe(false)
  })
})
