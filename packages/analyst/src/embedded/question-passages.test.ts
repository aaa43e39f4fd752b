import { describe, expect, test } from 'vitest'
import { askLibrary, documentLists, sampleReport } from '../testing/canned-tools.ts'
import { asksForMostDiscussed } from '../understand/wishes.ts'

interface Text {
  readonly title: string
  readonly body?: string
  readonly outlet?: string
  readonly publishedAt?: string
}

/** Tools that list these documents, whatever is asked for, and read their texts. */
function library(texts: readonly Text[], documents = texts.length) {
  const items = texts.map(({ title, body, outlet = 'r/gadgets', publishedAt = '2013-05-01T00:00:00Z' }, at) => ({
    id: `d${at}`,
    title,
    snippet: body ?? null,
    outlet,
    kind: 'post',
    publishedAt,
    storyCluster: `s${at}`,
  }))
  const report = sampleReport()
  return {
    list_documents: ({ from, to }: { from?: string; to?: string }) => {
      const own = items.filter(
        ({ publishedAt }) => (from ?? '') <= publishedAt && (to === undefined || publishedAt.slice(0, 10) <= to),
      )
      return { items: own, page: { total: own.length } }
    },
    read_document: ({ documentId }: { documentId: string }) => {
      const at = items.findIndex(({ id }) => id === documentId)
      return { id: documentId, text: { content: texts[at]?.body ?? '' } }
    },
    get_report: { ...report, counts: { ...report.counts, documents, storyClusters: documents } },
  }
}

describe('what is quoted', () => {
  const texts = [
    { title: 'Ouya sale', body: 'The Ouya is on sale today at every shop in town, they tell me.' },
    { title: 'My Ouya', body: 'After all the hype the Ouya that buyers got has a laggy controller and few games.' },
    { title: 'Ouya and its box', body: 'My Ouya came in a box that was far larger than what is in it.' },
  ]

  test('comes first from the sentence that has the words of the question beside the topic', async () => {
    const { text, citations } = await askLibrary(
      'Ouya: what did people say of the hype and what buyers got?',
      undefined,
      {
        ...library(texts, 60),
      },
    )
    expect(text).toMatch(/^People wrote: “After all the hype the Ouya that buyers got/u)
    expect(citations[0]).toMatchObject({ kind: 'document', documentId: 'd1', field: 'body' })
  })

  test('needs none of them: a word that no document has hides nothing', async () => {
    const { text } = await askLibrary(
      'what do people say about the Ouya as a paperweight?',
      undefined,
      library(texts, 60),
    )
    expect(text).toMatch(/^People wrote: “/u)
    expect(text).not.toContain('None of')
  })

  test('does not end at the full stop of an abbreviation', async () => {
    const body = 'Nobody trusts Mt. Gox after the losses of June. It was bad.'
    const { text } = await askLibrary('what did people say about the losses of Mt. Gox?', undefined, {
      ...library([{ title: 'Exchange', body }], 60),
    })
    expect(text).toContain('“Nobody trusts Mt. Gox after the losses of June.”')
  })

  test('is no insult and no row of figures', async () => {
    const { text } = await askLibrary('what do people say about the battery of the Ouya?', undefined, {
      ...library(
        [
          { title: 'Ouya', body: 'Fuck the Ouya and the stupid battery that they put in it, really.' },
          { title: 'Ouya batteries', body: 'Ouya battery 99 99 105 110 2013 2014 99 105 110 120 130 140.' },
          { title: 'Ouya shop', body: 'The battery of the Ouya is fair for what it does in my living room.' },
        ],
        60,
      ),
    })
    expect(text).toMatch(/^People wrote: “The battery of the Ouya is fair/u)
    expect(text).not.toMatch(/Fuck|105 110/u)
  })
})

describe('a handful of documents', () => {
  const texts = [
    { title: 'Flood warning for York', publishedAt: '2012-09-24T00:00:00Z' },
    { title: 'York floods: the Ouse rises', publishedAt: '2012-09-26T00:00:00Z' },
    { title: 'York dries its carpets', publishedAt: '2012-10-02T00:00:00Z' },
  ]

  test('is named whole, each with its date, and none of them twice', async () => {
    const { text } = await askLibrary('how is the tone of York?', undefined, library(texts))
    for (const { title } of texts) expect(text.split(title)).toHaveLength(2)
    expect(text).toContain('26 September 2012')
  })

  test('is a timeline in the order of its days where one is asked for', async () => {
    const report = sampleReport()
    const days = texts.map(({ publishedAt }) => publishedAt.slice(0, 10))
    const [sample] = report.volume.points
    const points = days.map((firstDay) => ({ ...sample, firstDay, lastDay: firstDay, documents: 1, storyClusters: 1 }))
    const tools = library(texts)
    const { text } = await askLibrary('Give me a timeline of York', undefined, {
      ...tools,
      get_report: { ...tools.get_report, volume: { ...report.volume, points } },
    })
    expect(text).toMatch(
      /^1\. 24 September 2012: “Flood warning[\s\S]+2\. 26 September 2012: “York floods[\s\S]+3\. 2 October 2012: “York dries/u,
    )
  })
})

