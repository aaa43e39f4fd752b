import { describe, expect, test } from 'vitest'
import type { AnalystTurn } from '../analyst.port.ts'
import { askLibrary, listedDocuments, sampleReport, sampleRequest, type SearchInput } from '../testing/canned-tools.ts'
import { readAsks } from '../understand/asks.ts'
import type { Reading } from '../understand/understand.ts'
import { toUnderstanding } from '../understand/understanding.ts'
import { namesIn, plainQuery, wordsApart } from '../understand/wordings.ts'
import { rankingSentences } from './figure-sentences.ts'

const ofParts =
  (part: number, whole = 580) =>
  ({ topic }: SearchInput) =>
    topic.includes('AND') ? part : whole

/** The calls of an answer that count documents. */
const countsIn = ({ events }: Awaited<ReturnType<typeof askLibrary>>) =>
  events.filter((event) => event.type === 'tool-call' && event.tool === 'count_documents').length

describe('a count of a topic with a word beside it', () => {
  test('is given as a part of the whole topic', async () => {
    const { text } = await askLibrary('how often is privacy mentioned with Google Glass?', ofParts(12))
    expect(text).toMatch(/^12 of the 580 documents on Google Glass mention “privacy”\./u)
    expect(text).not.toMatch(/12 (?:documents|articles)[^.]* mention Google Glass/u)
  })

  test('stays a part of the whole topic in posts alone', async () => {
    const example = sampleReport()
    const kinds = [
      { kind: 'article', documents: 30 },
      { kind: 'post', documents: 37 },
    ]
    const { text, topics } = await askLibrary('how many posts mention privacy on Google Glass?', ofParts(37), {
      get_report: ({ signalId }: { signalId: string }) => ({
        ...example,
        signalId,
        counts: { ...example.counts, documents: signalId.includes('AND') ? 37 : 580 },
        volume: { ...example.volume, kinds },
      }),
    })
    expect(topics.at(-1)).toContain('kind:post')
    expect(text).toMatch(/^Of 580 documents on Google Glass, 37 .*mention “privacy”/u)
  })

  test('names the whole where the two are one name', async () => {
    const { text } = await askLibrary('how much talk about Reddit gold was there?', ({ topic }) =>
      topic.includes('gold') ? 40 : 9000,
    )
    expect(text).not.toMatch(/^40 documents[^.]* mention Reddit\./u)
  })
})

describe('a word beside a topic', () => {
  test('that could not be counted is not said to be in no document', async () => {
    const { text } = await askLibrary(
      'what do people say about privacy with Google Glass',
      ({ topic }) => (topic.includes('AND') ? 0 : 580),
      {
        count_documents: ({ signalId }: { signalId: string }) =>
          signalId.includes('AND') ? undefined : sampleReport({ counts: { ...sampleReport().counts, documents: 580 } }),
      },
    )
    expect(text).not.toMatch(/None of|Hardly any/u)
    expect(text).toContain('I did nothing with “privacy”')
  })

  test('is not said to be in no document while sources are still responding', async () => {
    const { text } = await askLibrary('what do people say about privacy with Google Glass', ofParts(0), {
      get_search: undefined,
      search_topic: ({ topic }: SearchInput) => ({
        signal_id: `sig_${topic}_`,
        status: 'running',
        query: sampleReport().query,
        matched: null,
        sources: [{ status: 'running', documentsStored: 0 }],
      }),
      count_documents: ({ signalId }: { signalId: string }) => ({
        ...sampleReport(),
        signalId,
        counts: { ...sampleReport().counts, documents: signalId.includes('AND') ? 0 : 580 },
      }),
      get_report: sampleReport(),
    })
    expect(text).not.toMatch(/None of the 580/u)
  })

  test('that was never looked for is only named as unused', async () => {
    const message = 'did parents, teachers, nurses or coaches worry about Zika'
    const { text, topics } = await askLibrary(message, ofParts(40))
    expect(topics).toContain('Zika')
    // it may rank what is quoted
    expect(topics.filter((topic) => topic.includes('coach') && !topic.includes(' OR '))).toEqual([])
    expect(text).not.toMatch(/None of|Hardly any/u)
  })

  test('that no document has is named in the reading where more was asked', async () => {
    const { text } = await askLibrary('did people worry about privacy with Google Glass?', ofParts(0))
    expect(text).toMatch(/^The tone of articles [\s\S]+I found no document on it with “worry” or “privacy”/u)
  })

  test('beyond the two that are used stands once, in the reading', async () => {
    const { text } = await askLibrary(
      'what do people say about privacy, prices and attacks with Google Glass?',
      ({ topic }) => (topic.includes('AND') ? 40 : 580),
    )
    expect(text.match(/“attacks”/gu)).toHaveLength(1)
    expect(text).toContain('I did nothing with “attacks”.')
  })

  test('that no document has is told first where the question is about it', async () => {
    const { text } = await askLibrary('how often is privacy mentioned with Google Glass?', ofParts(0))
    expect(text).toMatch(/^None of the 580 documents that mention Google Glass has “privacy”/u)
  })
})

