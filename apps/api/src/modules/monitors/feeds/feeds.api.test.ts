import type { FeedKey, FeedKeyInput, FeedKeyPage, NewFeedKey, Portfolio, UserProfile } from '@auspex/sdk/types'
import { readFeed } from '@auspex/sources'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PersonName } from '../../../testing/people.ts'
import { documentsOf } from '../../markets/testing/planted-market.ts'
import { startSubscriptions } from '../testing/start-subscriptions.ts'

/** Four a day, and in the last week before 21 November a rise. */
const counts = [...Array.from({ length: 115 }, () => 4), 20, 40, 30, 10, 5]

let world: Awaited<ReturnType<typeof startSubscriptions>>
let signalId = ''
let portfolio: Portfolio
let monitorId = ''

const call = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  { body, as = 'mira' }: { body?: unknown; as?: PersonName | 'root' } = {},
) => world.api.request({ method, path, as, ...(body !== undefined && { body }) })
const create = async (body: FeedKeyInput) => (await call('POST', '/feedKeys', { body })).json<NewFeedKey>()
/** Reads without an account. */
const read = (token: string, format: string, headers: Record<string, string> = {}) =>
  world.api.request({ method: 'GET', path: `/feeds/${token}/${format}`, headers })

beforeAll(async () => {
  world = await startSubscriptions()
  await world.documents.storeDocuments(documentsOf(counts, '2026-07-24'))
  signalId = (await call('POST', '/signal/smartRedirect', { body: { trend_name: 'oat milk' } })).json<{
    signalId: string
  }>().signalId
  const body = { title: 'Milks & <more>', trends: [{ signalId }] }
  portfolio = (await call('POST', '/portfolio/createWithTrendsBulk', { body })).json<Portfolio>()
  const rule = { kind: 'volume-above', documents: 9, windowDays: 1 }
  const monitor = { query: { query_term: 'oat milk' }, rule, name: 'Oats, mostly' }
  monitorId = (await call('POST', '/explore/createMonitorSubscription', { body: monitor })).json<{ id: string }>().id
})
afterAll(() => world.close())

