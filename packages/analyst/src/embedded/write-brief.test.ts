import type { SignalReport } from '@auspex/sdk/types'
import { describe, expect, test } from 'vitest'
import type { AnalystTurn } from '../analyst.port.ts'
import { cannedTools, readAnswer, sampleReport, sampleRequest } from '../testing/canned-tools.ts'
import { createEmbeddedAnalyst } from './embedded-analyst.ts'

let ids = 0
const analyst = createEmbeddedAnalyst({ createId: () => `t${(ids += 1)}` })

async function ask(
  message: string,
  answers: Readonly<Record<string, unknown>> = {},
  history: readonly AnalystTurn[] = [],
) {
  const tools = cannedTools(answers)
  const request = sampleRequest({ message, history })
  return { ...(await readAnswer(analyst(request, tools, new AbortController().signal))), tools }
}

/** A message after another one, with the answer that this got. */
async function askAfter(before: string, message: string, answers: Readonly<Record<string, unknown>> = {}) {
  const { events } = await ask(before, answers)
  const understood = events.findLast((event) => event.type === 'understanding')
  return ask(message, answers, [
    { role: 'user', content: before, understanding: null, citations: [] },
    { role: 'assistant', content: '', understanding: understood?.understanding ?? null, citations: [] },
  ])
}

const month = (firstDay: string, documents: number, coveredDays?: number) => {
  const lastDay = new Date(Date.UTC(Number(firstDay.slice(0, 4)), Number(firstDay.slice(5, 7)), 0))
    .toISOString()
    .slice(0, 10)
  const covered = coveredDays ?? Number(lastDay.slice(8))
  return { firstDay, lastDay, documents, coveredDays: covered, total: null, groups: [], storyClusters: null }
}
const rows = (text: string) => text.split('\n').filter((line) => line.startsWith('|'))

describe('documents counted by month', () => {
  const volume = {
    section: 'volume',
    interval: 'month',
    points: [
      month('2012-01-01', 0, 0),
      month('2012-02-01', 1200),
      month('2012-03-01', 40),
      month('2012-04-01', 0, 0),
      month('2012-05-01', 0),
    ],
  }

  test.each([
    'How many posts mention oat milk by month?',
    'oat milk month by month please',
    'Wie viele Beiträge über Oat Milk pro Monat?',
    'monthly volume of oat milk',
  ])('are a table with the highest month before it: %s', async (message) => {
    const { text, tools } = await ask(message, { get_report_section: volume })
    expect(tools.calls.find(({ tool }) => tool === 'get_report_section')?.input).toMatchObject({
      section: 'volume',
      interval: 'month',
    })
    expect(text).toMatch(/February 2012 had the most, 1,200 articles\./u)
    expect(rows(text)).toEqual([
      '| Month | Articles |',
      '| --- | --- |',
      '| February 2012 | 1,200 |',
      '| March 2012 | 40 |',
      '| April 2012 | not covered |',
      '| May 2012 | 0 |',
    ])
  })

  test('say of a part that the sources cover only partly how much of it they do', async () => {
    const partly = { ...volume, points: [month('2012-02-01', 1200), month('2012-03-01', 40, 10)] }
    const { text } = await ask('How many posts mention oat milk by month?', { get_report_section: partly })
    expect(rows(text).slice(2)).toEqual(['| February 2012 | 1,200 |', '| March 2012 | 40 (10 of 31 days covered) |'])
    const { text: byYear } = await ask('How many posts mention oat milk by year?', {
      get_report_section: { ...volume, points: [...partly.points, month('2013-01-01', 7)] },
    })
    expect(rows(byYear).slice(2)).toEqual(['| 2012 | 1,240 (39 of 60 days covered) |', '| 2013 | 7 |'])
  })

  test('that could not be read are not left out in silence', async () => {
    const { text } = await ask('How many posts mention oat milk by month?', { get_report_section: undefined })
    expect(text).toContain('The counts by month could not be read: It failed.')
  })

  test('are summed by year where years are asked for, and for several topics have a column each', async () => {
    const years = { ...volume, points: [...volume.points, month('2013-01-01', 7)] }
    const report = sampleReport()
    const compare = { comparison: { differences: [], referenceId: report.signalId }, reports: [report, report] }
    const { text } = await ask('compare oat milk and soy milk by year', {
      get_report_section: years,
      compare_signals: compare,
    })
    expect(rows(text)).toEqual([
      '| Year | oat milk | soy milk |',
      '| --- | --- | --- |',
      '| 2012 | 1,240 (91 of 152 days covered) | 1,240 (91 of 152 days covered) |',
      '| 2013 | 7 | 7 |',
    ])
  })

  test('stay so in a short follow-up, for another topic or from other sources', async () => {
    const first = 'How many posts mention oat milk by month?'
    expect((await askAfter(first, 'and kefir?', { get_report_section: volume })).text).toContain('| Month | Articles |')
    expect((await askAfter(first, 'only from newspapers', { get_report_section: volume })).text).toContain('| Month |')
    for (const other of ['and how is the tone', 'and who are the people that talk about it most there?'])
      expect((await askAfter(first, other, { get_report_section: volume })).text).not.toContain('| Month |')
  })

  test('are not told to somebody who only names a month', async () => {
    expect((await ask('How many posts mentioned oat milk last month?')).text).not.toContain('| Month |')
  })
})

