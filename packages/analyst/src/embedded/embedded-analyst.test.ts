import type { ZeusReading } from '@auspex/sdk/types'
import { describe, expect, test } from 'vitest'
import type { AnalystTurn, Understanding } from '../analyst.port.ts'
import { cannedTools, listedDocuments, readAnswer, sampleReport, sampleRequest } from '../testing/canned-tools.ts'
import { createEmbeddedAnalyst } from './embedded-analyst.ts'

let ids = 0
const analyst = createEmbeddedAnalyst({ createId: () => `t${(ids += 1)}` })
const { signalId } = sampleReport()

async function ask(
  message: string,
  {
    answers = {},
    history = [] as AnalystTurn[],
    signalIds = [] as string[],
    instruction = null as string | null,
    reading = null as ZeusReading | null,
  } = {},
) {
  const tools = cannedTools(answers)
  const request = sampleRequest({ message, history, signalIds, instruction, reading })
  return { ...(await readAnswer(analyst(request, tools, new AbortController().signal))), tools }
}

const understanding: Understanding = {
  topics: [{ query: 'oat milk', signalId }],
  from: null,
  to: null,
  country: null,
  looksAt: [],
  unread: [],
  sentence: 'I read this as: topic oat milk, all days.',
}
const thread: AnalystTurn[] = [
  { role: 'user', content: 'oat milk', understanding: null, citations: [] },
  {
    role: 'assistant',
    content: '412 documents mention oat milk. [1]\n\n*I read this as: topic oat milk, all days.*',
    understanding,
    citations: [
      {
        kind: 'measure',
        number: 1,
        claimStart: 0,
        claimEnd: 31,
        signalId,
        section: 'volume',
        pointer: '/documents',
        value: 412,
      },
    ],
  },
]

