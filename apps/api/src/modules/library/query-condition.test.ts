import {
  type DocumentFacts,
  formatQuery,
  matchesDocument,
  parseQuery,
  queryFieldValues,
  tokens,
} from '@auspex/analytics'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import { createFixedClock } from '../../kernel/clock.ts'
import { createSequentialIds } from '../../kernel/ids.ts'
import { createTestDatabase, silentLog } from '../../testing/test-database.ts'
import { decode, kindCodes, toneCodes } from './document-codes.ts'
import { toCondition } from './document-filter.ts'
import { createDocumentsModule, type DocumentsModule } from './documents.module.ts'
import { toMatching } from './document-filter.ts'
import { decodeSource, sourceCodes } from './source-codes.ts'
import { randomDocuments, randomQueries } from './testing/random-library.ts'

interface StoredDocument {
  id: string
  title: string
  body: string
  facts: DocumentFacts
}

let database: Database
let documents: DocumentsModule
let storedDocuments: StoredDocument[]
beforeAll(async () => {
  database = await createTestDatabase()
  const clock = createFixedClock('2026-02-01T00:00:00Z')
  documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
  const samples = randomDocuments({ count: 120, seed: 8 })
  await documents.storeDocuments(samples)
  storedDocuments = await readStored()
})
afterAll(async () => {
  await documents.enrich.stop()
  await database.close()
})

async function readStored(): Promise<StoredDocument[]> {
  const { rows } = await sql<Record<string, string | number | null>>`
    select d.id::text, t.title, t.body, d.source_id, d.kind, d.tone_label, d.lang, d.country, d.day::text, d.score, d.comments, t.views,
           o.name as outlet, a.name as author
    from document d join document_text t on t.id = d.id join outlet o on o.id = d.outlet_id
    left join author a on a.id = d.author_id`.execute(database.kysely)
  const count = (value: string | number | null | undefined) => (value == null ? null : Number(value))
  const text = (value: string | number | null | undefined) => (value == null ? null : String(value))
  return rows.map((row) => ({
    id: String(row['id']),
    title: String(row['title']),
    body: text(row['body']) ?? '',
    facts: {
      source: decodeSource(Number(row['source_id'])),
      kind: decode(kindCodes, Number(row['kind'])),
      tone: decode(toneCodes, Number(row['tone_label'])),
      outlet: text(row['outlet']),
      author: text(row['author']),
      lang: text(row['lang']),
      country: text(row['country']),
      day: String(row['day']),
      score: count(row['score']),
      comments: count(row['comments']),
      views: count(row['views']),
    },
  }))
}

test('the database finds exactly the documents that match in memory, for 250 random queries', async () => {
  expect(storedDocuments.length).toBeGreaterThan(100)
  let matchCount = 0
  let queryCount = 0
  for (const text of randomQueries({ count: 900, seed: 5 })) {
    const read = parseQuery(text)
    if (!read.ok || queryCount === 250) continue
    queryCount++
    const matching = storedDocuments.filter(({ title, body, facts }) =>
      matchesDocument(read.query, { title: tokens(title), body: tokens(body), facts }),
    )
    const { rows } = await sql<{ id: string }>`
      select d.id::text from document d where ${toCondition({ world: 'real', ...toMatching(read.query) })}
    `.execute(database.kysely)
    expect([formatQuery(read.query), rows.map(({ id }) => id).toSorted()]).toEqual([
      formatQuery(read.query),
      matching.map(({ id }) => id).toSorted(),
    ])
    matchCount += matching.length
  }
  expect(queryCount).toBe(250)
  expect(matchCount).toBeGreaterThan(1_500)
})

test('the query language supports every source, kind and tone of the library', () => {
  expect(queryFieldValues.source.toSorted()).toEqual(Object.keys(sourceCodes).toSorted())
  expect(queryFieldValues.kind.toSorted()).toEqual(Object.keys(kindCodes).toSorted())
  expect(queryFieldValues.tone.toSorted()).toEqual(Object.keys(toneCodes).toSorted())
})
