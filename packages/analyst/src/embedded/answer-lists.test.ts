import { describe, expect, test } from 'vitest'
import { askLibrary, documentLists, listedDocuments, sampleReport } from '../testing/canned-tools.ts'
import { readMessage } from '../understand/understand.ts'
import { plainQuery, withHappening } from '../understand/wordings.ts'

describe('a list of documents', () => {
  test('has as many as were requested, of the month that they are from', async () => {
    const { text, searches } = await askLibrary(
      'give me 5 headlines on brexit from november 2020',
      undefined,
      documentLists,
    )
    expect(searches[0]).toMatchObject({ from: '2020-11-01', to: '2020-11-30' })
    expect(text.match(/Headline \d/gu)).toHaveLength(5)
  })

  test('reaches to today where a change since that month is asked for', async () => {
    const { searches } = await askLibrary('how did brexit change from november 2020')
    expect(searches[0]).toMatchObject({ from: '2020-11-01' })
    expect(searches[0]).not.toHaveProperty('to')
  })
})

test('a list has different stories, and says why it has fewer than asked for', async () => {
  const titles = [
    'UK signs trade deal with Canada on oats',
    'U.K. secures trade deal with Canada for oats',
    'Foam rises',
  ]
  const items = titles.map((title, at) => ({
    id: `doc_${at}`,
    title,
    outlet: 'a.example',
    storyCluster: `s${at}`,
    publishedAt: '2026-11-03T00:00:00Z',
  }))
  const { text } = await askLibrary('give me five headlines on oat milk', undefined, {
    list_documents: { items, page: { total: 3 } },
  })
  expect(text).toMatch(/^1\. “UK signs trade deal .*\n2\. “Foam rises”/u)
  expect(text).toContain('These are all 2 different stories')
})

describe('what newspapers wrote', () => {
  test('is looked for in newspapers alone', async () => {
    for (const message of [
      'What did newspapers report about Brexit in 2016?',
      'What did the press write about Uber?',
    ]) {
      const { topics, text } = await askLibrary(message, undefined, documentLists)
      expect(topics[0]).toContain('kind:article')
      expect(text).not.toMatch(/Yes:|No:/u)
    }
  })

  test('is looked for in everything where the question is whether they wrote too', async () => {
    for (const message of ['Did the newspapers carry Brexit?', 'Who posted on Brexit, and newspapers too?'])
      expect((await askLibrary(message)).topics).toEqual(['Brexit'])
    expect((await askLibrary('Did the newspapers carry Brexit?')).text).toMatch(/^Yes: newspapers carried it/u)
  })
})

describe('documents that could not be looked up', () => {
  test.each([
    ['give me 5 headlines on kefir', /on [Kk]efir could not be read: It failed/u],
    ['Why did people stop drinking kefir?', /could not be read: It failed/u],
    ['What comes up with kefir?', /could not be read: It failed/u],
    ['What are the main narratives about kefir?', /could not be read: It failed/u],
    ['Did talk about kefir grow?', /could not be read: It failed/u],
  ])('are not said to be missing: %s', async (message, failure) => {
    const { text } = await askLibrary(message, undefined, {})
    expect(text).toMatch(failure)
    expect(text).not.toMatch(
      /can be listed|No reason could|share none|no subject|from \d+ (?:posts|articles|documents)/u,
    )
  })
})

