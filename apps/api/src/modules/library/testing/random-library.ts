import type { SourceDocument } from '@auspex/sources'
import * as fc from 'fast-check'
import { sampleDocument } from '../../../testing/stored-documents.ts'

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
  'comments>3',
  'comments:0..2',
  'views>=100',
  'views<50',
  'title:tea',
  'title:"oat milk"',
  'title:te*',
]

/** Typed queries: words, phrases, prefixes, near, fields, and combinations of them. */
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

/** Typed queries, the same for the same seed; `parseQuery` does not accept every one. */
export function randomQueries({ count, seed }: { count: number; seed: number }): string[] {
  return fc.sample(query, { numRuns: count, seed })
}

/** Documents of few distinct words, so that queries of `randomQueries` match many of them. */
export function randomDocuments({ count, seed }: { count: number; seed: number }): SourceDocument[] {
  const text = (maxWords: number) =>
    fc.array(fc.constantFrom(...words, 'with', 'and', 'of'), { minLength: 1, maxLength: maxWords })
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
    comments: fc.option(fc.integer({ min: 0, max: 9 })),
    views: fc.option(fc.integer({ min: 0, max: 200 })),
  })
  return fc.sample(arbitrary, { numRuns: count, seed }).map(({ day, score, comments, views, ...rest }, index) =>
    sampleDocument({
      ...rest,
      nativeId: `n${index}`,
      countryBasis: rest.country === null ? null : 'source',
      publishedAt: `2026-01-${String(day).padStart(2, '0')}T${index % 2 === 0 ? '00:00:00' : '23:59:59'}Z`,
      engagement: { score, comments, views, reposts: null },
    }),
  )
}
