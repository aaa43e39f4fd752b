import type { Citation } from '@auspex/sdk/types'
import { describe, expect, test } from 'vitest'
import type { AnalystTurn } from '../analyst.port.ts'
import { citedTitle } from '../answer/sentence.ts'
import { cannedTools, readAnswer, sampleReport, sampleRequest } from '../testing/canned-tools.ts'
import { createEmbeddedAnalyst } from './embedded-analyst.ts'
import { toReportContents } from './proposals.ts'

let ids = 0
const analyst = createEmbeddedAnalyst({ createId: () => `t${(ids += 1)}` })

async function ask(message: string, { answers = {}, history = [] as AnalystTurn[] } = {}) {
  const tools = cannedTools(answers)
  const request = sampleRequest({ message, history })
  return { ...(await readAnswer(analyst(request, tools, new AbortController().signal))), tools }
}

const thread: AnalystTurn[] = [
  { role: 'user', content: 'oat milk', understanding: null, citations: [] },
  {
    role: 'assistant',
    content: '412 documents mention oat milk.',
    understanding: {
      topics: [{ query: 'oat milk', signalId: sampleReport().signalId }],
      from: null,
      to: null,
      country: null,
      looksAt: [],
      unread: [],
      sentence: '',
    },
    citations: [],
  },
]

