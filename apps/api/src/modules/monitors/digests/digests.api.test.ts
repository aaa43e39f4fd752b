import type { Destination, Digest, DigestPage, DigestText, InboxPage, Portfolio } from '@auspex/sdk/types'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSmtpMailer } from '../../../adapters/mail/smtp-mailer.ts'
import { startMailServer } from '../../../adapters/mail/testing/mail-server.ts'
import type { PersonName } from '../../../testing/people.ts'
import { sampleDocument } from '../../../testing/stored-documents.ts'
import { documentsOf } from '../../markets/testing/planted-market.ts'
import { readPdf } from '../../writing/testing/read-pdf.ts'
import type { MakeCollectionPdf } from '../mail/send-mails.ts'
import { startSubscriptions } from '../testing/start-subscriptions.ts'
import { nameEndedSource } from './digest-limits.ts'
import { nextDigestAt, toChatMessage } from './send-digests.ts'

/** Four a day, and in the last week before 21 November a rise. */
const counts = [...Array.from({ length: 115 }, () => 4), 20, 40, 30, 10, 5]
const mondayMorning = '2026-11-23T06:05:00Z'
const nextMonday = '2026-11-30T06:05:00Z'

/** The server with Mira's portfolio of one topic that rose and one that did not. */
async function start(makeCollectionPdf?: MakeCollectionPdf) {
  const mailServer = await startMailServer()
  const mailer = createSmtpMailer(mailServer.settings)
  const world = await startSubscriptions({ mailer, ...(makeCollectionPdf && { makeCollectionPdf }) })
  const { api, documents } = world
  const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown, as: PersonName = 'mira') =>
    api.request({ method, path, as, ...(body !== undefined && { body }) })
  await documents.storeDocuments(documentsOf(counts, '2026-07-24'))
  const trends: { signalId: string }[] = []
  for (const name of ['oat milk', 'rail freight']) {
    const { signalId } = (await call('POST', '/signal/smartRedirect', { trend_name: name })).json<{
      signalId: string
    }>()
    trends.push({ signalId })
  }
  const portfolio = (
    await call('POST', '/portfolio/createWithTrendsBulk', { title: 'Plant milks', trends })
  ).json<Portfolio>()
  const input = {
    scope: { kind: 'portfolio', id: portfolio.id },
    frequency: 'weekly',
    zone: 'Europe/Oslo',
    channels: ['inbox', 'email'],
  }
  const create = async (changes: object = {}) =>
    (await call('POST', '/digests', { ...input, ...changes })).json<Digest>()
  const read = async (): Promise<Digest | undefined> => (await call('GET', '/digests')).json<DigestPage>().items[0]
  const inbox = async () => (await call('GET', '/users/inbox-list')).json<InboxPage>().items
  const runAt = async (at: string) => {
    api.clock.set(at)
    await world.runJobs()
  }
  const close = async () => {
    await world.close()
    await mailServer.close()
  }
  return { ...world, mailServer, call, portfolio, input, create, read, inbox, runAt, close }
}

let world: Awaited<ReturnType<typeof start>>
beforeEach(async () => {
  world = await start()
})
afterEach(() => world.close())

