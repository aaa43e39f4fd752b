import type { SignalReport, TopicEvent } from '@auspex/sdk'
import { getSignalReportMockHandler, getSignalReportResponseMock, getSignalSectionMockHandler } from '@auspex/sdk/msw'
import { screen, waitFor, within, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { MantineProvider } from '@mantine/core'
import { renderApp } from '../../../test/render-app.tsx'
import { server } from '../../../test/server.ts'
import { WeekdayCard } from './weekday-card.tsx'

const path = '/signals/sig_k2m4p6q8'
const example: SignalReport = getSignalReportResponseMock()

/** Responds to series requests with the points of these days, and records the requests. */
const recordSeries = () => {
  const requests: Record<string, string>[] = []
  server.use(
    getSignalSectionMockHandler(({ request }) => {
      const url = new URL(request.url)
      requests.push({ section: url.pathname.split('/').at(-1) ?? '', ...Object.fromEntries(url.searchParams) })
      const points = ['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02', '2026-11-03'].map((day, index) => ({
        firstDay: day,
        lastDay: day,
        documents: index + 2,
        storyClusters: index + 1,
        outlets: 1,
        total: 900,
        share: 0.001,
        coveredDays: 1,
        groups: [index + 2],
      }))
      return { ...example.volume, interval: 'day' as const, points }
    }),
  )
  return requests
}
const choose = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: /change what is drawn$/ }))
  await userEvent.click(await screen.findByRole('menuitemradio', { name }))
}
const chart = async () => screen.findByRole('slider', { name: /about oat milk by/ })

