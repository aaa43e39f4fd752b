import { describe, expect, test } from 'vitest'
import { askLibrary, sampleRequest } from '../testing/canned-tools.ts'
import { readAsks, splitClauses } from './asks.ts'

const wordsOf = (message: string) =>
  readAsks(sampleRequest({ message })).map(({ reading }) => (reading.qualifiers ?? []).map(({ words }) => words))

describe('a message', () => {
  test('is divided into what it asks, what it tells, and how the answer should look', () => {
    const kinds = splitClauses(
      'im a nurse in Anchorage and I need to know what the papers wrote about ICU beds, one paragraph max',
    ).map(({ kind }) => kind)
    expect(kinds).toEqual(['person', 'ask', 'form'])
  })

  test.each([
    ['what do people say about privacy with Google Glass', [['privacy']]],
    ['how many posts mention kale', [[]]],
    ['my thesis is due, so please show me five posts about bitcoin', [[]]],
    ['is it true that people hated the Mass Effect 3 ending or is it just a loud minority', [['ending']]],
    [
      'why is Zika dangerous for pregnant women and did anybody in 2016 think the fear was overblown',
      [
        ['dangerous', 'pregnant women'],
        ['fear', 'overblown'],
      ],
    ],
  ])('says beside its topic what the answer has to be about: %s', (message, expected) => {
    expect(wordsOf(message)).toEqual(expected)
  })

  test('that names another topic in doubt is about both', () => {
    const [ask] = readAsks(sampleRequest({ message: 'how do people feel about Dropbox... or was it Evernote?' }))
    expect(ask?.reading.queries).toEqual(['Dropbox', 'Evernote'])
  })
})

describe('what a question says beside its topic', () => {
  test('is needed in the documents, by a word for it, and their number is told of the whole', async () => {
    const { text, topics } = await askLibrary('what do people say about privacy with Google Glass', ({ topic }) =>
      topic.includes('AND') ? 12 : 580,
    )
    expect(topics.some((topic) => topic.startsWith('"Google Glass" AND ('))).toBe(true)
    expect(text).toMatch(/^Of 580 documents on Google Glass, 12 articles .*mention “privacy” or a word like it/u)
    expect(text).toContain('topic Google Glass, with “privacy”')
  })

  test('is said first, by its name, to be in no document', async () => {
    const { text } = await askLibrary('what do people say about privacy with Google Glass', ({ topic }) =>
      topic.includes('AND') ? 0 : 580,
    )
    expect(text).toMatch(/^None of the 580 documents that mention Google Glass has “privacy” or a word like it/u)
    expect(text).toContain('I did nothing with “privacy”.')
  })

  test('is used as far as documents have it, and the rest is named', async () => {
    const { text } = await askLibrary('what do teachers say about privacy with Google Glass', ({ topic }) =>
      topic.includes('teacher') ? 0 : topic.includes('AND') ? 40 : 580,
    )
    expect(text).toMatch(/^Of 580 documents on Google Glass, 40 articles/u)
  })
})

describe('a question that is declined', () => {
  test('is one only where its words are of that kind', async () => {
    expect((await askLibrary('vim or emacs, final answer')).text).not.toMatch(/guilty|cannot/u)
  })

  test('is answered in the part that documents can answer', async () => {
    const { text } = await askLibrary('my landlord is keeping my deposit, can I sue him, what do the forum people say')
    expect(text).toMatch(/^I cannot give legal advice: ask a lawyer\. /u)
    expect(text).toContain('412')
  })
})