describe('a question', () => {
  test('about a misspelt topic is about the word that was meant, and says so', async () => {
    const report = sampleReport()
    const none = { ...report, counts: { ...report.counts, documents: 0 } }
    const { text, tools } = await ask('Tell me about oatt milk', {
      answers: {
        get_report: [none, report],
        get_search_help: { didYouMean: { query_term: 'oat milk', documents: 412 }, alsoCalled: [], meanings: [] },
      },
    })
    expect(text).toContain('No document has “oatt milk”, so this is about “oat milk”.')
    expect(tools.calls.filter(({ tool }) => tool === 'search_topic').at(-1)?.input).toMatchObject({ topic: 'oat milk' })
  })

  test('about a phrase that no document has is about its words, and says so', async () => {
    const report = sampleReport()
    const none = { ...report, counts: { ...report.counts, documents: 0 } }
    const { text, tools } = await ask('How much is said about oat butter?', {
      answers: { get_report: [none, report], get_search_help: { didYouMean: null, alsoCalled: [], meanings: [] } },
    })
    expect(text).toContain('No document has “oat butter”, so this is about documents that have all of its words.')
    expect(tools.calls.findLast(({ tool }) => tool === 'search_topic')?.input).toMatchObject({
      topic: 'oat AND butter',
    })
  })

  test('that compares a topic with one that no document has says both in one sentence', async () => {
    const report = sampleReport()
    const none = { ...report, counts: { ...report.counts, documents: 0 } }
    const { text } = await ask('compare oat milk and "soy milk" in 2012', {
      answers: { get_report: [report, none], get_search_help: { didYouMean: null, alsoCalled: [], meanings: [] } },
    })
    expect(text).toMatch(
      /^More was written about oat milk: 412 articles in 2012, and none on soy milk; the library holds [\d,]+ documents of those days/u,
    )
    const all = await ask('compare "oat milk" and "soy milk" in 2012', {
      answers: { get_report: none, get_search_help: { didYouMean: null, alsoCalled: [], meanings: [] } },
    })
    expect(all.text).toMatch(/^I found no document about “oat milk” or “soy milk” from 1 January/u)
  })

  test('about something that the library never mentions says so', async () => {
    const report = sampleReport()
    const { text } = await ask('How many documents mention "breaking bad ending" in 2012?', {
      answers: { get_report: { ...report, counts: { ...report.counts, documents: 0 } } },
    })
    expect(text).toContain('Nor does the library hold one of any other day, country or source.')
  })

  test('that no document has word for word is widened one wording after another where sources are still responding', async () => {
    const report = sampleReport()
    const searches: string[] = []
    const held = (topic: string) => (topic === 'zorbel flint' ? 20 : 0)
    const state = (topic: string, status: string) => ({
      signal_id: topic,
      request_id: topic,
      status,
      query: report.query,
      matched: null,
      sources: [{ status, documentsStored: held(topic) }],
    })
    const of = (documents: number, signalId: string) => ({
      ...report,
      signalId,
      counts: { ...report.counts, documents },
    })
    const isAsked = new Set<string>()
    const { text } = await ask('what happened with the zorbel flint disterling', {
      answers: {
        search_topic: ({ topic }: { topic: string }) => {
          searches.push(topic)
          return state(topic, 'running')
        },
        get_search: ({ requestId }: { requestId: string }) => {
          isAsked.add(requestId)
          return state(requestId, 'complete')
        },
        get_report: ({ signalId }: { signalId: string }) => of(isAsked.has(signalId) ? held(signalId) : 0, signalId),
        get_search_help: { didYouMean: null, alsoCalled: [], meanings: [] },
      },
    })
    expect(text).toContain('so this is about “zorbel flint”')
    expect(searches.length).toBeLessThan(7)
  })

  test('never calls days empty that could not be counted', async () => {
    const report = sampleReport()
    const none = { ...report, counts: { ...report.counts, documents: 0 } }
    const { text } = await ask('How is the tone of oat milk in 2009?', { answers: { get_report: [none, undefined] } })
    expect(text).toContain('I found no document about “oat milk” from 1 January to 31 December 2009')
    expect(text).toContain('Other days could not be counted just now.')
    expect(text).not.toMatch(/\bNor does\b/u)
  })

  test.each([
    ['how much kratom can I take a day', /^I cannot give medical advice: .* emergency number .*412 articles/u],
    ['is it safe to drink bleach', /^I cannot give medical advice: .* emergency number .*412 articles/u],
    ['should I buy Tesla shares?', /^I cannot say whether to buy, sell or hold anything.*412 articles/u],
  ])('that must be declined gets a sentence, then the size of its topic and no tone: %s', async (message, words) => {
    const { text, tools } = await ask(message)
    expect(text).toMatch(words)
    expect(text).not.toMatch(/mostly positive|The tone of/u)
    expect(tools.calls.map(({ tool }) => tool)).toEqual(['search_topic', 'get_report'])
  })

  test('about guilt gets no figures, which would read as evidence', async () => {
    const { text, tools } = await ask('is Elon Musk guilty of fraud, yes or no')
    expect(text).toContain('I cannot say who is guilty')
    expect(tools.calls).toEqual([])
  })

  test('in a form has that form, and the topic stays', async () => {
    const { text } = await ask('as a table please', { history: thread })
    expect(text).toContain('| About | Finding |')
    expect(text).toContain('topic oat milk')
  })

  test('about more than five topics compares five and names the others', async () => {
    const { text } = await ask('compare oat milk, soy milk, pea milk, rice milk, hemp milk and almond milk')
    expect(text).toMatch(/^I compare up to five topics: .* and not about almond milk\./u)
  })

  test('about a name of several things asks which one, with choices that stand alone', async () => {
    const meaning = (terms: string[], share: number) => ({
      label: terms[0],
      terms,
      share,
      documents: 50,
      query_term: '',
    })
    const help = {
      didYouMean: null,
      alsoCalled: [],
      meanings: [meaning(['coffee', 'beans'], 0.6), meaning(['code', 'compiler'], 0.4)],
    }
    const { text, events, tools } = await ask('java exports since may', { answers: { get_search_help: help } })
    expect(text).toBe(
      'Your library has several things called “java”: “coffee, beans” and “code, compiler”. Which one do you mean?',
    )
    expect(events.find(({ type }) => type === 'follow-ups')).toMatchObject({
      followUps: [
        { label: 'coffee, beans', message: '"java" AND "coffee" exports since may' },
        { label: 'code, compiler', message: '"java" AND "code" exports since may' },
      ],
    })
    expect(tools.calls.map(({ tool }) => tool)).toEqual(['read_question', 'get_search_help'])
  })
})

test('a question that is offered names the topic as documents do, and its sources in words', async () => {
  const report = sampleReport()
  const { tools, events } = await ask('What do people on Reddit say about oat milk?', {
    answers: {
      read_question: { ok: true, question: { words: ['Oat Milk'] }, fault: null, reading: null },
      get_report: { ...report, query: { ...report.query, title: 'Oat Milk AND (source:reddit OR outlet:"reddit")' } },
    },
  })
  expect(tools.calls.find(({ tool }) => tool === 'search_topic')?.input).toMatchObject({
    topic: 'Oat Milk AND (source:reddit OR outlet:"reddit")',
  })
  const offered = events.flatMap((event) => (event.type === 'follow-ups' ? event.followUps : []))
  expect(offered.map(({ message }) => message)).toContain('What changed for “Oat Milk” on Reddit?')
})

