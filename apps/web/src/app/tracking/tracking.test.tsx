import type { EventInput } from '@auspex/sdk'
import { describe, expect, test } from 'vitest'
import { operations } from '@auspex/sdk/operations'
import { getMeMockHandler, getMeResponseMock } from '@auspex/sdk/msw'
import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { createEventQueue, type SendOutcome, recordedOperations, toPageEvent } from './use-tracking.ts'
import { setActivityRecorded } from '../../lib/storage/settings.ts'
import { apiUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'

const toEvent = (narrowCategory: string) => ({
  category_broad: 'monitors',
  category_narrow: narrowCategory,
  event: 'opened',
})

/** A queue with a fixed clock, a browser that becomes idle on command, and a server with scripted responses. */
const setUp = () => {
  const sent: { events: EventInput[]; isLeaving: boolean }[] = []
  const timers = new Set<() => void>()
  const state = { isOn: true, outcome: 'stored' as SendOutcome }
  const queue = createEventQueue({
    send: async (events, isLeaving) => {
      sent.push({ events, isLeaving })
      return state.outcome
    },
    isOn: () => state.isOn,
    schedule: (run) => {
      timers.add(run)
      return () => void timers.delete(run)
    },
    now: () => new Date('2026-11-23T10:00:00Z'),
    userAgent: 'Firefox',
  })
  const beIdle = async () => {
    const due = [...timers]
    timers.clear()
    for (const run of due) run()
    await Promise.resolve()
    await Promise.resolve()
  }
  return { queue, sent, state, timers, beIdle }
}

describe('the queue of events for the server', () => {
  test('waits for an idle browser and sends events together', async () => {
    const { queue, sent, beIdle } = setUp()
    queue.add(toEvent('/monitors'))
    queue.add(toEvent('/inbox'))
    expect(sent).toEqual([])
    await beIdle()
    expect(sent).toEqual([
      {
        isLeaving: false,
        events: ['/monitors', '/inbox'].map((name) => ({
          data: toEvent(name),
          time: '2026-11-23T10:00:00.000Z',
          userAgent: 'Firefox',
        })),
      },
    ])
  })

  test('sends events immediately when the page is left, and only once', async () => {
    const { queue, sent, beIdle } = setUp()
    queue.add(toEvent('/monitors'))
    queue.leave()
    expect(sent.map(({ isLeaving }) => isLeaving)).toEqual([true])
    await beIdle()
    queue.leave()
    expect(sent).toHaveLength(1)
  })

  test('retries a batch that the server could not accept', async () => {
    const { queue, sent, state, beIdle } = setUp()
    state.outcome = 'later'
    queue.add(toEvent('/monitors'))
    await beIdle()
    state.outcome = 'stored'
    queue.add(toEvent('/inbox'))
    await beIdle()
    expect(sent.at(-1)?.events.map(({ data }) => data.category_narrow)).toEqual(['/monitors', '/inbox'])
  })

  test('stops sending if the server records no activity', async () => {
    const { queue, sent, state, timers, beIdle } = setUp()
    state.outcome = 'refused'
    queue.add(toEvent('/monitors'))
    await beIdle()
    queue.add(toEvent('/inbox'))
    expect(timers.size).toBe(0)
    queue.leave()
    expect(sent).toHaveLength(1)
  })

  test('discards unsent events when a person turns recording off', async () => {
    const { queue, sent, state, beIdle } = setUp()
    queue.add(toEvent('/monitors'))
    state.isOn = false
    queue.add(toEvent('/inbox'))
    await beIdle()
    state.isOn = true
    queue.leave()
    expect(sent).toEqual([])
  })

  test('sends nothing a minute after it was stopped, even if its last batch failed', async () => {
    const { queue, sent, state, timers, beIdle } = setUp()
    state.outcome = 'later'
    queue.add(toEvent('/monitors'))
    queue.leave()
    queue.stop()
    await beIdle()
    expect(timers.size).toBe(0)
    expect(sent).toHaveLength(1)
  })

  test('drops the oldest events beyond the size of a batch', async () => {
    const { queue, sent, beIdle } = setUp()
    for (let number = 0; number < 130; number++) queue.add(toEvent(String(number)))
    await beIdle()
    expect(sent).toHaveLength(1)
    expect(sent[0]?.events).toHaveLength(100)
    expect(sent[0]?.events[0]?.data.category_narrow).toBe('30')
  })
})

/** Records what reaches the server, request by request, without what the app of an earlier test sent while closing. */
const listen = (answer: () => Response = () => HttpResponse.json({ stored: 1 })) => {
  const bodies: string[] = []
  const start = new Date().toISOString()
  server.use(
    http.post(`${apiUrl}/events/batch`, async ({ request }) => {
      const body = await request.text()
      if (toEvents(body).some(({ time }) => time >= start)) bodies.push(body)
      return answer()
    }),
  )
  return bodies
}
const toEvents = (body: string) => (JSON.parse(body) as { events: EventInput[] }).events
const dispatchPageHide = () => window.dispatchEvent(new Event('pagehide'))
const eventsOf = (bodies: readonly string[]) =>
  bodies.flatMap((body) =>
    toEvents(body).map(({ data }) => `${data.category_broad} ${data.category_narrow} ${data.event}`),
  )

describe('event tracking', () => {
  test('reports which pages were opened and what was done, never what was searched for', async () => {
    const bodies = listen()
    const { router } = renderApp('/search?term=secret+merger+of+northwind')
    await screen.findByRole('navigation', { name: 'Main' })
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/signals/))
    await router.navigate({ to: '/monitors', search: { term: 'another secret' } })
    await screen.findByRole('heading', { level: 1, name: 'Monitors' })
    // the heading appears slightly before the router reports that it has arrived
    await waitFor(() => {
      dispatchPageHide()
      expect(eventsOf(bodies)).toContain('monitors page opened')
    })
    expect(eventsOf(bodies)).toContain('search page opened')
    expect(eventsOf(bodies)).toContain('search topic searched')
    expect(bodies.join('')).not.toMatch(/secret|merger|northwind/i)
  })

  test('names a detail page by its pattern, not by the id', () => {
    expect(toPageEvent('/signals/$signalId')).toEqual({
      category_broad: 'signals',
      category_narrow: 'report',
      event: 'opened',
    })
    expect(toPageEvent('/signals/$signalId/contexts').category_narrow).toBe('report contexts')
    expect(toPageEvent('/')).toEqual({ category_broad: 'home', category_narrow: 'page', event: 'opened' })
    expect(toPageEvent('/admin/people')).toMatchObject({ category_broad: 'admin', category_narrow: 'people' })
  })

  test('sends nothing once the person turned it off', async () => {
    setActivityRecorded(false)
    const bodies = listen()
    renderApp('/inbox')
    await screen.findByRole('heading', { level: 1, name: 'Inbox' })
    dispatchPageHide()
    await screen.findByRole('link', { name: 'Monitors' })
    expect(eventsOf(bodies)).toEqual([])
  })

  test('sends nothing if the installation records no activity', async () => {
    server.use(getMeMockHandler({ ...getMeResponseMock(), isActivityRecorded: false }))
    const bodies = listen()
    renderApp('/inbox')
    await screen.findByRole('heading', { level: 1, name: 'Inbox' })
    dispatchPageHide()
    await screen.findByRole('link', { name: 'Monitors' })
    expect(eventsOf(bodies)).toEqual([])
  })

  test('a failing server has no visible effect', async () => {
    const bodies = listen(() => HttpResponse.json({ message: 'error' }, { status: 500 }))
    renderApp('/inbox')
    await screen.findByRole('heading', { level: 1, name: 'Inbox' })
    await waitFor(() => {
      dispatchPageHide()
      expect(bodies).toHaveLength(1)
    })
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('every action that is recorded is an operation of the contract', () => {
    expect(recordedOperations.filter((name) => !(name in operations))).toEqual([])
  })

  test('the menu of the person turns it off and on', async () => {
    const { user } = renderApp('/inbox')
    await user.click(await screen.findByRole('button', { name: 'Account of Mira Solberg' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Stop recording my activity', hidden: true }))
    expect(localStorage.getItem('auspex.activity')).toBe('off')
    await user.click(await screen.findByRole('menuitem', { name: 'Record my activity', hidden: true }))
    expect(localStorage.getItem('auspex.activity')).toBeNull()
  })
})
