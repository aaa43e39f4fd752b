import { describe, expect, test } from 'vitest'
import type { AnalystTurn } from '../analyst.port.ts'
import { sampleRequest } from '../testing/canned-tools.ts'
import { splitClauses } from './asked-part.ts'
import { readAsks } from './asks.ts'
import { toQualifier } from './qualifiers.ts'
import type { Reading } from './understand.ts'
import { joinUnderstandings, toUnderstanding } from './understanding.ts'
import { readWishes, withoutTopics } from './wishes.ts'

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

  test('needs no word for a place that one of its parts is about', () => {
    const message = 'what do people say about wildfires in California, and how many posts mention wildfires in 2013'
    expect(wordsOf(message)).toEqual([[], []])
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
    // processor time, which other work on the machine does not lengthen
    const begun = process.cpuUsage()
    readAsks(sampleRequest({ message }))
    expect(process.cpuUsage(begun).user / 1000).toBeLessThan(1500)
  })

  test('that names another topic in doubt is about both', () => {
    const [ask] = readAsks(sampleRequest({ message: 'how do people feel about Dropbox... or was it Evernote?' }))
    expect(ask?.reading.queries).toEqual(['Dropbox', 'Evernote'])
  })
})

describe('a question is about what it asks, and not', () => {
  const read = (message: string) => readAsks(sampleRequest({ message })).map(({ reading }) => reading)
  const partOf = (message: string) => read(message)[0] as Reading

  test.each([
    [
      'nurse here, 12h nights on a surg floor. what do other nurses say about coping with night shift?? i cant sleep',
      'night shift',
    ],
    [
      'we have a workshop next week and I need a case: EA and the SimCity launch. What did EA/Maxis say about it?',
      'SimCity',
    ],
    [
      'hi so im doing a thing for school about endangerd animals and my teacher said rhinos were in the news because of poaching?? is there anything about that',
      'rhinos',
    ],
    ['North Korean workers processing salmon and crab for US stores - who uncovered it?', 'North Korean workers'],
    ['what were the medal highlights people discussed from the Paris 2024 olympics?', 'Paris 2024 olympics'],
    [
      'My granddaughter gave me a small telescope for my 74th birthday. What do beginners usually look at through it? Kind regards, Harold',
      'small telescope',
    ],
    [
      "So my brother in law claims nobody ever criticised Obama over the NSA programme after the Snowden leaks came out, I think that's nonsense, who's right?",
      'Obama',
    ],
  ])('what is told of the person around it: %s', (message, topic) => {
    expect(partOf(message).queries).toEqual([topic])
  })

  test.each([
    'how did people take the Kobo launch? Two short paragraphs, no bullet points.',
    'what do people say about kale? keep it short, I want to read it out at dinner',
    'what do people say about kale in English, please',
    'Good morning. What do people say about kale? Kind regards, Harold',
  ])('how the answer should look or who asks: %s', (message) => {
    expect(
      wordsOf(message)
        .flat()
        .filter((words) => words !== 'launch'),
    ).toEqual([])
    expect(read(message).flatMap(({ unread, places }) => [...unread, ...places])).toEqual([])
  })

  test('its language, which it says changes no title', () => {
    const reading = partOf(
      'Is there anything in Hungarian about the family support scheme (CSOK)? Summarise in English.',
    )
    expect(reading).toMatchObject({ queries: ['CSOK'], places: [], unread: [] })
    expect(reading.notes?.map(({ text }) => text).join()).toContain('language in which they were written')
    expect(partOf('Chinese or Japanese compared to Korean?').queries).toEqual(['Chinese', 'Japanese', 'Korean'])
    expect(partOf('what do people say about films dubbed in German')).toMatchObject({ unread: ['German'], notes: [] })
  })

  test.each([
    ['adult ADHD, any experiences? not the kids stuff and not medication brand names', ['kids', 'medication']],
    ['what do people say about vaping? no politics please', ['politics']],
    ['what do people say about programming languages other than Python', ['Python']],
    ['do people drink anything other than coffee', []],
    ['what do people say about games without DRM', []],
    ['Did Obama or not Romney win the debate', []],
    ["compare Starbound and No Man's Sky", []],
    ['was there any word on kale? No rush on this, and not sure it is you I should ask', []],
    ['compare thorium and solar, not the engineering details', []],
  ])('what it says not to be about: %s', (message, excluded) => {
    const reading = partOf(message)
    expect(reading.excluded).toEqual(excluded)
    expect(
      reading.qualifiers?.map(({ words }) => words).filter((words) => /kids|brand|politics|details/u.test(words)),
    ).toEqual([])
  })

  test.each([
    ['How did the pandemic hit lobster fishermen in 2020? Prices, exports, that sort of thing', false],
    ['what would happen to a Greek saver if Greece really left the euro', false],
    ['how does talk of Tesla go with its share price', true],
    ['is there a link between talk of palladium and its price', true],
    ['how did the bitcoin price do', true],
  ])('a price, unless of what is traded: %s', (message, isOfTrade) => {
    expect(partOf(message).wants.includes('price')).toBe(isOfTrade)
  })

  test('advice, but what people wrote', () => {
    const reading = partOf('how do I tell how bitter a beer is if theres no IBU on the label')
    expect(reading).toMatchObject({ task: 'report', answer: 'advice', wants: ['quotes'] })
    const figure = 'which month was the tone on kefir the worst, and how should I read that?'
    expect([figure, 'how do I get a report on kale'].map((message) => partOf(message).answer)).toEqual(['yes', 'yes'])
  })

  test.each([
    ['is it true that "C++" is slow?', ['"C++"']],
    ['is it true that more people wrote about kale and quinoa in 2013', ['kale', 'quinoa']],
    ['how do people cope with anxiety because of Covid', ['Covid']],
    ['what do people say about learning on the job', ['learning']],
    ['what do people say about teaching as a career', ['teaching']],
    ['what do people say about Doctors Without Borders?', ['Doctors Without Borders']],
    ['My Bloody Valentine thinks big: what do people say about the album', ['Bloody Valentine']],
  ])('a part of its topics, or how and where something is done: %s', (message, queries) => {
    expect(partOf(message).queries).toEqual(queries)
  })

  test('a place that only lends its name: cold turkey', () => {
    expect(partOf('quotes from people who quit smoking cold turkey').country).toBeNull()
    expect(partOf('smoking in turkey').country).toBe('TR')
    expect(partOf('what do people say about moving to Canada')).toMatchObject({ queries: ['moving'], country: 'CA' })
  })

  test('one country alone where several are set against each other', () => {
    expect(partOf('Compare Iceland, Sweden, Norway and Finland: posts per year')).toMatchObject({
      task: 'report',
      queries: ['Iceland', 'Sweden', 'Norway', 'Finland'],
      country: null,
    })
  })

  test('a shorter name than the one that it sets against another', () => {
    expect(partOf('ps4 vs xbox one which one did ppl like more when they got announced').queries).toEqual([
      'ps4',
      'xbox one',
    ])
    expect(partOf('do enthusiasts prefer pour over or aeropress or plain espresso?').queries).toEqual([
      'pour over',
      'aeropress',
      'espresso',
    ])
  })

  test('a movement in the name of its topic, a first thing in its order, or forums of one kind', () => {
    const shift = partOf('what do other nurses say about coping with night shift?')
    expect(readWishes(shift, 'what is the mood on coping with night shift?')).not.toContain('tone-change')
    expect(
      readWishes(partOf('what do people say about kale'), 'what do people say about kale; numbers first'),
    ).not.toContain('first')
    expect(partOf('What were the arguments against DRM in the gaming forums?').outlets).toEqual(['forums'])
  })

  test('a day where it names a month of two digits of a year', () => {
    expect(partOf('was there more talk about the cyprus bailout in march or in april 13')).toMatchObject({
      from: '2013-03-01',
      otherPeriod: { from: '2013-04-01', to: '2013-04-30' },
    })
    expect(partOf('what did people say about boston in April 15, 2013').from).toBe('2013-04-15')
    expect(partOf('was the tone on Windows 8 better before or after its release in October 2012?')).toMatchObject({
      to: '2012-09-30',
      otherPeriod: { from: '2012-11-01' },
    })
  })

  test('words that no quotation has: either of two names, a word that begins a sentence', () => {
    expect(toQualifier('EA/Maxis').forms).toEqual(['EA', 'Maxis'])
    expect(wordsOf('How did the pandemic hit lobster fishermen? Prices, exports')).toEqual([['prices', 'exports']])
  })
})

