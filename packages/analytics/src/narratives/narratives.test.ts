import { describe, expect, test } from 'vitest'
import { createRandom } from '@auspex/contract/random'
import { clusterStories, findNarratives, type NarrativeDocument } from './find-narratives.ts'
import { centralHeadline, labelNarratives, phraseCandidates } from './label-narratives.ts'
import { lightStem } from './light-stem.ts'

describe('find narratives', () => {
  function document(id: string, title: string, given: Partial<NarrativeDocument> = {}): NarrativeDocument {
    return {
      id,
      title,
      body: null,
      storyId: id,
      publishedAt: '2026-03-01T08:00:00Z',
      outlet: `outlet ${id}`,
      source: 'gdelt',
      country: null,
      ...given,
    }
  }

  const documents = [
    document('a1', 'Oat milk prices rise after a poor harvest', { publishedAt: '2026-03-02T10:00:00Z', country: 'SE' }),
    document('a2', 'Poor harvest lifts oat milk prices again', { publishedAt: '2026-03-02T12:00:00Z', country: 'FI' }),
    document('a3', 'Why a poor harvest makes oat milk dearer', { publishedAt: '2026-03-05T09:00:00Z', country: 'SE' }),
    document('a4', 'Poor harvest lifts oat milk prices again', {
      storyId: 'a2',
      publishedAt: '2026-03-09T09:00:00Z',
      outlet: 'outlet a2',
    }),
    document('b1', 'Court rules that oat milk is not milk', { publishedAt: '2026-02-20T09:00:00Z' }),
    document('b2', 'Dairy farmers win the court case over oat milk labels', { publishedAt: '2026-02-21T09:00:00Z' }),
    document('b3', 'After the court case: new labels for oat milk', { publishedAt: '2026-02-21T11:00:00Z' }),
    document('c1', 'My cat likes it'),
  ]

  const queryStems = new Set(['oat', 'milk'])

  describe('findNarratives', () => {
    test('separates the narratives of one topic, and leaves out stories that belong to none', () => {
      const { narratives } = findNarratives({ documents, ownWords: queryStems, limit: 10 })
      expect(narratives.map(({ documentIds }) => documentIds.toSorted())).toEqual([
        ['a1', 'a2', 'a3', 'a4'],
        ['b1', 'b2', 'b3'],
      ])
    })

    test('names a narrative by the headline of its most central story, with phrases that add to the query', () => {
      const [prices, court] = findNarratives({ documents, ownWords: queryStems, limit: 10 }).narratives
      expect(prices?.terms[0]?.toLowerCase()).toBe('poor harvest')
      expect(court?.terms[0]?.toLowerCase()).toContain('court')
      for (const { label, terms, documentIds } of [prices, court].filter((one) => one !== undefined)) {
        expect(label).toBe(documents.find(({ id }) => id === documentIds[0])?.title)
        const titles = documents.filter(({ id }) => documentIds.includes(id)).map(({ title }) => title)
        for (const phrase of terms) expect(titles.some((title) => title.includes(phrase))).toBe(true)
      }
    })

    test('counts a group whose stories share only single words, and leaves it out', () => {
      // each shares one word with the previous one and one with the next
      const chain = Array.from({ length: 24 }, (_, n) =>
        document(
          `u${n}`,
          [`link${n}`, ...Array.from({ length: 6 }, (_one, index) => `own${n}x${index}`), `link${n + 1}`].join(' '),
        ),
      )
      const { narratives, incoherent } = findNarratives({
        documents: [...documents, ...chain],
        ownWords: queryStems,
        limit: 10,
      })
      expect(narratives.flatMap(({ documentIds }) => documentIds).some((id) => id.startsWith('u'))).toBe(false)
      expect(incoherent).toBeGreaterThan(0)
    })

    test('ignores words that one outlet prints in all its titles', () => {
      const fish = [
        'Harvest of oysters is poor',
        'Court stops a trawler',
        'Cats like tuna',
        'Nets for sale',
        'Seals return',
      ]
      const newsletter = fish.map((title, n) =>
        document(`n${n}`, `FIS - Worldnews in Brief - IN BRIEF - ${title} as oat milk rises`, {
          outlet: 'fis.example',
        }),
      )
      const strikes = [
        'Strike at the oat milk factory',
        'Oat milk factory strike goes on',
        'Factory strike over oat milk pay',
      ]
      const strikeStories = strikes.map((title, n) =>
        document(
          `s${n}`,
          n === 1 ? `FIS - Worldnews in Brief - ${title}` : title,
          n === 1 ? { outlet: 'fis.example' } : {},
        ),
      )
      const { narratives } = findNarratives({
        documents: [...documents, ...newsletter, ...strikeStories],
        ownWords: queryStems,
        limit: 10,
      })
      const strike = narratives.find(({ documentIds }) => documentIds.includes('s1'))
      expect(strike?.documentIds.toSorted()).toEqual(['s0', 's1', 's2'])
      expect(narratives.flatMap(({ label, terms }) => [label, ...terms]).join(' ')).not.toMatch(/FIS|brief/iu)
    })

    test('counts copies as documents, and names the first document', () => {
      const [prices] = findNarratives({ documents, ownWords: queryStems, limit: 10 }).narratives
      expect(prices).toMatchObject({
        stories: 3,
        originId: 'a1',
        firstDay: '2026-03-02',
        peakDay: '2026-03-02',
        lastDay: '2026-03-09',
        daysToHalf: 0,
        outlets: 3,
        sources: 1,
        countries: 2,
        share: 0.5,
      })
      expect(prices?.shareInterval.low).toBeLessThan(0.5)
      expect(prices?.shareInterval.high).toBeGreaterThan(0.5)
    })

    test('reports unknown countries, not none, when no document has one', () => {
      expect(findNarratives({ documents, ownWords: queryStems, limit: 10 }).narratives[1]?.countries).toBeNull()
    })

    test('finds nothing in an empty list or in texts that share no word', () => {
      expect(findNarratives({ documents: [], ownWords: queryStems, limit: 10 })).toEqual({
        narratives: [],
        incoherent: 0,
      })
      const strangers = ['alpha beta gamma', 'delta epsilon zeta', 'eta theta iota'].map((title, n) =>
        document(`${n}`, title),
      )
      expect(findNarratives({ documents: strangers, ownWords: queryStems, limit: 10 }).narratives).toEqual([])
    })
  })

  describe('labelNarratives', () => {
    test('ignores words that one outlet prints under every title', () => {
      const rates = [
        'Central bank raises rates | Valley Herald',
        'Central bank holds rates | Valley Herald',
        'The central bank waits',
      ]
      const group = rates.map((title, n) => ({ title, outlet: n < 2 ? 'herald' : 'other' }))
      const [named] = labelNarratives([group, [{ title: 'Something else', outlet: 'other' }]], new Set())
      expect(named?.label).toBe('Central bank')
      expect(named?.terms.join()).not.toContain('Herald')
    })
  })

  describe('clusterStories', () => {
    const random = createRandom(7)
    const invent = (stories: number, texts: number) =>
      Array.from({ length: texts }, (_, n) => ({
        story: n % stories,
        words: Array.from({ length: 12 }, () =>
          random.next() < 0.7 ? `s${n % stories}w${random.below(12)}` : `w${random.below(2_000)}`,
        ),
      }))

    test('finds planted stories without knowing their number', () => {
      const planted = invent(12, 360)
      const groups = clusterStories(planted.map(({ words }) => words)).filter(({ members }) => members.length > 1)
      expect(groups).toHaveLength(12)
      for (const { members } of groups) expect(new Set(members.map((member) => planted[member]?.story)).size).toBe(1)
    })

    test('is the same in every run, and covers every text once', () => {
      const texts = invent(6, 200).map(({ words }) => words)
      const groups = clusterStories(texts)
      expect(clusterStories(texts)).toEqual(groups)
      expect(groups.flatMap(({ members }) => members).toSorted((a, b) => a - b)).toEqual(texts.map((_, n) => n))
    })

    test('does not join texts by a word that the whole library uses', () => {
      const texts = [
        ['really', 'red'],
        ['really', 'blue'],
      ]
      expect(clusterStories(texts, { backgroundShare: () => 1 })).toHaveLength(2)
    })
  })
})

