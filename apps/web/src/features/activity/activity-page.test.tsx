import {
  getActivityHeatmapMockHandler,
  getActivityHeatmapMockHandler500,
  getActivityHeatmapResponseMock,
  getGodmodeActivityHeatmapMockHandler,
  getMeMockHandler,
  getMeResponseMock,
  listActivityMockHandler,
  listActivityMockHandler500,
  listActivityResponseMock,
  listFilteredOrganizationsMockHandler,
  listGodmodeActivityResponseMock,
  listUsersMockHandler,
} from '@auspex/sdk/msw'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse, type JsonBodyType } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { setActivityRecorded } from '../../lib/storage/settings.ts'
import { apiUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'
import { browserOf } from '../../lib/words/user-agent.ts'
import { stepOf } from './activity-view.tsx'

beforeEach(() => server.use(listActivityMockHandler(), getActivityHeatmapMockHandler()))

const queriesOf = (path: string, body: JsonBodyType) => {
  const queries: Record<string, string>[] = []
  server.use(
    http.get(`${apiUrl}${path}`, ({ request }) => {
      queries.push(Object.fromEntries(new URL(request.url).searchParams))
      return HttpResponse.json(body)
    }),
  )
  return queries
}

describe('activity', () => {
  test('lists what was done, newest first, with who and in which browser', async () => {
    renderApp('/activity')
    const rows = within(await screen.findByRole('table', { name: 'Activity' }))
      .getAllByRole('row')
      .slice(1)
    expect(rows.map((row) => within(row).getByRole('rowheader').textContent)).toEqual([
      'Report opened',
      'Topic searched',
    ])
    expect(within(rows[0] ?? document.body).getByText('Mira Solberg')).toBeTruthy()
    expect(within(rows[0] ?? document.body).getByText('Firefox on Linux')).toBeTruthy()
  })

  test('shows a table by weekday and hour that names its time zone', async () => {
    renderApp('/activity')
    const table = await screen.findByRole('table', { name: /^Actions by weekday and hour in UTC/ })
    const monday = within(within(table).getByRole('row', { name: /^Mon/ }))
    expect(monday.getAllByRole('cell')).toHaveLength(25)
    expect(monday.getByTitle('Monday 08:00–08:59 UTC: 31 actions')).toBeTruthy()
    expect(monday.getByTitle('Monday 09:00–09:59 UTC: 0 actions').dataset['step']).toBe('0')
    expect(screen.getByText(/The busiest was Monday at 08:00 with 31\./)).toBeTruthy()
  })

  test('is filtered by a colleague, in the URL', async () => {
    const queries = queriesOf('/activity', listActivityResponseMock())
    const heat = queriesOf('/activity/heatmap', getActivityHeatmapResponseMock())
    const { user, location } = renderApp('/activity')
    await screen.findByRole('table', { name: 'Activity' })
    await user.click(screen.getByRole('combobox', { name: 'Person' }))
    await user.click(await screen.findByRole('option', { name: 'Jon Aker' }))
    await waitFor(() => expect(location().search).toMatchObject({ person: 'usr_9d3kk2aa' }))
    await waitFor(() => expect(queries.at(-1)).toMatchObject({ userId: 'usr_9d3kk2aa', page: '1' }))
    await user.click(screen.getByRole('radio', { name: '7 days' }))
    await waitFor(() => expect(heat.at(-1)).toEqual({ userId: 'usr_9d3kk2aa', days: '7' }))
  })

  test('that is empty says how to create some', async () => {
    server.use(
      listActivityMockHandler({
        items: [],
        page: { page: 1, perPage: 50, total: 0, totalPages: 0, nextCursor: null },
      }),
      getActivityHeatmapMockHandler({ ...getActivityHeatmapResponseMock(), total: 0, cells: [] }),
    )
    renderApp('/activity')
    expect(await screen.findByRole('heading', { name: 'Nothing recorded yet' })).toBeTruthy()
    expect(await screen.findByText(/^0 actions/)).toBeTruthy()
  })

  test('a failed heatmap keeps the list, and can be retried', async () => {
    server.use(getActivityHeatmapMockHandler500())
    const { user } = renderApp('/activity')
    expect(await screen.findByRole('table', { name: 'Activity' })).toBeTruthy()
    const retry = await screen.findByRole('button', { name: 'Try again' })
    server.use(getActivityHeatmapMockHandler())
    await user.click(retry)
    expect(await screen.findByRole('table', { name: /^Actions by weekday/ })).toBeTruthy()
  })

  test('a failed list can be retried', async () => {
    server.use(listActivityMockHandler500())
    renderApp('/activity')
    expect(await screen.findByRole('heading', { name: 'Error while loading activity' })).toBeTruthy()
  })

  test('says why nothing new appears if recording is off', async () => {
    setActivityRecorded(false)
    const { unmount } = renderApp('/activity')
    expect((await screen.findByRole('note')).textContent).toContain('This browser does not record your activity')
    unmount()
    server.use(getMeMockHandler({ ...getMeResponseMock(), isActivityRecorded: false }))
    renderApp('/activity')
    expect((await screen.findByRole('note')).textContent).toContain('This installation no longer records activity')
  })
})

describe('activity of everybody', () => {
  test('is filtered by an organization and a person', async () => {
    server.use(
      getMeMockHandler({ ...getMeResponseMock(), roles: ['member', 'godmode'] }),
      listFilteredOrganizationsMockHandler(),
      listUsersMockHandler(),
      getGodmodeActivityHeatmapMockHandler(),
    )
    const queries = queriesOf('/godmode/activity', listGodmodeActivityResponseMock())
    const { user } = renderApp('/admin/activity')
    const table = within(await screen.findByRole('table', { name: 'Activity' }))
    expect(table.getByText('Ana Duarte')).toBeTruthy()
    expect(queries[0]).toEqual({ page: '1', perPage: '50' })
    await user.click(screen.getByRole('combobox', { name: 'Organization' }))
    await user.click(await screen.findByRole('option', { name: 'Northwind Foods' }))
    await waitFor(() => expect(queries.at(-1)).toMatchObject({ organizationId: 'org_northwind' }))
    await user.click(screen.getByRole('combobox', { name: 'Person' }))
    await user.click(await screen.findByRole('option', { name: 'Mira Solberg' }))
    await waitFor(() =>
      expect(queries.at(-1)).toMatchObject({ organizationId: 'org_northwind', userId: 'usr_2k4m8q1z' }),
    )
  })
})

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 Edg/142.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Mobile/15E148 Safari/604.1', 'Safari on iOS'],
  ['Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['curl/8.9.1', 'curl'],
  ['', 'unknown'],
])('a browser is identified by its user agent: %s', (userAgent, name) => {
  expect(browserOf(userAgent)).toBe(name)
})

test('colours range from none for no actions to the darkest for the maximum', () => {
  expect([0, 1, 250, 1000].map((events) => stepOf(events, 1000))).toEqual([0, 1, 3, 5])
})