describe('a digest', () => {
  test('arrives on Monday at seven of the person’s own clock, and says what happened on the days of its week', async () => {
    expect(await world.create()).toMatchObject({ title: 'Plant milks', nextAt: '2026-11-23T06:00:00.000Z', last: null })
    await world.runAt('2026-11-23T05:59:00Z')
    expect(await world.inbox()).toEqual([])
    await world.runAt(mondayMorning)
    const [message] = await world.inbox()
    expect(message).toMatchObject({
      kind: 'digest',
      title: 'Plant milks: oat milk (113 articles, up from 28), week to 20 November 2026',
    })
    expect(message?.digest).toMatchObject({ quiet: 1, signals: 2, items: [{ title: 'Oat milk' }] })
    expect(message?.digest?.lead).toBe('')
    expect(message?.digest?.items[0]?.text).toMatch(
      /^113 articles, up from 28; 40 on 17 November: the only clear rise among 2 signals \(14 to 20 November 2026 against the week before\)\./u,
    )
    const [mail] = world.mailServer.received
    expect(mail?.parsed.subject).toBe('Plant milks: oat milk (113 articles, up from 28), week to 20 November 2026')
    expect(mail?.parsed.text).toContain(message?.digest?.items[0]?.text)
  })

  test('is sent to a room as well, with a link to each signal', async () => {
    const room = { kind: 'slack', name: '#insights', url: world.receiver.url }
    const { id } = (await world.call('POST', '/destinations', room)).json<Destination>()
    await world.create({ destinationIds: [id] })
    world.receiver.posts.length = 0
    await world.runAt(mondayMorning)
    await world.runJobs()
    expect(world.receiver.posts).toHaveLength(1)
    expect(world.receiver.posts[0]?.body).toContain('Plant milks: oat milk (113 articles, up from 28)')
    expect(world.receiver.posts[0]?.body).toContain('https://auspex.example/signals/sig_')
  })

  test('says where colleagues wrote since the last one, in the inbox and by email', async () => {
    await world.create()
    const [{ signalId: itemId } = { signalId: '' }] = world.portfolio.trends
    const write = (text: string, as: PersonName) =>
      world.call('POST', '/comments', { kind: 'signal', itemId, text }, as)
    await write('What made this peak?', 'jon')
    await write('And who wrote first?', 'jon')
    await write('My own note', 'mira')
    await world.runAt(mondayMorning)
    const digest = (await world.inbox()).find(({ kind }) => kind === 'digest')?.digest
    expect(digest?.comments).toEqual([{ signalId: itemId, title: 'oat milk', text: '2 new comments, 3 open' }])
    expect(world.mailServer.received.at(-1)?.parsed.text).toContain('2 new comments, 3 open')
    world.api.clock.set('2026-11-25T09:00:00Z')
    await write('Two days later', 'jon')
    await world.runAt(nextMonday)
    const [next] = (await world.inbox()).filter(({ kind }) => kind === 'digest')
    expect(next?.digest?.comments).toEqual([{ signalId: itemId, title: 'oat milk', text: '1 new comment, 4 open' }])
  })

  test('says nothing twice: a week in which nothing changed sends nothing', async () => {
    await world.create()
    await world.runAt(mondayMorning)
    await world.documents.storeDocuments(
      documentsOf(
        Array.from({ length: 9 }, () => 4),
        '2026-11-21',
      ),
    )
    await world.runAt(nextMonday)
    expect(await world.inbox()).toHaveLength(1)
    expect(await world.read()).toMatchObject({ last: { result: 'unchanged' }, nextAt: '2026-12-07T06:00:00.000Z' })
  })

  test('says once that nothing is found for a signal, and not in a week in which it is not sent', async () => {
    const { signalId } = (await world.call('POST', '/signal/smartRedirect', { trend_name: 'zzqqx' })).json<{
      signalId: string
    }>()
    const trends = [...world.portfolio.trends.map((one) => ({ signalId: one.signalId })), { signalId }]
    const { id } = (
      await world.call('POST', '/portfolio/createWithTrendsBulk', { title: 'Mistyped', trends })
    ).json<Portfolio>()
    const digest = await world.create({ scope: { kind: 'portfolio', id }, channels: ['inbox'] })
    const closings = async () => (await world.inbox()).map((one) => one.digest?.closing ?? '')
    // a week after the topics had been reported
    await world.api.database.pool.query(
      `update digest set state = jsonb_set(state, '{signals}', (
         select jsonb_object_agg(s, '{"coveredTo":"2026-11-20","events":[],"growth":null}'::jsonb) from unnest($1::text[]) s))`,
      [world.portfolio.trends.map((one) => one.signalId)],
    )
    await world.runAt(mondayMorning)
    expect(await world.read()).toMatchObject({ last: { result: 'unchanged' } })
    await world.call('PATCH', `/digests/${digest.id}`, { onlyIfChanged: false })
    await world.runAt(nextMonday)
    expect(await closings()).toEqual([expect.stringContaining('Never found: “zzqqx”')])
    await world.runAt('2026-12-07T06:05:00Z')
    expect((await closings()).filter((closing) => closing.includes('Never found'))).toHaveLength(1)
    expect(await closings()).toHaveLength(2)
  })

  describe('of one topic that rose by what chance may explain', () => {
    /** The first title is the one that people reacted to. */
    const createRailDigest = async (noticedTitle: string) => {
      await world.documents.storeDocuments(
        Array.from({ length: 20 }, (_, n) =>
          sampleDocument({
            nativeId: `rail-${n}`,
            url: `https://example.org/rail/${n}`,
            title: n === 0 ? noticedTitle : `Rail freight on route ${n}`,
            engagement: { score: n === 0 ? 500 : 1, comments: null, views: null, reposts: null },
            publishedAt: `2026-11-${14 + (n % 7)}T09:00:00Z`,
          }),
        ),
      )
      const [, rail] = world.portfolio.trends
      const trends = [{ signalId: rail?.signalId ?? '' }]
      const { id } = (
        await world.call('POST', '/portfolio/createWithTrendsBulk', { title: 'Rail', trends })
      ).json<Portfolio>()
      await world.create({ scope: { kind: 'portfolio', id }, channels: ['inbox'] })
      await world.runAt(mondayMorning)
    }

    test('tells the rise where a title reports what made it', async () => {
      await createRailDigest('Rail freight strike ends after deal with union')
      const [message] = await world.inbox()
      expect(message?.title).toBe('Rail: rail freight (55 articles, up from 35), week to 20 November 2026')
      expect(message?.digest?.items[0]?.text).toContain('“Rail freight strike ends after deal with union”')
    })

    test('is not sent where no title does', async () => {
      await createRailDigest('Is rail freight any good?')
      expect(await world.inbox()).toEqual([])
      expect(await world.read()).toMatchObject({ last: { result: 'unchanged' } })
    })
  })

  test('is sent without a change to who wants that', async () => {
    await world.create({ onlyIfChanged: false, channels: ['inbox'] })
    await world.runAt(mondayMorning)
    await world.runAt(nextMonday)
    const [newest] = await world.inbox()
    expect(newest?.digest).toMatchObject({ items: [], lead: 'There is no new day of data since the last digest.' })
  })

  test('whose process died before it noted the sending arrives once', async () => {
    await world.create()
    await world.runAt(mondayMorning)
    await world.api.database.pool.query(
      `update digest set next_at = '2026-11-23T06:00:00Z', state = '{"signals":{},"alerts":{}}'`,
    )
    await world.runAt('2026-11-23T06:20:00Z')
    expect(await world.inbox()).toHaveLength(1)
    expect(world.mailServer.received).toHaveLength(1)
  })

  test('is previewed as it is sent, which saves and sends nothing', async () => {
    const { scope, frequency } = world.input
    const preview = (await world.call('POST', '/digestPreviews', { scope, frequency })).json<DigestText>()
    expect(preview.items).toHaveLength(1)
    expect(await world.read()).toBeUndefined()
    expect(await world.inbox()).toEqual([])
    await world.create()
    await world.runAt(mondayMorning)
    expect((await world.inbox())[0]?.digest).toEqual(preview)
  })

  test('is sent at once on request, once a minute, and is not repeated on Monday', async () => {
    const { id } = await world.create()
    const sent = (await world.call('POST', `/digests/${id}/sendings`)).json<DigestText>()
    expect(sent.items).toHaveLength(1)
    expect((await world.call('POST', `/digests/${id}/sendings`)).json()).toMatchObject({
      code: 'subscriptions.tested_recently',
    })
    await world.runAt(mondayMorning)
    expect(await world.inbox()).toHaveLength(1)
    expect(await world.read()).toMatchObject({ last: { result: 'unchanged' } })
  })

  test('is sent although more digests than one pass takes are damaged', async () => {
    await world.create()
    await world.api.database.pool.query(
      `insert into digest select (jsonb_populate_record(d, jsonb_build_object(
         'id', 'damaged' || n, 'zone', 'Europe/Atlantis', 'next_at', '2026-11-22'))).*
       from digest d, generate_series(1, 15) n`,
    )
    await world.runAt(mondayMorning)
    await world.runJobs()
    expect((await world.inbox()).filter(({ kind }) => kind === 'digest')).toHaveLength(1)
  })

  test('of monitors lists their alerts, and sends nothing while it is paused', async () => {
    const rule = { kind: 'volume-above', documents: 9, windowDays: 1 }
    await world.call('POST', '/explore/createMonitorSubscription', { query: { query_term: 'oat milk' }, rule })
    await world.runAt('2026-11-21T09:00:00Z')
    await world.documents.storeDocuments(documentsOf([14], '2026-11-21'))
    const digest = await world.create({ scope: { kind: 'monitors' }, channels: ['inbox'] })
    await world.runAt('2026-11-22T00:10:00Z')
    await world.runAt(mondayMorning)
    const sent = (await world.inbox()).filter(({ kind }) => kind === 'digest')
    expect(sent).toMatchObject([{ title: 'Your monitors: alert on oat milk, week to 21 November 2026' }])
    expect(sent[0]?.digest?.items[0]?.text).toContain('Alert: 14 documents on 21 November 2026, above 9.')
    await world.call('PATCH', `/digests/${digest.id}`, { isPaused: true })
    await world.documents.storeDocuments(documentsOf([30, 60, 60], '2026-11-24'))
    await world.runAt(nextMonday)
    expect((await world.inbox()).filter(({ kind }) => kind === 'digest')).toHaveLength(1)
  })
})

