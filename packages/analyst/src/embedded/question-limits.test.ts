import type { SignalReport } from '@auspex/sdk/types'
import { describe, expect, test } from 'vitest'
import { type SearchInput, askLibrary, documentLists, listedDocuments, sampleReport } from '../testing/canned-tools.ts'
import { reasonSides } from '../understand/wishes.ts'
import { narrowerQueries, relaxedQueries } from '../understand/wordings.ts'
import { readCoverage } from './coverage.ts'
import { isJudged, sentencesOf } from './passages.ts'

describe('what sources cover', () => {
  const example = sampleReport()
  const [group] = example.volume.groups
  const coverageOf = (...groups: object[]) =>
    readCoverage({
      ...example,
      counts: { ...example.counts, documents: 100 },
      volume: { ...example.volume, groups: groups.map((one) => ({ ...group, spans: [days], documents: 50, ...one })) },
    } as SignalReport)
  const days = { firstDay: example.firstDay, lastDay: example.lastDay }

  test('is one where several sources of a kind cover the same days', () => {
    const { parts, main, compared } = coverageOf(
      { kind: 'post', endsOn: null },
      { kind: 'post', source: 'hacker_news', endsOn: null },
    )
    expect(parts).toMatchObject([{ places: [0, 1], documents: 100 }])
    expect([main, compared]).toEqual([parts[0], parts[0]])
  })

  test('is compared together where no kind ends before the others, and within the largest where one does', () => {
    const together = coverageOf({ kind: 'post', endsOn: null }, { kind: 'article', endsOn: null })
    expect([together.main, together.compared]).toEqual([null, null])
    const ended = coverageOf(
      { kind: 'post', endsOn: example.firstDay, documents: 60 },
      { kind: 'article', endsOn: null },
    )
    expect(ended.compared).toMatchObject({ kind: 'post', places: [0] })
  })
})

test('a text is divided into sentences, also one of two hundred thousand full stops', () => {
  const text = 'It works. “Really?” she asked.\nNode.js 1.2 is out! End'
  expect(sentencesOf(text).map(({ from, until }) => text.slice(from, until).trim())).toEqual([
    'It works.',
    '“Really?”',
    'she asked.',
    '',
    'Node.js 1.2 is out!',
    'End',
  ])
  expect(sentencesOf(`a${'.'.repeat(200_000)}b`)).toHaveLength(1)
})

describe('a place that no document is marked with', () => {
  test('is searched by its name', async () => {
    const { text, topics } = await askLibrary('what do people say about wildfires in California')
    expect(topics.at(-1)).toBe('wildfires AND "California"')
    expect(text).not.toContain('no measure')
  })

  test('is said to be left out where no document names it', async () => {
    const { text } = await askLibrary('what do people say about wildfires in California', ({ topic }) =>
      topic.includes('California') ? 0 : 412,
    )
    expect(text).toContain('topic wildfires, all days. I found no document on it with “California”.')
  })

  test('or only posts without a country: then those that name the country count', async () => {
    const { text, searches } = await askLibrary('how is the tone of salmon farming in Canada', ({ topic, country }) =>
      topic.includes('Canada') && country === undefined ? 18 : 0,
    )
    expect(searches).toContainEqual(expect.objectContaining({ topic: 'salmon farming', country: 'CA' }))
    expect(text).toContain('No document on it is known to be from Canada, so this is about those that name Canada.')
  })
})

describe('a phrase that hardly any document has', () => {
  const holds =
    (widened: number) =>
    ({ topic }: SearchInput) =>
      topic === 'marathon AND running' ? widened : 1

  test('is widened to documents with all of its words, and says so', async () => {
    const { text } = await askLibrary('how often is marathon running mentioned', holds(60))
    expect(text).toContain(
      'Only 1 document has “marathon running”, so this is about documents that have all of its words.',
    )
  })

  test('stays as it is where that adds little', async () => {
    expect((await askLibrary('how often is marathon running mentioned', holds(3))).text).not.toContain(
      'all of its words',
    )
  })
})

describe('the sources of a question', () => {
  test('are all of Reddit for subreddits, and everything for outlets in general', async () => {
    expect((await askLibrary('which subreddits care about sourdough')).topics[0]).toContain('source:reddit')
    expect((await askLibrary('which outlets wrote about sourdough')).topics[0]).toBe('sourdough')
  })

  test('are searched apart where they are compared', async () => {
    const { topics } = await askLibrary('compare hurricane sandy on reddit and in newspapers')
    expect(topics).toEqual([
      expect.stringContaining('hurricane sandy AND (source:reddit'),
      'hurricane sandy AND kind:article',
    ])
    const { text } = await askLibrary('compare hurricane sandy on reddit and in newspapers', ({ topic }) =>
      topic.includes('kind:article') ? 0 : 412,
    )
    expect(text).toContain('Cannot compare: the library holds nothing from newspapers about hurricane sandy.')
  })
})

