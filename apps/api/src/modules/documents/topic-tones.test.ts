import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../adapters/database/database.port.ts'
import { createFixedClock } from '../../kernel/clock.ts'
import { createSequentialIds } from '../../kernel/ids.ts'
import { sampleDocument } from '../../testing/sample-document.ts'
import { createTestDatabase, silentLog } from '../../testing/test-database.ts'
import { createDocumentsModule } from './index.ts'
import { readTopicTones } from './topic-tones.ts'

/** More than three statements read, and no multiple of what one reads. */
const documents = 1_603

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
  const library = createDocumentsModule({
    database,
    clock: createFixedClock('2026-01-02T00:00:00Z'),
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

  const tones = await readTopicTones(database, ids, ['crash'])

  expect(tones.size).toBe(documents)
  const labels = ids.map((id) => tones.get(id)?.label)
  expect(labels.filter((label) => label === 'positive')).toHaveLength(Math.ceil(documents / 2))
  expect(labels.filter((label) => label === 'unknown')).toHaveLength(Math.floor(documents / 2))
})

test('a topic without documents has no tones, and one whose text cannot be read is an error, not a silence', async () => {
  expect((await readTopicTones(database, [], ['crash'])).size).toBe(0)
  await expect(readTopicTones(database, ['1', 'no number'], ['crash'])).rejects.toThrow()
})