describe('a question about a topic', () => {
  test('is answered from its report, citing the source of each number and quotation', async () => {
    const { text, citations, events, tools } = await ask('What is new with oat milk in 2026?')
    expect(tools.calls.find(({ tool }) => tool === 'search_topic')?.input).toMatchObject({
      topic: 'oat milk',
      from: '2026-01-01',
      to: '2026-12-31',
    })
    expect(text).toMatch(/^Most was written about oat milk from 1 to 7 November 2026, 31 articles/u)
    expect(text).toContain('412 articles from 96 outlets mention oat milk')
    expect(text).toContain('*I read this as: topic oat milk, 1 January to 31 December 2026.*')
    expect(citations.map(({ claimStart, claimEnd }) => text.slice(claimStart, claimEnd))).toEqual([
      '31 articles',
      'Oat milk prices rise',
      '412 articles',
    ])
    expect(citations[1]).toMatchObject({ kind: 'document', field: 'title', quoteStart: 0, quoteEnd: 20 })
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['understanding', 'tool-call', 'tool-result', 'figure-added', 'follow-ups']),
    )
  })

  test('says which part of the question cannot be answered', async () => {
    const report = sampleReport()
    const tone = { ...report.tone, stories: { positive: 3, neutral: 0, negative: 2 } }
    const { text } = await ask('How is the tone of oat milk?', { answers: { get_report: { ...report, tone } } })
    expect(text).toMatch(/^Too few to say: only 5 articles on oat milk have a clear tone, 3 positive and 2 negative\./u)
  })

  test('has no answer without any documents', async () => {
    const report = sampleReport()
    const empty = { ...report, counts: { ...report.counts, documents: 0 } }
    const { text, citations } = await ask('Tell me about oat milk', { answers: { get_report: empty } })
    expect(text).toContain('I found no document about “oat milk”')
    expect(citations).toEqual([])
  })

  test('mentions the documents of other days when the requested days have none', async () => {
    const { text, citations } = await ask('Why did oat milk collapse in 2009?', {
      answers: {
        get_report: [{ ...sampleReport(), counts: { ...sampleReport().counts, documents: 0 } }, sampleReport()],
      },
    })
    expect(text).toContain('I found no document about “oat milk” from 1 January to 31 December 2009')
    expect(text).toContain('Over all days, 412 articles from 96 outlets mention oat milk')
    expect(citations.map(({ claimStart, claimEnd }) => text.slice(claimStart, claimEnd))).toEqual(['412 articles'])
  })

  test('with an assumption says whether documents support it', async () => {
    const none = { ...sampleReport(), counts: { ...sampleReport().counts, documents: 0 } }
    const happened = await ask('Why did oat milk crash?')
    expect(happened.tools.calls.filter(({ tool }) => tool === 'search_topic').at(-1)?.input).toMatchObject({
      topic: '"oat milk" AND (crash* OR collaps* OR plung* OR plummet* OR slump* OR tumbl* OR dropped OR fell OR sank)',
    })
    expect(happened.text).toMatch(/^Whether it did crash, I cannot measure: /u)
    expect(happened.text).toContain('Of these, 412 documents have a word such as “crash”, “plunge” or “slump”')
    expect((await ask('Why did oat milk soar?', { answers: { get_report: [sampleReport(), none] } })).text).toContain(
      'None of them has a word such as “soar”, “surge”, “jump” or “rally”. That does not show that it did not happen',
    )
    expect((await ask('Oat Milk soared')).text).toContain('Whether it did soar, I cannot measure')
    expect((await ask('Will oat milk crash?')).text).not.toContain('Whether it did')
  })

  test('is answered with the document count before the report arrives', async () => {
    const { events } = await ask('How many documents mention oat milk?')
    const firstTextIndex = events.findIndex(({ type }) => type === 'text-delta')
    const read = events.findIndex((event) => event.type === 'tool-call' && event.tool === 'get_report')
    expect(firstTextIndex).toBeGreaterThan(0)
    expect(firstTextIndex).toBeLessThan(read)
    expect(events[firstTextIndex]).toMatchObject({
      delta: expect.stringMatching(/^412 documents from \d+ outlets mention oat milk/u),
    })
  })

  test('that compares two periods of one topic begins with the size of both, each with its source', async () => {
    const { text, citations, tools } = await ask('Was Facebook discussed more in 2014 than in 2012?')
    expect(tools.calls.flatMap(({ tool, input }) => (tool === 'search_topic' ? [input] : []))).toMatchObject([
      { topic: 'Facebook', from: '2014-01-01', to: '2014-12-31' },
      { topic: 'Facebook', from: '2012-01-01', to: '2012-12-31' },
    ])
    expect(text).toMatch(
      /^No clear difference on Facebook between what was written in 2014 \(412 articles, .*\) and in 2012 \(412 articles/u,
    )
    expect(citations).toHaveLength(2)
  })

  test('begins with what is asked for, and then says how much there is', async () => {
    const first = {
      id: 'doc_1',
      title: 'Oat milk arrives',
      outlet: 'one.example',
      author: 'jo',
      publishedAt: '2011-04-02T00:00:00Z',
    }
    const { text, tools } = await ask('When was oat milk first mentioned?', {
      answers: { list_documents: { items: [first], page: { total: 1 } } },
    })
    expect(tools.calls.find(({ tool }) => tool === 'list_documents')?.input).toMatchObject({ sort: 'oldest' })
    expect(text).toMatch(
      /^The first mention of [^ ]+(?: milk)? that your library holds is from 2 April 2011, by jo in one\.example:/u,
    )
    expect(text).toContain('412 articles from 96 outlets mention oat milk')
  })

  test('that compares two periods offers the other period as a follow-up question', async () => {
    const { events } = await ask('Was the tone of Facebook worse in 2014 than in 2012?')
    expect(events.find(({ type }) => type === 'follow-ups')).toMatchObject({
      followUps: expect.arrayContaining([
        {
          label: 'The same for 1 January to 31 December 2012',
          message: 'How was the tone of “oat milk” between 2012-01-01 and 2012-12-31?',
        },
      ]),
    })
  })

  test('about the newest documents lists and quotes an article once although several outlets published it', async () => {
    const piece = (id: string, title: string) => ({
      id,
      title,
      outlet: `${id}.example`,
      publishedAt: `2026-11-0${id.at(-1)}T00:00:00Z`,
    })
    const items = [
      piece('doc_3', 'Oat milk prices rise'),
      piece('doc_2', 'Oat Milk Prices Rise'),
      piece('doc_1', 'Foam'),
    ]
    const { text } = await ask('What is the latest on oat milk?', {
      answers: { list_documents: { items, page: { total: 3 } } },
    })
    expect(text.match(/oat milk prices rise/giu)).toHaveLength(1)
    expect(text).toMatch(/^1\. “Oat milk prices rise” \(doc_3\.example, 3 November 2026\)/u)
    expect(text).toContain('Foam')
  })

  test('about when it peaked names the busiest time when there is no event', async () => {
    const report = sampleReport()
    const [point] = report.volume.points
    if (point === undefined) throw new Error('the example has points')
    const points = [
      { ...point, firstDay: '2026-10-26', documents: 3, groups: [3] },
      // copies of one text make no peak
      { ...point, firstDay: '2026-11-02', documents: 30, storyClusters: 1, groups: [30] },
      { ...point, firstDay: '2026-11-16', lastDay: '2026-11-22', documents: 9, storyClusters: 9, groups: [9] },
    ]
    const quiet = { ...report, volume: { ...report.volume, interval: 'week', points } }
    const { text } = await ask('When did oat milk peak?', { answers: { get_report: quiet } })
    expect(text).toMatch(/^Talk of oat milk peaked in the week from 16 November 2026, with 9 news articles\. /u)
  })

  test('is about its topic rather than its news, even if the library knows both words as one phrase', async () => {
    const read = (words: string[]) => ({
      read_question: { ok: true, question: { words, from: null, to: null }, fault: null, reading: null },
    })
    const topicOf = async (message: string, words: string[]) =>
      (await ask(message, { answers: read(words) })).tools.calls.find(({ tool }) => tool === 'search_topic')?.input[
        'topic'
      ]
    expect(await topicOf('How was the tone of coronavirus news?', ['coronavirus news'])).toBe('coronavirus')
    expect(await topicOf('How is the tone of freedom of assembly?', ['freedom of assembly'])).toContain('freedom')
  })

  test('about one site looks only there, and says so', async () => {
    const { text, tools } = await ask('What do people on Reddit say about Oat Milk?')
    expect(tools.calls.find(({ tool }) => tool === 'search_topic')?.input).toMatchObject({
      topic: 'Oat Milk AND (source:reddit OR outlet:"reddit")',
    })
    expect(text).toContain('only from Reddit.*')
  })

  test('is read as the person chose, whatever its words say', async () => {
    const chosen = {
      topics: ['kefir'],
      from: '2012-01-01',
      to: null,
      otherPeriod: null,
      country: null,
      wants: ['tone' as const],
      outlets: [],
      excluded: ['news'],
    }
    const { text, tools, events } = await ask('What is new with oat milk in 2026?', { reading: chosen })
    expect(tools.calls.find(({ tool }) => tool === 'search_topic')?.input).toMatchObject({
      topic: 'kefir AND -kind:article',
      from: '2012-01-01',
    })
    expect(text).toContain('topic kefir, since 1 January 2012, without news')
    expect(events.findLast(({ type }) => type === 'understanding')).toMatchObject({
      understanding: { reading: chosen },
    })
  })

  test('about a future price gives no price', async () => {
    const { text, tools } = await ask('What will the price of bitcoin be next year?')
    expect(text).toMatch(/^I cannot say what a price will be\. I can forecast how much will be written.*412 articles/u)
    expect(tools.calls.map(({ tool }) => tool)).not.toContain('correlate_price')
  })

  test('in German is answered in English, and says so', async () => {
    expect((await ask('Was sagen die Leute über Oat Milk?')).text).toMatch(/^Antworten gibt es nur auf Englisch; /u)
  })

  test('shows what it understood before anything is looked up', async () => {
    const { events } = await ask('oat milk')
    const search = events.findIndex((event) => event.type === 'tool-call' && event.tool === 'search_topic')
    expect(events.findIndex(({ type }) => type === 'understanding')).toBeLessThan(search)
  })

  test('that documents cannot answer offers questions that they can', async () => {
    const { text, events } = await ask('How many employees does Nokia have?')
    expect(text).toContain('I cannot answer that')
    expect(events.find(({ type }) => type === 'follow-ups')).toMatchObject({
      followUps: [{ label: 'What is written about Nokia?', message: 'What is written about “Nokia”?' }],
    })
  })

  test('says why when the lookup fails', async () => {
    const { text } = await ask('Tell me about oat milk', { answers: { get_report: undefined } })
    expect(text).toContain('I could not look up “oat milk”: It failed.')
  })

  test('of the screen is about the signal in view', async () => {
    const { tools, events } = await ask('What changed?', { signalIds: [signalId] })
    expect(tools.calls[0]).toEqual({ tool: 'get_report', input: { signalId } })
    expect(events.findLast(({ type }) => type === 'understanding')).toMatchObject({
      understanding: { topics: [{ query: 'oat milk', signalId }] },
    })
  })

  test('without a topic anywhere asks for one', async () => {
    expect((await ask('What changed?')).text).toContain('Which topic do you mean?')
  })
})

