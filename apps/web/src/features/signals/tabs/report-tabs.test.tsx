import type { SignalReport } from '@auspex/sdk'
import { getSignalReportMockHandler, getSignalReportResponseMock, getSignalSectionMockHandler } from '@auspex/sdk/msw'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { renderApp } from '../../../test/render-app.tsx'
import { server } from '../../../test/server.ts'

const path = '/signals/sig_k2m4p6q8'
const example: SignalReport = getSignalReportResponseMock()
const withReport = (change: Partial<SignalReport>) => server.use(getSignalReportMockHandler({ ...example, ...change }))
const region = async (name: string) => within(await screen.findByRole('region', { name }))
const regions = () =>
  within(screen.getByRole('tabpanel'))
    .getAllByRole('region')
    .map(
      (one) =>
        one.getAttribute('aria-label') ??
        document.getElementById(one.getAttribute('aria-labelledby') ?? '')?.textContent,
    )

test('the voices are headed by what the report says of them, and the figure opens the documents', async () => {
  const [claim] = example.summary.claims
  if (claim === undefined) throw new Error('The example has a claim')
  const number = { pointer: null, subject: null, value: 12, low: null, high: null, n: 12, unit: 'stories' as const }
  const voices = { ...claim, id: 'c9', formula: 'story-clusters', quote: null }
  const statement = { text: 'a.example carried 12 pieces.', claimIds: ['c9'], origin: 'template' as const, role: null }
  withReport({
    summary: {
      ...example.summary,
      claims: [{ ...voices, numbers: [{ ...number, text: '12 pieces' }] }],
      statements: [{ ...statement, part: 'detail' }],
    },
  })
  renderApp(`${path}?tab=who`)
  const section = await region('Voices')
  expect(section.getByText('12 pieces').closest('h3')?.textContent).toBe('a.example carried 12 pieces')
})

describe('the tabs of a report', () => {
  test('open on click, are in the URL, and only the open one is rendered', async () => {
    const { user, location } = renderApp(path)
    expect(await screen.findByRole('tabpanel', { name: 'What happened' })).toBeTruthy()
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('What happened')
    expect(regions()).toContain('Events')
    await user.click(screen.getByRole('tab', { name: 'Who' }))
    await waitFor(() => expect(location().search).toEqual({ tab: 'who' }))
    expect(screen.getByRole('tabpanel', { name: 'Who' })).toBeTruthy()
    // a tab's content is loaded when it is opened
    await region('Voices')
    expect(regions()).not.toContain('Events')
  })

  test('are one tab stop; the arrow keys wrap around, Home and End go to the ends', async () => {
    const { user, location } = renderApp(path)
    const tabs = await screen.findAllByRole('tab')
    expect(tabs.map((tab) => tab.tabIndex)).toEqual([0, -1, -1, -1, -1, -1])
    tabs[0]?.focus()
    await user.keyboard('{ArrowLeft}')
    await waitFor(() => expect(location().search).toEqual({ tab: 'evidence' }))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Evidence and method'))
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(location().search).toEqual({}))
    await user.keyboard('{End}')
    await waitFor(() => expect(location().search).toEqual({ tab: 'evidence' }))
  })

  test('are all rendered for printing, and removed afterwards', async () => {
    renderApp(path)
    await region('Events')
    act(() => void window.dispatchEvent(new Event('beforeprint')))
    const titles = ['What happened', 'What is said', 'Who', 'Where and with what', 'Outlook', 'Evidence and method']
    const panel = within(screen.getByRole('tabpanel'))
    for (const title of titles) expect(panel.getByText(title)).toBeTruthy()
    expect(regions()).toEqual(expect.arrayContaining(['Events', 'Voices', 'Contexts', 'Coverage']))
    act(() => void window.dispatchEvent(new Event('afterprint')))
    expect(regions()).not.toContain('Voices')
  })

  test('are loaded before Ctrl P prints them', async () => {
    const print = vi.spyOn(window, 'print').mockReturnValue(undefined)
    const { user } = renderApp(path)
    await region('Events')
    await user.keyboard('{Control>}p{/Control}')
    await region('Voices')
    await waitFor(() => expect(print).toHaveBeenCalledOnce(), { timeout: 20_000 })
    expect(screen.queryByRole('group', { name: /^Loading/ })).toBeNull()
    print.mockRestore()
  })

  test('an event shows when, what, who was first and how much more than expected, and opens its documents', async () => {
    const { user, location } = renderApp(path)
    const events = await region('Events')
    const row = within(events.getByRole('listitem'))
    expect(row.getByRole('heading', { name: /Oat milk prices rise/ })).toBeTruthy()
    expect(row.getByText('1 Nov 2026 – 7 Nov 2026')).toBeTruthy()
    expect(row.getByText('altoonamirror.com, 1 Nov 2026, reported in 9 documents')).toBeTruthy()
    expect(row.getByText('9.2 expected')).toBeTruthy()
    expect(row.getByText('11 to 23 more than usual')).toBeTruthy()
    await user.click(row.getByRole('link', { name: 'Open the 28 pieces of event 1' }))
    expect(location().search).toEqual({ docs: 'all', since: '2026-11-01', until: '2026-11-07', sort: 'oldest' })
  })

  test('the visible days also limit the events', async () => {
    renderApp(`${path}?from=2026-03-02&to=2026-09-27`)
    expect((await region('Events')).getByText(/outside the days shown/)).toBeTruthy()
  })

  test('the end of a source is separate from changes', async () => {
    const [group] = example.volume.groups
    if (!group) throw new Error('the example has a group')
    withReport({
      volume: {
        ...example.volume,
        groups: [
          {
            ...group,
            label: 'Forum posts',
            spans: [{ firstDay: '2026-01-03', lastDay: '2026-08-19' }],
            endsOn: '2026-08-19',
            uncoveredDocuments: 3,
          },
        ],
      },
    })
    renderApp(path)
    const edges = await region('Where sources begin and end')
    expect(edges.getByRole('listitem').textContent).toBe(
      'Forum posts: 3 Jan 2026 to 19 Aug 2026. 3 documents from other days are counted, but not compared with anything.',
    )
  })

  test('a part without a result is one line that says why', async () => {
    withReport({
      events: { ...example.events, events: [], found: 0, reason: 'Too few days are covered.' },
      inflections: { ...example.inflections, points: [], found: 0 },
      locations: { ...example.locations, countries: [], known: 0, unknown: 412 },
      contexts: { ...example.contexts, items: [], note: 'Names are still being read.' },
    })
    server.use(
      getSignalSectionMockHandler({
        section: 'forecast',
        horizons: [],
        history: [],
        reason: 'Too few documents a week.',
        note: 'It knows the past alone.',
      } as never),
    )
    const { user } = renderApp(path)
    expect((await region('Events')).getByText('Events cannot be determined:').parentElement?.textContent).toBe(
      'Events cannot be determined: too few days are covered.',
    )
    expect((await region('Changes of level')).getByText(/No change of level/)).toBeTruthy()
    await user.click(screen.getByRole('tab', { name: 'Where and with what' }))
    expect((await region('Places')).getByText(/the country of 0 of 412 documents is known/)).toBeTruthy()
    expect((await region('Contexts')).getByText(/names are still being read/)).toBeTruthy()
    await user.click(screen.getByRole('tab', { name: 'Outlook' }))
    expect((await region('Forecast')).getByText(/too few documents a week/)).toBeTruthy()
  })
})
