import { describe, expect, test } from 'vitest'
import { addDays } from '../series/daily-series.ts'
import { createTermCounter, headlineTerms } from './growing-terms.ts'
import { createTopicFinder } from './growing-topics.ts'

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

describe('growing topics', () => {
  const windows = { asOf: '2026-10-30', windowDays: 28, from: '2026-09-05', middle: '2026-10-03' }
  const groups = [{ source: 'imported', kind: 'article', runs: [{ from: 0, to: 56 }] } as const]

  /** Topics of a library in which these headlines come up in the last four weeks, each day from another outlet, beside others all the time. */
  function find(growing: readonly string[]) {
    const headlines = Array.from({ length: 56 }, (_, day) => [
      `The council talks about bridges and schools again`,
      `A farmer sells apples from door ${day} to door`,
      ...(day >= 28 ? growing.map((title) => title.replace('#', `${day}`)) : []),
    ]).flatMap((titles, day) =>
      titles.map((title, outletId) => ({
        day: addDays(windows.from, day),
        source: 'imported' as const,
        kind: 'article' as const,
        outletId: (outletId + day) % 5,
        clusterId: `${day} ${title}`,
        title,
      })),
    )
    const counter = createTermCounter(windows, groups)
    headlines.forEach(counter.add)
    const { terms } = counter.grown()
    const { storiesWith } = counter
    const finder = createTopicFinder({
      grown: terms,
      reader: null,
      storiesWith,
      storiesBefore: counter.storiesBefore(),
    })
    headlines.filter(({ day }) => day >= windows.middle).forEach(finder.add)
    const steps = finder.topics()
    let step = steps.next()
    while (step.done !== true) step = steps.next()
    return step.value
  }

  const rally = [
    'People march for restore the fourth in town #',
    'They say restore the fourth is a quiet movement #',
    'Hundreds join restore the fourth near the river #',
  ]

  test('are named by the whole phrase, with the words in it that say nothing alone', () => {
    const [topic] = find(rally)
    expect(topic).toMatchObject({ terms: ['restore the fourth'], searches: ['restore the fourth'] })
  })

  test('are written as headlines write them', () => {
    const [topic] = find([
      'Some people here occupy Wall Street with tents and songs #',
      'The police leave those that occupy Wall Street alone #',
      'Nobody knows who will occupy Wall Street in winter #',
    ])
    expect(topic?.terms[0]).toBe('occupy Wall Street')
  })

  test('keep the capitals of an abbreviation with a number', () => {
    const terms = find([
      'Nurses in the city fear COVID-19 more than the flu #',
      'The market by the river sees COVID-19 come near #',
      'A long winter with CoVid-19 and no end, says farmer #',
    ]).flatMap((topic) => topic.terms)
    expect(terms).toContain('COVID-19')
  })

  test('hold what stands in the same headlines once', () => {
    const topics = find([
      'Agency reads mail of everyone, says Snowden about prism #',
      'A court looks at prism after Snowden speaks #',
      'What Snowden tells of prism and the phones #',
    ])
    expect(topics.filter(({ terms }) => terms.some((term) => /snowden|prism/i.test(term)))).toHaveLength(1)
    expect(topics[0]?.searches.toSorted()).toEqual(expect.arrayContaining(['prism', 'snowden']))
  })

  test('are not the labels before headlines, nor a line that is printed again and again', () => {
    const terms = find([
      'Correction: the mayor opens a bridge over water #',
      'Correction: two ships meet at night near an island #',
      'Correction: no rain falls on the dry field #',
      'Market watch with numbers for stocks bonds and gold',
    ]).flatMap((topic) => topic.terms)
    expect(terms.filter((term) => /correction|stocks/i.test(term))).toEqual([])
  })

  test('are not the outlets that headlines end with, however many parts their names have', () => {
    const terms = find([
      'The council plans a longer bridge over the river # - News - The Valley Courier - Register',
      'Two ships meet at night near an island # - News - The Valley Courier - Springfield, MO',
      'No rain falls on the dry field of the farmer # - Sports - The Valley Courier - Register',
    ]).flatMap((topic) => topic.terms)
    expect(terms.filter((term) => /valley|courier|register/i.test(term))).toEqual([])
  })

  test('do not end with a word that only joins others, unless it belongs to a longer name', () => {
    const terms = find([
      'The council shuts a longer bridge due to water under it #',
      'Two ships meet at night due to fog near an island #',
      'Apples cost more due to frost in spring #',
      'The diner opens a Chick fil A near the river #',
      'A farmer sells apples to Chick fil A at dawn #',
      'No rain falls on Chick fil A before the winter #',
    ]).flatMap((topic) => topic.terms)
    expect(terms).not.toContain('due to')
    expect(terms.filter((term) => /chick/i.test(term))).toEqual(['Chick fil A'])
  })

  test('are the same in any order of the stories of a day', () => {
    expect(find(rally.toReversed())).toEqual(find(rally))
  })
})
