import type { Database } from '../../adapters/database/database.port.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runAtOnce } from '../../adapters/database/turns/steps.ts'
import { createFixedClock } from '../../kernel/clock.ts'
import { createSequentialIds } from '../../kernel/ids.ts'
import { sampleDocument } from '../../testing/stored-documents.ts'
import { createTestDatabase, silentLog } from '../../testing/test-database.ts'
import { countTerms } from './choose-contexts.ts'
import { fromDocumentId, hash63 } from './document-id.ts'
import { createDocumentsModule, type DocumentsModule } from './documents.module.ts'
import { allocateRows } from './matching-rows.ts'
import { createPostgresStore } from './postgres/postgres-store.ts'
import { sampleStories, storyContexts } from './story-contexts.ts'
import { storyNumbers } from './story-numbers.ts'
import { sampleFractionFor, isInSample, readTopic, bucketRange } from './topic-sample.ts'
import { readTopicTones } from './topic-tones.ts'

describe('story contexts', () => {
  /** This many documents, of which each of the first `copies` shares a story with the one `copies` rows after it. */
  function rowsOf({ documents, copies = 0 }: { documents: number; copies?: number }) {
    const id = BigInt64Array.from({ length: documents }, (_, index) => BigInt(hash63(`${index}`)))
    const cluster = id.map((rowId, index) => (index < copies ? (id[index + copies] ?? rowId) : rowId))
    return { length: documents, id, cluster, outlet: new Int32Array(documents) }
  }

  const bucketOf = ({ id }: { id: bigint }) => Number(id % 128n)

  test('reads each of up to 500 documents individually', () => {
    const rows = rowsOf({ documents: 500, copies: 200 })
    expect(new Set(sampleStories(rows).map(({ id }) => id))).toEqual(new Set(rows.id))
  })

  test('beyond 500 documents, reads one document per story for 500 stories, weighted by its copies', () => {
    const rows = rowsOf({ documents: 40_000, copies: 12_000 })
    const read = sampleStories(rows)
    expect(read).toHaveLength(500)
    expect(new Set(read.map(({ story }) => story)).size).toBe(500)
    for (const { id, documents } of read) {
      const at = rows.id.indexOf(id)
      const partner = at < 12_000 ? at + 12_000 : at < 24_000 ? at - 12_000 : at
      expect(documents).toBe(at === partner ? 1 : 2)
      expect(id <= (rows.id[partner] ?? 0n)).toBe(true)
    }
  })

  test('selects adjacent documents in storage order', () => {
    const rows = rowsOf({ documents: 40_000 })
    const read = sampleStories(rows)
    const inOrder = [...rows.id].toSorted((a, b) => bucketOf({ id: a }) - bucketOf({ id: b }) || (a < b ? -1 : 1))
    expect(read.map(({ id }) => id)).toEqual(inOrder.slice(0, 500))
  })
})

describe('story numbers', () => {
  const rowsOf = (stories: readonly bigint[]) => ({ length: stories.length, cluster: BigInt64Array.from(stories) })

  test('rows of one story share a number; a row without copies has none', () => {
    expect([...storyNumbers(rowsOf([7n, 5n, 7n, 9n, 5n, 7n]))]).toEqual([1, 2, 1, 0, 2, 1])
    expect([...storyNumbers(rowsOf([]))]).toEqual([])
  })

  test('distinguishes names that share one half', () => {
    const high = 2n ** 40n
    expect([...storyNumbers(rowsOf([1n, high + 1n, high + 2n, high + 1n, 2n]))]).toEqual([0, 1, 0, 1, 0])
  })

  test('numbers ten thousand names exactly as a Map would', () => {
    const stories = Array.from({ length: 10_000 }, (_, n) => BigInt((n * 7919) % 6_000) * 2_654_435_761_001n)
    const sizes = Map.groupBy(stories, (story) => story)
    const numbers = storyNumbers(rowsOf(stories))
    const expected = stories.map((story) => ((sizes.get(story)?.length ?? 0) > 1 ? story : 0n))
    // each number stands for one story id: that of the first row that has it
    const names = new Map([...numbers].map((number, row) => [number, stories[row]] as const).toReversed())
    names.set(0, 0n)
    expect([...numbers].map((number) => names.get(number))).toEqual(expected)
  })
})