describe('the tone of a topic', () => {
  const point = (firstDay: string, positive: number, negative: number) => ({ firstDay, positive, negative })
  const tone = (...points: object[]) => ({ section: 'tone', interval: 'month', points })

  test.each([
    'Has the tone of oat milk got worse over time?',
    'when did the mood on oat milk turn',
    'How did sentiment towards oat milk change?',
  ])('over time says whether it moved, and when it was best and worst: %s', async (message) => {
    const moving = tone(point('2012-01-01', 40, 5), point('2012-02-01', 30, 10), point('2012-03-01', 10, 70))
    const { text } = await ask(message, { get_report_section: moving })
    expect(text).toContain(
      'he tone on oat milk became more negative: 40 of 45 news articles with a clear tone (89%) were positive in January 2012, and 10 of 80 (13%) in March 2012.',
    )
    // the best and the worst month are those of the change
    expect(text).not.toContain('most positive in')
  })

  test('over time is told by year where a follow-up asks for years', async () => {
    const moving = tone(point('2012-01-01', 40, 5), point('2012-02-01', 30, 10), point('2013-03-01', 10, 70))
    const { text } = await askAfter('Has the mood on oat milk got worse over time?', 'by year please', {
      get_report_section: moving,
    })
    expect(rows(text)).toEqual([
      '| Year | Positive | Negative | Positive of both |',
      '| --- | --- | --- | --- |',
      '| 2012 | 70 | 15 | 82% |',
      '| 2013 | 10 | 70 | 13% |',
    ])
  })

  test('that moves no more than chance explains is said not to have changed, and few documents are said to be too few', async () => {
    const steady = tone(point('2012-01-01', 12, 10), point('2012-02-01', 11, 11))
    expect((await ask('did the tone of oat milk change', { get_report_section: steady })).text).toContain(
      'he tone on oat milk did not clearly change',
    )
    // most of what is written stands in the last month
    const late = tone(point('2012-01-01', 12, 10), point('2012-02-01', 90, 10))
    expect((await ask('did the tone of oat milk change', { get_report_section: late })).text).toContain(
      'he tone on oat milk became more positive',
    )
    const few = tone(point('2012-01-01', 2, 1), point('2012-02-01', 1, 1))
    expect((await ask('did the tone of oat milk change', { get_report_section: few })).text).toContain(
      'Cannot tell: too few news articles on oat milk have a clear tone',
    )
  })

  const complaint = 'Oat milk is a horrible, disgusting mess in coffee because it curdles.'
  const texts: Readonly<Record<string, string>> = {
    doc_a: `I hate mornings, and everything that is in them. ${complaint} So I stopped.`,
    doc_b: 'Why is oat milk so terrible? Oat milk sucks.',
    doc_p: 'Oat milk makes a wonderful foam that works well, but mornings are terrible. Always.',
  }
  const piece = (id: string, title: string) => ({ id, title, snippet: '', outlet: 'reddit/r/milk', storyCluster: id })
  const answers = {
    list_documents: ({ tone: wanted }: Record<string, unknown>) => ({
      items:
        wanted === 'positive' ? [piece('doc_p', 'Foam')] : [piece('doc_b', 'A question'), piece('doc_a', 'Coffee')],
      page: { total: 4 },
    }),
    read_document: ({ documentId }: Record<string, unknown>) => ({
      id: documentId,
      text: { content: texts[String(documentId)] },
    }),
  }

  test.each(['Why do people hate oat milk?', 'what do people complain about with oat milk'])(
    'has its reasons in sentences that name the topic, judge it and say why: %s',
    async (message) => {
      const { text, citations } = await ask(message, answers)
      expect(text).toMatch(/^One complaint about oat milk, with its reason: “Oat milk is a horrible, disgusting mess/u)
      expect(text).not.toMatch(/mornings|sucks|foam/u)
      expect(citations).toContainEqual(
        expect.objectContaining({
          kind: 'document',
          documentId: 'doc_a',
          field: 'body',
          quoteStart: 49,
          quote: complaint,
        }),
      )
    },
  )

  test('has the reasons of both sides where both are asked for', async () => {
    const { text } = await ask('Why do people love or hate oat milk?', answers)
    expect(text).toContain('One complaint about oat milk')
    expect(text).toContain('“Oat milk makes a wonderful foam that works well, but mornings are terrible.” (r/milk)')
  })

  test('that could not be read is not taken for one that has no reason or does not move', async () => {
    expect((await ask('Why do people hate oat milk?', { ...answers, list_documents: undefined })).text).toContain(
      'The negative articles could not be read: It failed.',
    )
    expect((await ask('did the tone of oat milk change', { get_report_section: undefined })).text).toContain(
      'The tone over time could not be read: It failed.',
    )
  })

  test('has no reason where no sentence states one, and says so first', async () => {
    const { text } = await ask('Why do people hate oat milk?', { ...answers, read_document: undefined })
    expect(text).toMatch(/^No reason could be found in the negative articles on oat milk/u)
  })
})

