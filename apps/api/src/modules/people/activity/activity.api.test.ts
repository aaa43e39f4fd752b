import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { people, type PersonName } from '../../../testing/people.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { createActivityRepository } from './activity.repository.ts'
import { sweepActivity } from './activity.module.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())

const event = (name: string, time: string) => ({
  data: { category_broad: 'signals', category_narrow: 'report', event: name },
  time,
  userAgent: 'Firefox',
})
const record = (as: PersonName, ...events: ReturnType<typeof event>[]) =>
  api.request({ method: 'POST', path: '/events/batch', as, body: { events } })
const get = async (as: PersonName, path: string) => (await api.request({ method: 'GET', path, as })).json()
const idOf = async (as: PersonName) => (await get(as, '/users/me')).profile.id
const names = (list: { items: { data: { event: string } }[] }) => list.items.map(({ data }) => data.event)

describe('activity works', () => {
  test('events are listed newest first, with their author', async () => {
    expect(
      (await record('mira', event('opened', '2026-11-21T07:00:00Z'), event('shared', '2026-11-21T07:30:00Z'))).json(),
    ).toEqual({ stored: 2 })
    const response = await api.request({
      method: 'POST',
      path: '/events/',
      as: 'mira',
      body: event('exported', '2026-11-21T06:00:00Z'),
    })
    expect(response.json()).toMatchObject({
      userName: 'Mira Solberg',
      data: { event: 'exported' },
      receivedAt: '2026-11-21T08:00:00.000Z',
    })
    expect(names(await get('mira', '/activity'))).toEqual(['shared', 'opened', 'exported'])
  })

  test('events of the same instant are listed in the order of arrival, the last first', async () => {
    const at = '2026-11-20T07:00:00Z'
    const entries = Array.from({ length: 12 }, (_, n) => event(`step ${n}`, at))
    await record('root', ...entries)
    expect(names(await get('root', '/activity'))).toEqual(entries.map(({ data }) => data.event).toReversed())
  })

  test('a search covers the name and the categories, ignoring case', async () => {
    expect(names(await get('mira', '/activity?searchTerm=SHAR'))).toEqual(['shared'])
    expect(names(await get('mira', '/activity?searchTerm=100%25'))).toEqual([])
  })

  test('pages have no duplicates or gaps, even while events arrive', async () => {
    const first = await get('mira', '/activity?perPage=2')
    await record('mira', event('newer', '2026-11-21T07:45:00Z'))
    const rest = await get('mira', `/activity?perPage=2&cursor=${first.page.nextCursor}`)
    expect([...names(first), ...names(rest)]).toEqual(['shared', 'opened', 'exported'])
    expect((await get('mira', '/activity?cursor=bm9uc2Vuc2U')).code).toBe('activity.cursor_invalid')
  })

  test('a heatmap counts by weekday and hour in UTC', async () => {
    await record(
      'jon',
      event('late', '2026-11-20T23:59:59.999Z'),
      event('early', '2026-11-16T00:00:00Z'),
      event('old', '2026-08-23T12:00:00Z'),
    )
    const heatmap = await get('jon', '/activity/heatmap')
    expect(heatmap).toEqual({
      firstDay: '2026-08-24',
      lastDay: '2026-11-21',
      total: 2,
      cells: [
        { weekday: 1, hour: 0, events: 1 },
        { weekday: 5, hour: 23, events: 1 },
      ],
    })
    expect((await get('jon', '/activity/heatmap?days=91')).total).toBe(3)
  })
})

describe('activity refuses', () => {
  test('a batch with an event in the future', async () => {
    const reply = await record('ana', event('good', '2026-11-21T08:00:00Z'), event('ahead', '2026-11-22T08:00:01Z'))
    expect(reply.json()).toMatchObject({ code: 'activity.time_ahead', errors: [{ pointer: '/events/1/time' }] })
    expect((await get('ana', '/activity')).page.total).toBe(0)
  })

  test('more than a hundred events at once', async () => {
    expect(
      (await record('ana', ...Array.from({ length: 101 }, () => event('x', '2026-11-21T08:00:00Z')))).statusCode,
    ).toBe(422)
  })
})

describe('activity protects', () => {
  test('colleagues are visible, people of other organizations are not, and administrators see everyone', async () => {
    const mira = await idOf('mira')
    expect((await get('jon', `/activity?userId=${mira}`)).page.total).toBe(4)
    for (const path of ['/activity', '/activity/heatmap']) {
      expect((await get('ana', `${path}?userId=${mira}`)).code).toBe('users.not_found')
      expect((await get('jon', `${path}?userId=-`)).code).toBe('identity.forbidden')
    }
    expect((await get('root', '/activity?userId=-')).page.total).toBe(19)
  })

  test('activity in an organization that a colleague left is not visible in the new one', async () => {
    await record('ana', event('secret', '2026-11-21T08:00:00Z'))
    const moved = { ...people.ana, organization: 'org_northwind', organization_name: 'Northwind Foods' }
    const ana = (await api.request({ method: 'GET', path: '/users/me', as: moved })).json().profile.id
    expect((await get('jon', `/activity?userId=${ana}`)).page.total).toBe(0)
  })

  test('an administrator sees the activity of an organization, of a person, and of all', async () => {
    const total = async (query: string) => (await get('root', `/godmode/activity?${query}`)).page.total
    expect(await total('')).toBe(20)
    expect(await total('organizationId=-&userId=-')).toBe(20)
    expect(await total('organizationId=org_contoso')).toBe(1)
    expect(await total(`userId=${await idOf('jon')}`)).toBe(3)
    expect((await get('root', '/godmode/activity/heatmap?organizationId=org_contoso')).total).toBe(1)
  })
})

test('events older than a year or beyond the maximum number are deleted', async () => {
  const repository = createActivityRepository(api.database)
  const everybody = { userId: null, organizationId: null, searchTerm: null }
  const sweep = (now: string, newest: number) =>
    sweepActivity({ repository, now: new Date(now), isStopping: () => false, newest })
  await sweep('2026-11-22T00:00:00Z', 5)
  expect(await repository.count(everybody)).toBe(5)
  await sweep('2027-12-01T00:00:00Z', 5)
  expect(await repository.count(everybody)).toBe(0)
})

test('an installation that does not record activity says so and stores nothing', async () => {
  const quiet = await createTestApi({ config: { isActivityRecorded: false } })
  const call = (method: 'GET' | 'POST', path: string, body?: object) =>
    quiet.request({ method, path, as: 'mira', ...(body && { body }) })
  expect((await call('GET', '/users/me')).json().isActivityRecorded).toBe(false)
  expect((await call('POST', '/events/batch', { events: [event('opened', '2026-11-21T07:00:00Z')] })).json()).toEqual({
    stored: 0,
  })
  expect((await call('POST', '/events/', event('opened', '2026-11-21T07:00:00Z'))).json().code).toBe('activity.off')
  expect((await call('GET', '/activity')).json().page.total).toBe(0)
  await quiet.close()
})
