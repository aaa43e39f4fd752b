import { addDays } from '@auspex/analytics'
import type { DigestText, Portfolio } from '@auspex/sdk/types'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sampleDocument } from '../../../testing/stored-documents.ts'
import { startSubscriptions } from '../testing/start-subscriptions.ts'

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
    /^Cities: (?:Bergen|dockers) \(80 posts, up from 14\), Tromso \(60, up from 14\) and (?:Bergen|dockers), week to 20 November 2026$/iu,
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
  const told = [
    'Mayor of Bergen gone',
    'Letter of the Bergen mayor was forged',
    'Bergen without its mayor',
    'The mayor’s letter',
  ]
  const noticed = 'Bergen mayor resigns over a forged letter'
  await world.documents.storeDocuments([
    ...usual('Bergen'),
    ...week(unlike),
    ...[...told, 'Bergen mayor quits'].map((title) => post(addDays(monday, 2), title, 'About Bergen.', 9)),
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
