import * as fc from 'fast-check'
import { sampleDocument } from '../../../testing/stored-documents.ts'
import { type PreparedDocument, prepareDocument } from '../prepare-document.ts'

const words = ['tea', 'milk', 'mint', 'oat', 'teapot', 'tent', 'great', 'awful', 'with', 'of', '東京', 'ﬁn', 'čaj']

/** Entities by their numbers. */
export const randomEntities = Array.from({ length: 30 }, (_, index) => ({
  id: index + 1,
  name: `${index % 3 === 0 ? 'Ann' : 'bob'} ${String.fromCharCode(90 - (index % 26))}${index}`,
  documents: (index * 7) % 11,
  demoDocuments: (index * 5) % 7,
}))

/** Documents, and the results of their enrichment. */
export interface RandomStories {
  documents: PreparedDocument[]
  clusters: { id: string; cluster: string }[]
  entities: { id: string; entities: number[] }[]
}

/** Documents with few distinct words, times, points and outlets, several per story: so that most sort keys have ties. */
export function randomStories({ count, seed }: { count: number; seed: number }): RandomStories {
  const text = (maxWords: number) =>
    fc.array(fc.constantFrom(...words), { minLength: 0, maxLength: maxWords }).map((all) => all.join(' '))
  const document = fc.record({
    sourceKey: fc.constantFrom(
      'imported' as const,
      'imported' as const,
      'hacker_news' as const,
      'rss' as const,
      'demo' as const,
    ),
    title: text(6),
    body: fc.option(
      fc.oneof(text(12), text(60), text(400), fc.constant(`${'tea '.repeat(300)}${'milk mint '.repeat(20)}`)),
    ),
    outlet: fc.constantFrom(
      'example.org',
      'EXAMPLE.org',
      'News (DE)',
      'reddit/r/tea',
      'old.reddit.com',
      'notreddit.com',
      'b.net',
    ),
    author: fc.option(fc.constantFrom('Ann', 'Bob')),
    kind: fc.constantFrom(
      'article' as const,
      'article' as const,
      'post' as const,
      'comment' as const,
      'question' as const,
      'paper' as const,
    ),
    lang: fc.option(fc.constantFrom('en', 'de')),
    country: fc.option(fc.constantFrom('DE', 'US')),
    publishedAt: fc.oneof(
      fc.integer({ min: 1, max: 9 }).map((day) => `2026-01-0${day}T00:00:00.000Z`),
      fc.integer({ min: 1, max: 9 }).map((second) => `2026-01-05T08:00:0${second}.500Z`),
      fc.integer({ min: 1, max: 9 }).map((second) => `1859-11-24T23:59:5${second}.500Z`),
      fc.integer({ min: 1, max: 9_999 }).map((ms) => `2026-01-08T08:00:0${(ms / 1_000).toFixed(3)}Z`),
    ),
    datePrecision: fc.constantFrom('second' as const, 'day' as const),
    engagement: fc.option(
      fc.record({
        score: fc.option(fc.integer({ min: -3, max: 9 })),
        comments: fc.option(fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constant(2_147_483_647))),
        views: fc.constant(null),
        reposts: fc.constant(null),
      }),
    ),
  })
  const reading = fc.record({
    story: fc.option(fc.integer({ min: 0, max: Math.ceil(count / 9) })),
    entities: fc.uniqueArray(fc.integer({ min: 1, max: randomEntities.length }), { maxLength: 4 }),
  })
  const samples = fc.sample(fc.tuple(document, reading), { numRuns: count, seed })
  const documents = samples.map(([rest], index) =>
    prepareDocument(
      sampleDocument({ ...rest, nativeId: `n${index}`, countryBasis: rest.country === null ? null : 'source' }),
    ),
  )
  const idAt = (position: number) => documents[position]?.id ?? ''
  return {
    documents,
    // some stories have the id of a document outside them
    clusters: samples.map(([, { story }], position) => ({ id: idAt(position), cluster: idAt(story ?? position) })),
    entities: samples.flatMap(([, { entities }], position) =>
      entities.length === 0 ? [] : [{ id: idAt(position), entities }],
    ),
  }
}
