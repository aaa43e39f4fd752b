import {
  type DocumentFacts,
  formatQuery,
  matchesDocument,
  parseQuery,
  queryFieldValues,
  tokens,
} from '@auspex/analytics'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import type { Database } from '../../adapters/database/database.port.ts'
import { createFixedClock } from '../../kernel/clock.ts'
import { createSequentialIds } from '../../kernel/ids.ts'
import { sampleDocument } from '../../testing/sample-document.ts'
import { createTestDatabase, silentLog } from '../../testing/test-database.ts'
import { decode, kindCodes, toneCodes } from './document-codes.ts'
import { toCondition } from './document-filter.ts'
import { createDocumentsModule, type DocumentsModule, toMatching } from './index.ts'
import { decodeSource, sourceCodes } from './source-codes.ts'

const words = ['tea', 'milk', 'mint', 'oat', 'teapot', 'great', 'awful']
const conditions = [
  'source:imported',
  'source:hacker_news',
  'outlet:Example.org',
  'outlet:"News (DE)"',
  'author:ANN',
  'kind:post',
  'lang:de',
  'country:DE',
  'tone:positive',
  'tone:unknown',
  'since:2026-01-10',
  'until:2026-01-09',
  'score:>=5',
  'score:<0',
  'score:0..9',
  'score:7',
]

/** Typed queries: words, phrases, beginnings, near, fields, and joins of them. */
const { query } = fc.letrec<{ query: string; leaf: string; join: string }>((tie) => ({
  leaf: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...words, 'te*', 'min*') },
    {
      weight: 2,
      arbitrary: fc.tuple(fc.constantFrom(...words), fc.constantFrom(...words)).map((pair) => `"${pair.join(' ')}"`),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(
          fc.constantFrom(...words, '"oat milk"', 'te*'),
          fc.integer({ min: 1, max: 16 }),
          fc.constantFrom(...words),
        )
        .map(([one, distance, other]) => `(${one} near/${distance} ${other})`),
    },
    { weight: 4, arbitrary: fc.constantFrom(...conditions) },
  ),
  join: fc
    .tuple(
      fc.constantFrom(' AND ', ' OR '),
      fc.array(fc.tuple(fc.constantFrom('', '', '-'), tie('query')), { minLength: 2, maxLength: 3 }),
    )
    .map(([operator, parts]) => `(${parts.map(([sign, part]) => sign + part).join(operator)})`),
  query: fc.oneof({ maxDepth: 3 }, tie('leaf'), tie('join')),
}))

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
  const text = (most: number) =>
    fc.array(fc.constantFrom(...words, 'with', 'and', 'of'), { minLength: 1, maxLength: most })
  const arbitrary = fc.record({
    sourceKey: fc.constantFrom('imported' as const, 'hacker_news' as const),
    title: text(6).map((all) => all.join(' ')),
    body: fc.option(text(30).map((all) => all.join(' '))),
    outlet: fc.constantFrom('example.org', 'EXAMPLE.org', 'News (DE)', 'other.net'),
    author: fc.option(fc.constantFrom('Ann', 'ann', 'Bob')),
    kind: fc.constantFrom('article' as const, 'post' as const),
    lang: fc.option(fc.constantFrom('en', 'de')),
    country: fc.option(fc.constantFrom('DE', 'US')),
    day: fc.integer({ min: 1, max: 28 }),
    score: fc.option(fc.integer({ min: -9, max: 12 })),
  })
  const samples = fc.sample(arbitrary, { numRuns: 120, seed: 8 }).map(({ day, score, ...rest }, index) =>
    sampleDocument({
      ...rest,
      nativeId: `n${index}`,
      countryBasis: rest.country === null ? null : 'source',
      publishedAt: `2026-01-${String(day).padStart(2, '0')}T${index % 2 === 0 ? '00:00:00' : '23:59:59'}Z`,
      engagement: { score, comments: null, views: null, reposts: null },
    }),
  )
  await documents.storeDocuments(samples)
  storedDocuments = await readStored()
})
afterAll(async () => {
  await documents.enrich.stop()
  await database.close()
})

async function readStored(): Promise<StoredDocument[]> {
  const { rows } = await sql<Record<string, string | number | null>>`
    select d.id::text, t.title, t.body, d.source_id, d.kind, d.tone_label, d.lang, d.country, d.day::text, d.score,
           o.name as outlet, a.name as author
    from document d join document_text t on t.id = d.id join outlet o on o.id = d.outlet_id
    left join author a on a.id = d.author_id`.execute(database.kysely)
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
      score: row['score'] == null ? null : Number(row['score']),
    },
  }))
}

test('the database finds exactly the documents that match in memory, for 250 random queries', async () => {
  expect(storedDocuments.length).toBeGreaterThan(100)
  let found = 0
  let asked = 0
  for (const text of fc.sample(query, { numRuns: 900, seed: 5 })) {
    const read = parseQuery(text)
    if (!read.ok || asked === 250) continue
    asked++
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
    found += matching.length
  }
  expect(asked).toBe(250)
  expect(found).toBeGreaterThan(1_500)
})

test('the query language knows every source, kind and tone that the library does', () => {
  expect(queryFieldValues.source.toSorted()).toEqual(Object.keys(sourceCodes).toSorted())
  expect(queryFieldValues.kind.toSorted()).toEqual(Object.keys(kindCodes).toSorted())
  expect(queryFieldValues.tone.toSorted()).toEqual(Object.keys(toneCodes).toSorted())
})