describe('words beside topics', () => {
  test('are counted for two topics and not for more', async () => {
    const two = await askLibrary('compare Dropbox and Evernote for teachers', ofParts(40))
    expect(two.topics.filter((topic) => topic.includes('teacher'))).toHaveLength(2)
    const three = await askLibrary('compare Dropbox, Evernote and Trello for teachers', ofParts(40))
    expect(three.topics.filter((topic) => topic.includes('teacher'))).toEqual([])
    expect(three.text).toContain('I did nothing with “teachers”')
    expect(three.text).not.toMatch(/None of|mention “teachers”/u)
  })

  test('cost a limited number of counts for one message', async () => {
    const message =
      'did nervous teachers, nurses and parents worry about Zika, did tired coaches, pilots and sailors worry about Ebola, and did poor farmers, bakers and drivers worry about SARS?'
    const apart = ({ topic }: SearchInput) => {
      if (topic.includes('near')) return 0
      return topic.includes('AND') ? 1 : 580
    }
    const answer = await askLibrary(message, apart)
    expect(countsIn(answer)).toBeGreaterThan(0)
    expect(countsIn(answer)).toBeLessThanOrEqual(24)
    expect(answer.text).not.toMatch(/None of/u)
  })
})

describe('what is said of a topic', () => {
  test('promises no tone where too few documents have a clear one', async () => {
    const example = sampleReport()
    const stories = { ...example.tone.stories, positive: 1, negative: 0, neutral: 0 }
    const report = (tone: object) => ({ get_report: { ...example, tone: { ...example.tone, ...tone } } })
    const message = 'how reliable is the data on oat milk?'
    expect((await askLibrary(message, undefined, report({}))).text).toContain('counts, a tone and quotations')
    expect((await askLibrary(message, undefined, report({ stories }))).text).toContain('counts and quotations')
  })

  test('has no figures beside an accusation', async () => {
    const { text, searches } = await askLibrary('did Amanda Knox murder her, and what do people say about it?')
    expect(text).toMatch(/guilty|guilt/u)
    expect(searches).toEqual([])
  })

  test('is from the sources of the part that is answered', async () => {
    const { topics } = await askLibrary('can I sue Uber, and what do people on Reddit say about it?')
    expect(topics).toEqual(['Uber AND (source:reddit OR outlet:"reddit")'])
  })

  test.each([
    ['top 3 things people love about kefir', 'Praise cannot be ranked by itself'],
    ['top complaints about kefir', 'Complaints cannot be ranked by themselves'],
  ])('is ranked by the words that recur: %s', async (message, expected) => {
    const items = Array.from({ length: 12 }, (_, at) => ({
      ...listedDocuments[0],
      id: `doc_${at}`,
      title: `I love kefir flavor and kefir texture ${at}`,
      snippet: null,
    }))
    const { text } = await askLibrary(message, undefined, {
      list_documents: { items, page: { total: 12, nextCursor: null } },
    })
    expect(text).toContain(expected)
    expect(text).toContain('the words that recur are “flavor” (12) and “texture” (12)')
  })

  test('is not said to lack an event while sources are still responding', async () => {
    const example = sampleReport()
    const isEvent = (signalId: string) => signalId.includes('AND')
    const { text } = await askLibrary('why did oat milk prices crash?', undefined, {
      get_search: undefined,
      search_topic: ({ topic }: SearchInput) => ({
        signal_id: `sig_${topic}_`,
        status: isEvent(topic) ? 'running' : 'complete',
        query: example.query,
        matched: null,
        sources: [{ status: isEvent(topic) ? 'running' : 'complete', documentsStored: 0 }],
      }),
      get_report: ({ signalId }: { signalId: string }) => ({
        ...example,
        signalId,
        counts: { ...example.counts, documents: isEvent(signalId) ? 0 : 412 },
      }),
    })
    expect(text).not.toContain('None of them has')
    expect(text).toContain('not all sources have responded')
  })

  test.each([
    ['the older one is larger', 900, 40],
    ['the newer one is larger', 40, 900],
  ])('is not compared with one of other days: %s', (_, older, newer) => {
    const example = sampleReport()
    const part = { places: [0], kind: 'post', isScattered: false } as const
    const topic = (name: string, documents: number, days: { from: string; until: string; hasEnded: boolean }) => {
      const main = { ...part, documents, ...days }
      return {
        query: name,
        name,
        report: { ...example, counts: { ...example.counts, documents } },
        coverage: { parts: [main], main, compared: main, noun: 'posts' as const },
      }
    }
    const text = rankingSentences([
      topic('Digg', older, { from: '2010-01-01', until: '2013-08-17', hasEnded: true }),
      topic('Threads', newer, { from: '2020-01-01', until: '2026-01-01', hasEnded: false }),
    ]).map((one) => one.text)
    expect(text.join(' ')).toContain('The two cannot be set against each other: Threads begins on 1 January 2020')
    expect(text.join(' ')).not.toMatch(/larger than chance|named more/u)
  })
})