describe('a list that was asked for', () => {
  const lists8 = (part: object = {}) => ({
    list_documents: { items: listedDocuments.map((one) => ({ ...one, kind: 'post', ...part })), page: { total: 8 } },
  })
  const sortOf = async (message: string) => {
    const sorts: string[] = []
    const example = sampleReport()
    const { text } = await askLibrary(message, undefined, {
      get_report: {
        ...example,
        volume: { ...example.volume, groups: example.volume.groups.map((one) => ({ ...one, kind: 'post' })) },
      },
      list_documents: ({ sort }: { sort: string }) => {
        sorts.push(sort)
        return lists8().list_documents
      },
    })
    return { sort: sorts.at(-1), text }
  }

  test.each([
    ['List the latest five posts about bitcoin', 'newest'],
    ['What are the most upvoted posts about bitcoin?', 'engagement'],
    ['top 5 posts about bitcoin', 'engagement'],
    ['List five posts about Best Buy', 'newest'],
  ])('is in the order that was asked for: %s', async (message, order) => {
    const { sort, text } = await sortOf(message)
    expect(sort).toBe(order)
    expect(text).toContain(order === 'newest' ? 'The newest come first' : 'The most discussed come first')
  })

  test('says that it is shorter than asked for', async () => {
    const many = Array.from({ length: 30 }, (_, at) => ({ ...listedDocuments[0], id: `d${at}`, title: `Piece ${at}` }))
    const { text } = await askLibrary('Show the top 20 headlines on Brexit', undefined, {
      list_documents: { items: many, page: { total: 30 } },
    })
    expect(text.match(/“Piece/gu)).toHaveLength(10)
    expect(text).toContain('an answer lists 10 at most')
  })

  test('tells copies from what has no title, and from nothing more', async () => {
    const titles = ['UK signs a trade deal', 'Why I dont use oat milk anymore', '']
    const listed = async (kind: string) =>
      (
        await askLibrary('list five posts on oat milk', undefined, {
          list_documents: {
            items: titles.map((title, at) => ({
              ...listedDocuments[0],
              id: `d${at}`,
              title,
              kind,
              storyCluster: `s${at}`,
            })),
            page: { total: 3 },
          },
        })
      ).text
    expect(await listed('post')).toContain('These are all 2: 1 more has no readable title.')
    expect(await listed('post')).toContain('Why I dont use oat milk anymore')
    expect(await listed('article')).toContain('This is the only one: 2 more have no readable title.')
  })

  test('has the count that was asked for, and not a number of the name', async () => {
    const { text } = await askLibrary('list Windows 8 posts', undefined, lists8())
    expect(text.match(/Headline \d/gu)).toHaveLength(5)
  })
})

describe('several topics that are asked for several things', () => {
  test('get all of them, in the order of the question', async () => {
    const { text } = await askLibrary(
      'oat milk vs soy milk, which one got more posts and what do people say about the taste',
      undefined,
      documentLists,
    )
    const [sizes, quotes] = [text.indexOf('412'), text.indexOf('No sentence')]
    expect(sizes).toBeGreaterThan(-1)
    expect(quotes).toBeGreaterThan(sizes)
  })

  test('get a table with a row for each measure where they want a table', async () => {
    const { text } = await askLibrary('Tesla vs Uber - volume, tone, top subreddits. table please')
    expect(text).toMatch(/^Too close to call between Tesla and Uber: 412/u)
    expect(text).toContain('| | Tesla | Uber |'.replace('| |', '|  |'))
    expect(text).toMatch(/\| Documents \| 412 articles \| 412 articles \|/u)
    expect(text).toMatch(/\| Positive, of those with a clear tone \|/u)
    expect(text).toMatch(/\| Most from \|/u)
  })
})

describe('a handful of documents', () => {
  test('in which nothing stands out is told by their titles', async () => {
    const example = sampleReport()
    const report = {
      ...example,
      counts: { ...example.counts, documents: 2 },
      events: { ...example.events, events: [], busiest: null },
      volume: { ...example.volume, points: [] },
    }
    const items = [{ ...listedDocuments[0], title: 'Kefir is sold out in Berlin', kind: 'article' }]
    const { text } = await askLibrary('What happened with kefir?', undefined, {
      get_report: report,
      list_documents: { items, page: { total: 1 } },
    })
    expect(text).toMatch(/^What was written about kefir: “Kefir is sold out in Berlin” \(Ledger, 20 November 2020\)\./u)
  })
})

test('a drop in posts is a change, and no list of posts', async () => {
  const { text } = await askLibrary(
    'weird drop in posts about minecraft?? or am i seeing things',
    undefined,
    documentLists,
  )
  expect(text).not.toContain('Headline')
})

test('a question that wants an eye kept on its topic is answered, then offers to watch it', async () => {
  const { text } = await askLibrary('What happened with kefir in 2012? And keep an eye on it for me')
  expect(text).toMatch(/^Most was written about kefir/u)
  expect(text).toContain('Shall I watch “kefir”?')
})

test.each(['tell me when talk of kefir peaked', 'let me know if people hate kefir', 'tell me if people like kefir'])(
  'an indirect question offers no watching: %s',
  async (message) => {
    expect((await askLibrary(message)).text).not.toContain('Shall I watch')
  },
)

test.each([
  'What happened with kefir in 2012? Let me know when anything changes',
  'How is the tone of kefir? Tell me if it drops',
  'How much was written on kefir in 2012? Alert me when talk of it spikes',
])('to be told of what comes is an offer to watch it: %s', async (message) => {
  expect((await askLibrary(message)).text).toContain('Shall I watch')
})