test('which of two topics came first is answered by the oldest document of each, the earlier first', async () => {
  const oldest = {
    list_documents: ({ signalId }: { signalId: string }) => ({
      items: [
        signalId.includes('snapchat')
          ? { ...listedDocuments[0], publishedAt: '2012-05-01T00:00:00Z' }
          : { ...listedDocuments[1], publishedAt: '2011-02-01T00:00:00Z' },
      ],
      page: { total: 1, nextCursor: null },
    }),
  }
  const { text } = await askLibrary('between snapchat and whatsapp which came first', undefined, oldest)
  expect(text).toMatch(/^Whatsapp came first: its oldest document is from 1 February 2011/u)
  expect(text).toContain('The oldest on snapchat is from 1 May 2012')
})

test('an answer in two sentences has two, beside what it was read as', async () => {
  const { text } = await askLibrary('summarise oat milk in two sentences')
  expect(
    text
      .split('\n\n')
      .slice(0, -1)
      .join(' ')
      .match(/\.(?: \[\d+\])*(?: |$)/gu)?.length,
  ).toBeLessThanOrEqual(2)
})

test('a comparison names the larger topic, or says that chance could make the gap', async () => {
  const of = (signalId: string, size: number) => {
    const report = sampleReport()
    return {
      ...report,
      signalId,
      counts: { ...report.counts, documents: size },
      query: { ...report.query, subject: signalId },
    }
  }
  const compare = (one: number, other: number) =>
    askLibrary('compare oat milk and soy milk', undefined, { get_report: [of('oats', one), of('soy', other)] })
  expect((await compare(90, 40)).text).toMatch(
    /^Oat milk is named more, in 90 articles.*, about twice as many as the 40 articles.* on soy milk\. .*larger than chance explains/u,
  )
  expect((await compare(44, 40)).text).toMatch(/^Too close to call between oat milk and soy milk: 44 articles/u)
})

test('which is liked more is a ranking by tone, and not by size', async () => {
  const of = (signalId: string, positive: number, negative: number) => {
    const report = sampleReport()
    const tone = { ...report.tone, stories: { positive, neutral: 0, negative } }
    return { ...report, signalId, tone, query: { ...report.query, subject: signalId } }
  }
  const compare = (...reports: object[]) =>
    askLibrary('oat milk vs soy milk, which one do people like best', undefined, { get_report: reports })
  expect((await compare(of('oats', 20, 80), of('soy', 60, 20))).text).toMatch(
    /^Soy milk is liked most: soy milk 75% \(60 of 80\) and oat milk 20% \(20 of 100\) of the articles with a clear tone are positive\./u,
  )
  expect((await compare(of('oats', 50, 50), of('soy', 42, 40))).text).toMatch(
    /^Too close to call between soy milk and oat milk: /u,
  )
})

describe('a question about health', () => {
  test.each([
    'Do people think League of Legends is toxic?',
    'Is fracking dangerous?',
    'Is American football dangerous?',
    'What do people say about claims that vaccines cause autism?',
    'How many posts are about whether vaccines cause autism?',
  ])('is not what asks for what people say, or for another danger: %s', async (message) => {
    expect((await askLibrary(message)).text).not.toContain('medical advice')
  })

  test.each([
    'do vaccines cause autism',
    'is fluoride in drinking water dangerous',
    'Is mercury bad for you?',
    'how many ibuprofen pills are safe to take',
    'Can I take aspirin, people say it is safe to take',
    'any advice on sleeping pills',
    'tips for treating eczema',
    'what is the best way to kill myself',
  ])('is left to a doctor: %s', async (message) => {
    expect((await askLibrary(message)).text).toContain('medical advice')
  })
})