describe('a topic that something happened to', () => {
  const question = 'how did people react to the death of Whitney Houston'
  const ask = async (all: number, withDeath: number) =>
    (await askLibrary(question, ({ topic }) => (topic.includes(' AND (') ? withDeath : all))).text

  test('is described as a whole where few of its documents have a word for that', async () => {
    expect(await ask(20, 2)).toMatch(/Only 2 of them have a word such as .*, so this is about all of them\./u)
    expect(await ask(20, 0)).toMatch(/None of the 20 documents on Whitney Houston has a word such as/u)
    expect(await ask(1, 0)).toMatch(
      /The one document on Whitney Houston has no word such as .*, so this is about it\./u,
    )
  })

  test.each([
    ['where all of its documents have one', 3, 3],
    ['where more with one arrived since the topic was searched', 1, 2],
  ])('needs no note %s', async (_, all, withDeath) => {
    const text = await ask(all, withDeath)
    expect(text).toMatch(/mentions? Whitney Houston/u)
    expect(text).not.toMatch(/such as/u)
  })
})

describe('a topic of several words that few documents have together', () => {
  const holds = ({ topic }: SearchInput) => {
    if (topic === 'Gezi') return 34
    return topic.includes('Gezi AND') ? 2 : 0
  }

  test('is looked for by its rarest name, and says what is left out', async () => {
    const { text } = await askLibrary('How were the Gezi Park protests discussed?', holds)
    expect(text).toContain('so this is about “Gezi”')
    expect(text).toContain('topic Gezi')
    expect(text).toContain('I did nothing with “Park” and “protests”.')
    expect(text).not.toContain('and and')
  })

  test('has no article among its names', () => {
    expect(namesIn(['losing', 'a', 'bag'])).toEqual([])
    expect(namesIn(['the', 'Gezi', 'protests'])).toEqual(['Gezi'])
  })

  test('stays whole where no name of it has many more', async () => {
    const { text } = await askLibrary('How were the Gezi Park protests discussed?', ({ topic }) =>
      topic.includes('Gezi') ? 4 : 0,
    )
    expect(text).not.toContain('so this is about “Gezi”.')
  })

  test('stays whole where documents have it word for word', async () => {
    const { text } = await askLibrary('what happened with African swine fever?', ({ topic }) =>
      topic === 'swine' ? 300 : 4,
    )
    expect(text).toContain('topic African swine fever')
  })

  test('is written without the operators of a search', () => {
    expect(plainQuery(wordsApart('Buddhism and meditation') ?? '')).toBe('Buddhism and meditation')
  })
})

describe('advice', () => {
  const message = 'whats a good way to learn calculus by yourself'

  test.each([
    [message, 'topic calculus'],
    ['what should beginners look at first with a telescope', 'topic telescope'],
  ])('is what people wrote about it, which is said first: %s', async (question, topic) => {
    const { text } = await askLibrary(question, () => 60)
    expect(text).toMatch(/^I give no advice; this is what people wrote\./u)
    expect(text).toContain(topic)
  })

  test('is declined where nobody wrote about it', async () => {
    expect((await askLibrary(message, () => 0)).text).toMatch(/^I cannot answer that/u)
  })

  test('on medicine stays declined', async () => {
    expect((await askLibrary('should I stop taking benzoyl peroxide? I have a rash')).text).toMatch(/medical advice/u)
  })
})

test('a word for when something happened is needed in no document', async () => {
  const { topics } = await askLibrary('ps4 vs xbox one which one did ppl like more when they got announced')
  expect(topics.filter((topic) => /announc/u.test(topic))).toEqual([])
})