describe('two questions in one message', () => {
  const topicsOf = (tools: { calls: readonly { tool: string; input: Record<string, unknown> }[] }) =>
    tools.calls.flatMap(({ tool, input }) => (tool === 'search_topic' ? [input] : []))

  test.each([
    'How many posts mention oat milk in 2012? And who talks about soy milk in 2013?',
    'how many posts mention oat milk in 2012? my boss wants to know. and who talks about soy milk in 2013?',
  ])('are answered one after the other, each with its own topic and days: %s', async (message) => {
    const { text, tools, events } = await ask(message)
    expect(topicsOf(tools)).toMatchObject([
      { topic: 'oat milk', from: '2012-01-01', to: '2012-12-31' },
      { topic: 'soy milk', from: '2013-01-01', to: '2013-12-31' },
    ])
    expect(text.indexOf('topic oat milk, 1 January to 31 December 2012')).toBeLessThan(
      text.indexOf('topic soy milk, 1 January to 31 December 2013'),
    )
    expect(events.findLast(({ type }) => type === 'understanding')).toMatchObject({
      understanding: { topics: [{ query: 'oat milk' }, { query: 'soy milk' }] },
    })
  })

  test('about one topic are one answer', async () => {
    const { tools } = await ask('How many posts mention oat milk? And who talks about it most?')
    expect(topicsOf(tools)).toHaveLength(1)
  })
})

test('a follow-up keeps the sources that the question before was limited to', async () => {
  const { text } = await askAfter('How many posts on Reddit mention Oat Milk?', 'and how was the tone')
  expect(text).toContain('only from Reddit')
})

test('five headlines are five distinct ones, however many outlets print the newest', async () => {
  const piece = (at: number, title: string) => ({
    id: `doc_${at}`,
    title,
    outlet: 'a.example',
    publishedAt: '2026-11-03T00:00:00Z',
  })
  const { text } = await ask('give me five headlines on oat milk', {
    list_documents: ({ page = 1 }: { page?: number }) => ({
      items: Array.from({ length: 50 }, (_, at) =>
        piece(page * 100 + at, page === 1 ? 'Copied everywhere' : `Piece ${at}`),
      ),
      page: { total: 200 },
    }),
  })
  expect(text.match(/“/gu)).toHaveLength(5)
})

