import type { NewsArticle } from './article-words.ts'
import { createRandom } from '@auspex/contract/random'
import { describe, expect, test } from 'vitest'
import { createWordReader } from '../meaning/word-vectors.ts'
import { createNewsStream, joinCopies } from './news-stream.ts'
import { linkParts, splitChains } from './split-chains.ts'

describe('news stream', () => {
  let hour = 0
  const headline = (title: string, lead: string | null = null, at?: string): NewsArticle => ({
    id: title,
    outlet: null,
    title,
    lead,
    publishedAt: at ?? `2026-11-20T${String(hour++ % 24).padStart(2, '0')}:00:00Z`,
  })
  const storiesOf = (articles: readonly NewsArticle[]) => {
    const { storyOf } = createNewsStream().place(articles)
    return articles.map(({ id }) => storyOf.get(id))
  }

  describe('a stream of news', () => {
    test('joins differently worded reports of an event by the names in them', () => {
      const [one, two, alone] = storiesOf([
        headline('Oatly buys rival Ripple for $600m'),
        headline('Swedish oat drink maker Oatly to acquire pea milk firm Ripple'),
        headline('Lighthouse keeper retires after forty years'),
      ])
      expect(two).toBe(one)
      expect(alone).not.toBe(one)
    })

    test('separates similar reports with different facts', () => {
      const pairs = [
        ['Earthquake of magnitude 6.1 hits Peru', 'Earthquake of magnitude 5.4 hits Japan'],
        ['Man arrested after stabbing in Leeds', 'Man arrested after stabbing in Hamburg'],
        ['Arsenal beat Chelsea 2-0', 'Arsenal beat Everton 3-1'],
      ]
      for (const pair of pairs) {
        const [one, two] = storiesOf(pair.map((title) => headline(title)))
        expect(two).not.toBe(one)
      }
    })

    test('keeps a notice of another day or number apart, although its sentence is the same', () => {
      const notices = [
        ['Alaska weekly fishing report for June 8', 'Alaska weekly fishing report for June 15'],
        [
          'June 8 in Bangor: harbour, ferry, school and market timetable',
          'June 9 in Bangor: harbour, ferry, school and market timetable',
        ],
        ['King Cove confirms first local case of the virus', 'King Cove confirms second local case of the virus'],
      ]
      for (const notice of notices) {
        const [one, two] = storiesOf(notice.map((title) => headline(title, null, '2026-11-20T08:00:00Z')))
        expect(two).not.toBe(one)
      }
    })

    test('joins one event in other words where the library knows that they mean the same', () => {
      const articles = [
        'Liner Valdora founders off the Azores with crew aboard',
        'Sailors of sunken steamer Valdora missing in the Atlantic',
        'Festival of jazz opens in Lisbon under rain',
      ].map((title) => ({ ...headline(title, null, '2026-11-20T08:00:00Z'), language: 'en' }))
      const sea = [
        'liner',
        'founders',
        'crew',
        'aboard',
        'sailors',
        'sunken',
        'steamer',
        'missing',
        'atlantic',
        'valdora',
      ]
      const terms = [...sea, 'festival', 'jazz', 'opens', 'rain', 'lisbon']
      const reader = createWordReader({
        documents: 1_000_000,
        dimensions: 2,
        terms,
        counts: Uint32Array.from(terms, () => 100),
        strengths: Float32Array.from(terms, () => 1),
        directions: Int8Array.from(terms.flatMap((term) => (sea.includes(term) ? [127, 0] : [0, 127]))),
        commonWords: [],
      })
      const told = (readers: ReadonlyMap<string, typeof reader>) => {
        const { storyOf } = createNewsStream({ readers }).place(articles)
        return articles.map(({ id }) => storyOf.get(id))
      }
      const [one, two, jazz] = told(new Map([['en', reader]]))
      expect(two).toBe(one)
      expect(jazz).not.toBe(one)
      const [alone, other] = told(new Map())
      expect(other).not.toBe(alone)
    })

    test('separates articles of one day that have nothing else in common', () => {
      const [one, two] = storiesOf([
        headline('Closures and deliveries, updated Thursday, April 14'),
        headline('Recap of Thursday, April 14'),
      ])
      expect(two).not.toBe(one)
    })

    test('separates two acts of one person, and joins two reports of one act', () => {
      const actors = [
        ['Senate blocks nominee for labour post', 'Senate blocks gun law'],
        ['Council of Leeds raises parking fees', 'Council of Leeds shuts libraries'],
        ['FDA approves gene therapy', 'FDA clears over-the-counter pill'],
      ] as const
      for (const [one, two] of actors) {
        const [first, second] = storiesOf([headline(one), headline(two)])
        expect(second).not.toBe(first)
      }
      const lead = 'Senators refused Carver, whom the president had named for the labour post.'
      const [first, second] = storiesOf([
        headline('Senate blocks nominee for labour post', lead),
        headline('Senate blocks Carver', `${lead} The vote was close.`),
      ])
      expect(second).toBe(first)
    })

    test('names a story by its first article, also when articles arrive one by one', () => {
      const articles = [
        headline('Typhoon Mara kills 40 in the Philippines'),
        headline('Death toll from storm Mara reaches 40 in Philippine provinces'),
        headline('Storm Mara: Philippine death toll climbs to 40, says Manila'),
      ]
      const stream = createNewsStream()
      const stories = articles.map((article) => stream.place([article]).storyOf.get(articles[0]?.id ?? ''))
      expect(new Set([...stories, ...storiesOf(articles)])).toEqual(new Set([articles[0]?.id]))
    })

    test('finds the same stories whatever batches the articles arrived in', () => {
      const names = ['Oatly', 'Ripple', 'Alpro', 'Danone', 'Arla', 'Califia', 'Minor', 'Sproud']
      const verbs = ['buys rival', 'sells plant to', 'sues competitor', 'signs contract with', 'joins forces with']
      const articles = verbs.flatMap((verb) =>
        names.flatMap((name, index) =>
          names
            .slice(index + 1, index + 4)
            .map((other) => headline(`${name} ${verb} ${other}`, `Makers of oat drink, ${name}`)),
        ),
      )
      const inBatches = (size: number) => {
        const stream = createNewsStream({ stepArticles: 20 })
        for (let index = 0; index < articles.length - size; index += size)
          stream.place(articles.slice(index, index + size))
        return stream.place(articles).storyOf
      }
      expect(inBatches(7)).toEqual(inBatches(50))
      expect(inBatches(1)).toEqual(inBatches(50))
      expect(new Set(inBatches(1).values()).size).toBeLessThan(articles.length)
    })

    test('reports every change of its stories, so that replaying the changes gives the result', () => {
      const articles = ['buys', 'acquires', 'takes over', 'completes purchase of'].map((verb) =>
        headline(`Oatly ${verb} rival Ripple`, 'The makers of oat drink and pea milk become one.'),
      )
      const stream = createNewsStream({ stepArticles: 3 })
      const replayed = new Map<string, string>()
      let last: ReadonlyMap<string, string> = replayed
      for (const article of articles) {
        const { moved, storyOf } = stream.place([article])
        for (const { id, storyId } of moved) replayed.set(id, storyId)
        last = storyOf
      }
      expect(replayed).toEqual(last)
    })

    test('continues with the stories placed before', () => {
      const [first, second] = [
        headline('Oatly buys rival Ripple for $600m'),
        headline('Oatly and Ripple: rival bought for $600m'),
      ]
      const stream = createNewsStream()
      stream.restore([{ ...first, storyId: 'known' }] as const)
      expect(stream.place([second]).moved).toEqual([{ id: second.id, storyId: 'known' }])
    })

    test('does not join articles more than five days apart', () => {
      const title = 'Oatly buys rival Ripple for $600m'
      const [one, two] = storiesOf([
        { ...headline(title, null, '2026-11-01T08:00:00Z'), id: 'early' },
        { ...headline(title, null, '2026-11-10T08:00:00Z'), id: 'late' },
      ])
      expect(two).not.toBe(one)
    })

    describe('with a title that one outlet repeats', () => {
      const texts = [
        'Fishermen in Cornwall landed their largest catch of sardines since records began, harbour masters said.',
        'The central bank of Chile left its rate unchanged and expects prices to fall over the coming winter.',
        'A bridge across the Danube reopened after two years of repairs that cost twice what was planned.',
      ]
      const column = (title: string, leads: readonly (string | null)[], outlet = 'one.example') =>
        leads.map((lead, index) => ({ ...headline(title, lead), id: `${title} ${outlet} ${index}`, outlet }))

      test.each(['World news in brief', 'Latest articles', 'What we know so far this Tuesday morning'])(
        '“%s” above other texts joins nothing, not even the first of them',
        (title) => {
          expect(new Set(storiesOf(column(title, texts))).size).toBe(3)
        },
      )

      test('joins a text below such a title to others about its story', () => {
        const other = headline('Sardine catch in Cornwall is the largest since records began', texts[0])
        const [first, second, third, alone] = storiesOf([...column('World news in brief', texts), other])
        expect(alone).toBe(first)
        expect(new Set([first, second, third]).size).toBe(3)
      })

      test('joins no articles by a repeated headline without a text', () => {
        expect(new Set(storiesOf(column('Latest articles', [null, null, null]))).size).toBe(3)
      })

      test('does not join a part that appears below other headlines', () => {
        const headlines = [
          'Heat wave brings red alert to Shaanxi',
          'Housing prices rise again in Xian',
          'Pensions are paid out from today',
          'Kindergartens are inspected on four levels',
        ]
        const articles = headlines.flatMap((title, index) =>
          column(`${title} - Western Province Web`, [null], 'web.example').map((one) => ({ ...one, id: `${index}` })),
        )
        expect(new Set(storiesOf(articles)).size).toBe(4)
        const again = articles.map((eachArticle) => ({ ...eachArticle, id: `${eachArticle.id} again` }))
        expect(new Set(storiesOf([...articles, ...again])).size).toBe(4)
      })

      test('joins a headline without a text and a revised text to the same story', () => {
        expect(new Set(storiesOf(column('Oatly buys rival Ripple for $600m', [null, null]))).size).toBe(1)
        const revised = `${texts[0]} Prices in Newlyn fell by a third.`
        expect(new Set(storiesOf(column('Sardines land in Cornwall', [texts[0] ?? '', revised]))).size).toBe(1)
      })

      test('joins other outlets that print the same headline', () => {
        const title = 'Oatly buys rival Ripple for $600m'
        const stories = storiesOf([...column(title, [null], 'one.example'), ...column(title, [null], 'two.example')])
        expect(new Set(stories).size).toBe(1)
      })

      test('is recognized as a column after a restart', () => {
        const [first, second, third] = column('Latest articles', [null, null, null])
        if (first === undefined || second === undefined || third === undefined) throw new Error('three were made')
        const stream = createNewsStream()
        stream.restore([
          { ...first, storyId: 'known' },
          { ...second, storyId: 'known' },
        ])
        expect(new Set(stream.place([third]).storyOf.values()).size).toBe(3)
      })
    })
  })
})