describe('the PDF of a digest', () => {
  const isTooLarge = 'Its report is too large for an email. Export it as a PDF in Auspex.'
  const hasFailed = 'Its report could not be made as a PDF this time. Export it in Auspex.'

  test('is attached to its email where its owner wants that, and shows the portfolio', async () => {
    expect(await world.create()).toMatchObject({ attachPdf: false })
    const { id } = await world.create({ attachPdf: true })
    await world.call('POST', `/digests/${id}/sendings`)
    await world.runJobs()
    const [mail] = world.mailServer.received
    expect(mail?.parsed.attachments).toMatchObject([
      { filename: 'Plant-milks.pdf', contentType: 'application/pdf', contentDisposition: 'attachment' },
    ])
    const file = readPdf(mail?.parsed.attachments[0]?.content ?? Buffer.of())
    expect(JSON.stringify(file.root)).toContain('oat milk')
    expect(mail?.parsed.text).toContain('Its report is attached as a PDF.')
  })

  test.each<[string, string, MakeCollectionPdf]>([
    [
      'is too large',
      isTooLarge,
      async function* () {
        for (let part = 0; part < 8; part += 1) yield new Uint8Array(1_000_000)
      },
    ],
    [
      'cannot be made',
      hasFailed,
      async function* () {
        yield new Uint8Array(10)
        throw new Error('no font')
      },
    ],
  ])('that %s leaves the email without it, which says so', async (_, sentence, makeCollectionPdf) => {
    const other = await start(makeCollectionPdf)
    await other.create({ attachPdf: true })
    await other.runAt(mondayMorning)
    const [mail] = other.mailServer.received
    expect(mail?.parsed.attachments).toEqual([])
    expect(mail?.parsed.text).toContain(sentence)
    await other.close()
  })
})

