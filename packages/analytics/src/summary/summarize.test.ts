import { describe, expect, test } from 'vitest'
import { parseQuery } from '../query/parse-query.ts'
import { createRandom } from '@auspex/contract/random'
import { selectCandidates, type SummarizableDocument } from './sentence-candidates.ts'
import { splitSentences } from './split-sentences.ts'
import { summarize } from './summarize.ts'

const parsedQuery = parseQuery('heat pump*')
const query = parsedQuery.ok ? parsedQuery.query : null

function document(id: string, body: string, given: Partial<SummarizableDocument> = {}): SummarizableDocument {
  return {
    id,
    title: `Title of ${id}`,
    body,
    publishedAt: `2026-03-0${id}T00:00:00Z`,
    tone: null,
    clusterId: null,
    ...given,
  }
}

const documents = [
  document('3', 'Sales of heat pumps doubled this year across the region. Officials expect further growth in sales.'),
  document('1', 'The ministry pays a grant for each heat pump that replaces a boiler. It rained in the evening hours.'),
  document('2', 'The ministry pays a grant for each heat pump replacing a boiler, it said.', { clusterId: '1' }),
  document('4', 'A football match ended without goals after ninety dull minutes.'),
]

describe('summarize', () => {
  test('sentences are verbatim and belong to the documents that are named', () => {
    for (const { text, documentIds } of summarize({ documents, query, topic: query, maxSentences: 3 })) {
      const source = documents.find(({ id }) => id === documentIds[0])
      expect(`${source?.title}\n${source?.body}`).toContain(text)
    }
  })

  test('sentences on the query win over others, in order of publication', () => {
    const texts = summarize({ documents, query, topic: query, maxSentences: 2 }).map(({ text }) => text)
    expect(texts).toHaveLength(2)
    expect(texts[0]).toContain('grant')
    expect(texts[1]).toContain('Sales of heat pumps')
  })

  test('one story cluster speaks once, and its copies are named', () => {
    const clustered = documents.map((one) => ({ ...one, clusterId: one.id === '1' || one.id === '2' ? 'c' : null }))
    const told = summarize({ documents: clustered, query, topic: query, maxSentences: 4 })
    const grants = told.filter(({ text }) => text.includes('grant'))
    expect(grants).toHaveLength(1)
    expect([...(grants[0]?.documentIds ?? [])].toSorted()).toEqual(['1', '2'])
  })

  test('copies that no cluster joined are not both told', () => {
    const unclustered = documents.map((one) => ({ ...one, clusterId: null }))
    const told = summarize({ documents: unclustered, query, topic: query, maxSentences: 4 })
    expect(told.filter(({ text }) => text.includes('grant'))).toHaveLength(1)
  })

  test('a sentence about something else is not quoted, unless the title of its document says the topic', () => {
    const strangers = [
      document('1', 'The cat of the neighbours slept on our sofa for the whole long day.', { title: 'A cat' }),
      document('2', 'Installers are booked out until the end of the next winter, they say.', {
        title: 'Heat pump queue',
      }),
    ]
    const told = summarize({ documents: strangers, query, topic: query, maxSentences: 4 })
    expect(told.map(({ text }) => text)).toEqual([
      'Installers are booked out until the end of the next winter, they say.',
    ])
  })

  test('what was told before is not quoted again, nor nearly the same', () => {
    const told = ['The ministry pays a grant for each new heat pump that replaces a boiler.']
    const texts = summarize({ documents, query, topic: query, maxSentences: 4, told }).map(({ text }) => text)
    expect(texts.some((text) => text.includes('grant'))).toBe(false)
    expect(texts).toContain('Sales of heat pumps doubled this year across the region.')
  })

  test('a sentence that the end of what is read cuts is not quoted', () => {
    const filler = 'Heat pumps are discussed in the council and then in the town. '.repeat(70).slice(0, 3_970)
    const long = document('1', `${filler.trimEnd()} A heat pump costs 1.5 million pounds here.`)
    for (const { text } of summarize({ documents: [long], query, topic: query, maxSentences: 9 }))
      expect(text).not.toContain('A heat pump costs')
  })

  test('no documents make no summary', () => {
    expect(summarize({ documents: [], query, topic: query, maxSentences: 3 })).toEqual([])
  })

  test('of however many documents the first sixty are read, and sixty sentences compared', () => {
    const random = createRandom(61)
    const sentence = (): string =>
      `W${Array.from({ length: 9 }, () => `ord${random.below(400)} w`).join('')} heat pump.`
    const read = new Set<string>()
    const many = Array.from({ length: 200 }, (_, index) => {
      const { body, ...rest } = document(`${index}`, Array.from({ length: 12 }, sentence).join(' '))
      return {
        ...rest,
        get body() {
          read.add(rest.id)
          return body
        },
      }
    })
    expect(summarize({ documents: many, query, topic: query, maxSentences: 5 })).toHaveLength(5)
    expect([...read]).toEqual(many.slice(0, 60).map(({ id }) => id))
    expect(selectCandidates(many, { query, topic: query })).toHaveLength(60)
  })
})

describe('splitSentences', () => {
  test('abbreviations do not end a sentence', () => {
    expect(
      splitSentences('He met Dr. Smith in the U.S. Senate building today. Then he went home to his family.'),
    ).toEqual(['He met Dr. Smith in the U.S. Senate building today.', 'Then he went home to his family.'])
  })
})