describe('two periods of a topic', () => {
  const example = sampleReport()
  const counted = (size: number, year: string) => ({
    ...example,
    counts: { ...example.counts, documents: size },
    volume: {
      ...example.volume,
      points: [
        { ...example.volume.points[0], firstDay: `${year}-01-01`, documents: size, coveredDays: 365, total: 10_000 },
      ],
    },
  })
  const compare = async (message: string, [in2012, in2014]: readonly [number, number]) => {
    let year = '2012'
    const { text } = await askLibrary(message, undefined, {
      search_topic: ({ from }: SearchInput) => ({
        signal_id: `sig_${(from ?? '').slice(0, 4)}`,
        status: 'complete',
        query: example.query,
        matched: 5,
        sources: [],
      }),
      get_report: ({ signalId }: { signalId: string }) => {
        year = signalId.slice(-4)
        return { ...counted(year === '2012' ? in2012 : in2014, year), signalId }
      },
    })
    return text
  }

  test.each<[message: string, sizes: readonly [number, number], answer: RegExp]>([
    ['Compared with 2012, did kefir grow in 2014?', [300, 10], /^No: less was written on kefir in 2014 .* in 2012/u],
    ['Compared with 2012, did kefir grow in 2014?', [10, 300], /^Yes: more was written on kefir in 2014 .* in 2012/u],
    ['Compared with 2012, was less written about kefir in 2014?', [300, 100], /^Yes: less .* in 2014 .* in 2012/u],
    ['Was more written about kefir in 2012 than in 2014?', [300, 100], /^Yes: more .* in 2012 .* in 2014/u],
    ['Did talk of kefir fall: 2012 vs 2014?', [300, 100], /^Yes: less .* in 2014 .* in 2012/u],
    ['Was kefir discussed more in 2014 than in 2012?', [300, 100], /^No: less .* in 2014 .* in 2012/u],
  ])('are answered by yes or no about the one that is asked about: %s %j', async (message, sizes, answer) => {
    expect(await compare(message, sizes)).toMatch(answer)
  })
})

test('periods that nothing covers are named, and the topic once', async () => {
  const example = sampleReport()
  const points = example.volume.points.map((point) => ({ ...point, coveredDays: 0 }))
  const { text } = await askLibrary('Compared with 2012, did kefir grow in 2014?', undefined, {
    get_report: { ...example, volume: { ...example.volume, points } },
  })
  expect(text).toMatch(
    /^Cannot tell: the library covers no day in 2012 or in 2014\. On kefir it has 412 articles in 2012 and 412 articles in 2014\./u,
  )
})

test('"Yes" is no answer to how many, and whether it grows is answered too', async () => {
  const { text } = await askLibrary('How many posts mention kefir, and is it growing?')
  expect(text).not.toContain('Yes: 412')
  expect(text).toMatch(/talk of kefir|how it changed|could not be read/u)
})

describe('what is asked about two topics', () => {
  test('is told of each as it is told of one', async () => {
    const { text } = await askLibrary('What happened with oat milk and soy milk?')
    expect(text.match(/Most was written about/gu)).toHaveLength(2)
    expect(text).not.toContain('Nothing stood out')
  })

  test('is a list of each where documents are asked for', async () => {
    const { text } = await askLibrary('List three posts about Tesla and Uber', undefined, documentLists)
    expect(text.match(/Headline \d/gu)).toHaveLength(6)
    expect(text).toMatch(/^Tesla:\n\n1\. .*\n\nUber:\n\n1\. /su)
  })
})

test('an answer in one sentence has no second one about what documents show', async () => {
  const { text } = await askLibrary('Why did people leave Digg, in one sentence?')
  expect(text.split('\n\n')).toHaveLength(2)
  expect(text).not.toContain('not what caused it')
})

describe('words that no document has together', () => {
  const heldBy =
    (...held: readonly string[]) =>
    ({ topic }: SearchInput) =>
      held.includes(topic) ? 20 : 0

  test.each([
    ['what happened with the boeing 737 max', '737 max'],
    ['what do the papers say about ICU beds and staffing shortages', '"ICU beds" OR "staffing shortages"'],
  ])('are widened by the answer itself, which says so: %s', async (message, held) => {
    const { text } = await askLibrary(message, ({ topic }) =>
      topic.includes(held) && !/boeing|and staff/u.test(topic) ? 20 : 0,
    )
    expect(text).toContain('I found no document with')
    expect(text).toMatch(/20 articles/u)
  })

  test('but not on those days are counted on other days by the longest part that is held', async () => {
    const { text } = await askLibrary('what happened with the deepwater horizon spill in 2010', ({ topic, from }) =>
      topic === 'deepwater horizon' && from === undefined ? 39 : 0,
    )
    expect(text).toContain('I found no document about “deepwater horizon spill” or “deepwater horizon” from 1 January')
    expect(text).toMatch(/Over all days, 39 articles/u)
  })

  test('of which one says what happened are counted with that word', async () => {
    const { text, topics } = await askLibrary(
      'who broke the news of osama bin ladens death',
      heldBy('"osama bin laden" AND (death OR dead OR died OR dies OR killed OR killing)'),
    )
    expect(topics).toContain('"osama bin laden" AND (death OR dead OR died OR dies OR killed OR killing)')
    expect(text).toContain('also have a word such as “death”, “dead” or “died”')
  })
})