describe('outlet boilerplate', () => {
  /** Stories of three outlets about a topic; the first prints its own name and that of its newsletter over each. */
  const read = Array.from({ length: 60 }, (_, index) => {
    const outlet = index < 18 ? 1 : 2 + (index % 2)
    return {
      story: -index - 1,
      documents: 1,
      outlet,
      terms: [
        ...(outlet === 1 ? ['fis', 'worldnews'] : []),
        ...(outlet === 1 || index === 40 ? ['brief'] : []),
        ...(index % 4 === 0 ? ['trade'] : []),
        ...(outlet === 1 && index % 2 === 0 ? ['fishermen'] : []),
      ],
    }
  })

  test('words that only one outlet prints, on most of its stories, are not contexts', () => {
    const hits = countTerms(read)
    expect([...hits.keys()].toSorted()).toEqual(['fishermen', 'trade'])
    expect(hits.get('trade')).toMatchObject({ stories: 15, documents: 15 })
  })

  test('keeps the words of an outlet that publishes most of the topic', () => {
    const hits = countTerms(read.filter(({ outlet }, index) => outlet === 1 || index < 25))
    expect([...hits.keys()]).toEqual(expect.arrayContaining(['brief', 'fis', 'worldnews', 'fishermen', 'trade']))
  })

  test('does not infer boilerplate from a few stories of an outlet', () => {
    const hits = countTerms(read.filter(({ outlet }, index) => outlet !== 1 || index < 2))
    expect([...hits.keys()]).toContain('worldnews')
  })

  test('treats names the same way', () => {
    const names = read.map(({ outlet }, index) => (outlet === 1 ? 7 : index % 3 === 0 ? 8 : 9))
    const { entities } = runAtOnce(
      storyContexts({
        length: read.length,
        id: BigInt64Array.from(read, (_, index) => BigInt(index)),
        cluster: BigInt64Array.from(read, (_, index) => BigInt(index)),
        outlet: Int32Array.from(read, ({ outlet }) => outlet),
        entities: { place: read.map((_, index) => index), entity: names },
      }),
    )
    expect(new Set(entities.keys())).toEqual(new Set([8, 9]))
  })
})

describe('topic sample', () => {
  test.each([
    [0, 1],
    [20_000, 1],
    [20_001, 1 / 8],
    [399_999, 1 / 8],
    [400_000, 1 / 16],
    [800_000, 1 / 32],
    [6_400_000, 1 / 256],
    [1_000_000_000, 1 / 32_768],
  ])('with about %d documents samples %d', (expected, fraction) => {
    expect(sampleFractionFor(expected)).toBe(fraction)
  })

  test('samples 25,000 to 50,000 documents of a topic whose eighth is larger', () => {
    for (let expected = 200_000; expected < 1e10; expected *= 1.07) {
      const read = expected * sampleFractionFor(expected)
      expect(read).toBeGreaterThanOrEqual(25_000)
      expect(read).toBeLessThanOrEqual(50_000)
    }
  })

  test('samples whole buckets down to one, and the lowest ids of one bucket below that', () => {
    expect(bucketRange(1 / 8)).toEqual({ buckets: 16, idBelow: null })
    expect(bucketRange(1 / 128)).toEqual({ buckets: 1, idBelow: null })
    expect(bucketRange(1 / 512)).toEqual({ buckets: 1, idBelow: 2n ** 61n })
  })

  test('a sample has its expected share of documents and contains every smaller sample', () => {
    const ids = Array.from({ length: 200_000 }, (_, n) => BigInt(hash63(`${n}`)))
    let sampledIds = ids
    for (const fraction of [1, 1 / 8, 1 / 64, 1 / 128, 1 / 256, 1 / 1_024]) {
      const within = sampledIds.filter((id) => isInSample(id, fraction))
      expect(within).toEqual(ids.filter((id) => isInSample(id, fraction)))
      // four standard deviations
      expect(Math.abs(within.length - ids.length * fraction)).toBeLessThanOrEqual(4 * Math.sqrt(ids.length * fraction))
      sampledIds = within
    }
  })

  /** A store with this many matching documents that estimates a different number. */
  function storeOf({ documents, expects }: { documents: number; expects: number }) {
    const fractions: number[] = []
    return {
      fractions,
      estimate: () => Promise.resolve(expects),
      matching: (_: unknown, { sampleFraction }: { sampleFraction: number }) => {
        fractions.push(sampleFraction)
        const rows = { ...allocateRows(0), length: documents * sampleFraction, entities: { place: [], entity: [] } }
        return Promise.resolve({ rows, revision: 1 })
      },
    }
  }

  test.each([
    ['right', { documents: 800_000, expects: 800_000 }, [1 / 32]],
    [
      'too high, so that the sample would have 250 documents',
      { documents: 32_000, expects: 4_000_000 },
      [1 / 128, 1 / 8],
    ],
    [
      'four times too high, where half of what is wanted is enough the second time',
      { documents: 819_200, expects: 3_400_000 },
      [1 / 128, 1 / 64],
    ],
    ['above the border where there are few', { documents: 8_000, expects: 30_000 }, [1 / 8, 1]],
    ['a little too high', { documents: 320_000, expects: 410_000 }, [1 / 16]],
    ['too low', { documents: 500_000, expects: 10_000 }, [1]],
  ])('reads a topic whose estimate is %s in the sample for its actual size', async (_, sizes, fractions) => {
    const store = storeOf(sizes)
    const { sampleFraction, rows } = await readTopic(store, { world: 'real', tsquery: null })
    expect(store.fractions).toEqual(fractions)
    expect(rows.length / sampleFraction).toBe(sizes.documents)
  })
})