describe('the chart of a report', () => {
  test('draws the points of the report without another request', async () => {
    const seriesRequests = recordSeries()
    renderApp(path)
    expect((await chart()).getAttribute('aria-valuetext')).toBe('16 Nov 2026 – 20 Nov 2026: Documents 11')
    expect(seriesRequests).toEqual([])
  })

  test('another interval is fetched and stored in the URL', async () => {
    const seriesRequests = recordSeries()
    const { location } = renderApp(path)
    await choose('By day')
    await waitFor(() => expect(location().search).toEqual({ interval: 'day' }))
    await waitFor(() => expect(seriesRequests).toContainEqual({ section: 'volume', interval: 'day' }))
    expect(await screen.findByRole('slider', { name: /^Documents about oat milk by day/ })).toBeTruthy()
    await choose('By week')
    await waitFor(() => expect(location().search).toEqual({}))
  })

  test('zooming in fetches its days in a suitable interval, and can be undone', async () => {
    const seriesRequests = recordSeries()
    const { user, location } = renderApp(`${path}?from=2026-10-30&to=2026-11-03`)
    expect(await screen.findByRole('slider', { name: /^Documents about oat milk by day/ })).toBeTruthy()
    expect(seriesRequests).toContainEqual({ section: 'volume', interval: 'day', from: '2026-10-30', to: '2026-11-03' })
    await user.click(screen.getByRole('button', { name: 'All days' }))
    await waitFor(() => expect(location().search).toEqual({}))
    expect(await screen.findByRole('slider', { name: /by week/ })).toBeTruthy()
  })

  test('shows where nearly all documents are, and all days on demand', async () => {
    recordSeries()
    const points = example.volume.points.map((point, index) =>
      index < 40 ? { ...point, documents: 0, groups: [0] } : point,
    )
    server.use(getSignalReportMockHandler({ ...example, volume: { ...example.volume, points } }))
    const { user, location } = renderApp(path)
    const strip = await screen.findByRole('slider', { name: 'First day shown' })
    expect(strip.getAttribute('aria-valuenow')).not.toBe('0')
    await user.click(screen.getByRole('button', { name: /^Show .* – / }))
    await waitFor(() => expect(location().search).toEqual({ span: 'all' }))
    expect(screen.getByRole('slider', { name: 'First day shown' }).getAttribute('aria-valuenow')).toBe('0')
    await user.click(screen.getByRole('button', { name: 'Show that part' }))
    await waitFor(() => expect(location().search).toEqual({}))
  })

  test('the keyboard reads it and opens a column', async () => {
    const { user, location } = renderApp(path)
    const slider = await chart()
    slider.focus()
    await user.keyboard('{Home}{ArrowRight}')
    expect(slider.getAttribute('aria-valuetext')).toBe('Week of 5 Jan 2026: Documents 12')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(location().search).toEqual({ docs: 'all', since: '2026-01-05', until: '2026-01-11' }))
  })

  test('the keyboard selects the days to zoom in on', async () => {
    recordSeries()
    const { user, location } = renderApp(path)
    ;(await chart()).focus()
    await user.keyboard('{Home}{ArrowRight}{Shift>}{ArrowRight}{/Shift}{Enter}')
    await waitFor(() => expect(location().search).toEqual({ from: '2026-01-05', to: '2026-01-18' }))
  })

  test('the measure is stored in the URL', async () => {
    const { location } = renderApp(path)
    await choose('Share')
    await waitFor(() => expect(location().search).toEqual({ measure: 'share' }))
    expect(await screen.findByRole('slider', { name: /^Share of all documents about oat milk/ })).toBeTruthy()
  })

  test('has a table view whose numbers open their documents', async () => {
    const { user, location } = renderApp(path)
    await user.click(await screen.findByRole('button', { name: /change what is drawn$/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Show as table' }))
    const table = within(screen.getByRole('table', { name: 'Volume by week' }))
    const row = table.getByRole('row', { name: /Week of 26 Oct 2026/ })
    await user.click(within(row).getByRole('link'))
    expect(location().search).toEqual(
      expect.objectContaining({ docs: 'all', since: '2026-10-26', until: '2026-11-01' }),
    )
  })

  test('names its three most surprising events, and each opens the documents of its days', async () => {
    const [first] = example.events.events
    if (!first) throw new Error('the example has an event')
    const event = (day: string, title: string): TopicEvent => ({
      ...first,
      onset: day,
      peak: day,
      until: day,
      headline: first.headline && { ...first.headline, title },
    })
    const events = [first, event('2026-03-03', 'A drought'), event('2026-06-10', 'A strike'), event('2026-08-04', 'No')]
    server.use(getSignalReportMockHandler({ ...example, events: { ...example.events, events, found: 4 } }))
    const { user, location } = renderApp(path)
    const notes = within(await screen.findByRole('list', { name: 'Events in the chart' }))
    expect(notes.getAllByRole('button').map((note) => note.getAttribute('aria-label'))).toEqual([
      'Event 1, 1 Nov 2026: Oat milk prices rise',
      'Event 2, 3 Mar 2026: A drought',
      'Event 3, 10 Jun 2026: A strike',
    ])
    await user.click(notes.getByRole('button', { name: /A strike/ }))
    expect(location().search).toEqual({ docs: 'all', since: '2026-06-10', until: '2026-06-10', sort: 'oldest' })
  })

  test('names an event whose documents are mostly versions of one text by these', async () => {
    const [first] = example.events.events
    const text = first?.headline
    if (!first || !text) throw new Error('the example has an event with a headline')
    const copies = { storyCluster: text.documentId, documents: first.documents, first: text }
    const busiest = { ...first, firstDay: first.peak, lastDay: first.peak, copies }
    server.use(getSignalReportMockHandler({ ...example, events: { ...example.events, busiest } }))
    renderApp(path)
    const notes = within(await screen.findByRole('list', { name: 'Events in the chart' }))
    expect(notes.getByRole('button').getAttribute('aria-label')).toBe(
      `Event 1, 1 Nov 2026: ${first.documents} copies of “${text.title}”`,
    )
  })

  test('names only the event that holds the versions of one text by these', async () => {
    const [first] = example.events.events
    const text = first?.headline
    if (!first || !text) throw new Error('the example has an event with a headline')
    const own = { ...text, title: 'Baristas strike' }
    const small = {
      ...first,
      documents: 30,
      headline: own,
      onset: '2026-11-20',
      peak: '2026-11-20',
      until: '2026-11-20',
    }
    const large = { ...first, documents: 200 }
    const copies = { storyCluster: text.documentId, documents: 120, first: text }
    const labelsWith = async (events: (typeof first)[], changes: Partial<typeof copies> = {}) => {
      const busiest = { ...first, firstDay: '2026-11-01', lastDay: '2026-11-30', copies: { ...copies, ...changes } }
      server.use(getSignalReportMockHandler({ ...example, events: { ...example.events, events, busiest, found: 2 } }))
      const { unmount } = renderApp(path)
      const notes = within(await screen.findByRole('list', { name: 'Events in the chart' }))
      const labels = notes.getAllByRole('button').map((note) => note.getAttribute('aria-label'))
      unmount()
      return labels
    }
    const versions = `Event 1, 1 Nov 2026: 120 copies of “${text.title}”`
    expect(await labelsWith([large, small])).toEqual([versions, 'Event 2, 20 Nov 2026: Baristas strike'])
    const later = { first: { ...text, publishedAt: '2026-11-29T00:00:00Z' } }
    expect((await labelsWith([large, small], later)).join(' ')).not.toContain('versions')
    expect((await labelsWith([large, small], { documents: 201 })).join(' ')).not.toContain('versions')
  })

  test('says on demand where a source ends, and draws no 0 after it', async () => {
    const { points, groups } = example.volume
    const [group] = groups
    if (!group) throw new Error('the example has a group')
    server.use(
      getSignalReportMockHandler({
        ...example,
        volume: {
          ...example.volume,
          groups: [{ ...group, label: 'forum posts', endsOn: '2026-11-08' }],
          points: points.map((point) =>
            point.firstDay > '2026-11-08' ? { ...point, documents: 0, groups: [0], coveredDays: 0 } : point,
          ),
        },
      }),
    )
    const { user } = renderApp(path)
    const slider = await chart()
    expect(slider.getAttribute('aria-valuetext')).toBe('16 Nov 2026 – 20 Nov 2026: Documents unknown')
    const words = screen.getByRole('button', { name: /^Coverage:/ }).getAttribute('aria-label')
    expect(words).toMatch(/which is not the same as silence\. forum posts up to 8 Nov 2026\.$/)
    slider.focus()
    await user.keyboard('{End}{ArrowLeft}')
    expect(slider.getAttribute('aria-valuetext')).toMatch(/forum posts up to 8 Nov 2026$/)
  })
})

const show = (sunday: { level: number; low: number; high: number }) => {
  const days = Array.from({ length: 7 }, (_, at) => ({ weekday: at + 1, level: 1, low: 0.8, high: 1.2, documents: 9 }))
  const weekdays = days.map((day) => (day.weekday === 7 ? { ...day, ...sunday } : day))
  const profile = { weekdays, repeats: false, weeks: 30, method: '', reason: null }
  return render(
    <MantineProvider>
      <WeekdayCard profile={profile} />
    </MantineProvider>,
  )
}

test('a weekday that differs in the figures is described as different', () => {
  show({ level: 0.5, low: 0.33, high: 0.68 })
  expect(screen.getByText(/^Sunday differs from a usual day, but the pattern does not repeat/)).toBeTruthy()
})

test('no weekday stands out if none differs', () => {
  show({ level: 0.9, low: 0.7, high: 1.1 })
  expect(screen.getByText(/^No weekday stands out more than chance allows/)).toBeTruthy()
})