describe('another person', () => {
  test('sees, changes and sends nothing of it, and cannot sum up what they may not see', async () => {
    const { id } = await world.create()
    expect((await world.call('GET', '/digests', undefined, 'jon')).json<DigestPage>().items).toEqual([])
    for (const [method, path] of [
      ['PATCH', `/digests/${id}`],
      ['DELETE', `/digests/${id}`],
      ['POST', `/digests/${id}/sendings`],
    ] as const)
      expect((await world.call(method, path, method === 'PATCH' ? { hour: 9 } : undefined, 'jon')).statusCode).toBe(404)
    const { scope, frequency } = world.input
    for (const path of ['/digests', '/digestPreviews'])
      expect(
        (await world.call('POST', path, path === '/digests' ? world.input : { scope, frequency }, 'ana')).statusCode,
      ).toBe(404)
  })

  test('who can no longer see the portfolio gets nothing, and the list says why', async () => {
    await world.create()
    await world.call('POST', '/portfolio/remove', { id: world.portfolio.id })
    await world.runAt(mondayMorning)
    expect(await world.inbox()).toEqual([])
    expect(await world.read()).toMatchObject({ title: null, last: { result: 'unavailable' } })
  })
})

/** Summer time begins in Oslo on 29 March 2026 and ends on 25 October 2026. */
test.each([
  ['daily', '2026-03-28T06:30:00Z', '2026-03-29T05:00:00.000Z'],
  ['daily', '2026-10-24T05:30:00Z', '2026-10-25T06:00:00.000Z'],
  ['weekly', '2026-03-23T07:00:00Z', '2026-03-30T05:00:00.000Z'],
  ['monthly', '2026-03-01T07:00:00Z', '2026-04-01T05:00:00.000Z'],
] as const)('a %s digest after %s comes at seven by the clock', (frequency, after, next) => {
  const times = { frequency, weekday: 1, hour: 7, zone: 'Europe/Oslo' }
  expect(nextDigestAt(times, new Date(after)).toISOString()).toBe(next)
})