describe('days before or after something that happened', () => {
  const example = sampleReport()
  const [event] = example.events.events
  const of = (title: string, documents = 300) => ({
    ...example,
    events: {
      ...example.events,
      events: [{ ...event, onset: '2011-03-11', documents, headline: { ...event?.headline, title } }],
    },
  })
  const ask = async (message: string, report: object) =>
    (await askLibrary(message, undefined, { get_report: report })).text

  test.each([
    ['did opinion on nuclear power get better since fukushima', 'Meltdown at Fukushima', '“fukushima”'],
    ['did opinion on kefir get better after the Mt. Gox hack?', 'The hack of Mt. Gox', '“Mt. Gox hack”'],
    ['did talk of kefir grow after the U.S. election', 'U.S. votes in an election', '“U.S. election”'],
  ])('are told by a name and an event that its headline names: %s', async (message, title, name) => {
    expect(await ask(message, of(title))).toContain(`I take 11 March 2011 for ${name}: its largest wave began then.`)
  })

  test.each([
    'how do people feel about coffee after work',
    'what do people say about coffee before bed',
    'how did the tone on keto change after pregnancy',
    'is the news on kefir bad after lockdown',
    'what do people say about marriage after kids',
  ])('are not told by a plain word: %s', async (message) => {
    const text = await ask(message, of('Coffee after work, before bed, after pregnancy, kids and lockdown'))
    expect(text).not.toMatch(/I take|since 11 March|until 10 March|does not show when/u)
  })

  test.each([
    ['an event without its name', of('Gold rises')],
    ['a name of every year', of('Obama wins', 30)],
  ])('stay open where the library shows only %s', async (_, report) => {
    const text = await ask('how did talk of gold change since Obama', report)
    expect(text).toContain('The library does not show when “Obama” was, so all days count.')
  })

  test('are a part of the days that a question names, which stay where nothing is left of them', async () => {
    const launch = of('Kefir is out now')
    expect(await ask('how was kefir in 2011 before the launch', launch)).toContain('1 January to 10 March 2011')
    expect(await ask('how was kefir in 2015 after the launch', launch)).toContain('1 January to 31 December 2015')
    const before = await ask('how was kefir in 2013 before the launch', launch)
    expect(before).toContain('1 January to 31 December 2013')
    expect(before).toContain(
      'I take 11 March 2011 for the launch of kefir: its first wave began then. That leaves none',
    )
  })

  test('are not told by the highest bar or by two documents', async () => {
    const busiest = { firstDay: '2026-10-26', lastDay: '2026-11-01' }
    const text = await ask('how did talk of kefir change since the launch', {
      ...example,
      events: { ...example.events, events: [], busiest },
    })
    expect(text).toContain('The library does not show when the launch of kefir was')
  })

  test('are named by a noun', async () => {
    expect(await ask('how was kefir since the ipo', of('Kefir goes public'))).toContain('for the IPO of kefir')
    expect(await ask('how was kefir since it went on, after it was banned', of('x'))).toContain('the ban of kefir')
  })
})

describe('a part of days and a period of its own', () => {
  const daysOf = (message: string) => {
    const { from, to, otherPeriod } = readMessage({ message, history: [], today: '2026-11-23' })
    return [from, to, otherPeriod?.from ?? null, otherPeriod?.to ?? null]
  }

  test.each([
    ['compare kefir in 2012 with last month', ['2012-01-01', '2012-12-31', '2026-10-01', '2026-10-31']],
    [
      'how was kefir in March 2012 compared to the last 30 days',
      ['2012-03-01', '2012-03-31', '2026-10-25', '2026-11-23'],
    ],
    ['kefir in 2012 vs last month', ['2012-01-01', '2012-12-31', '2026-10-01', '2026-10-31']],
    [
      'what did people say about kefir in 2011 and in the last month',
      ['2011-01-01', '2011-12-31', '2026-10-01', '2026-10-31'],
    ],
    [
      'how did opinion on kefir in 2015 compare to the last six months',
      ['2015-01-01', '2015-12-31', '2026-05-24', '2026-11-23'],
    ],
  ])('are told apart where they are set against each other: %s', (message, days) => {
    expect(daysOf(message)).toEqual(days)
  })

  test.each([
    ['kefir in March 2011: what happened in the first two weeks', '2011-03-01', '2011-03-14'],
    ['kefir in March 2011: what happened in the last two weeks', '2011-03-18', '2011-03-31'],
    ['kefir in March 2011: what happened to it in the last two weeks', '2011-03-18', '2011-03-31'],
    ['kefir in March 2011, what happened in the first 99 weeks', '2011-03-01', '2011-03-31'],
  ])('are told apart where one is a part of the other: %s', (message, from, to) => {
    expect(daysOf(message)).toEqual([from, to, null, null])
  })
})

