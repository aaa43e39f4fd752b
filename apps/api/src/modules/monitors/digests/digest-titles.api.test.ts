import { addDays } from '@auspex/analytics'
import type { DigestText, Portfolio } from '@auspex/sdk/types'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sampleDocument } from '../../../testing/stored-documents.ts'
import type { DocumentTitle } from '../../library/index.ts'
import type { QuotedTitle } from '../../reports/index.ts'
import { startSubscriptions } from '../testing/start-subscriptions.ts'
import { type DigestNews, findYearsBefore } from './digest-figures.ts'
import { writeItems } from './digest-items.ts'
import { describeChange, type TitleDependencies } from './digest-titles.ts'

const begin = '2026-08-01'
/** The first day of the week that a digest covers. */
const monday = '2026-11-14'
const usualDays = 105

let world: Awaited<ReturnType<typeof startSubscriptions>>
beforeEach(async () => {
  world = await startSubscriptions()
})
afterEach(() => world.close())

let postNumber = 0
/** Words of one post alone, without which posts with similar titles are versions of one text. */
const ownWords = () => Array.from({ length: 14 }, (_, at) => `word${postNumber}part${at}`).join(' ')
const post = (day: string, title: string, body: string | null = null, score = 0) =>
  sampleDocument({
    nativeId: `planted-${(postNumber += 1)}`,
    url: `https://forum.example/${postNumber}`,
    kind: 'post',
    outlet: 'reddit/r/news',
    title,
    body: `${body ?? ''} ${ownWords()}`,
    engagement: { score, comments: 0, views: null, reposts: null },
    publishedAt: `${day}T08:00:00Z`,
  })

const matters = [
  'ferries',
  'museums',
  'gardens',
  'bridges',
  'markets',
  'schools',
  'cafes',
  'parks',
  'harbours',
  'trams',
]
const matterOf = (at: number) => `${matters[at % matters.length]} ${String.fromCodePoint(97 + (at % 26)).repeat(4)}`

/** Two posts a day about each name on usual days, and ten on all days about something else. */
const usual = (...names: string[]) => [
  ...names.flatMap((name) =>
    Array.from({ length: 2 * usualDays }, (_, at) =>
      post(addDays(begin, at >> 1), `${name} has new ${matterOf(at)} near number ${at}`),
    ),
  ),
  ...Array.from({ length: 10 * (usualDays + 7) }, (_, at) =>
    post(addDays(begin, Math.floor(at / 10)), `Rain falls on ${matterOf(at)} at hour ${at}`),
  ),
]

/** Posts on days of the week, one for each title. */
const week = (titles: readonly string[], body: string | null = null) =>
  titles.map((title, at) => post(addDays(monday, at % 7), title, body))

async function preview(names: readonly string[]): Promise<DigestText> {
  const call = (path: string, body: object) => world.api.request({ method: 'POST', path, as: 'mira', body })
  const trends: { signalId: string }[] = []
  for (const name of names) {
    const { signalId } = (await call('/signal/smartRedirect', { trend_name: name })).json<{ signalId: string }>()
    trends.push({ signalId })
  }
  const { id } = (await call('/portfolio/createWithTrendsBulk', { title: 'Cities', trends })).json<Portfolio>()
  return (await call('/digestPreviews', { scope: { kind: 'portfolio', id }, frequency: 'weekly' })).json<DigestText>()
}

const strike = (place: string, at: number) =>
  `${place} dockers strike closes the ${['eastern', 'western', 'northern', 'southern'][at % 4]} port for ${at + 2} days`

