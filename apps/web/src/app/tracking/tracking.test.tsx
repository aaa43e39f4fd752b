import type { EventInput } from '@auspex/sdk'
import { operations } from '@auspex/sdk/operations'
import { getMeMockHandler, getMeResponseMock } from '@auspex/sdk/msw'
import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { setActivityRecorded } from '../../lib/activity-setting.ts'
import { apiUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'
import { recordedOperations } from './operation-events.ts'
import { toPageEvent } from './use-tracking.ts'

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
  test('tells which pages were opened and what was done, never what was searched for', async () => {
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

  test('a page of one thing is named by its pattern, not by the id', () => {
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

  test('sends nothing where the installation keeps no activity', async () => {
    server.use(getMeMockHandler({ ...getMeResponseMock(), isActivityRecorded: false }))
    const bodies = listen()
    renderApp('/inbox')
    await screen.findByRole('heading', { level: 1, name: 'Inbox' })
    dispatchPageHide()
    await screen.findByRole('link', { name: 'Monitors' })
    expect(eventsOf(bodies)).toEqual([])
  })

  test('a server that fails disturbs nobody', async () => {
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
