import type { QueryNode } from '@auspex/analytics'
import { describe, expect, test } from 'vitest'
import { runAtOnce } from '../../../adapters/database/turns/steps.ts'
import type { DocumentTitle } from '../../library/index.ts'
import { buildEvents } from './events-section.ts'

const coronavirus: QueryNode = { kind: 'phrase', words: [{ text: 'coronavirus', prefix: false }] }

describe('an event of a report', () => {
  const day = '2020-01-26'
  const facts = {
    found: 1,
    reason: null,
    factor: 1,
    documents: [3],
    throughout: [],
    beginnings: [],
    outside: [],
    busiest: null,
    sample: [],
    all: [],
    events: [
      {
        onset: day,
        peak: day,
        until: day,
        count: 3,
        expected: 0.1,
        excess: { value: 3, low: 2, high: 3 },
        surprise: 9,
      },
    ],
  }

  /** Describes an event of the first three titles. Of few documents, all titles are compared with those of the event. */
  function describeTitles(titles: readonly string[], { isFew = false } = {}) {
    const documentTitles = titles.map((title, n): DocumentTitle => ({
      documentId: `doc_${n}`,
      title,
      lang: 'en',
      outlet: 'thetimesnews.com',
      publishedAt: `${day}T0${n}:00:00Z`,
      reactions: null,
    }))
    const ids = documentTitles.map(({ documentId }) => documentId)
    const found = { ...facts, within: [ids.slice(0, 3)], all: isFew ? ids : [] }
    return runAtOnce(buildEvents(found, { titles: documentTitles, node: coronavirus, words: null }))
  }
  const eventOf = (titles: readonly string[]) => describeTitles(titles).events.events[0]

  test('the score of a headline for its days is the same whether or not the topic has few documents', () => {
    const news = ['China closes schools', 'China shuts schools again', 'masks sell out', 'airport shut down in Wuhan']
    const titles = news.map((title) => `Coronavirus: ${title}`)
    const few = describeTitles(titles, { isFew: true })
    expect(few.headlineScores).toEqual(describeTitles(titles).headlineScores)
    expect(few.titleScore).not.toBe(0)
  })

  test('has its headline without the name of the outlet', () => {
    const title = 'Coronavirus surges across China, which closes 40 schools for a month - News - The Times - News'
    const event = eventOf([title, title, title])
    expect(event?.headline?.title).toBe('Coronavirus surges across China, which closes 40 schools for a month')
    expect(event?.first?.title).toBe('Coronavirus surges across China, which closes 40 schools for a month')
  })

  test('is described with a pause before each event, in which requests are answered', () => {
    const events = [...facts.events, ...facts.events, ...facts.events]
    const steps = buildEvents({ ...facts, events, within: [] }, { titles: [], node: coronavirus, words: null })
    let pauses = 0
    while (steps.next().done !== true) pauses += 1
    expect(pauses).toBeGreaterThanOrEqual(events.length)
  })

  test('a headline that starts with the name of the outlet is left whole to keep quotation offsets valid', () => {
    const title = 'The Times News | Coronavirus surges across China, which closes 40 schools for a month'
    expect(eventOf([title, title, title])?.headline?.title).toBe(title)
  })
})
