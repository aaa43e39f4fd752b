import { describe, expect, test } from 'vitest'
import { finish } from '../meaning/steps.ts'
import { createEventDescriber } from './describe-event.ts'
import { findOutstanding } from './headline-groups.ts'
import { findNamedSubjects } from './event-name.ts'
import { findTopicReports, headlineStyle, isReport } from './headline-style.ts'
import { findCommonTerms, rankReports, reportSame } from './rank-reports.ts'

test.each([
  'Steve Jobs has died',
  'Feds shut down Megaupload',
  'Internet wins: SOPA and PIPA both shelved',
  'Ron Paul introduces legislation to repeal section 1021',
  'Fertilizer plant explosion in Waco, Texas',
  'CISPA just passed the House',
  'Sony PS4 will support used games',
  'Colorado Legalizes Marijuana For Recreational Use',
])('%s says what happened', (title) => {
  expect(isReport(title)).toBe(true)
})

test.each([
  'Gingrich Family Values',
  "Google's SOPA and PIPA Page",
  'Boston Marathon Bombing Rumors',
  'Patton Oswalt on the Boston Marathon bombing',
  'Stephen Harper’s search for the root causes of terrorism',
  'Reminder: Blackout your websites tomorrow in protest of SOPA',
  'Internet, listen up. ACTA will be signed soon',
  'Could Reddit and other sites display a message about ACTA',
  'Pirate Party: Why Egypt shows that access is a right',
  'Please sign this petition against ACTA',
  'Google Glass tech specs: 5MP camera, 16GB storage',
  'To all republicans who said they will move to Australia',
  'Steve Jobs',
  'Image of the descent, taken by the Mars Reconnaissance Orbiter',
])('%s does not say what happened', (title) => {
  expect(isReport(title)).toBe(false)
})

test.each([
  'Jail terms for bankers upheld by court',
  'Jail guards strike over pay',
  'Bought by Facebook, WhatsApp grows',
  'Finished third, Romney quits the race',
  'Support for Obama falls to new low',
  'Pardon for Turing granted by queen',
])('%s neither advises nor tells of its author', (title) => {
  expect(headlineStyle(title)).toBeGreaterThanOrEqual(0.9)
})

test.each(['Jail the bankers who lost it all', 'Bought a new car today', 'Support the strike of teachers'])(
  '%s advises or tells of its author',
  (title) => expect(headlineStyle(title)).toBeLessThan(0.9),
)

/** Posts of one day about a bridge, one an hour, with given titles and reactions; before it, others of the topic. */
const rank = (
  posts: readonly (readonly [title: string, reactions: number])[],
  { day = '2012-03-28', peakDay = '2012-03-28' }: { day?: string; peakDay?: string | null } = {},
) => {
  const within = posts.map(([title, reactions], hour) => ({
    title,
    outlet: 'reddit/r/news',
    publishedAt: `${day}T${String(hour % 24).padStart(2, '0')}:00:00Z`,
    reactions,
  }))
  const other = Array.from({ length: 30 }, (_, at) => ({
    title: `Bergen has a new ${['ferry', 'museum', 'garden'][at % 3]} near number ${at}`,
    outlet: 'reddit/r/norway',
    publishedAt: `2012-02-${String(1 + (at % 28)).padStart(2, '0')}T08:00:00Z`,
    reactions: 1,
  }))
  return rankReports({ within, other, queryWords: ['bergen'], reader: null, peakDay }).map(
    ({ document, isDiscussed }) => ({ title: within[document]?.title, isDiscussed }),
  )
}
const reports = Array.from(
  { length: 8 },
  (_, at) =>
    [
      `Bergen bridge collapse closes the ${['coast', 'valley', 'harbour', 'airport', 'forest', 'island', 'market', 'castle'][at]} road and kills nine`,
      5,
    ] as const,
)

