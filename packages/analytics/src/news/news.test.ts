import { describe, expect, test } from 'vitest'
import { compareStories, matchStories } from './match-stories.ts'
import { readArticleWords, storyTerms } from './article-words.ts'
import { type CarriedText, countTellers } from './count-tellers.ts'
import { trimOutletName } from './trim-outlet-name.ts'

describe('match stories', () => {
  const nodes = ['a', 'b', 'c', 'd', 'e'].map((id, index) => ({ id, publishedMs: index }))
  const match = (groups: number[], before: Record<string, string>) =>
    compareStories(
      new Map(Object.entries(before)),
      matchStories({
        nodes,
        groups: Uint32Array.from(groups),
        storyOf: new Map(Object.entries(before)),
        nameStory: (id) => `story-${id}`,
      }),
    )

  test('gives a new group a new story, named by its earliest article', () => {
    const { begun, moved } = match([0, 0, 1, 1, 1], { a: 'old', b: 'old' })
    expect(begun).toEqual(['story-c'])
    expect(moved.map(({ id }) => id)).toEqual(['c', 'd', 'e'])
  })

  test('keeps the id of the larger of two merged stories', () => {
    const { joined, storyOf } = match([0, 0, 0, 0, 0], { a: 'small', b: 'large', c: 'large', d: 'large', e: 'small' })
    expect(joined).toEqual([{ storyId: 'small', into: 'large' }])
    expect(new Set(storyOf.values())).toEqual(new Set(['large']))
  })

  test('keeps the id for the larger part of a split story, and reports the other as split', () => {
    const { split, joined, storyOf } = match([0, 0, 0, 1, 1], { a: 's', b: 's', c: 's', d: 's', e: 's' })
    expect(split).toEqual([{ storyId: 'story-d', from: 's' }])
    expect(joined).toEqual([])
    expect([storyOf.get('a'), storyOf.get('e')]).toEqual(['s', 'story-d'])
  })
})

describe('story terms', () => {
  test('shows the words of a story as most of its articles spell them, whatever their stems', () => {
    const titles = ['Movies return to Lake Orleans', 'Lake Orleans shows movies again', 'A movie at Lake Orleans']
    const terms = storyTerms(titles.map((title) => ({ title, lead: null })))
    expect(terms.map(({ written }) => written)).toEqual(expect.arrayContaining(['orleans', 'movies']))
    expect(terms.map(({ written }) => written)).not.toContain('movie')
    expect(terms.find(({ written }) => written === 'movies')?.stem).not.toBe('movies')
  })
})

describe('words of an article', () => {
  const conceptsOf = (title: string) => [...readArticleWords(title, null).keys()].filter((term) => /^[=@]/.test(term))

  test.each([
    ['Google buys a startup', 'Google acquires a startup'],
    ['Lawmakers reject the deal', 'Legislators refuse the pact'],
    ['Blackout in Caracas', 'Venezuelan outage'],
  ])('“%s” and “%s” have the same concepts', (one, other) => {
    expect(conceptsOf(one)).not.toEqual([])
    expect(conceptsOf(one).toSorted()).toEqual(conceptsOf(other).toSorted())
  })
})

describe('independent outlets of a story', () => {
  const copy = (text: string, outlet: string, at: string, isDatedByDay = false): CarriedText => ({
    text,
    outlet,
    publishedAt: `2026-11-20T${at}:00.000Z`,
    isDatedByDay,
  })
  const agency = (text: string, count: number) =>
    Array.from({ length: count }, (_, n) => copy(text, `outlet${n}.example`, '08:00'))

  test('are one when 120 outlets publish one text at the same instant', () => {
    expect(countTellers(agency('wire', 120))).toBe(1)
  })

  test('are one when copies are dated by day only, including outlets with a time', () => {
    const copies = [copy('wire', 'a.example', '00:00', true), copy('wire', 'b.example', '00:00', true)]
    expect(countTellers([...copies, copy('wire', 'c.example', '19:15')])).toBe(1)
  })

  test('are the outlets with a text of their own, not those that copy it later', () => {
    const originals = [copy('one', 'a.example', '08:00'), copy('two', 'b.example', '09:00')]
    expect(countTellers([...originals, copy('one', 'c.example', '10:00'), copy('two', 'c.example', '11:00')])).toBe(2)
  })

  test('are one when a site publishes a story twice, even on a subdomain', () => {
    expect(countTellers([copy('one', 'a.example', '08:00'), copy('two', 'm.a.example', '09:00')])).toBe(1)
  })

  test('are the agency and the outlet that adds its own text to the agency text', () => {
    expect(countTellers([...agency('wire', 3), copy('own', 'outlet0.example', '12:00')])).toBe(2)
  })

  test('are 0 without articles', () => {
    expect(countTellers([])).toBe(0)
  })
})

describe("a title without the outlet's name", () => {
  test.each([
    ['Trout season opens - News - Neosho Daily News - Neosho, MO', 'neoshodailynews.com', 'Trout season opens'],
    [
      'Fishermen seek a lifeline - News - The Herald News, Fall River, MA',
      'heraldnews.com',
      'Fishermen seek a lifeline',
    ],
    ['One day at a time | Jax Daily Record | Jacksonville Daily Record', 'jaxdailyrecord.com', 'One day at a time'],
    ['Moulton blames China - News - Wicked Local Salem', 'salem.wickedlocal.com', 'Moulton blames China'],
    ['Moulton blames China - News - Wilmington Advocate', 'wickedlocal.com', 'Moulton blames China'],
    ['Deadline Detroit | Virus shuts bars and gyms', 'deadlinedetroit.com', 'Virus shuts bars and gyms'],
    ['Wash your hands – NBC New York', 'www.nbcnewyork.com', 'Wash your hands'],
    ['Schools close | News, Sports, Jobs - The Nashua Telegraph', 'nashuatelegraph.com', 'Schools close'],
  ])('%s', (title, outlet, trimmed) => {
    expect(trimOutletName(title, outlet)).toBe(trimmed)
  })

  test.each([
    // parts of the headline stay, whatever they contain
    ['COVID - 19 causing rapid changes in business', 'gazette.com'],
    ['Drive - thru testing begins in Denver', 'denverpost.com'],
    ['Harbor strike: day three - what we know', 'one.example'],
    ['New York Times - Guild talks stall', 'guardian.com'],
    ['Neosho Daily News', 'neoshodailynews.com'],
    ['', 'one.example'],
  ])('%s stays unchanged', (title, outlet) => {
    expect(trimOutletName(title, outlet)).toBe(title)
  })
})