test('a change between a handful of documents is none', async () => {
  const example = sampleReport()
  const point = (firstDay: string, documents: number) => ({
    ...example.volume.points[0],
    firstDay,
    lastDay: firstDay.replace(/01$/u, '28'),
    coveredDays: 28,
    documents,
    storyClusters: documents,
    groups: [documents],
    total: 1000,
  })
  const points = [point('2013-01-01', 6), point('2013-02-01', 5), point('2013-03-01', 3), point('2013-04-01', 0)]
  const volume = { ...example.volume, interval: 'month', points, groups: example.volume.groups.slice(0, 1) }
  const { text } = await askLibrary('did talk of kefir fall?', () => 14, {
    get_report: { ...example, volume, counts: { ...example.counts, documents: 14 } },
    get_report_section: { ...volume, section: 'volume' },
  })
  expect(text).toMatch(/Too few to tell a change of kefir: 6 \w+ .*January 2013, none in April 2013/u)
  expect(text).not.toMatch(/\bfell\b/u)
})

/** How the last of several messages is read, each in the thread of those before it. */
function readLast(...messages: readonly string[]) {
  const history: AnalystTurn[] = []
  for (const message of messages) {
    const reading = readAsks(sampleRequest({ message, history: [...history] }))[0]?.reading as Reading // it asks
    if (message === messages.at(-1)) return { ...reading, words: (reading.qualifiers ?? []).map(({ words }) => words) }
    const topics = reading.queries.map((query) => ({ query, signalId: null }))
    const answer = { role: 'assistant', content: '', understanding: toUnderstanding(reading, topics), citations: [] }
    history.push({ role: 'user', content: message, understanding: null, citations: [] }, answer as AnalystTurn)
  }
  throw new Error('no message')
}

test.each([
  ['overheating reports for the MacBook Pro in 2011', ['MacBook Pro'], ['overheating']],
  ['What did people say about Go as a programming language?', ['Go'], ['programming language']],
  ['How do people get along with Firefox on Linux?', ['Firefox'], ['Linux']],
  ['What do users say about Spotify’s offline mode?', ['Spotify'], ['offline mode']],
  ['Give me three quotes from people who quit smoking and say what worked for them', ['quit smoking'], []],
  ['Did Steam sales get more talk than Humble Bundles?', ['Steam sales', 'Humble Bundles'], []],
])('is about its topic with the words that belong to it: %s', (message, queries, words) => {
  expect(readLast(message)).toMatchObject({ queries, words })
})

test.each([
  [
    'how many posts mention Dropbox',
    'and how does that compare to Google Drive?',
    { queries: ['Dropbox', 'Google Drive'] },
  ],
  [
    'what do people say about privacy with Google Glass',
    'and in 2013?',
    { queries: ['Google Glass'], words: ['privacy'] },
  ],
  ['how did people react to Google Reader', 'Which alternatives were people recommending?', { task: 'report' }],
  ['who writes about airport security', 'did it get worse after the Snowden leaks?', { queries: ['airport security'] }],
  [
    'is the Deepwater Horizon spill bigger than Hurricane Sandy',
    'leave out Sandy',
    { queries: ['Deepwater Horizon spill'] },
  ],
  ['what do people in Canada say about kale', 'outside Canada?', { queries: ['kale'], country: null }],
  ['posts on kale before its launch in May 2012', 'and after the launch?', { from: '2012-05-01', to: null }],
])('a follow-up keeps what it does not name: %s, %s', (before, message, expected) => {
  expect(readLast(before, message)).toMatchObject(expected)
})

test.each([
  ['Why did people buy a Nook instead of a Kindle?', 'report'],
  ['Did anyone share a beer recipe for home brewing?', 'report'],
  ['What year did Minecraft get the most posts?', 'report'],
  ['buy me 3 shares of Apple', 'declined'],
])('only what asks for something else than documents is declined: %s', (message, task) => {
  expect(readLast(message).task).toBe(task)
})

test('days that are told by an event end with the length that they are said to have', async () => {
  const example = sampleReport()
  const [event] = example.events.events
  const events = [{ ...event, onset: '2012-02-29', peak: '2012-03-01', until: '2012-03-07' }]
  const report = { ...example, events: { ...example.events, events } }
  const ask = async (message: string) => (await askLibrary(message, undefined, { get_report: report })).text
  expect(await ask('what did people say about kefir in the week after it launched')).toContain(
    'topic kefir, 29 February to 6 March 2012',
  )
  expect(await ask('posts on kefir in the month before the launch')).toContain('29 January to 28 February 2012')
})