describe('phrase candidates', () => {
  const phrasesOf = (title: string) => phraseCandidates(title).map(({ text }) => text)

  test('exclude the name of the site behind the last bar', () => {
    expect(phrasesOf('Solar capacity | News Sports Jobs')).toEqual(phrasesOf('Solar capacity'))
    expect(phrasesOf('Solar capacity | News Sports Jobs')).toContain('Solar capacity')
  })

  test('include the words of a title that begins with a bar', () => {
    expect(phrasesOf('| Solar capacity')).toContain('Solar capacity')
  })
})

describe('the headline of a narrative', () => {
  test('is the most central title that describes one story', () => {
    expect(centralHeadline(['Poor harvest lifts oat milk prices', 'Oat milk prices rise'])).toBe(
      'Poor harvest lifts oat milk prices',
    )
  })

  test('is never a list of stories, a section or the text of a post', () => {
    for (const title of [
      'Morning briefing: oat milk, a strike and the weather',
      'Oat milk up; court rules on labels; barista wins prize',
      'Oat milk prices | Court case | Weather | Valley Herald',
      'Weekly discussion thread on oat milk prices',
      'Business',
      '',
      `I have to say this about oat milk ${'and prices '.repeat(20)}`,
    ])
      expect(centralHeadline([title, 'Poor harvest lifts oat milk prices | Valley Herald'])).toBe(
        'Poor harvest lifts oat milk prices | Valley Herald',
      )
  })

  test('is unknown when no title qualifies', () => {
    expect(centralHeadline(['Oat milk', '???'])).toBeNull()
  })
})

describe('light stem', () => {
  test.each([
    ['companies', 'company'],
    ['movies', 'movie'],
    ['cookies', 'cookie'],
    ['calories', 'calorie'],
    ['crashes', 'crash'],
    ['boxes', 'box'],
    ['states', 'state'],
  ])('the plural %s has the stem of its singular %s', (plural, singular) => {
    expect(lightStem(plural)).toBe(lightStem(singular))
  })

  test.each(['virus', 'crisis', 'boss', 'gas', 'movie'])('%s stays unchanged', (word) => {
    expect(lightStem(word)).toBe(word)
  })
})
