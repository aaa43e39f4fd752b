import { describe, expect, test } from 'vitest'
import { askLibrary, sampleRequest } from '../testing/canned-tools.ts'
import { readAsks, splitClauses } from './asks.ts'
import { toQualifier } from './qualifiers.ts'
import type { Reading } from './understand.ts'
import { joinUnderstandings, toUnderstanding } from './understanding.ts'
import { withoutTopics } from './wishes.ts'

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
    ['what do people say about bikes on Xbox One', [['bikes']]],
    ['Was sagen die Leute über Oat Milk?', [[]]],
    ['Que disent les gens de Tesla ?', [[]]],
    ['OK, how many posts mention kale?', [[]]],
    ['WHAT DO PEOPLE SAY ABOUT KALE', [[]]],
    ['waht do poeple say about kale', [[]]],
    ['tldr on Theranos', [[]]],
    ['what do people say about kale, thanks Bob', [[]]],
    ['what happened to Digg, my landlord asked me', [[]]],
  ])('says beside its topic what the answer has to be about: %s', (message, expected) => {
    expect(wordsOf(message)).toEqual(expected)
  })

  test('needs no more than two words beside its topic, and says which it did not use', () => {
    const [ask] = readAsks(
      sampleRequest({ message: 'did people worry about privacy, fraud and accidents with Google Glass?' }),
    )
    expect(ask?.reading.qualifiers?.map(({ words }) => words)).toEqual(['worry', 'privacy'])
    expect(ask?.reading.unread).toEqual(['fraud', 'accidents'])
  })

  test.each([
    'was Zika really a threat or was it overblown?',
    'is bitcoin money or is it a scam?',
    'is Google+ dead or is it coming back?',
    'are e-cigs ok or are they dangerous?',
    'how do people feel about kale, or is it overrated?',
  ])('that asks what its topic is like has no second one: %s', (message) => {
    expect(readAsks(sampleRequest({ message })).map(({ reading }) => reading.queries.length)).toEqual([1])
  })

  test('names a topic by whole words only', () => {
    const message = 'what do people say about Uber, and what do tubers have to do with quinoa?'
    const asks = readAsks(sampleRequest({ message }))
    expect(asks.map(({ reading }) => reading.queries)).toEqual([['Uber'], ['quinoa']])
    expect(withoutTopics('who complained about AI', ['AI'])).toBe('who complained about it')
  })

  test('limits one part by the country of another only behind it', () => {
    const asks = readAsks(
      sampleRequest({ message: 'what do people say about kale, and what do people say about tofu in Japan?' }),
    )
    expect(asks.map(({ reading }) => reading.country)).toEqual([null, 'JP'])
  })

  test('asks of everything that it names, also of what people drop', () => {
    expect(wordsOf('do people drop Comcast for Netflix')).toEqual([['Comcast']])
  })

  test('means by "the old one" no document with the word "old"', () => {
    const [ask] = readAsks(sampleRequest({ message: 'the new Ghostbusters, not the old one' }))
    expect(ask?.reading.excluded).toEqual([])
  })

  test('has the days that stand in front of its first question', () => {
    const message = 'In 2014, how many posts on kale, and who wrote about quinoa in 2015?'
    const days = readAsks(sampleRequest({ message })).map(({ reading }) => reading.from)
    expect(days).toEqual(['2014-01-01', '2015-01-01'])
  })

  test.each(['compare Tom Cruise, Will Smith and Matt Damon', "compare Assassin's Creed, Watch Dogs and GTA V"])(
    'compares names that begin like a request: %s',
    (message) => {
      expect(readAsks(sampleRequest({ message })).map(({ reading }) => reading.queries.length)).toEqual([3])
    },
  )

  test.each([
    'is people '.repeat(2000),
    ' \n'.repeat(10_000),
    `kale${' '.repeat(19_000)}tofu`,
    `${'?'.repeat(19_990)}x`,
  ])('is read quickly, however long it is', (message) => {
    readAsks(sampleRequest({ message: 'kale' }))
    const begun = performance.now()
    readAsks(sampleRequest({ message }))
    expect(performance.now() - begun).toBeLessThan(1500)
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
    const { text } = await askLibrary('what do teachers say about privacy with Google Glass', ({ topic }) =>
      topic.includes('teacher') ? 0 : topic.includes('AND') ? 40 : 580,
    )
    expect(text).toMatch(/^Of 580 documents on Google Glass, 40 articles/u)
    expect(text).toContain('“teachers”')
  })
})

describe('a word beside a topic', () => {
  test.each([
    ['games', ['games', 'game', 'gaming']],
    ['university', ['university', 'universities']],
    ['policy', ['policy', 'policies']],
    ['speed', ['speed', 'speeds', 'speeding']],
    ['evening', ['evening']],
    ['left', ['left']],
    ['costumes', ['costumes', 'costume']],
  ])('stands in documents as itself, or in a form of its own: %s', (word, forms) => {
    expect(toQualifier(word).forms).toEqual(forms)
  })

  test('is looked for by no beginning that other words have', () => {
    const forms = ['attack', 'fear', 'close', 'kidneys', 'death', 'overblown'].flatMap(
      (word) => toQualifier(word).forms,
    )
    expect(forms.filter((form) => form.includes('*') || ['bit', 'scar', 'rip', 'kid'].includes(form))).toEqual([])
  })
})

describe('several readings', () => {
  const [ask] = readAsks(sampleRequest({ message: 'how many posts mention kale' }))
  const readingOf = (unread: readonly string[]) =>
    toUnderstanding({ ...(ask?.reading as Reading), unread }, [{ query: 'kale', signalId: null }])

  test('are told once where they are the same, with what was left out of any', () => {
    expect(joinUnderstandings([readingOf([]), readingOf(['fraud']), readingOf(['Bob'])]).sentence).toBe(
      'I read this as: topic kale, all days. I did nothing with “fraud” and “Bob”.',
    )
  })
})

describe('a question that is declined', () => {
  test('is one only where its words are of that kind', async () => {
    expect((await askLibrary('vim or emacs, final answer')).text).not.toMatch(/guilty|cannot/u)
  })

  test('is declined as a part of a message too', () => {
    const message = 'who wrote about quinoa in 2012? Is aspartame addictive? And how many posts mention tofu?'
    const tasks = readAsks(sampleRequest({ message })).map(({ reading }) => reading.task)
    expect(tasks).toEqual(['report', 'declined', 'report'])
  })

  test('is answered in the part that documents can answer', async () => {
    const { text } = await askLibrary('my landlord is keeping my deposit, can I sue him, what do the forum people say')
    expect(text).toMatch(/^I cannot give legal advice: ask a lawyer\. /u)
    expect(text).toContain('412')
  })
})
