import { describe, expect, test } from 'vitest'
import { document, documents, report, sumUp } from '../testing/summary-report.ts'

describe('a summary', () => {
  test('quotes word for word, tells a story once, and shows what it cites', () => {
    const section = sumUp()
    expect(section.sentences.length).toBeGreaterThan(0)
    expect(section.documentsRead).toBe(3)
    for (const { text, documentIds } of section.sentences) {
      const source = documents.find(({ id }) => id === documentIds[0])
      expect(`${source?.title}\n${source?.body}`).toContain(text)
    }
    const cited = new Set(section.claims.flatMap(({ documentIds }) => documentIds))
    expect(section.cited.map(({ id }) => id).toSorted()).toEqual([...cited].toSorted())
  })

  test('says each quotation as a claim with its exact span, and how many outlets carry it', () => {
    const quotes = sumUp().claims.flatMap(({ quote, status }) => (quote === null ? [] : [{ ...quote, status }]))
    expect(quotes.length).toBe(3)
    for (const { documentId, part, start, end, text } of quotes)
      expect(documents.find(({ id }) => id === documentId)?.[part]?.slice(start, end)).toBe(text)
    expect(new Map(quotes.map(({ text, status }) => [text.slice(0, 6), status])).get('Prices')).toBe('supported')
  })

  test('begins with a title and the counts, each with the place it stands at in the report', () => {
    const { statements, claims } = sumUp()
    expect(statements.slice(0, 2)).toMatchObject([
      { part: 'title', text: '4 documents mention oat milk' },
      {
        part: 'detail',
        text: '4 documents mention oat milk between 1 January 2026 and 4 January 2026: 3 stories in 2 outlets.',
      },
    ])
    expect(claims.slice(1, 4).flatMap(({ numbers }) => numbers.map(({ pointer, value }) => [pointer, value]))).toEqual([
      ['/counts/documents', 4],
      ['/counts/storyClusters', 3],
      ['/counts/outlets', 2],
    ])
  })

  test('shows what speaks against a lean that is certain', () => {
    const lean = { value: -0.4, low: -0.6, high: -0.2, n: 30, method: 'mean' }
    const grim = documents.map((one) =>
      one.id === 'doc_4'
        ? { ...one, body: 'We love this wonderful and great oat milk and will always buy it again, happily.' }
        : { ...one, tone: { label: 'negative' as const, score: -0.5 } },
    )
    const told = sumUp({
      documents: [
        ...grim,
        ...Array.from({ length: 7 }, (_, n) =>
          document(9, {
            id: `doc_9${n}`,
            storyCluster: `s${n}`,
            body: `Number ${n} says oat milk is an awful, terrible and bad drink in town ${n}.`,
          }),
        ),
      ],
      report: { ...report, tone: { ...report.tone, mean: lean } },
    })
    const counter = told.statements.find(({ role }) => role === 'contrastive')
    const quoted = told.sentences.some(({ text }) => text.includes('wonderful'))
    expect(counter?.text.includes('wonderful') ?? quoted).toBe(true)
    expect(sumUp().statements.some(({ role }) => role === 'contrastive')).toBe(false)
  })

  test('a list of parts is no opposite voice, whatever tone its words add up to', () => {
    const lean = { value: 0.3, low: 0.2, high: 0.4, n: 30, method: 'mean' }
    const parts =
      'Oat milk machine official: Dual-core 1.5GHz Snapdragon S4 CPU, 8MP rear camera, NFC, integrated wireless charging'
    const listed = document(4, { kind: 'post', title: parts, tone: { label: 'negative', score: -0.7 } })
    const told = sumUp({
      documents: [...documents.slice(0, 3), listed],
      report: { ...report, tone: { ...report.tone, mean: lean } },
    })
    expect(told.statements.filter(({ role }) => role === 'contrastive')).toEqual([])
  })

  test('an opposite voice about something else is not quoted', () => {
    const lean = { value: -0.4, low: -0.6, high: -0.2, n: 30, method: 'mean' }
    const stranger = document(4, {
      title: 'A letter to the museum',
      body: 'I love this wonderful museum because it is great and makes all of us happy. There was oat milk.',
      tone: { label: 'positive', score: 0.9 },
    })
    const grim = documents
      .filter(({ id }) => id !== 'doc_4')
      .map((one) => ({ ...one, tone: { label: 'negative' as const, score: -0.5 } }))
    const told = sumUp({
      documents: [...grim, stranger],
      report: { ...report, tone: { ...report.tone, mean: lean } },
    })
    expect(told.statements.some(({ role }) => role === 'contrastive')).toBe(false)
    expect(told.statements.some(({ text }) => text.includes('museum'))).toBe(false)
  })

  test('names the largest stories by the title of their first document, and quotes none of it again', () => {
    const titled = documents.map((one) =>
      one.id === 'doc_2' ? { ...one, title: 'Prices of oat milk rose by a third as the harvest failed' } : one,
    )
    const stories = [{ storyCluster: 'doc_2', documents: 2, outlets: 2, documentId: 'doc_2' }]
    const texts = sumUp({ stories, documents: titled }).statements.map(({ text }) => text)
    expect(texts).toContain(
      '2 documents in 2 outlets tell the same story: “Prices of oat milk rose by a third as the harvest failed”',
    )
    expect(texts.filter((text) => text.includes('rose by a third'))).toHaveLength(1)
  })

  test('quotes the headline of an event once, and the story that tells the same not again', () => {
    const title = 'Prices of oat milk rose by a third as the harvest failed'
    const titled = documents.map((one) => (['doc_2', 'doc_3'].includes(one.id) ? { ...one, title } : one))
    const event = {
      onset: '2026-01-02',
      peak: '2026-01-02',
      until: '2026-01-03',
      stories: 30,
      documents: 31,
      expected: 5,
      excess: { value: 25, low: 20, high: 28, n: 30, method: '' },
      surprise: 9,
      headline: { documentId: 'doc_2', title, outlet: 'example.org', publishedAt: '2026-01-02T00:00:00Z' },
      first: null,
      retellings: 2,
      terms: [],
    }
    const told = sumUp({
      documents: titled,
      stories: [{ storyCluster: 'doc_2', documents: 2, outlets: 2, documentId: 'doc_2' }],
      report: { ...report, events: { ...report.events, events: [event], found: 1 } },
    })
    expect(told.statements.filter(({ text }) => text.includes('rose by a third'))).toMatchObject([{ part: 'story' }])
  })

  test('leaves out a story whose title is about something else, or no sentence', () => {
    const stories = [{ storyCluster: 'doc_2', documents: 2, outlets: 2, documentId: 'doc_2' }]
    for (const title of ['Note 2', 'A quiet weekend in the mountains of the north', 'OAT MILK SALE ENDS THIS FRIDAY'])
      expect(
        sumUp({ stories, documents: documents.map((one) => (one.id === 'doc_2' ? { ...one, title } : one)) })
          .statements.map(({ text }) => text)
          .filter((text) => text.includes('the same story')),
      ).toEqual([])
  })

  test('says a phrase without the quotation marks that hold it together', () => {
    const phrase = { ...report, query: { ...report.query, title: '"oat milk"' } }
    expect(sumUp({ report: phrase }).statements[0]?.text).toBe('4 documents mention oat milk')
  })

  test('puts what a question asks about first', () => {
    const reason = 'The two windows have too few stories to tell how many times as many.'
    const compared = { ...report, momentum: { ...report.momentum, reason } }
    const first = sumUp({ report: compared, question: 'Did it grow?' }).claims[0]
    expect(first?.formula).toBe('momentum')
  })

  test('says nothing of two windows of which one was not counted', () => {
    expect(report.momentum).toMatchObject({ reason: expect.stringContaining('shorter'), previousStories: 0 })
    expect(sumUp().claims.map(({ formula }) => formula)).not.toContain('momentum')
  })

  test('of nothing says so', () => {
    const nothing = {
      ...report,
      counts: { ...report.counts, documents: 0 },
      momentum: { ...report.momentum, current: 0, stories: 0 },
    }
    expect(sumUp({ report: nothing, documents: [], question: 'Why?' })).toMatchObject({
      statements: [],
      claims: [],
      sentences: [],
      documentsRead: 0,
      note: expect.stringContaining('No document matches'),
    })
  })
})