describe('of the titles of some days', () => {
  test('one that tells what most tell, and that many reacted to, is the headline', () => {
    const [first] = rank([...reports, ['Bergen bridge collapse kills nine people', 800]])
    expect(first).toEqual({ title: 'Bergen bridge collapse kills nine people', isDiscussed: true })
  })

  test.each([
    ['a first report', 'Bergen bridge collapse kills several, many injured, story developing'],
    ['an announcement', 'Bergen bridge collapse inquiry to be held on Thursday'],
    ['a reaction', 'Mayor slams minister after Bergen bridge collapse kills nine'],
    ['anger', 'The stupid mayor let the Bergen bridge collapse and killed nine'],
    ['a side story', 'Tour of a famous pianist cancelled because Bergen hotel sold its grand piano'],
  ])('%s comes after it, however much it was noticed', (_, title) => {
    const ranked = rank([...reports, [title, 900], ['Bergen bridge collapse kills nine people', 800]])
    expect(ranked[0]?.title).toBe('Bergen bridge collapse kills nine people')
  })

  test.each([
    'Why did the Bergen bridge collapse kill nine?',
    'Bergen tonight',
    'Please help after the Bergen bridge collapse',
  ])('%s is never one', (title) => {
    expect(rank([...reports, [title, 900]]).map((one) => one.title)).not.toContain(title)
  })

  test('one that others do not tell is none unless many reacted to it, and comes after what they tell', () => {
    const own = 'Bergen brewery releases a new lager for the summer'
    expect(rank([...reports, [own, 90]]).map((one) => one.title)).not.toContain(own)
    expect(rank([...reports, ['Bergen bridge collapse kills nine people', 300], [own, 900]])[0]?.title).toMatch(
      /bridge/u,
    )
  })

  test('a death is reported as forums tell it', () => {
    const talk = [
      'An evening with Anna Bergen',
      'Anna Bergen in her garden',
      'Songs of Anna Bergen',
      'Anna Bergen, 1950',
    ]
    const titles = rank([
      ...talk.map((title) => [title, 20] as const),
      ['RIP Anna Bergen', 2000],
      ['RIP My Bergen', 1900],
    ])
    expect(titles[0]?.title).toBe('RIP Anna Bergen')
  })

  test('titles that have nothing in common tell nothing of the days', () => {
    const titles = [
      'Tulips bloom early in Bergen parks',
      'Bergen choir sings an opera by Grieg',
      'Salmon returns to the Bergen river',
      'Bergen tram driver finds a lost ring',
      'Library of Bergen moves its oldest maps',
    ]
    expect(
      rank(
        titles.map((title, at) => [title, at] as const),
        { peakDay: null },
      ),
    ).toEqual([])
  })
})

test('two titles tell the same by their rare words, and different things of one topic do not', () => {
  expect(reportSame('Curiosity rover has landed on Mars', 'NASA rover Curiosity landed on Mars safely', null)).toBe(
    true,
  )
  expect(reportSame('Bergen bridge collapse kills nine', 'Bergen festival opens with a choir', null)).toBe(false)
})

test('many titles have terms in common, which no number of a part is', () => {
  const within = ['dogs', 'cars', 'beer', 'soup', 'tools'].map((what, hour) => ({
    title: `Super Bowl XLVII commercials about ${what}`,
    outlet: 'reddit/r/videos',
    publishedAt: `2013-02-04T0${hour}:00:00Z`,
    reactions: 1,
  }))
  const days = { within, other: [], queryWords: ['super', 'bowl'], isAbout: () => true, reader: null, peakDay: null }
  const terms = findCommonTerms(days)
  expect(terms).toContain('commercials')
  expect(terms.join(' ')).not.toMatch(/xlvii/iu)
})

describe('the subject that stands out in a topic without an event', () => {
  const others = ['zinc', 'maple', 'harbour', 'violin', 'tunnel', 'pepper', 'orchid', 'glacier', 'saddle', 'candle']
  const post = (day: number, title: string, at: number, reactions = 5) => ({
    title,
    outlet: `r/${others[at % 4]}`,
    publishedAt: new Date(Date.UTC(2013, 0, 1 + day, 12)).toISOString(),
    reactions,
  })
  /** One post on every third day of a year, each on a thing of its own. */
  const everyday = Array.from({ length: 120 }, (_, at) =>
    post(3 * at, `Mayor opens ${others[at % 10]} ${others[(at * 7 + 3) % 10]} number ${at}`, at),
  )
  const burst = [
    'Mayor and Anna Kowalski to hold a debate on Sunday',
    'Anna Kowalski wins debate against mayor',
    'Mayor apologizes to Anna Kowalski after debate',
    'Mayor refuses to meet Anna Kowalski again',
    'Mayor sues Anna Kowalski over leaflet',
    'Anna Kowalski calls mayor a coward',
  ].map((title, at) => post(200 + at, title, at, 100))
  const find = (documents: ReturnType<typeof post>[]) => {
    const ordered = documents.toSorted((a, b) => (a.publishedAt < b.publishedAt ? -1 : 1))
    return finish(findOutstanding(ordered, { queryWords: ['mayor'], reader: null }))
  }

  test('is the name whose headlines are more together than chance explains, with its days and a headline', () => {
    expect(find([...everyday, ...burst])).toMatchObject({
      subject: 'Anna Kowalski',
      firstDay: '2013-07-20',
      lastDay: '2013-07-25',
      stories: 6,
      headline: expect.any(Number),
    })
  })

  test('is none where headlines with a word are spread over the year, or one outlet prints them', () => {
    expect(find(everyday)).toBeNull()
    expect(
      find([...everyday, ...burst.map((one, at) => ({ ...one, publishedAt: everyday[20 * at]?.publishedAt ?? '' }))]),
    ).toBeNull()
    expect(find([...everyday, ...burst.map((one) => ({ ...one, outlet: 'r/mayor' }))])).toBeNull()
  })

  test('is none without a name, however much together a word is: a steady topic has such words too', () => {
    const steady = Array.from({ length: 200 }, (_, at) =>
      post(at, `Mayor ${at >= 100 && at < 106 ? 'quickly ' : ''}opens ${others[at % 10]} market number ${at}`, at),
    )
    expect(find(steady)).toBeNull()
  })

  test('is a part of all stories of its days, of which copies are one and untitled posts as many as they are', () => {
    const untitled = Array.from({ length: 6 }, (_, at) => post(200 + at, '', at))
    const copies = Array.from({ length: 20 }, (_, at) =>
      post(203, 'Mayor opens the annual garden show by the lake', at),
    )
    const found = find([...everyday, ...burst, ...untitled, ...copies])
    expect(found).toMatchObject({ subject: 'Anna Kowalski', stories: 6, of: 15 })
  })

  test('is none where most posts have no title to read', () => {
    const untitled = Array.from({ length: 120 }, (_, at) => post(3 * at, '', at))
    expect(find([...everyday, ...burst, ...untitled])).toBeNull()
  })

  test('is looked for in short steps, also among a thousand posts of one month', () => {
    const words = Array.from({ length: 400 }, (_, at) => `${others[at % 10]}${others[(at * 7 + 3) % 10]}${at}`)
    const titled = (at: number) =>
      Array.from({ length: 9 }, (_, place) => words[(at * 7919 + place * place * 31 + at * place * 13) % 400])
    const many = Array.from({ length: 1000 }, (_, at) => post(Math.floor(at / 34), `Mayor ${titled(at).join(' ')}`, at))
    const steps = findOutstanding(many, { queryWords: ['mayor'], reader: null })
    let count = 0
    while (steps.next().done !== true) count += 1
    expect(count).toBeGreaterThan(50)
  })
})

