import { describe, expect, test } from 'vitest'
import { centralHeadline } from '../meaning/choose-headline.ts'
import { findNarratives, type NarrativeDocument } from './find-narratives.ts'
import { lightStem } from './light-stem.ts'
import { findLabelWords } from './outlet-boilerplate.ts'

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

  const subjects = [
    ['poor harvest', 'prices rise', 'dry fields', 'grain shortage', 'farmers', 'drought', 'shelves', 'wholesale'],
    ['court ruling', 'label', 'judge', 'lawsuit', 'appeal', 'dairy lobby', 'lawyers', 'hearing'],
    ['barista contest', 'foam', 'espresso', 'latte art', 'champion', 'coffee bar', 'jury', 'milk jug'],
  ]
  /** Documents of three subjects, each in other words. */
  const documents = Array.from({ length: 90 }, (_, n) => {
    const words = subjects[n % 3] ?? []
    const word = (step: number) => words[(n + step * (1 + (Math.floor(n / 3) % 7))) % words.length] ?? ''
    return document(`d${String(n).padStart(2, '0')}`, `Oat milk: ${word(0)} and ${word(1)} after the ${word(2)}`, {
      publishedAt: `2026-0${(n % 3) + 1}-${String((n % 28) + 1).padStart(2, '0')}T10:00:00Z`,
      country: n % 3 === 0 ? 'SE' : null,
    })
  })
  const copies = Array.from({ length: 12 }, (_, n) =>
    document(`copy${n}`, 'Maker opens a factory in Malmo with five hundred jobs', {
      storyId: 'factory',
      outlet: `outlet ${n % 6}`,
    }),
  )
  const find = (all: readonly NarrativeDocument[]) =>
    findNarratives({ documents: all, own: new Set(['oat', 'milk']), reader: null, limit: 10 })

  test('puts the documents of one subject into one narrative', () => {
    const { narratives, refusal } = find(documents)
    expect(refusal).toBeNull()
    expect(narratives.length).toBeGreaterThanOrEqual(3)
    for (const { documentIds } of narratives)
      expect(new Set(documentIds.map((id) => Number(id.slice(1)) % 3)).size).toBe(1)
  })

  test('puts each document into one narrative or into none', () => {
    const { narratives, unassignedIds } = find([...documents, ...copies])
    const ids = [...narratives.flatMap(({ documentIds }) => documentIds), ...unassignedIds]
    expect(ids.toSorted()).toEqual([...documents, ...copies].map(({ id }) => id).toSorted())
  })

  test('a text that many copied is a narrative of its own, with one story', () => {
    const factory = find([...documents, ...copies]).narratives.find(({ documentIds }) => documentIds.includes('copy0'))
    expect(factory).toMatchObject({ label: copies[0]?.title, stories: 1, outlets: 6, countries: null })
    expect(factory?.documentIds).toHaveLength(12)
  })

  test('knows when a narrative began, peaked and ended, and how certain its share is', () => {
    for (const narrative of find(documents).narratives) {
      const { firstDay, peakDay, lastDay, days, share, shareInterval, documentIds } = narrative
      expect(firstDay <= peakDay && peakDay <= lastDay).toBe(true)
      expect(days.reduce((sum, day) => sum + day.documents, 0)).toBe(documentIds.length)
      expect(share).toBe(documentIds.length / 90)
      expect(shareInterval.low < share && share < shareInterval.high).toBe(true)
    }
  })

  test('refuses a topic of few documents', () => {
    expect(find(documents.slice(0, 40))).toMatchObject({ narratives: [], refusal: 'few-documents' })
    expect(find([])).toMatchObject({ narratives: [], unassignedIds: [], refusal: 'few-documents' })
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

describe('labels of headlines', () => {
  test('are words that stand before headlines of one outlet, or after those of any, and not in them', () => {
    const printed = [
      ...['Norway closes farms', 'Chile exports more', 'Scots sue'].map((title) => ({
        title: `FIS - Worldnews in Brief - ${title}`,
        outlet: 'fis.com',
      })),
      ...['Lobster prices fall', 'Zoo saves lobster', 'Lobster season opens'].map((title, at) => ({
        title: `${title} - News`,
        outlet: `paper${at}.com`,
      })),
      ...['Two years of free charging', 'Ten new plants', 'No more cars'].map((title, at) => ({
        title: `Elon Musk: ${title}`,
        outlet: `r/${at}`,
      })),
    ]
    const labels = findLabelWords(printed)
    expect(['fis', 'worldnews', 'brief', 'news'].filter((word) => labels.has(word))).toHaveLength(4)
    expect(['musk', 'norway', 'lobster', 'prices', 'plants'].filter((word) => labels.has(word))).toEqual([])
  })
})