test('keeps a quotation as plain text, never as a link, picture or heading', async () => {
  const words = '# Hi ![x](https://evil.example/a.png) <b>www.evil.example</b>\u202E'
  const report = sampleReport()
  const [event] = report.events.events
  if (event?.headline == null) throw new Error('the example has an event')
  const events = { ...report.events, events: [{ ...event, headline: { ...event.headline, title: words } }] }
  const { text, citations } = await ask('oat milk', { answers: { get_report: { ...report, events } } })
  expect(text).toContain(String.raw`\# Hi \!\[x\](https\://evil.example/a.png) \<b\>www\.evil.example\</b\>`)
  expect(text).not.toContain('\u202E')
  expect(citations[1]).toMatchObject({ quote: words })
})

describe('a rewritten answer', () => {
  const rows = (text: string) => text.split('\n').filter((line) => line.startsWith('|'))

  test('as a table has a row for each finding, with the sources of its numbers', async () => {
    const { text, citations } = await ask('oat milk', { instruction: 'As a table' })
    expect(rows(text).slice(0, 3)).toEqual([
      '| About | Finding |',
      '| --- | --- | ',
      expect.stringMatching(/^\| What happened \| Most was written about oat milk .* \|/u),
    ])
    expect(citations.map(({ claimStart, claimEnd }) => text.slice(claimStart, claimEnd))).toContain('412 articles')
    expect(text).toMatch(/\|\n\n(?!\|)/u)
  })

  test('keeps only the first findings when shortened, and at least as many when expanded', async () => {
    const count = async (instruction: string | null) => (await ask('oat milk', { instruction })).citations.length
    const [shorter, usual, longer] = [await count('Shorter'), await count(null), await count('In more detail')]
    expect(shorter).toBeLessThanOrEqual(usual)
    expect(longer).toBeGreaterThanOrEqual(usual)
    expect(rows((await ask('oat milk', { instruction: 'Shorter' })).text)).toEqual([])
  })

  test('says when it cannot follow an instruction', async () => {
    expect((await ask('oat milk', { instruction: 'Like a pirate' })).text).toContain(
      'I could not follow “Like a pirate”',
    )
  })
})

