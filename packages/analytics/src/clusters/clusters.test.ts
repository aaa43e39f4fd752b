import { createRandom, type Random } from '@auspex/contract/random'
import { describe, expect, test } from 'vitest'
import { findEvaluationData, readJsonLines } from '../testing/evaluation-data.ts'
import { tokens } from '../text/tokenize.ts'
import { canonicalUrl } from './canonical-url.ts'
import { type ClusterableDocument, clusterNearDuplicates, titleFingerprint } from './cluster-near-duplicates.ts'

describe('cluster near duplicates', () => {
  function titledDocument(id: string, title: string, given: Partial<ClusterableDocument> = {}): ClusterableDocument {
    return { id, url: null, outlet: id, publishedDay: '2026-03-01', tokens: tokens(title), ...given }
  }

  const headline = 'Central bank raises interest rates to fight inflation'

  describe('clusterNearDuplicates', () => {
    test('joins a syndicated title with an outlet suffix to its story, named by the earliest member', () => {
      const clusters = clusterNearDuplicates([
        titledDocument('b', `${headline} - The Daily Herald`, { publishedDay: '2026-03-02' }),
        titledDocument('c', headline),
        titledDocument('d', headline, { publishedDay: '2026-03-03' }),
      ])
      expect([...clusters.values()]).toEqual(['c', 'c', 'c'])
    })

    test('keeps different stories of one topic apart', () => {
      const clusters = clusterNearDuplicates([
        titledDocument('a', headline),
        titledDocument('b', 'Central bank leaves interest rates alone as inflation slows further than expected'),
      ])
      expect(clusters.get('b')).toBe('b')
    })

    test('joins short titles by address only', () => {
      const clusters = clusterNearDuplicates([
        titledDocument('a', 'Weather today'),
        titledDocument('b', 'Weather today'),
        titledDocument('c', 'Sports', { url: 'https://www.example.com/x?utm_source=a' }),
        titledDocument('d', 'Other words', { url: 'http://example.com/x/' }),
        titledDocument('e', 'Home', { url: 'https://example.com/' }),
        titledDocument('f', 'Start', { url: 'https://example.com' }),
      ])
      expect(Object.fromEntries(clusters)).toEqual({ a: 'a', b: 'b', c: 'c', d: 'c', e: 'e', f: 'f' })
    })

    test('does not join the articles of an outlet whose titles are only its name', () => {
      const days = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04']
      const title = 'Firearm Owners Association Discussion Forum'
      const clusters = clusterNearDuplicates(
        days.map((publishedDay, n) => titledDocument(`${n}`, title, { publishedDay, outlet: 'forum' })),
      )
      expect(new Set(clusters.values()).size).toBe(4)
    })

    test('finds the same clusters in any order of documents', () => {
      const random = createRandom(31)
      const documents = perturbedStories(random, inventTitles(random, 60)).map(({ document }) => document)
      const shuffled = documents.toSorted((a, b) => (a.tokens.join() < b.tokens.join() ? -1 : 1))
      expect(Object.fromEntries(clusterNearDuplicates(shuffled))).toEqual(
        Object.fromEntries(clusterNearDuplicates(documents)),
      )
    })

    test('finds copies that were cut, extended or retouched', () => {
      const random = createRandom(32)
      const { precision, recall } = judge(perturbedStories(random, inventTitles(random, 400)))
      expect(precision).toBeGreaterThan(0.97)
      expect(recall).toBeGreaterThan(0.9)
    })
  })

  const corpora = findEvaluationData('corpora')

  test.skipIf(corpora === null)(
    'finds retouched copies of real titles and keeps different stories apart',
    () => {
      const rows = readJsonLines<{ title: string | null }>(`${corpora}/forum_hn_stackexchange.jsonl.gz`)
      const titles = [...new Set(rows.map((row) => row.title ?? ''))]
        .map(tokens)
        .filter((words) => words.length >= 6)
        .slice(0, 3_000)
      const { precision, recall } = judge(perturbedStories(createRandom(33), titles))
      console.info(`clusters, real titles: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`)
      expect(precision).toBeGreaterThan(0.95)
      expect(recall).toBeGreaterThan(0.93)
    },
    30_000,
  )

  describe('titleFingerprint', () => {
    test('is equal for equal words and differs for others', () => {
      expect(titleFingerprint(tokens(headline))).toBe(titleFingerprint(tokens(`${headline.toUpperCase()}!`)))
      expect(titleFingerprint(tokens(headline))).not.toBe(titleFingerprint(tokens(`${headline} again`)))
      expect(titleFingerprint(tokens(headline))).toMatch(/^[0-9a-f]{16}$/)
    })

    test('does not exist for a title of four words', () => {
      expect(titleFingerprint(['a', 'b', 'c', 'd'])).toBeNull()
    })
  })

  interface LabelledDocument {
    story: number
    document: ClusterableDocument
  }

  function inventTitles(random: Random, count: number): string[][] {
    return Array.from({ length: count }, () =>
      Array.from({ length: 7 + random.below(7) }, () => `w${random.below(900)}`),
    )
  }

  /** Each title with up to three copies: suffix added, a word dropped, a word replaced, the end cut off. */
  function perturbedStories(random: Random, titles: readonly string[][]): LabelledDocument[] {
    const vocabulary = titles.flat()
    return titles.flatMap((title, story) =>
      Array.from({ length: 1 + random.below(4) }, (_, copy) => {
        const words = copy === 0 ? title : perturb(title, random, vocabulary)
        return {
          story,
          document: {
            id: `${story}-${copy}`,
            url: null,
            outlet: `o${copy}`,
            publishedDay: '2026-03-01',
            tokens: words,
          },
        }
      }),
    )
  }

  function perturb(title: readonly string[], random: Random, vocabulary: readonly string[]): string[] {
    const at = random.below(title.length)
    switch (random.below(5)) {
      case 0:
        return [...title, 'the', 'daily', 'herald']
      case 1:
        return title.toSpliced(at, 1)
      case 2:
        return title.with(at, random.pick(vocabulary))
      case 3:
        return title.slice(0, Math.max(5, Math.ceil(title.length * 0.75)))
      default:
        return [...title]
    }
  }

  /** Over pairs: of those joined, how many are one story; of those that are one story, how many were joined. */
  function judge(labelled: readonly LabelledDocument[]): { precision: number; recall: number } {
    const clusters = clusterNearDuplicates(labelled.map((item) => item.document))
    const clusterOf = (item: LabelledDocument): string => clusters.get(item.document.id) ?? ''
    const both = countPairs(labelled.map((item) => `${clusterOf(item)} ${item.story}`))
    return {
      precision: both / countPairs(labelled.map(clusterOf)),
      recall: both / countPairs(labelled.map((item) => `${item.story}`)),
    }
  }

  function countPairs(labels: readonly string[]): number {
    const sizes = new Map<string, number>()
    for (const label of labels) sizes.set(label, (sizes.get(label) ?? 0) + 1)
    return [...sizes.values()].reduce((pairs, size) => pairs + (size * (size - 1)) / 2, 0)
  }
})

describe('canonicalUrl', () => {
  test.each([
    ['http://WWW.Example.com:80/a/?utm_source=x&b=2&a=1#top', 'https://example.com/a?a=1&b=2'],
    ['https://example.com/a/?fbclid=1', 'https://example.com/a'],
    ['https://example.com:8443/a', 'https://example.com:8443/a'],
    ['https://example.com/', 'https://example.com'],
    [' https://example.com/A?id=Q ', 'https://example.com/A?id=Q'],
    ['https://example.com/a?q=%C3%A9 b', 'https://example.com/a?q=%C3%A9+b'],
  ])('%s is the page %s', (url, expected) => {
    expect(canonicalUrl(url)).toBe(expected)
    expect(canonicalUrl(expected)).toBe(expected)
  })

  test.each(['', 'no address', 'mailto:a@b.c', 'javascript:alert(1)', '/relative'])('%j is no web address', (url) => {
    expect(canonicalUrl(url)).toBeNull()
  })
})