describe('topic tones', () => {
  /** Needs more than three reads, and is not a multiple of their size. */
  const documents = 1_603

  let database: Database
  let library: DocumentsModule
  let scorable: Parameters<typeof readTopicTones>[0]
  beforeAll(async () => {
    database = await createTestDatabase()
    scorable = { database, store: createPostgresStore(database) }
    library = createDocumentsModule({
      database,
      clock: createFixedClock('2026-02-01T00:00:00Z'),
      createId: createSequentialIds(),
      log: silentLog,
    })
    await library.storeDocuments(
      Array.from({ length: documents }, (_, n) =>
        sampleDocument({
          nativeId: `${n}`,
          title: n % 2 === 0 ? 'Crash on a wonderful day' : 'Crash on a Monday',
          body: null,
        }),
      ),
    )
  })
  afterAll(() => database.close())

  test('scores every document of a large topic, ignoring the words of the query', async () => {
    const { rows } = await sql<{ id: string }>`select id::text as id from document order by id`.execute(database.kysely)
    const ids = rows.map(({ id }) => id)

    const tones = await readTopicTones(scorable, ids, ['crash'])

    expect(tones.size).toBe(documents)
    const labels = ids.map((id) => tones.get(id)?.label)
    expect(labels.filter((label) => label === 'positive')).toHaveLength(Math.ceil(documents / 2))
    expect(labels.filter((label) => label === 'unknown')).toHaveLength(Math.floor(documents / 2))
  })

  test('a topic without documents has no tones; unreadable text is an error, not an empty result', async () => {
    expect((await readTopicTones(scorable, [], ['crash'])).size).toBe(0)
    await expect(readTopicTones(scorable, ['1', 'no number'], ['crash'])).rejects.toThrow()
  })

  test('does not score the same documents twice in quick succession', async () => {
    const { rows } = await sql<{ id: string }>`select id::text as id from document order by id limit 20`.execute(
      database.kysely,
    )
    const ids = rows.map(({ id }) => id)
    const first = await readTopicTones(scorable, ids.slice(0, 10), ['monday'])
    // stored texts never change in practice; this only reveals whether the text is read
    await sql`update document_text set title = 'An awful disaster' where id = any(${ids}::bigint[])`.execute(
      database.kysely,
    )

    const second = await readTopicTones(scorable, ids, ['monday'])

    expect(ids.slice(0, 10).map((id) => second.get(id))).toEqual(ids.slice(0, 10).map((id) => first.get(id)))
    expect(ids.slice(10).map((id) => second.get(id)?.label)).toEqual(Array.from({ length: 10 }, () => 'negative'))
  })

  test('rescores a document that was removed and stored again with another text', async () => {
    const post = (title: string) =>
      sampleDocument({ sourceKey: 'reddit', nativeId: 't3_again', url: null, title, body: null })
    const tone = async (title: string) => {
      const { ids } = await library.storeDocuments([post(title)])
      const stored = ids.flatMap((id) => fromDocumentId(id) ?? [])
      return (await readTopicTones(scorable, stored, ['crash'])).get(stored[0] ?? '')?.label
    }
    expect(await tone('Crash on a wonderful day')).toBe('positive')
    await library.removeByOrigin({ sourceKey: 'reddit', nativeIds: ['t3_again'] })

    expect(await tone('Crash on a horrible, awful day')).toBe('negative')
  })
})
