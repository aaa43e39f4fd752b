import { describe, expect, test } from 'vitest'
import type { AnalystTurn } from '../analyst.port.ts'
import { cannedTools, sampleReport, sampleRequest } from '../testing/canned-tools.ts'
import { readAnswer } from '../testing/index.ts'
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
  return { firstDay, lastDay, documents, coveredDays: coveredDays ?? Number(lastDay.slice(8)) }
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
    expect(text).toContain('February 2012 had the most, 1,200 documents.')
    expect(rows(text)).toEqual([
      '| Month | Documents |',
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
    expect((await askAfter(first, 'and kefir?', { get_report_section: volume })).text).toContain(
      '| Month | Documents |',
    )
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
      'The tone became more negative: 82% of the documents with a clear tone were positive before March 2012, and 13% from then on.',
    )
    expect(text).toContain(
      'most positive in January 2012, with 40 of 45 documents of a clear tone, and most negative in March 2012, with 70 of 80',
    )
  })

  test('over time is told by year where a follow-up asks for years', async () => {
    const moving = tone(point('2012-01-01', 40, 5), point('2012-02-01', 30, 10), point('2013-03-01', 10, 70))
    const { text } = await askAfter('Has the mood on oat milk got worse over time?', 'by year please', {
      get_report_section: moving,
    })
    expect(rows(text)).toEqual([
      '| Year | Positive | Negative |',
      '| --- | --- | --- |',
      '| 2012 | 70 | 15 |',
      '| 2013 | 10 | 70 |',
    ])
  })

  test('that moves no more than chance explains is said not to have changed, and few documents are said to be too few', async () => {
    const steady = tone(point('2012-01-01', 12, 10), point('2012-02-01', 11, 11))
    expect((await ask('did the tone of oat milk change', { get_report_section: steady })).text).toContain(
      'The tone did not clearly change',
    )
    // most of what is written stands in the last month
    const late = tone(point('2012-01-01', 12, 10), point('2012-02-01', 90, 10))
    expect((await ask('did the tone of oat milk change', { get_report_section: late })).text).toContain(
      'The tone became more positive: 55% of the documents with a clear tone were positive before February 2012, and 90%',
    )
    const few = tone(point('2012-01-01', 2, 1), point('2012-02-01', 1, 1))
    expect((await ask('did the tone of oat milk change', { get_report_section: few })).text).toContain(
      'Too few documents have a clear tone',
    )
  })

  const piece = (id: string, title: string) => ({ id, title, snippet: null, outlet: 'reddit/r/milk', storyCluster: id })
  const listed = ({ tone: wanted }: Record<string, unknown>) => ({
    items:
      wanted === 'negative'
        ? ['a', 'b', 'c', 'd'].map((id) => piece(`doc_${id}`, `Oat milk curdles in coffee ${id}`))
        : [piece('doc_p', 'Foam')],
    page: { total: 4 },
  })
  const praise = 'Nothing makes a better foam than oat milk.'
  const sentencesOf = ({ documentId }: Record<string, unknown>) => ({
    label: 'negative',
    sentences:
      documentId === 'doc_p'
        ? [{ part: 'body', text: praise, label: 'positive', score: 0.6 }]
        : documentId === 'doc_a'
          ? [
              {
                part: 'body',
                text: 'I hate mornings, and everything that is in them.',
                label: 'negative',
                score: -0.9,
              },
              { part: 'title', text: 'Oat milk curdles in coffee a', label: 'negative', score: -0.5 },
            ]
          : [],
  })
  const answers = {
    list_documents: listed,
    explain_tone: sentencesOf,
    read_document: { id: 'doc_p', text: { content: `Foam. ${praise} Always.` } },
  }

  test.each(['Why do people hate oat milk?', 'what do people complain about with oat milk'])(
    'has its reasons in sentences about the topic by those who have it: %s',
    async (message) => {
      const { text, citations } = await ask(message, answers)
      expect(text).toContain('Negative sentences about it are “Oat milk curdles in coffee a” (r/milk).')
      expect(text).toContain('the negative ones have “curdles” and “coffee”')
      expect(text).not.toContain('mornings')
      expect(text).not.toContain('foam')
      expect(citations).toContainEqual(
        expect.objectContaining({ kind: 'document', documentId: 'doc_a', field: 'title' }),
      )
    },
  )

  test('has the reasons of both sides where both are asked for, each quoted where it stands', async () => {
    const { text, citations } = await ask('Why do people love or hate oat milk?', answers)
    expect(text).toContain('Negative sentences about it are')
    expect(text).toContain(`Positive sentences about it are “${praise}” (r/milk).`)
    expect(citations).toContainEqual(expect.objectContaining({ documentId: 'doc_p', field: 'body', quoteStart: 6 }))
  })

  test('that could not be read is not taken for one that has no reason or does not move', async () => {
    const why = 'Why do people hate oat milk?'
    expect((await ask(why, { ...answers, list_documents: undefined })).text).toContain(
      'The negative documents could not be read: It failed.',
    )
    expect((await ask(why, { ...answers, explain_tone: undefined })).text).toContain(
      'The sentences of the most discussed negative documents could not be read.',
    )
    expect((await ask('did the tone of oat milk change', { get_report_section: undefined })).text).toContain(
      'The tone over time could not be read: It failed.',
    )
  })

  test('has no reason where no sentence about the topic is clear', async () => {
    const { text } = await ask('Why do people hate oat milk?', {
      ...answers,
      explain_tone: { label: 'negative', sentences: [] },
    })
    expect(text).toContain('No sentence of the most discussed documents is clearly negative about it.')
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