describe('days that an event bounds', () => {
  const example = sampleReport()
  const [event] = example.events.events
  const launched = {
    ...example,
    events: { ...example.events, events: [{ ...event, onset: '2012-02-29', peak: '2012-03-01', until: '2012-03-07' }] },
  }

  test.each([
    ['how did talk of kefir change since the launch', 'topic kefir, since 29 February 2012'],
    ['what did people say about kefir when it launched', 'topic kefir, 29 February to 25 April 2012'],
  ])('are those of the library’s own event: %s', async (message, days) => {
    const { text } = await askLibrary(message, undefined, { get_report: launched })
    expect(text).toContain(days)
    expect(text).toContain('I take 29 February 2012 for')
  })

  test('stay as they are where the library does not tell, and the answer says so', async () => {
    const { text } = await askLibrary('how did talk of kefir change since the shutdown', ({ topic }) =>
      topic.includes('shut') ? 0 : 412,
    )
    expect(text).toContain('The library does not show when the shutdown of kefir was, so all days count.')
  })
})

test('counts by month stand beside all that the library holds, and thin months are named', async () => {
  const example = sampleReport()
  const month = (firstDay: string, documents: number, total: number) => ({
    ...example.volume.points[0],
    firstDay,
    lastDay: firstDay.replace(/01$/u, '30'),
    coveredDays: 30,
    documents,
    total,
  })
  const points = [month('2020-04-01', 3, 4000), month('2020-06-01', 2, 4200), month('2020-09-01', 0, 500)]
  const { text } = await askLibrary('How many posts mention kefir by month?', undefined, {
    get_report_section: { section: 'volume', interval: 'month', points },
  })
  expect(text).toContain('| Month | Articles | All documents held |')
  expect(text).toContain('| September 2020 | 0 | 500 |')
  expect(text).toContain('The library holds few documents of September 2020')
  expect(text).toContain('That is 5 articles in all, so take the ups and downs as a hint')
})

describe('a yes or no about a tone', () => {
  const example = sampleReport()
  const ask = async (message: string, positive: number, negative: number) =>
    (
      await askLibrary(message, undefined, {
        get_report: { ...example, tone: { ...example.tone, stories: { positive, neutral: 0, negative } } },
      })
    ).text

  test.each<[message: string, tones: readonly [number, number], lead: RegExp]>([
    [
      'is the mood on kefir all positive',
      [194, 62],
      /^No: the tone of articles that mention kefir is mostly positive/u,
    ],
    ['did people love kefir or hate it', [50, 48], /^Neither: the tone .* is mixed/u],
    ['did people love kefir', [70, 20], /^Yes: the tone/u],
  ])('comes first: %s', async (message, [positive, negative], lead) => {
    expect(await ask(message, positive, negative)).toMatch(lead)
  })
})

test('operators of a search are no words to drop', () => {
  expect(relaxedQueries('"oat milk" NOT almond', false)).toEqual([])
  expect(relaxedQueries('foo AND bar', false)).toEqual(['foo', 'bar'])
  expect(narrowerQueries('kefir AND (scam OR fraud)', false)).toEqual(['kefir'])
})

test('a name is no word of those who like or dislike it', () => {
  const reading = { wants: ['tone', 'why'], mainWant: 'why', queries: ['breaking bad'] } as const
  expect(reasonSides(reading, 'why do people love breaking bad')).toEqual(['positive'])
  expect(reasonSides({ ...reading, queries: ['kefir'] }, 'why do people love kefir')).toEqual(['positive'])
})

test('a complaint stays one beside a negation that strengthens it', () => {
  const isComplaint = (text: string) => isJudged(text, ['kefir'], 'negative')
  expect(isComplaint('I have never had so many problems with kefir, it is terrible.')).toBe(true)
  expect(isComplaint('I have no problem with soy milk, but kefir is terrible and bad.')).toBe(true)
  expect(isComplaint('I have never had any problems with kefir, it is not terrible.')).toBe(false)
})
