import { parseQuery, tokens, toTsquery } from '@auspex/analytics'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../../adapters/database/database.port.ts'
import { createTestDatabase } from '../../../../testing/test-database.ts'
import { type PreparedDocument, prepareDocument } from '../../prepare-document.ts'
import { randomDocuments, randomQueries } from '../../testing/random-library.ts'
import { rankedWords } from './ranked-words.ts'
import { type RankedDocument, tsRank } from './ts-rank.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** The numbered words of a document, at their tsvector positions. */
function place({ title, body }: PreparedDocument, lexemes: readonly string[]): RankedDocument {
  const [inTitle, inBody] = [tokens(title), tokens(body ?? '')]
  const placed = [
    ...inTitle.map((word, at) => ({ word, position: at + 1 })),
    ...inBody.map((word, at) => ({ word, position: inTitle.length + 17 + at })),
  ]
  const numbered = lexemes.map((lexeme, at) => ({
    number: at + 1,
    positions: placed.filter(({ word }) => word === lexeme).map(({ position }) => position),
  }))
  return {
    lexemes: numbered.filter(({ positions }) => positions.length > 0),
    titleWords: inTitle.length,
    places: placed.length,
  }
}

test('documents are ranked as PostgreSQL ranks them, by generated queries', async () => {
  const documents = randomDocuments({ count: 60, seed: 2 }).map((one) => prepareDocument(one))
  const vocabulary = new Set(documents.flatMap(({ title, body }) => tokens(`${title} ${body ?? ''}`)))
  const expand = (prefix: string) => [...vocabulary].filter((word) => word.startsWith(prefix))
  let queryCount = 0
  for (const text of randomQueries({ count: 120, seed: 8 })) {
    const read = parseQuery(text)
    if (!read.ok) continue
    queryCount += 1
    const words = rankedWords(read.query, (word) => (word.prefix ? expand(word.text) : [word.text]))
    const { rows } = await sql<{ rank: number }>`
      select ts_rank('{0.1,0.2,0.4,1}', v::tsvector, ${toTsquery(read.query)}::tsquery, 1) as rank
      from unnest(${documents.map(({ indexText }) => indexText)}::text[]) with ordinality as d (v, place) order by place`.execute(
      database.kysely,
    )
    const ranks = documents.map((document) => tsRank(words, place(document, words.lexemes)))
    // PostgreSQL's math functions may differ in the last bit of a 32-bit float
    expect({ text, ranks }).toEqual({ text, ranks: rows.map(({ rank }) => expect.closeTo(rank, 7)) })
  }
  expect(queryCount).toBeGreaterThan(50)
})

test('a document without words has no rank above another', () => {
  const query = { operands: [{ from: 1, to: 1 }], isJoint: false }
  expect(tsRank(query, { lexemes: [], titleWords: 0, places: 3 })).toBe(0)
})
