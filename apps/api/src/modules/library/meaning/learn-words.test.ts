import { nearestTerms } from '@auspex/analytics'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../../adapters/database/database.port.ts'
import { createFixedClock } from '../../../kernel/clock.ts'
import { createSequentialIds } from '../../../kernel/ids.ts'
import { sampleDocument } from '../../../testing/stored-documents.ts'
import { createTestDatabase, silentLog } from '../../../testing/test-database.ts'
import { createDocumentsModule, type DocumentsModule } from '../documents.module.ts'
import { createPostgresStore } from '../postgres/postgres-store.ts'
import { learnWords } from './learn-words.ts'
import { createWordReaders } from './word-readers.ts'

/** Words of two subjects; many, because the most frequent of a library are left out. */
const subjects = ['river', 'market'].map((subject) => Array.from({ length: 150 }, (_, n) => `${subject}word${n}`))
const minDocuments = 200

describe('what words of the library mean', () => {
  let database: Database
  let documents: DocumentsModule
  const clock = createFixedClock('2026-02-01T00:00:00Z')
  beforeAll(async () => {
    database = await createTestDatabase()
    documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
  })
  afterAll(async () => {
    await documents.enrich.stop()
    await database.close()
  })

  /** Posts of one subject each, in words that differ from post to post. */
  const store = (from: number, to: number) =>
    documents.storeDocuments(
      Array.from({ length: to - from }, (_, at) => {
        const n = from + at
        const words = subjects[n % 2] ?? []
        const word = (step: number) => words[(n * 37 + step * (n % 29) * 11 + step) % words.length]
        return sampleDocument({
          nativeId: `n${n}`,
          sourceKey: 'imported',
          url: `https://example.org/${n}`,
          lang: 'en',
          title: `${word(1)} ${word(2)} ${word(3)} by writer${n}`,
          body: `This is about the ${word(4)} and the ${word(5)} ${word(6)}`,
        })
      }),
    )
  const learn = (count: number, signal = new AbortController().signal) =>
    learnWords(
      {
        database,
        store: createPostgresStore(database),
        clock,
        countDocuments: async () => count,
        pause: async () => {},
        minDocuments,
      },
      { signal, report: async () => {} },
    )

  test('is not learned from a library of few documents', async () => {
    await store(0, 50)
    expect(await learn(50)).toEqual([])
    expect(await createWordReaders(database).find('en')).toBeNull()
  })

  test('is learned from the documents themselves: words of one subject are near', async () => {
    await store(50, 1_200)
    expect(await learn(1_200)).toEqual(['en'])
    const reader = await createWordReaders(database).find('en')
    if (reader === null) throw new Error('English was learned')
    const term = reader.vectors.terms.find((one) => one.startsWith('river')) ?? ''
    const near = nearestTerms(reader, term, 5).map((one) => one.term.slice(0, 5))
    expect(near).toEqual(['river', 'river', 'river', 'river', 'river'])
  })

  test('is learned again only when the library has grown by a quarter, and then replaces what was known', async () => {
    const readers = createWordReaders(database)
    const before = await readers.find('en')
    expect(await learn(1_300)).toEqual([])
    expect(await readers.find('en')).toBe(before)
    clock.set('2026-02-02T00:00:00Z')
    expect(await learn(1_600)).toEqual(['en'])
    expect(await readers.find('en')).not.toBe(before)
  })

  test('is not looked for again where no language has enough documents, until the library grows', async () => {
    await database.pool.query('delete from word_vectors')
    let reads = 0
    const engine = createPostgresStore(database)
    const readSample: typeof engine.readSample = (last, limit) => {
      reads += 1
      return engine.readSample(last, limit)
    }
    const tryTwice = async (count: number) => {
      for (let time = 0; time < 2; time += 1)
        await learnWords(
          {
            database,
            store: { readSample },
            clock,
            countDocuments: async () => count,
            pause: async () => {},
            minDocuments: 5_000,
          },
          { signal: new AbortController().signal, report: async () => {} },
        )
    }
    await tryTwice(5_000)
    const once = reads
    expect(once).toBeGreaterThan(0)
    expect(await createWordReaders(database).find('en')).toBeNull()
    await tryTwice(7_000)
    expect(reads).toBe(2 * once)
  })

  test('is not changed by a job that is stopped', async () => {
    const readers = async () => (await database.pool.query('select * from word_vectors')).rows
    const before = await readers()
    const stopped = AbortSignal.abort(new Error('the process stops'))
    await expect(learn(9_000, stopped)).rejects.toThrow('the process stops')
    expect(await readers()).toEqual(before)
  })
})