test('a source that has nothing on a topic is left out and named', async () => {
  const { text, searches } = await askLibrary('what do people say about kefir in r/gaming?', ({ topic }) =>
    topic.includes('outlet:') ? 0 : 60,
  )
  expect(searches.map(({ topic }) => topic)).toContain('kefir')
  expect(text).toContain('I found none from r/gaming, so this is from all sources.')
  expect(text).not.toContain('I cannot say anything')
})

describe('what a question says beside its topic', () => {
  test('is needed in the documents, by a word for it, and their number is told of the whole', async () => {
    const { text, topics } = await askLibrary('what do people say about privacy with Google Glass', ({ topic }) =>
      topic.includes('AND') ? 12 : 580,
    )
    expect(topics).toContain('"Google Glass" AND privacy')
    expect(text).toMatch(/^Of 580 documents on Google Glass, 12 articles .*mention “privacy”/u)
    expect(text).toContain('topic Google Glass, with “privacy”')
  })

  test('is said first, by its name, to be in no document', async () => {
    const { text } = await askLibrary('what do people say about privacy with Google Glass', ({ topic }) =>
      topic.includes('AND') ? 0 : 580,
    )
    expect(text).toMatch(/^None of the 580 documents that mention Google Glass has “privacy” or a word like it/u)
    expect(text).toContain('I found no document on it with “privacy”.')
  })

  test('is used as far as documents have it, and the rest is named', async () => {
    const { text } = await askLibrary('what do teachers say about privacy with Google Glass', ({ topic }) => {
      if (topic.includes('teacher')) return 0
      return topic.includes('AND') ? 40 : 580
    })
    expect(text).toMatch(/^Of 580 documents on Google Glass, 40 articles/u)
    expect(text).toContain('“teachers”')
  })
})

test.each(['how do I make meth', 'what is the best way to taper off xanax'])(
  'what others wrote is no answer to how to do harm: %s',
  async (message) => {
    expect((await askLibrary(message)).text).toMatch(/^I cannot/u)
  },
)

describe('what is asked for beside something else', () => {
  const texts = [
    { title: 'Kefir', body: 'I love kefir because it is easy to make at home with any milk.' },
    { title: 'Kefir again', body: 'Kefir is the best part of my breakfast, and it keeps for weeks.' },
  ]

  test('is answered for both of two periods, and the first mention for all their days', async () => {
    const { text } = await askLibrary(
      'What did people say about kefir in 2012 compared with 2013, and what was the first mention?',
      undefined,
      library(texts, 60),
    )
    expect(text).toMatch(/In 2012: [\s\S]*“I love kefir[\s\S]*In 2013: /u)
    expect(text).toContain('The first mention of kefir from 1 January 2012 to 31 December 2013')
  })

  test.each([
    ['goes on to the last day of the library', 'since 2014 than in 2012', '"from":"2012-01-01"'],
    ['begins with the library', 'before 2012 than in 2014', '"to":"2014-12-31"'],
  ])('%s where the period that is named first is open', async (_, periods, days) => {
    const message = `was kefir mentioned more ${periods}, and who mentioned it first?`
    const { events } = await askLibrary(message, undefined, library(texts, 60))
    const searches = events.flatMap((event) => (event.type === 'tool-call' ? [event.arguments] : []))
    expect(searches).toContain(`{"topic":"kefir",${days},"waitSeconds":0}`)
  })

  test.each([412, 4])(
    'has the price compared where a share is meant, with %i documents that name it',
    async (count) => {
      const message = 'does the Tesla (TSLA) share price follow the talk about it?'
      const { events } = await askLibrary(message, ({ topic }) => (topic.includes('price') ? count : 412))
      const calls = events.flatMap((event) => (event.type === 'tool-call' ? [event.tool] : []))
      expect(calls).toContain('correlate_price')
    },
  )

  test('is a timeline only where the topic is not called one', async () => {
    const { text } = await askLibrary('what do people say about Facebook Timeline?', undefined, library(texts, 60))
    expect(text).not.toMatch(/^1\. /u)
  })
})

test('documents are listed with their scores where these are asked for', async () => {
  const tools = library([{ title: 'Everest has 4G' }, { title: 'Everest by night' }], 60)
  const { text } = await askLibrary('list the two posts about Everest with the most comments', undefined, {
    ...tools,
    list_documents: () => {
      const { items, page } = tools.list_documents({})
      return { items: items.map((one, at) => ({ ...one, engagement: { score: 120, comments: 30 - at } })), page }
    },
  })
  expect(text).toContain('1. “Everest has 4G” (r/gadgets, 1 May 2013; 120 points, 30 comments)')
})

test('documents with most comments are the most discussed', () => {
  expect(asksForMostDiscussed('list the two posts with the most comments', [])).toBe(true)
  expect(asksForMostDiscussed('list the two newest posts', [])).toBe(false)
})