describe('a change', () => {
  const portfolios = {
    items: [{ id: 'pf_1', title: 'Plant milks', trends: [], updatedAt: '2026-11-01T00:00:00Z' }],
    page: { total: 1 },
  }

  test.each([
    [
      'save this as a report',
      'save_report',
      {
        contents: `412 documents mention oat milk. [^1]\n\n[^1]: Volume of the report: 412 (signal ${signalId})`,
        signalIds: [signalId],
      },
    ],
    [
      'add it to my portfolio Plant milks',
      'add_to_portfolio',
      { portfolioId: 'pf_1', signals: [{ signalId, title: 'oat milk' }] },
    ],
    ['send this to usr_jon', 'send_to_colleague', { signalId, to: ['usr_jon'] }],
    ['alert me when oat milk spikes', 'create_monitor', { topic: 'oat milk' }],
  ])('is proposed, not executed: %s', async (message, tool, input) => {
    const { events, text, tools } = await ask(message, { history: thread, answers: { list_portfolios: portfolios } })
    const proposals = events.filter(({ type }) => type === 'proposal')
    expect(proposals).toMatchObject([{ tool, input }])
    expect(text).toMatch(/^Shall I .* when you say yes|^Shall I .* in your inbox/u)
    expect(tools.calls.map((call) => call.tool)).not.toContain(tool)
  })

  test('that lacks a value asks for it', async () => {
    expect((await ask('save this')).text).toContain('There is no answer to save yet')
    expect((await ask('send this to Jon', { history: thread })).text).toContain('Mention a colleague with')
    const empty = { items: [], page: { total: 0 } }
    expect(
      (await ask('add it to my portfolio', { history: thread, answers: { list_portfolios: empty } })).text,
    ).toContain('You have no portfolio yet')
  })
})

test('a count of one is written in the singular', async () => {
  const items = [{ ...listedDocuments[0], engagement: { score: 1, comments: 1 } }]
  const horizons = [{ days: [{ day: '2026-12-01', point: 1, low95: 0, high95: 3 }], actual: [], asOf: '2026-11-20' }]
  const answers = {
    list_documents: { items, page: { total: 1, nextCursor: null } },
    list_trends: { items: [{ term: 'kefir', documents: 1, previous: 0 }], windowDays: 28, asOf: null },
    get_report_section: { section: 'forecast', refused: null, reason: null, horizons },
  }
  const answerTo = async (message: string) => (await ask(message, { answers })).text
  expect(await answerTo('list the top posts about oat milk with their scores')).toContain('; 1 point, 1 comment)')
  expect(await answerTo('What is rising?')).toContain('“kefir” (1 document, 0 before)')
  expect(await answerTo('forecast for oat milk')).toContain('the forecast is 1 document,')
})

test('help offers a question that is answered', async () => {
  const { events } = await ask('What can you do?')
  const [offered] = events.flatMap((event) => (event.type === 'follow-ups' ? event.followUps : []))
  expect((await ask(offered?.message ?? '')).tools.calls).toMatchObject([{ tool: 'list_trends' }])
})

test('stopping ends the answer immediately', async () => {
  const stop = new AbortController()
  const tools = cannedTools()
  const events = analyst(sampleRequest({ message: 'oat milk' }), tools, stop.signal)
  stop.abort(new Error('stopped'))
  expect((await readAnswer(events)).error).toMatchObject({ message: 'stopped' })
  expect(tools.calls).toEqual([])
})