describe('a follow-up', () => {
  const history = (content: string, query: string, country: string | null = null): AnalystTurn[] => [
    { role: 'user', content, understanding: null, citations: [] },
    {
      role: 'assistant',
      content: '',
      understanding: {
        topics: [{ query, signalId: 's' }],
        from: '2013-05-01',
        to: '2013-08-17',
        country,
        looksAt: [],
        unread: [],
        sentence: '',
      },
      citations: [],
    },
  ]
  const read = (message: string, query: string, before = `what do people say about ${query}`) =>
    readAsks(sampleRequest({ message, history: history(before, query) }))[0]?.reading

  test.each([
    ['what about police violence specifically', 'Gezi', 'police violence'],
    ['and exports?', 'lobster', 'exports'],
    ['any of it about Maine specifically?', 'lobster', 'Maine'],
  ])('about a part of the topic keeps it with its days: %s', (message, topic, words) => {
    const reading = read(message, topic)
    expect(reading).toMatchObject({ queries: [topic], from: '2013-05-01' })
    expect(reading?.qualifiers?.[0]?.words).toBe(words)
  })

  test.each(['and quinoa?', 'what about tofu', 'what about immigration'])(
    'that names another thing is about that one: %s',
    (message) => {
      expect(read(message, 'kale')?.queries).toEqual([message.split(/[ ?]/u).findLast((word) => word !== '')])
    },
  )

  test('that leaves one out keeps the others', () => {
    const before = 'compare Iceland, Sweden and Norway'
    const said = history(before, 'Iceland')
    const turn = { ...(said[1] as AnalystTurn), understanding: null }
    const topics = (message: string) =>
      readAsks(sampleRequest({ message, history: [said[0] as AnalystTurn, turn] }))[0]?.reading.queries
    const message = 'now leave Sweden out and tell me which of the others had the sharpest month'
    expect(topics(message)).toEqual(['Iceland', 'Norway'])
    expect(topics('did people want to leave Norway')).toEqual(['Norway'])
  })

  test('in another form keeps the words beside the topic', () => {
    const before = 'what do people say about privacy with Google Glass'
    const qualifiers = (message: string) => read(message, 'Google Glass', before)?.qualifiers?.map(({ words }) => words)
    expect(qualifiers('Can you put that into a timeline')).toEqual(['privacy'])
    expect(qualifiers('only the ones where it failed')).toContain('privacy')
  })

  test('asks of no country that the answer before had given up', () => {
    const reading = partAsk('WhatsApp blocked in Brazil, what was that about')
    const understanding = toUnderstanding(reading, [{ query: 'WhatsApp AND "Brazil"', signalId: null }])
    expect(understanding.country).toBeNull()
    expect(understanding.sentence).not.toContain('in Brazil')
  })
  const partAsk = (message: string) => readAsks(sampleRequest({ message }))[0]?.reading as Reading
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
  const kale = [{ query: 'kale', signalId: null }]
  const readingOf = (unread: readonly string[]) => toUnderstanding({ ...(ask?.reading as Reading), unread }, kale)

  test('are told once where they are the same, with what was left out of any', () => {
    expect(joinUnderstandings([readingOf([]), readingOf(['fraud']), readingOf(['Bob'])]).sentence).toBe(
      'I read this as: topic kale, all days. I did nothing with “fraud” and “Bob”.',
    )
    const absent = toUnderstanding(ask?.reading as Reading, kale, [], { found: [], absent: ['Bob'] })
    const other = toUnderstanding(ask?.reading as Reading, [{ query: 'tofu', signalId: null }])
    expect(joinUnderstandings([absent, other]).sentence).toBe(
      'I read this as: topic kale, all days. I found no document on it with “Bob”. I read this as: topic tofu, all days.',
    )
  })
})

describe('a share of the documents', () => {
  test.each([
    [
      'What share of posts about Bitcoin are about drugs, mining or speculation in March?',
      ['Bitcoin', 'Bitcoin AND drugs', 'Bitcoin AND mining', 'Bitcoin AND speculation'],
    ],
    ['What share of posts are about Sanders or Clinton?', ['Sanders', 'Clinton']],
  ])('is asked of the topic with each part: %s', (message, queries) => {
    expect(readAsks(sampleRequest({ message }))[0]?.reading.queries).toEqual(queries)
  })
})