test('a line quotes what the posts of its week report, not a call, a name alone, or what only mentions the topic', async () => {
  await world.documents.storeDocuments([
    ...usual('Bergen'),
    ...week(Array.from({ length: 24 }, (_, at) => strike('Bergen', at))),
    ...week(['Please sign this Bergen petition, your help counts', 'Bergen', 'Bergen tonight']),
    ...week(
      Array.from({ length: 20 }, (_, at) => `Elections in Oslo reach round ${at}`),
      'It was also seen in Bergen.',
    ),
  ])
  const { items, lead } = await preview(['bergen'])
  expect(lead).toBe('')
  expect(items[0]?.text).toMatch(/posts, up from 14/u)
  expect(items[0]?.text).toMatch(
    /“Bergen dockers strike closes the \w+ port for \d+ days” \(r\/news, \d+ November\)\.$/u,
  )
})

test('nothing is quoted from before the week, however much it was noticed', async () => {
  await world.documents.storeDocuments([
    ...usual('Bergen'),
    ...Array.from({ length: 4 }, (_, at) =>
      post('2026-11-12', `Bergen mayor resigns after scandal, part ${at}`, null, 900),
    ),
    ...week(Array.from({ length: 80 }, (_, at) => strike('Bergen', at))),
  ])
  const [item] = (await preview(['bergen'])).items
  expect(item?.text).toContain('dockers strike')
  expect(item?.text).not.toContain('mayor')
})

test('signals whose posts are the same are one entry, which names them all, and no other entry comes between', async () => {
  await world.documents.storeDocuments([
    ...usual('Bergen', 'Dockers', 'Tromso'),
    ...week(Array.from({ length: 80 }, (_, at) => strike('Bergen', at))),
    ...week(
      Array.from({ length: 60 }, (_, at) => `Tromso observatory finds ${matterOf(at)} under the ice at depth ${at}`),
    ),
  ])
  const { title, items, quiet } = await preview(['bergen', 'dockers', 'tromso'])
  expect(items).toHaveLength(2)
  expect(items[0]).toMatchObject({
    title: expect.stringMatching(/^(?:Bergen|Dockers)$/u),
    text: expect.stringMatching(/^80 posts, up from 14.*\. \w+ rose with it: 80 posts, up from 14; all 80 name \w+\./u),
    related: [{ title: expect.stringMatching(/^(?:dockers|Bergen)$/iu) }],
  })
  expect(items[1]).toMatchObject({ title: 'Tromso', text: expect.stringMatching(/^60 posts, up from 14/u) })
  expect(title).toMatch(
    /^Cities: (?:Bergen|dockers) \(80 posts, up from 14\) leads 3 rises among 3 signals, week to 20 November 2026$/iu,
  )
  expect(quiet).toBe(0)
})

test('a headline tells what the week knows at its end, not its first hour or what was planned, and is no question or anger', async () => {
  const day = addDays(monday, 2)
  const collapse = (title: string, score: number) => post(day, title, null, score)
  await world.documents.storeDocuments([
    ...usual('Bergen'),
    ...Array.from({ length: 30 }, (_, at) => collapse(`Bergen bridge collapse closes road ${at} and kills nine`, 5)),
    collapse('Bergen bridge collapse, several injured, story developing', 900),
    collapse('Bergen bridge to be closed for repairs on Thursday', 800),
    collapse('Why did the Bergen bridge collapse and kill nine?', 950),
    collapse('The stupid mayor lets a Bergen bridge collapse', 990),
    collapse('Bergen bridge collapse kills nine people', 700),
  ])
  const [item] = (await preview(['bergen'])).items
  expect(item?.text).toMatch(/all on 16 November\. “Bergen bridge collapse (?:closes road \d+ and )?kills nine/u)
})