describe('an answer saved as a report', () => {
  const answer = (content: string, citations: Citation[]) =>
    toReportContents({ role: 'assistant', content, understanding: null, citations })
  const place = { number: 1, claimStart: 0, claimEnd: 4 }

  test('a quotation with Markdown characters becomes plain text on one line in the footnote', () => {
    const quote = 'So good!\n\n![x](https://evil.example/a.png) <b>[1]</b>'
    const document = { ...place, kind: 'document' as const, documentId: 'doc_1', field: 'body' as const }
    const contents = answer('Good. [1]', [{ ...document, quoteStart: 0, quoteEnd: quote.length, quote }])
    expect(contents.split('\n')).toHaveLength(3)
    expect(contents).toMatch(/^Good\. \[\^1\]\n\n\[\^1\]: “So good/u)
    expect(contents).not.toMatch(/(?<!\\)!\[|(?<!\\)<b>|https:\/\//u)
  })

  test('a measure has only significant digits, and an unknown one says so', () => {
    const measure = {
      ...place,
      kind: 'measure' as const,
      signalId: 'sig_a',
      section: 'momentum' as const,
      pointer: '/x',
    }
    expect(answer('Up. [1]', [{ ...measure, value: 1.234_567 }])).toContain(
      'Momentum of the report: 1.23 (signal sig_a)',
    )
    expect(answer('Up. [1]', [{ ...measure, value: 12_345.6 }])).toContain(': 12,346 (')
    expect(answer('Up. [1]', [{ ...measure, value: null }])).toContain(': unknown (')
  })

  test('a number in brackets that is no source reference stays unchanged', () => {
    expect(answer('As of [7].', [])).toBe('As of [7].')
  })
})

test('as many positive as negative documents lean to neither side', async () => {
  const example = sampleReport()
  const { text } = await ask('How is the tone of kefir?', {
    answers: {
      get_report: { ...example, tone: { ...example.tone, stories: { positive: 10, neutral: 0, negative: 10 } } },
    },
  })
  expect(text).toMatch(
    /^About as many articles that mention kefir are positive as negative, but too few are clear to be sure: 10 of 20 with a clear tone \(50%\) are positive and 10 \(50%\) negative\./u,
  )
})

describe('a kind of documents that there is none of', () => {
  const example = sampleReport()
  const of = (kind: string) => ({
    ...example,
    volume: { ...example.volume, kinds: [{ kind, documents: 412, storyClusters: 412 }] },
  })

  test('is missing from what was asked for, and not from the library', async () => {
    const { text } = await ask('How many articles on Reddit mention kefir in 2012?', {
      answers: {
        get_report: of('post'),
      },
    })
    expect(text).toContain('None: I found no article from Reddit that mentions kefir in 2012.')
  })

  test('is not missing where questions and answers are the posts', async () => {
    const { text } = await ask('How many posts mention rust?', { answers: { get_report: of('question') } })
    expect(text).not.toContain('None')
  })
})

describe('a peak', () => {
  const example = sampleReport()
  const point = (firstDay: string, groups: number[], coveredDays: number) => ({
    ...example.volume.points[0],
    firstDay,
    lastDay: firstDay.replace(/01$/u, '28'),
    groups,
    documents: groups.reduce((sum, size) => sum + size, 0),
    storyClusters: groups.reduce((sum, size) => sum + size, 0),
    coveredDays,
  })
  const peakOf = async (endsOn: string | null, ...points: object[]) => {
    const [group] = example.volume.groups
    const groups = (['post', 'article'] as const).map((kind, at) => ({
      ...group,
      kind,
      documents: 60 - 20 * at,
      endsOn,
    }))
    const { text } = await ask('When did kefir peak?', {
      answers: {
        get_report: {
          ...example,
          events: { ...example.events, events: [], busiest: null },
          volume: { ...example.volume, interval: 'month', points, groups },
        },
      },
    })
    return text
  }
  const peak = (...points: object[]) => peakOf('2013-06-30', ...points)

  test('is of all documents where all kinds of sources cover the same days', async () => {
    const text = await peakOf(null, point('2013-03-01', [30, 40], 28), point('2013-04-01', [50, 0], 28))
    expect(text).toMatch(/^Talk of kefir peaked in March 2013, with 70 documents/u)
    expect(text).toMatch(/ mention kefir from 3 January to 20 November 2026\. \[\d\]$/mu)
  })

  test('of posts has copies only where the posts have', async () => {
    const text = await peak(point('2013-03-01', [30, 40], 28), point('2013-04-01', [20, 0], 28))
    expect(text).toMatch(/^Talk of kefir peaked in March 2013, with 30 posts/u)
    expect(text).not.toContain('come down to')
  })

  test('is not told of days that nothing covers', async () => {
    expect(await peak(point('2013-03-01', [30, 40], 0))).toMatch(/^No peak can be told/u)
  })
})

test('a title keeps the quotation marks of its own words', () => {
  const quoteOf = (title: string) => citedTitle({ documentId: 'd', title }).text
  expect(quoteOf('"Gangnam Style" overtakes "Baby"')).toBe('"Gangnam Style" overtakes "Baby"')
  expect(quoteOf('"Gangnam Style" overtakes "Baby')).toBe('"Gangnam Style" overtakes "Baby')
  expect(quoteOf('"Oat milk is here to stay"')).toBe('Oat milk is here to stay')
})

describe('what happened to a topic', () => {
  const report = sampleReport()
  const search = { status: 'complete', query: report.query, matched: null, sources: [] }
  const askOf = (message: string, held: (topic: string) => number) =>
    ask(message, {
      answers: {
        search_topic: ({ topic }: { topic: string }) => ({ ...search, signal_id: topic }),
        get_report: ({ signalId }: { signalId: string }) => ({
          ...report,
          signalId,
          counts: { ...report.counts, documents: held(signalId) },
        }),
      },
    })

  test('is named in words, without the operators of a search', async () => {
    const { text } = await ask('what was said about the resignation of nixon')
    expect(text).toContain('This counts only documents that also have a word such as “resignation” or “stepped down”.')
  })

  test('is counted from the name where that has more than the words as they were typed', async () => {
    const { text } = await askOf('what did people say about "Snowden leaks"', (topic) =>
      topic.includes(' OR ') ? 7 : 2,
    )
    expect(text).not.toContain('Only 7 of them')
    expect(text).toMatch(/7 articles/u)
  })
})

test('"Yes" answers whether people liked something with a bad name', async () => {
  const example = sampleReport()
  const tone = { ...example.tone, stories: { positive: 70, neutral: 0, negative: 20 } }
  const { text } = await ask('did people like Breaking Bad', { answers: { get_report: { ...example, tone } } })
  expect(text).toMatch(/^Yes: the tone/u)
})

test('narratives that were not refused are not refused by how many documents were read', async () => {
  const told = async (note: string | null) =>
    (
      await ask('What are the main narratives on kefir?', {
        answers: { get_report_section: { section: 'narratives', items: [], note } },
      })
    ).text
  const read = '2,000 of 40,000 documents were read, evenly over time; who was first is the first among those.'
  expect(await told(read)).toContain('The documents have no subject that many of them share.')
  expect(await told(`${read} 40 documents are too few to group: 60 are needed.`)).toContain(
    'There are too few documents to group into narratives: 40 of the 60 that it takes.',
  )
})

test('a day is named on it, and not in it', async () => {
  const example = sampleReport()
  const day = (firstDay: string, documents: number) => ({
    ...example.volume.points[0],
    firstDay,
    lastDay: firstDay,
    coveredDays: 1,
    documents,
    total: 1000,
  })
  const { text } = await ask('Which day was the busiest for kefir?', {
    answers: {
      get_report_section: {
        section: 'volume',
        interval: 'day',
        points: [day('2012-03-05', 30), day('2012-03-06', 12), day('2012-03-07', 4)],
      },
    },
  })
  expect(text).toContain('highest on 5 March 2012')
  expect(text).not.toMatch(/in \d+ March 2012/u)
})
