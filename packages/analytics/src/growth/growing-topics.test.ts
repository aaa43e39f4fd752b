import { describe, expect, test } from 'vitest'
import { addDays } from '../series/daily-series.ts'
import { createTermCounter, headlineTerms } from './growing-terms.ts'

describe('trend candidates', () => {
  const windows = { asOf: '2026-10-30', windowDays: 28, from: '2026-09-05', middle: '2026-10-03' }
  const news = { source: 'imported', kind: 'article', runs: [{ from: 0, to: 56 }] } as const
  const inNews = { source: 'imported', kind: 'article' } as const

  /** Headlines of every day: `titles(index)` of the day, each with its own outlet and story. */
  function collect(titles: (index: number) => string[]) {
    const candidates = createTermCounter(windows, [news])
    for (let index = 0; index < 56; index++) {
      titles(index).forEach((title, outletId) =>
        candidates.add({
          ...inNews,
          day: addDays(windows.from, index),
          outletId,
          clusterId: `${index} ${outletId}`,
          title,
        }),
      )
    }
    return candidates.grown().terms.map(({ term }) => term)
  }

  describe('candidates for trends', () => {
    test('are single words and adjacent pairs from headlines, without stop words', () => {
      expect([...headlineTerms("Why the oat milk price isn't falling")]).toEqual([
        'oat',
        'milk',
        'oat milk',
        'price',
        'milk price',
        'falling',
      ])
    })

    test('have grown between the windows', () => {
      const best = collect((index) => [
        'Weather stays mild',
        'Weather stays cold',
        ...(index >= 28 ? ['Oat milk everywhere', 'Oat milk again'] : []),
      ])
      expect(best).toContain('oat milk')
      expect(best).not.toContain('weather')
    })

    test('occur in more than one outlet', () => {
      const one = collect((index) => [index >= 28 ? 'Gadget wins' : 'Nothing new', 'Weather stays mild'])
      expect(one).not.toContain('gadget')
    })

    test('may come from one outlet if there is no other', () => {
      const candidates = createTermCounter(windows, [news])
      for (let index = 0; index < 56; index++)
        for (const title of ['Weather stays mild', ...(index >= 28 ? ['Gadget wins'] : [])])
          candidates.add({
            ...inNews,
            day: addDays(windows.from, index),
            outletId: 1,
            clusterId: `${title} ${index}`,
            title,
          })
      expect(candidates.grown().terms.map(({ term }) => term)).toContain('gadget')
    })

    test('exclude terms that remain after an archive has ended', () => {
      const forum = { source: 'imported', kind: 'post', runs: [{ from: 0, to: 28 }] } as const
      const candidates = createTermCounter(windows, [news, forum])
      for (let index = 0; index < 56; index++) {
        const day = addDays(windows.from, index)
        for (const outletId of [1, 2])
          candidates.add({ ...inNews, day, outletId, clusterId: `n${index} ${outletId}`, title: 'Senate votes' })
        for (let post = 0; post < (index < 28 ? 20 : 0); post++)
          candidates.add({ ...forum, day, outletId: 3, clusterId: `f${index} ${post}`, title: 'Look at my cat' })
      }
      expect(candidates.grown().terms.map(({ term }) => term)).not.toContain('senate')
    })

    test('count a story once per day, however many copies there are', () => {
      const candidates = createTermCounter(windows, [news])
      for (let index = 0; index < 56; index++) {
        const day = addDays(windows.from, index)
        candidates.add({ ...inNews, day, outletId: 1, clusterId: `w${index}`, title: 'Weather stays mild' })
        const copies = index === 50 ? 100 : 0
        for (let copy = 0; copy < copies; copy++)
          candidates.add({ ...inNews, day, outletId: copy, clusterId: 'same', title: 'Wire copy' })
      }
      expect(candidates.grown().terms.map(({ term }) => term)).not.toContain('wire')
    })
  })

  test('calendar words are not topics, and are not combined with others', () => {
    expect([...headlineTerms('Games of August 12')]).toEqual(['games'])
  })

  test('words of headline style are not topics', () => {
    expect([...headlineTerms('Breaking news: latest update from Bangkok')]).toEqual(['bangkok'])
  })
})