test('among titles that share little, what several tell and many people reacted to is quoted, not a joke or what its author did', async () => {
  const unlike = Array.from({ length: 24 }, (_, at) => `${matterOf(at)} in Bergen beside ${matterOf(at + 3)}`)
  const published = [
    'Mayor of Bergen gone',
    'Letter of the Bergen mayor was forged',
    'Bergen without its mayor',
    'The mayor’s letter',
  ]
  const noticed = 'Bergen mayor resigns over a forged letter'
  await world.documents.storeDocuments([
    ...usual('Bergen'),
    ...week(unlike),
    ...[...published, 'Bergen mayor quits'].map((title) => post(addDays(monday, 2), title, 'About Bergen.', 9)),
    post(addDays(monday, 2), noticed, null, 900),
    post(addDays(monday, 2), 'Bergen be like', null, 2000),
    post(addDays(monday, 2), 'My friend made this for the mayor of Bergen', null, 1900),
    post(addDays(monday, 2), 'Got a new boat for Bergen, which is great', null, 1800),
  ])
  const { items } = await preview(['bergen'])
  expect(items[0]?.text).toContain(`“${noticed}” (r/news, 16 November)`)
})

test('of a week whose posts report nothing, the post that was noticed most is quoted as what was discussed, not an opinion', async () => {
  const unlike = Array.from({ length: 30 }, (_, at) => `${matterOf(at)} Bergen ${matterOf(at + 3)}?`)
  await world.documents.storeDocuments([
    ...usual('Bergen'),
    ...week(unlike),
    post(addDays(monday, 2), 'IMO Bergen has the best harbour', null, 1500),
    post(addDays(monday, 2), 'Why Bergen has no bridge', null, 1700),
  ])
  const { items } = await preview(['bergen'])
  expect(items[0]?.text).toMatch(/^32 posts, up from 14/u)
  expect(items[0]?.text).toContain('Much discussed: “Why Bergen has no bridge” (r/news, 16 November).')
  expect(items[0]?.text).not.toContain('harbour')
})

test('a week in which nothing changed is one line, with the amounts', async () => {
  const calm = Array.from({ length: 18 }, (_, at) =>
    post(addDays(monday, at % 7), `Bergen has ${matterOf(at)} at ${at}`),
  )
  await world.documents.storeDocuments([...usual('Bergen'), ...calm])
  expect(await preview(['bergen'])).toMatchObject({
    lead: 'The one signal did not change clearly (14 to 20 November 2026 against the week before): 18 posts, after 14.',
    items: [],
    more: [],
  })
})

test('a count that was overtaken within the week is not quoted, but the latest', async () => {
  const toll = (dead: number, at: number) => `Bergen storm death toll rises to ${dead} as ${matterOf(at)} flood`
  await world.documents.storeDocuments([
    ...usual('Bergen'),
    ...week(Array.from({ length: 60 }, (_, at) => toll(3 + (at % 7), at))),
    post(addDays(monday, 6), toll(56, 61)),
  ])
  const [item] = (await preview(['bergen'])).items
  expect(item?.text).toContain('death toll rises to 56')
})

test('two signals of which fewer than two thirds are the same have a line each', async () => {
  await world.documents.storeDocuments([
    ...usual('Bergen', 'Dockers'),
    ...week(Array.from({ length: 40 }, (_, at) => strike('Bergen', at))),
    ...week(Array.from({ length: 30 }, (_, at) => `Dockers of ${matterOf(at)} sing at night number ${at}`)),
    ...week(Array.from({ length: 40 }, (_, at) => `Bergen opens ${matterOf(at)} for visitors number ${at}`)),
  ])
  const { items } = await preview(['bergen', 'dockers'])
  expect(items.map(({ title }) => title).toSorted()).toEqual(['Bergen', 'Dockers'])
  expect(items.map(({ text }) => text).join(' ')).toMatch(/\d+ of the \d+ name (?:Bergen|dockers)/iu)
})

test('a headline that announces gives way to one that says what came of it, however much it was noticed', async () => {
  await world.documents.storeDocuments([
    ...usual('Bergen'),
    ...week(Array.from({ length: 30 }, (_, at) => strike('Bergen', at))),
    ...Array.from({ length: 10 }, (_, at) =>
      post(addDays(monday, 2), `Bergen dockers will strike at the eastern port for ${at + 2} days`, null, 900),
    ),
  ])
  const [item] = (await preview(['bergen'])).items
  expect(item?.text).toMatch(/“Bergen dockers strike closes/u)
})