describe('a topic that has no document beside one that has', () => {
  const none =
    (...names: string[]) =>
    ({ topic }: { topic: string }) =>
      names.some((name) => topic.includes(name)) ? 0 : 412

  test('is no answer to which is hated more', async () => {
    const { text } = await askLibrary('which do people hate more, kefir or foozle', none('foozle'))
    expect(text).not.toContain('More was written')
    expect(text).toContain('I found documents about “kefir”, and none about “foozle”')
    expect(text).toMatch(/The tone|mostly positive/u)
  })

  test('is counted against all that the library holds, of days only where some are named', async () => {
    const of = async (days: string) => (await askLibrary(`compare kefir and foozle${days}`, none('foozle'))).text
    expect(await of('')).toMatch(/none on foozle; the library holds [\d,]+ documents in all\./u)
    expect(await of(' in 2012')).toMatch(/none on foozle; the library holds [\d,]+ documents of those days\./u)
  })

  test('keeps the note on what the other is about', async () => {
    const counts: Readonly<Record<string, number>> = { 'marathon AND running': 300, 'marathon running': 2 }
    const { text } = await askLibrary('compare marathon running and foozle', ({ topic }) => counts[topic] ?? 0)
    expect(text).toMatch(/^Only 2 documents have “marathon running”, so .*\. More was written about/u)
  })
})

test('days that were guessed from an event are said to be so where nothing is found in them', async () => {
  const { text } = await askLibrary('how was kefir since the launch', ({ from }) => (from === undefined ? 412 : 0))
  expect(text).toMatch(/^I take 1 November 2026 for the launch of kefir: its first wave began then\./u)
})

test('two topics that no document has are said once to be nowhere, without their single words', async () => {
  const { text } = await askLibrary('compare "zorbel flint" and "quam dister" in 2012', () => 0)
  expect(text.match(/Nor does the library hold one of any other day, country or source\./gu)).toHaveLength(1)
  expect(text).not.toContain('fewer of these words')
  expect(text).toMatch(/although the library holds [\d,]+ documents of those days/u)
})

test('two periods that could not be looked up are never called empty', async () => {
  const { text } = await askLibrary('compare kefir in 2012 and 2013', undefined, { get_report: undefined })
  expect(text.match(/I could not look up “kefir”/gu)).toHaveLength(2)
  expect(text).not.toContain('Nor is there')
})

describe('what happened to somebody', () => {
  test.each([
    ['what did people say about the Prometheus release', 'Prometheus'],
    ['what did people say about the Texas ban', 'Texas'],
    ['what did people say about the adidas ban', 'adidas'],
    ['what happened with snowdens leaks', 'snowden'],
  ])('has its name, which may end in s: %s', async (message, name) => {
    const { topics } = await askLibrary(message)
    expect(topics.find((topic) => topic.includes(' OR '))).toMatch(new RegExp(`^${name} AND`, 'u'))
  })

  test('is a genitive only of what is looked up for it, and of no other condition', () => {
    expect(plainQuery('bitcoin AND (scam OR fraud)')).toBe('bitcoin and scam or fraud')
    expect(plainQuery('"oat milk" AND (price OR cost)')).toBe('oat milk and price or cost')
    expect(plainQuery(withHappening('snowden', 'who broke the news of snowden’s arrest') ?? '')).toBe(
      'snowden’s arrest',
    )
  })
})

test('topics without a clear tone are told of without a word on a tone of their own', async () => {
  const example = sampleReport()
  const tone = { ...example.tone, stories: { positive: 1, neutral: 3, negative: 0 } }
  const { text } = await askLibrary('oat milk vs soy milk, which do people like best', undefined, {
    get_report: { ...example, tone },
  })
  expect(text).toContain('Cannot tell: too few have a clear tone')
  expect(text).not.toContain('their own')
})

test('a source that could not be looked up is never said to hold nothing', async () => {
  const get_report = ({ signalId }: { signalId: string }) => (signalId.includes('article') ? undefined : sampleReport())
  const { text } = await askLibrary('compare kefir on reddit and in newspapers', undefined, { get_report })
  expect(text).toContain('I could not look up “kefir”')
})