describe('what the sources cover', () => {
  const example = sampleReport()
  const group = (
    kind: 'post' | 'article',
    documents: number,
    spans: readonly [string, string][],
    endsOn: string | null,
  ) => ({
    source: 'imported' as const,
    kind,
    label: kind,
    documents,
    total: 10_000,
    complete: true,
    spans: spans.map(([firstDay, lastDay]) => ({ firstDay, lastDay })),
    endsOn,
    uncoveredDocuments: 0,
  })
  const point = (firstDay: string, groups: readonly number[]) => ({
    ...month(
      firstDay,
      groups.reduce((sum, documents) => sum + documents, 0),
    ),
    storyClusters: groups.reduce((sum, documents) => sum + documents, 0),
    outlets: 3,
    total: 1000,
    share: null,
    groups: [...groups],
  })
  const points = [
    point('2013-04-01', [300, 0]),
    point('2013-05-01', [90, 0]),
    point('2013-06-01', [70, 0]),
    point('2020-03-01', [0, 400]),
  ]
  const ended: SignalReport = {
    ...example,
    firstDay: '2013-04-01',
    lastDay: '2021-01-02',
    counts: { ...example.counts, documents: 860, storyClusters: 860 },
    events: { ...example.events, events: [], busiest: null },
    volume: {
      ...example.volume,
      interval: 'month',
      points,
      groups: [
        group('post', 460, [['2013-04-01', '2013-08-17']], '2013-08-17'),
        group('article', 400, [['2020-01-01', '2021-01-02']], null),
      ],
    },
  }

  test('closes every span where its sources end', async () => {
    const { text } = await ask('How is the tone of oat milk?', { get_report: ended })
    expect(text).toContain(
      '860 documents from 96 outlets mention oat milk: 460 forum posts up to 17 August 2013, where they end and 400 news articles from 1 January 2020 to 2 January 2021.',
    )
  })

  test('bounds a peak: other sources after them make none', async () => {
    const { text } = await ask('When did oat milk peak?', { get_report: ended })
    expect(text).toMatch(
      /^Talk of oat milk peaked in April 2013, .*the library’s forum posts end on 17 August 2013, so a later peak would not show/u,
    )
  })

  test('bounds a change: it is told within one kind of source', async () => {
    const { text } = await ask('How did talk about oat milk change?', { get_report: ended })
    expect(text).toMatch(/^Talk of oat milk fell from 300 documents in April 2013 to 70 documents in June 2013\./u)
  })

  test('decides whether newspapers are silent or unknown', async () => {
    const volume = {
      ...ended.volume,
      groups: ended.volume.groups.map((one) => ({ ...one, documents: one.kind === 'article' ? 0 : 460 })),
    }
    const { text } = await ask('Who talked about oat milk, and did the newspapers carry it?', {
      get_report: { ...ended, volume },
    })
    expect(text).toContain('Cannot tell whether newspapers carried it')
  })
})

test.each<[positive: number, negative: number, verdict: RegExp]>([
  [6, 3, /^Too few to say: only 9 articles/u],
  [
    13,
    7,
    /^The tone of articles that mention oat milk leans positive, but too few are clear to be sure: 13 of 20 with a clear tone \(65%\) are positive and 7 \(35%\) negative\./u,
  ],
  [
    50,
    48,
    /^The tone of articles that mention oat milk is mixed: 50 of 98 with a clear tone \(51%\) are positive and 48 \(49%\) negative/u,
  ],
  [70, 20, /^The tone of articles that mention oat milk is mostly positive: 70 of 90/u],
  [20, 70, /^The tone of articles that mention oat milk is mostly negative: 70 of 90/u],
])('a tone of %i positive and %i negative documents has its own words', async (positive, negative, verdict) => {
  const report = sampleReport()
  const tone = { ...report.tone, stories: { positive, neutral: 0, negative } }
  expect((await ask('How is the tone of oat milk?', { get_report: { ...report, tone } })).text).toMatch(verdict)
})

test('top voices are ranked with their counts', async () => {
  const report = sampleReport()
  const [voice] = report.voices.outlets
  if (voice === undefined) throw new Error('the example has a voice')
  const outlets = [9, 30, 4].map((documents, at) => ({
    ...voice,
    name: `reddit/r/${'abc'.charAt(at)}`,
    group: 'forum' as const,
    documents,
  }))
  const { text } = await ask('top subreddits on oat milk', {
    get_report: { ...report, voices: { ...report.voices, outlets } },
  })
  expect(text).toMatch(/^1\. r\/b: 30 articles \[1\]\n2\. r\/a: 9 articles \[2\]\n3\. r\/c: 4 articles/u)
})
