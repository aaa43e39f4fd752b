import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../adapters/database/database.port.ts'
import { createFixedClock } from '../../kernel/clock.ts'
import { createSequentialIds } from '../../kernel/ids.ts'
import { sampleDocument } from '../../testing/sample-document.ts'
import { createTestDatabase, silentLog } from '../../testing/test-database.ts'
import { createDocumentsModule, type DocumentsModule } from './documents.module.ts'
import { fromDocumentId } from './document-id.ts'
import { createPostgresStore } from './postgres/postgres-store.ts'
import { readTopicTones } from './topic-tones.ts'

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

test('every document of a large topic is scored without the words of the query', async () => {
  const { rows } = await sql<{ id: string }>`select id::text as id from document order by id`.execute(database.kysely)
  const ids = rows.map(({ id }) => id)

  const tones = await readTopicTones(scorable, ids, ['crash'])

  expect(tones.size).toBe(documents)
  const labels = ids.map((id) => tones.get(id)?.label)
  expect(labels.filter((label) => label === 'positive')).toHaveLength(Math.ceil(documents / 2))
  expect(labels.filter((label) => label === 'unknown')).toHaveLength(Math.floor(documents / 2))
})

test('a topic without documents has no tones, and one whose text cannot be read is an error, not a silence', async () => {
  expect((await readTopicTones(scorable, [], ['crash'])).size).toBe(0)
  await expect(readTopicTones(scorable, ['1', 'no number'], ['crash'])).rejects.toThrow()
})

test('what was scored a moment ago is not read again', async () => {
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

test('a document that was removed and comes again with another text has the tone of that text', async () => {
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