test('a headline whose words are those of the topic on any day is not what happened', () => {
  const titled = (titles: readonly string[], day: string) =>
    titles.map((title, at) => ({ title, outlet: `r/news${at % 3}`, publishedAt: `${day}T0${at}:00:00Z`, reactions: 3 }))
  const usual = [
    'North Korea shows new film',
    'Old songs of North Korea',
    'Chef of North Korea recalls a dinner',
    'North Korea likes haircuts',
    'Skiing resort of North Korea nearly finished',
    'Portrait stolen from museum',
    'Statue unveiled near river',
    'Uncle missing for weeks',
  ]
  const days = ['North Korea leader starred in a school play', 'North Korea builds a hotel by the sea']
  const threats = [
    'North Korea threatens missile strike on islands',
    'Missile strike on islands threatened by North Korea',
    'North Korea repeats threat of missile strike',
    'Army prepares for missile strike by North Korea',
  ]
  const describeSteps = createEventDescriber({ other: titled(usual, '2012-01-01'), queryWords: ['kim'] })
  const describeDays = (within: Parameters<typeof describeSteps>[0]) => finish(describeSteps(within))
  const plays = [...days, 'North Korea plays match in Geneva', 'North Korea plants trees']
  expect(describeDays(titled(plays, '2013-04-09'))?.headline).toBeNull()
  const within = titled([...days, ...threats], '2013-04-09')
  expect(within[describeDays(within)?.headline ?? -1]?.title).toMatch(/missile strike/iu)
})

describe('a topic without an event', () => {
  const titled = (title: string, reactions: number | null, day = 1) => ({
    title,
    outlet: `r/forum${day % 3}`,
    publishedAt: `2013-05-${String(day).padStart(2, '0')}T00:00:00Z`,
    reactions,
  })
  const read = (...documents: ReturnType<typeof titled>[]) =>
    findTopicReports(documents, { queryWords: ['net', 'neutrality'] }).map(
      ({ document, isStrong }) => `${documents[document]?.title}${isStrong ? ', strong' : ''}`,
    )

  test('is told by the title that reports what happened to it, not by what was only noticed', () => {
    expect(
      read(
        titled('Why net neutrality matters to you', 4_000),
        titled('I made a drawing of net neutrality', 4_000),
        titled('Dutch parliament passes a law on data caps', 4_000),
        titled('Netherlands passes net neutrality law, first among EU nations', 2_800),
      ),
    ).toEqual(['Netherlands passes net neutrality law, first among EU nations, strong'])
  })

  test('is not headed by what nobody noticed, or is still to come', () => {
    expect(read(titled('Netherlands passes net neutrality law, first among EU nations', 3))).toEqual([
      'Netherlands passes net neutrality law, first among EU nations',
    ])
    expect(read(titled('FCC votes on net neutrality next week', 900)).join('')).not.toContain('strong')
  })

  test('is about the names and nouns that its titles hold, not its verbs and judgements', () => {
    const titles = [
      'The best net neutrality map of the FCC',
      'Is the FCC on the map of net neutrality',
      'A map to help with net neutrality at the FCC',
      'We helped the FCC: the best map of net neutrality',
    ].map((title, at) => titled(title, 9, at + 1))
    expect(findNamedSubjects(titles, { queryWords: ['net', 'neutrality'], reader: null })).toEqual([
      { name: 'FCC', titles: 4, of: 4 },
      { name: 'map', titles: 4, of: 4 },
    ])
  })
})
