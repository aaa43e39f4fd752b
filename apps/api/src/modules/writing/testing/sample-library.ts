import type { SourceDocument } from '@auspex/sources'
import { sampleDocument } from '../../../testing/stored-documents.ts'

const tones = [
  'I love this wonderful oat milk and it is great.',
  'A terrible, awful and bad mess of a drink.',
  'It is a drink.',
]
const countries = ['US', 'SE', null]
const kinds = ['article', 'post', 'comment'] as const

/** Ninety documents about oat milk with everything that a report counts, including hostile texts. */
export const sampleLibrary: readonly SourceDocument[] = [
  ...Array.from({ length: 90 }, (_, n) => {
    const country = countries[n % 3] ?? null
    return sampleDocument({
      nativeId: `n${n}`,
      sourceKey: n % 4 === 0 ? 'hacker_news' : 'imported',
      url: `https://example.org/${n}`,
      kind: kinds[n % 3] ?? 'article',
      outlet: `outlet-${n % 7}.example`,
      title: n % 15 === 0 ? 'Oatly opens a large factory in Malmo for oat milk' : `Oat milk number ${n} of the barista`,
      body: `${tones[n % 3]} Oat milk ${n % 2 === 0 ? 'for the barista' : 'at home'} costs ${n} crowns, said Angela Merkel in Berlin.`,
      author: n % 3 === 0 ? null : `author ${n % 7}`,
      publishedAt: `2026-${n < 45 ? '10' : '11'}-${String((n % 20) + 1).padStart(2, '0')}T0${n % 10}:00:00Z`,
      country,
      countryBasis: country === null ? null : n % 2 === 0 ? 'source' : 'content',
      engagement: n % 2 === 0 ? { score: n, comments: 1, views: null, reposts: null } : null,
    })
  }),
  sampleDocument({
    nativeId: 'hostile',
    title: '=HYPERLINK("https://evil.example","oat milk") <script>alert(1)</script>',
    body: 'Oat milk "><img src=x onerror=alert(2)> is what everybody in the town drinks now.',
    outlet: '</style><script>alert(3)</script>',
    author: '@SUM(1+1)',
    url: 'javascript:alert(4)',
    publishedAt: '2026-11-20T09:00:00Z',
  }),
  sampleDocument({
    nativeId: 'scripts',
    title: 'Овсяное молоко oat milk 燕麦奶 γάλα βρώμης',
    body: 'Oat milk is “loved” in Łódź – and 東京 – by everybody who drinks coffee there.',
    publishedAt: '2026-11-20T10:00:00Z',
  }),
]