describe('of documents', () => {
  const news: DigestNews = {
    stories: 140,
    before: 35,
    usual: 30,
    noun: 'posts',
    peak: null,
    isSpread: true,
    fromDay: monday,
    toDay: addDays(monday, 6),
  }
  /** Nothing but some posts in the last week of October of some years. */
  const daysOf = (years: readonly number[], stories: number) =>
    Array.from({ length: 1200 }, (_, at) => addDays('2009-08-01', at)).map((day) => ({
      day,
      firstTellings: years.some((year) => day >= `${year}-10-28` && day <= `${year}-11-01`) ? stories : at7(day),
      isCovered: true,
    }))
  const at7 = (day: string) => Number(day.endsWith('7'))
  const lastWeek = { ...news, fromDay: '2012-10-29', toDay: '2012-11-04' }

  test('what comes back each year is what rose in the same week of each year that is known', () => {
    expect(findYearsBefore(daysOf([2009, 2010, 2011], 6), lastWeek)).toMatchObject([
      { year: 2009 },
      { year: 2010 },
      { year: 2011, stories: 31 },
    ])
    // one of the three was thinly covered
    expect(findYearsBefore(daysOf([2010, 2011], 6), lastWeek)).toMatchObject([{ year: 2010 }, { year: 2011 }])
    expect(findYearsBefore(daysOf([2010], 6), lastWeek)).toEqual([])
    // an earlier year that is covered and has none is known
    expect(
      findYearsBefore(
        daysOf([], 6).map((one) => ({ ...one, firstTellings: 0 })),
        lastWeek,
      ),
    ).toEqual([])
    expect(findYearsBefore([], lastWeek)).toBeNull()
  })

  const titleOf = (title: string, at = 0): DocumentTitle => ({
    documentId: `doc_${at}`,
    title,
    outlet: 'r/news',
    publishedAt: `${addDays(monday, at % 7)}T08:00:00Z`,
    reactions: 0,
    lang: 'en',
  })
  const quotedOf = ({ documentId, title }: DocumentTitle): QuotedTitle => ({
    documentId,
    title,
    words: `“${title}”`,
    outlet: 'r/news',
    day: monday,
    isDiscussed: false,
    score: 1,
  })
  /** The first title is the one that describes the days. */
  const depsOf = (
    texts: readonly string[],
    { ids = texts.map((_, at) => `doc_${at}`), commonTerms = ['Ukraine'] } = {},
  ) =>
    ({
      signals: {
        describeDays: async () => {
          const titles = texts.slice(0, 1).map((text) => quotedOf(titleOf(text)))
          return { documentIds: ids, commonTerms, titles, reader: null }
        },
      },
      documents: {
        getTitles: async () => texts.map(titleOf),
        getDocuments: async () => texts.map((title) => ({ title, body: title })),
      },
      log: { warn: () => undefined },
    }) as unknown as TitleDependencies
  const describeUk = (texts: readonly string[]) =>
    describeChange({ signalId: 'sig_1', name: 'UK', news }, depsOf(texts))

  test('an abbreviation is spelled out only as texts write it beside it', async () => {
    expect((await describeUk(['The UK votes', 'UK and Ukraine sign'])).longName).toBeNull()
    expect((await describeUk(['The United Kingdom (UK) votes'])).longName).toBe('United Kingdom')
    expect((await describeUk(['The UK (United Kingdom) votes'])).longName).toBe('United Kingdom')
    expect((await describeUk(['In the United Kingdom’s (UK) vote'])).longName).toBe('United Kingdom')
  })

  test('a text without spaces does not keep the server busy', async () => {
    const started = performance.now()
    const texts = Array.from({ length: 20 }, (_, at) => `${'a'.repeat(20_000)} UK (UK) number ${at}`)
    expect((await describeUk(texts)).longName).toBeNull()
    // a pattern over such texts took more than a minute
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  test.each([
    ['60 killed in 3 bomb attacks across Baghdad', 'Bomb attacks across Baghdad: 40 killed so far', 0],
    [
      'Boston marathon bombing suspect killed in Watertown shootout',
      'Candles lit for the 3 killed in the Boston marathon bombing',
      0,
    ],
    ['Singer Whitney Houston dies in hotel', 'Singer Whitney Houston dead at 48 in hotel', 0],
    ['Baghdad bomb attacks kill 20 people', 'My thoughts: 40 killed in Baghdad bomb attacks, my mom is so sad', 0],
    ['Baghdad bomb attacks kill 20 people', 'Baghdad bomb attacks death toll: 56 people', 1],
    ['Match thread: UK vs Norway in the final', 'UK wins the final 5-4', 1],
    ['60 killed in 3 bomb attacks across Baghdad', 'Police say bomb attacks across Baghdad killed 75', 1],
  ])(
    '“%s” is quoted, or the later “%s” where that has a larger amount or the outcome: %i',
    async (first, later, at) => {
      const { titles } = await describeUk([first, later])
      expect(titles[0]?.title).toBe([first, later][at])
    },
  )

  test('no headline is said to tell nothing where the titles could not be read, or not all', async () => {
    const isRead = async (deps: TitleDependencies) =>
      (await describeChange({ signalId: 'sig_1', name: 'UK', news }, deps)).isRead
    const ids = Array.from({ length: 5000 }, (_, at) => `doc_${at}`)
    expect(await isRead(depsOf(['The UK votes']))).toBe(true)
    expect(await isRead(depsOf(['The UK votes'], { ids }))).toBe(false)
    expect(await isRead(depsOf(['', '']))).toBe(false)
  })

  const signal = (name: string, stories: number, before: number, alerts: readonly string[] = []) => ({
    signalId: `sig_${name}`,
    name,
    alerts,
    news: { ...news, stories, before },
  })
  const write = async (...signals: ReturnType<typeof signal>[]) => {
    const { items } = await writeItems(
      signals,
      { toDay: news.toDay, onlyOf: null },
      depsOf(['Two bombs explode in Boston']),
    )
    return items
  }

  test('an alert stays the entry although what rose with it rose more', async () => {
    const alert = 'Alert: 36 documents on 16 November 2026, above 9.'
    const items = await write(signal('Boston', 36, 4, [alert]), signal('bombing', 62, 1))
    expect(items).toMatchObject([{ title: 'Boston', related: [{ title: 'bombing' }] }])
    expect(items[0]?.text).toContain(alert)
  })

  test('nothing rises with what did not rise', async () => {
    const items = await write(signal('Boston', 20, 17), signal('bombing', 62, 1))
    expect(items.map(({ title }) => title)).toEqual(['Boston', 'Bombing'])
    expect(items[0]?.text).not.toContain('rose with it')
  })

  test('a part of an entry is not said to name another part of it as well', async () => {
    const items = await write(signal('blast', 60, 25), signal('bombing', 59, 1))
    expect(items).toMatchObject([{ title: 'Bombing', related: [{ title: 'blast' }] }])
    expect(items[0]?.text.match(/of the \d+ name|all \d+ name/gu)).toHaveLength(1)
  })

  test('what shares a word with the calendar is not moved to the end', async () => {
    const deps = depsOf(['Two bombs explode in Boston'], { commonTerms: ['lent'] })
    const signals = [signal('Boston', 20, 17), signal('Halloween', 30, 3)]
    const { items } = await writeItems(signals, { toDay: news.toDay, onlyOf: null }, deps)
    expect(items.map(({ title }) => title)).toEqual(['Boston', 'Halloween'])
  })
})