describe('join copies', () => {
  const dayMs = 86_400_000
  const join = (groups: number[], nodes: readonly [headline: string | null, day: number][]) => {
    const joined = Uint32Array.from(groups)
    joinCopies(
      joined,
      nodes.map(([headline, day]) => ({ headline, publishedMs: day * dayMs })),
      5 * dayMs,
    )
    return [...joined]
  }

  test('moves copies of one headline to the story of most of them, and leaves the rest in place', () => {
    expect(
      join(
        [0, 0, 1, 1, 1],
        [
          ['signs missed', 1],
          ['another', 1],
          ['signs missed', 1],
          ['signs missed', 2],
          [null, 2],
        ],
      ),
    ).toEqual([1, 0, 1, 1, 1])
  })

  test('starts a new story for a headline of last month', () => {
    expect(
      join(
        [0, 1],
        [
          ['signs missed', 1],
          ['signs missed', 30],
        ],
      ),
    ).toEqual([0, 1])
  })

  test('does not join titles that say too little', () => {
    expect(
      join(
        [0, 1],
        [
          [null, 1],
          [null, 1],
        ],
      ),
    ).toEqual([0, 1])
  })
})

describe('link parts', () => {
  /** Always joins the two most similar parts, the textbook definition of average linkage. */
  function linkOneByOne(count: number, strengthOf: (a: number, b: number) => number, minMean: number): number[][] {
    const parts = Array.from({ length: count }, (_, member) => [member])
    const meanOf = (one: readonly number[], other: readonly number[]) =>
      one.reduce((sum, a) => sum + other.reduce((all, b) => all + strengthOf(a, b), 0), 0) / (one.length * other.length)
    for (;;) {
      let best: { at: number; with: number; mean: number } | null = null
      for (let index = 0; index < parts.length; index++)
        for (let other = index + 1; other < parts.length; other++) {
          const mean = meanOf(parts[index] ?? [], parts[other] ?? [])
          if (mean >= minMean && (best === null || mean > best.mean)) best = { at: index, with: other, mean }
        }
      if (best === null) return parts
      parts[best.at]?.push(...(parts[best.with] ?? []))
      parts.splice(best.with, 1)
    }
  }

  const inOrder = (parts: readonly (readonly number[])[]) =>
    parts.map((part) => part.toSorted((a, b) => a - b).join(' ')).toSorted()

  describe('groups by average similarity', () => {
    test('equal the result of joining the two most similar groups repeatedly', () => {
      for (let seed = 1; seed <= 60; seed++) {
        const random = createRandom(seed)
        const count = 4 + (seed % 17)
        const strengths = Array.from({ length: count * count }, () =>
          random.chance(0.4) ? random.next() * 2 - 0.3 : 0,
        )
        const strengthOf = (a: number, b: number) => strengths[Math.min(a, b) * count + Math.max(a, b)] ?? 0
        const members = Array.from({ length: count }, (_, member) => member)
        expect(inOrder(linkParts(members, strengthOf, 0.4)), `seed ${seed}`).toEqual(
          inOrder(linkOneByOne(count, strengthOf, 0.4)),
        )
      }
    })

    test('make one group of four hundred copies, and four hundred groups of unrelated texts', () => {
      const members = Array.from({ length: 400 }, (_, member) => member)
      expect(linkParts(members, () => 1, 0.4)).toHaveLength(1)
      expect(linkParts(members, () => 0, 0.4)).toHaveLength(400)
    })
  })
})

describe('split chains', () => {
  const stories = 3
  const ofEach = 20
  /** Sixty articles in one group: three stories of twenty, in which each article resembles one of the next story. */
  const storyOf = (article: number) => Math.floor(article / ofEach)
  const rules = {
    minMean: 0.4,
    strengthOf: (a: number, b: number) => (storyOf(a) === storyOf(b) || Math.abs(a - b) === ofEach ? 1.5 : 0),
    areApart: () => false,
  }
  const split = (isShort: boolean) => {
    const groups = new Uint32Array(stories * ofEach)
    splitChains(groups, [], { ...rules, isShort: () => isShort })
    return groups
  }

  describe('a large group connected by a chain', () => {
    test('is split into its stories when it consists of headlines', () => {
      const groups = split(true)
      expect(new Set(groups).size).toBe(stories)
      groups.forEach((group, article) => expect(group).toBe(groups[storyOf(article) * ofEach]))
    })

    test('is left as modularity split it when its articles have many words', () => {
      expect(new Set(split(false))).toEqual(new Set([0]))
    })
  })
})