describe('a feed', () => {
  test('of a signal has its newest documents, in both formats, as a feed reader reads them', async () => {
    const { token, title } = await create({ kind: 'signal', itemId: signalId })
    expect(title).toBe('oat milk')
    for (const [format, type] of [
      ['atom', 'application/atom+xml'],
      ['json', 'application/feed+json'],
    ] as const) {
      const reply = await read(token, format)
      expect(reply.headers['content-type']).toContain(type)
      const feed = readFeed(reply.body, 'https://auspex.example/feed')
      expect(feed).toMatchObject({ title: 'oat milk', unreadable: 0 })
      expect(feed?.entries).toHaveLength(50)
      expect(feed?.entries[0]).toMatchObject({
        title: expect.stringContaining('Oat milk on day 119'),
        link: expect.stringContaining('https://example.org/Oat-milk/2026-11-20/'),
        published: '2026-11-20T08:00:00.000Z',
      })
      expect(new Set(feed?.entries.map(({ id }) => id)).size).toBe(50)
    }
  })

  test('of a portfolio has the events of its signals, and survives every character of a title', async () => {
    await world.api.database.pool.query(
      `insert into trend_reading (signal_id, computed_at, stage, documents, numbers) values ($1, '2026-11-21', null, 9, $2)
       on conflict (signal_id) do update set numbers = excluded.numbers`,
      [
        signalId,
        JSON.stringify({
          sparkline: [],
          sources: [],
          events: [
            {
              day: '2026-11-16',
              title: 'A “rise” & <b>\u0007more</b>',
              documentId: null,
              stories: 90,
              ratio: 4.5,
              isOver: false,
            },
          ],
        }),
      ],
    )
    const { token } = await create({ kind: 'portfolio', itemId: portfolio.id })
    const feed = readFeed((await read(token, 'atom')).body, 'https://auspex.example/feed')
    expect(feed?.title).toBe('Milks & <more>')
    expect(feed?.entries).toMatchObject([
      {
        title: 'oat milk: A “rise” & <b>more</b>',
        link: expect.stringContaining(`/signals/${signalId}`),
        published: '2026-11-16T00:00:00.000Z',
      },
    ])
  })

  test('of a monitor has the days on which its rule was met', async () => {
    await world.runJobs()
    const { token } = await create({ kind: 'monitor', itemId: monitorId })
    const feed = readFeed((await read(token, 'json')).body, 'https://auspex.example/feed')
    expect(feed?.title).toBe('Oats, mostly')
    expect(feed?.entries[0]).toMatchObject({ title: 'Oats, mostly: alert of 16 November 2026' })
  })

  test('is not sent again to a reader who has it', async () => {
    const { token } = await create({ kind: 'signal', itemId: signalId })
    const etag = String((await read(token, 'atom')).headers['etag'])
    const unchanged = await read(token, 'atom', { 'if-none-match': etag })
    expect([unchanged.statusCode, unchanged.body, unchanged.headers['etag']]).toEqual([304, '', etag])
    expect((await read(token, 'atom', { 'if-none-match': '"other"' })).statusCode).toBe(200)
    expect((await read(token, 'json', { 'if-none-match': etag })).statusCode).toBe(200)
  })

  test('has a secret that is shown once and stored nowhere, and stops working once it is revoked', async () => {
    const { id, token } = await create({ kind: 'calendar' })
    const listed = (await call('GET', '/feedKeys')).json<FeedKeyPage>().items
    expect(listed.find((each: FeedKey) => each.id === id)).not.toHaveProperty('token')
    const { rows } = await world.api.database.pool.query('select row_to_json(feed_key)::text as row from feed_key')
    expect(JSON.stringify(rows)).not.toContain(token)
    expect((await read(token, 'ics')).statusCode).toBe(200)
    expect((await call('DELETE', `/feedKeys/${id}`, { as: 'jon' })).statusCode).toBe(404)
    expect((await call('DELETE', `/feedKeys/${id}`)).statusCode).toBe(200)
    expect((await read(token, 'ics')).statusCode).toBe(404)
  })

  test('contains what its creator can see, and ends when the module is switched off', async () => {
    const foreign = await call('POST', '/feedKeys', { body: { kind: 'portfolio', itemId: portfolio.id }, as: 'ana' })
    expect(foreign.statusCode).toBe(404)
    expect((await call('GET', '/feedKeys', { as: 'jon' })).json<FeedKeyPage>().items).toEqual([])
    const { token } = await create({ kind: 'portfolio', itemId: portfolio.id })
    const { profile } = (await call('GET', '/users/me')).json<UserProfile>()
    const setAccess = async (access: boolean) => {
      await call('POST', `/godmode/users/${profile.id}/modules`, { body: { module: 'portfolios', access }, as: 'root' })
      // a changed switch takes effect everywhere within five seconds
      world.api.clock.set(new Date(world.api.clock.now().getTime() + 5_000).toISOString())
    }
    await setAccess(false)
    expect((await read(token, 'atom')).statusCode).toBe(404)
    await setAccess(true)
    expect((await read(token, 'atom')).statusCode).toBe(200)
    expect((await read(token, 'ics')).statusCode).toBe(404)
  })
})

test('the calendar has the times of monitors and digests, with daylight saving time', async () => {
  world.api.clock.set('2027-03-20T08:00:00Z')
  await call('POST', '/digests', {
    body: { scope: { kind: 'monitors' }, frequency: 'weekly', zone: 'Europe/Oslo' },
  })
  const { token } = await create({ kind: 'calendar' })
  const text = (await read(token, 'ics')).body
  const lines = text.replaceAll('\r\n ', '').split('\r\n')
  expect(lines[0]).toBe('BEGIN:VCALENDAR')
  expect(lines).toContain('RRULE:FREQ=DAILY')
  expect(lines).toContain('SUMMARY:Your monitor is checked')
  expect(lines).toContain('DTSTART:20270322T060000Z')
  // summer time begins in Oslo on 28 March 2027
  expect(lines).toContain('DTSTART:20270329T050000Z')
  expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  expect(new Set(lines.filter((line) => line.startsWith('UID:'))).size).toBe(
    lines.filter((line) => line === 'BEGIN:VEVENT').length,
  )
})