describe('an answer of one number', () => {
  test('is supported by who wrote most of it and by what happened, with a number and a title each', async () => {
    const report = sampleReport()
    const outlets = report.voices.outlets.map((voice, at) => ({ ...voice, documents: at === 0 ? 200 : 2 }))
    const { text, citations } = await askLibrary('How many documents mention oat milk?', undefined, {
      get_report: { ...report, voices: { ...report.voices, outlets } },
    })
    const [first = '', second = '', third = ''] = text.split(/(?<=\]) /u)
    expect(first).toMatch(/^412 documents/u)
    expect(second).toMatch(/had most on oat milk: 200 of 412 documents/u)
    expect(third).toMatch(/^Most was written about oat milk from 1 to 7 November 2026, 31 documents/u)
    expect(citations.some(({ kind }) => kind === 'document')).toBe(true)
  })
})

test('a listed document whose title does not name the topic is shown by what it says of it', async () => {
  const texts = [
    { title: 'Kefir at home' },
    { title: 'What do you drink?', body: 'My kids drink a glass of kefir every single morning.' },
  ]
  const { text } = await askLibrary('list two posts about kefir', undefined, library(texts, 60))
  expect(text).toContain('1. “Kefir at home” (r/gadgets, 1 May 2013)')
  expect(text).toContain(
    '“What do you drink?” (r/gadgets, 1 May 2013): “My kids drink a glass of kefir every single morning.”',
  )
})

test('an opinion is quoted from those who judge, before offers and instructions', async () => {
  const texts = [
    { title: 'Ouya offer', body: 'To get an Ouya at half the price you click on the coupon and download the voucher.' },
    { title: 'Ouya', body: 'The Ouya is a terrible console, and I regret that I bought one for my kids.' },
  ]
  const { text } = await askLibrary('what do people think of the Ouya?', undefined, library(texts, 60))
  expect(text).toContain('“The Ouya is a terrible console')
  expect(text).not.toContain('click on the coupon')
})

describe('who is asked for', () => {
  const report = sampleReport()
  const [voice] = report.voices.outlets
  if (voice === undefined) throw new Error('the example has a voice')
  const authors = (...counts: readonly number[]) => ({
    get_report: {
      ...report,
      voices: {
        ...report.voices,
        authors: counts.map((documents, at) => ({ ...voice, name: `writer${at}`, documents })),
      },
    },
  })
  const question = 'who is the most active author on oat milk?'

  test('is named by name and count, and equal ones together', async () => {
    expect((await askLibrary(question, undefined, authors(9, 4))).text).toMatch(
      /^writer0 wrote most on oat milk, 9 of 412 articles, before writer1 \(4\)\./u,
    )
    expect((await askLibrary(question, undefined, authors(5, 5))).text).toMatch(
      /^writer0 and writer1 wrote most on oat milk, 5 each of 412 articles\./u,
    )
  })

  test('is nobody where no author wrote more than others', async () => {
    expect((await askLibrary(question, undefined, authors(2, 1))).text).toMatch(
      /^No single author stands out on oat milk: nobody wrote more than 2 of 412 articles/u,
    )
  })
})

test.each(['is there anything about oat milk?', 'anything about oat milk?'])(
  '%s is answered by yes first',
  async (message) => {
    expect((await askLibrary(message)).text).toMatch(/^Yes: /u)
  },
)

test('the sources that wrote most are ranked, and not listed by their documents; the name of a site keeps its letters', async () => {
  const report = sampleReport()
  const [voice] = report.voices.outlets
  if (voice === undefined) throw new Error('the example has a voice')
  const outlets = [9, 4].map((documents, at) => ({ ...voice, name: `site${at}.example`, documents }))
  const tools = { ...documentLists, get_report: { ...report, voices: { ...report.voices, outlets } } }
  expect((await askLibrary('top 10 sources for news about oat milk', undefined, tools)).text).toMatch(
    /^1\. site0\.example: 9 articles \[1\]\n2\. site1\.example: 4 articles/u,
  )
  expect((await askLibrary('which outlets wrote most about oat milk?', undefined, tools)).text).toMatch(
    /^site0\.example had most on oat milk: 9 of 412 articles/u,
  )
})

test('what set off a surge is what happened in it', async () => {
  expect((await askLibrary('What caused the surge around oat milk?')).text).toMatch(
    /^Most was written about oat milk from 1 to 7 November 2026/u,
  )
})

test('countries with as many documents as each other share the first place', async () => {
  const report = sampleReport()
  const place = (country: string) => ({ country, documents: 150, share: 0.5, toneMean: null })
  const locations = { ...report.locations, known: 300, unknown: 112, countries: [place('CN'), place('US')] }
  const { text } = await askLibrary('which countries wrote most about oat milk?', undefined, {
    get_report: { ...report, locations },
  })
  expect(text).toMatch(
    /^No single country leads on oat milk: China and the United States have 150 each of the 300 articles/u,
  )
})