test('an unknown time zone and another person’s room are refused', async () => {
  const zone = await world.call('POST', '/digests', { ...world.input, zone: 'Europe/Atlantis' })
  expect(zone.json()).toMatchObject({ code: 'workflows.schedule_invalid' })
  const room = await world.call('POST', '/digests', { ...world.input, destinationIds: ['dst_other'] })
  expect(room.json()).toMatchObject({ code: 'destinations.unknown' })
})

test('a message to a room always says something, however long its first line is', () => {
  const text: DigestText = {
    title: 'Towns',
    lead: '',
    items: [],
    more: [],
    quiet: 0,
    behind: 0,
    unreadable: 0,
    signals: 1,
  }
  const say = (changes: Partial<DigestText>) =>
    toChatMessage({ ...text, ...changes }, { path: '/monitors', publicUrl: new URL('https://auspex.example') }).text
  const item = { signalId: 'sig_1', title: 'Oslo', text: 'Ships sail. '.repeat(90) }
  expect(say({ items: [item] })).toMatch(/^Oslo — Ships sail\..{800,}…$/u)
  expect(say({ lead: 'No data. '.repeat(110) })).toMatch(/^No data\./u)
})

test('a source that ended is called by what it was', () => {
  const spans = [{ firstDay: '2010-06-04', lastDay: '2013-08-17' }]
  const group = { source: 'imported', kind: 'post', label: 'Forum posts, 2010–2013', documents: 9, spans } as const
  expect(nameEndedSource([group], '2013-08-17')).toBe('the forum archive of 2010–2013')
  expect(nameEndedSource([{ ...group, kind: 'article', label: 'News' }], '2013-08-17')).toBe('the news archive')
  expect(nameEndedSource([{ ...group, documents: 0 }], '2013-08-17')).toBe(null)
})
