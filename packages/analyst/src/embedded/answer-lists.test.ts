import { describe, expect, test } from 'vitest'
import { askLibrary, documentLists, listedDocuments, sampleReport } from '../testing/canned-tools.ts'

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
    const [sizes, quotes] = [text.indexOf('412'), text.indexOf('could be quoted')]
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

test.each([
  'tell me when talk of kefir peaked',
  'let me know if people hate kefir',
  'tell me if people like kefir',
])('an indirect question offers no watching: %s', async (message) => {
  expect((await askLibrary(message)).text).not.toContain('Shall I watch')
})

test.each([
  'What happened with kefir in 2012? Let me know when anything changes',
  'How is the tone of kefir? Tell me if it drops',
  'How much was written on kefir in 2012? Alert me when talk of it spikes',
])('to be told of what comes is an offer to watch it: %s', async (message) => {
  expect((await askLibrary(message)).text).toContain('Shall I watch')
})
