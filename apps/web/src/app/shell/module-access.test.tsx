import {
  getMeMockHandler,
  getMeResponseMock,
  getMonitorSubscriptionsMockHandler,
  listRecentSearchesMockHandler,
} from '@auspex/sdk/msw'
import { operations } from '@auspex/sdk/operations'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { type ModuleName, moduleNames } from '../../lib/people/modules.ts'
import { apiUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'
import { findModules } from '../pages.ts'

const me = getMeResponseMock()
const without = (...disabled: readonly ModuleName[]) =>
  getMeMockHandler({
    ...me,
    modules: moduleNames.map((module) => ({ module, access: !disabled.includes(module) })),
  })
const moduleOff = {
  type: 'about:blank',
  title: 'Monitors is switched off for you',
  detail: 'Ask an administrator of your organization.',
  status: 403,
  code: 'module.off',
  requestId: 'req-1',
  message: 'Monitors is switched off for you',
}
const navigation = async () => within(await screen.findByRole('navigation', { name: 'Main' }))

describe('a module that is off', () => {
  test('is not in the navigation and has no shortcut', async () => {
    server.use(without('monitors'))
    const { user, location } = renderApp('/inbox')
    const links = await navigation()
    expect(links.getByRole('link', { name: 'Compare' })).toBeTruthy()
    expect(links.queryByRole('link', { name: 'Monitors' })).toBeNull()
    await user.keyboard('gm')
    expect(location().pathname).toBe('/inbox')
    await user.keyboard('gc')
    await waitFor(() => expect(location().pathname).toBe('/compare'))
  })

  test('has no command', async () => {
    server.use(without('monitors'))
    const { user } = renderApp('/inbox')
    await navigation()
    await user.keyboard('{Control>}k{/Control}')
    const palette = within(await screen.findByRole('dialog', { name: 'Search and commands' }))
    expect(palette.getByRole('option', { name: /^Compare/ })).toBeTruthy()
    expect(palette.queryByRole('option', { name: /monitor/i })).toBeNull()
    expect(palette.queryByRole('option', { name: /^Watch/ })).toBeNull()
  })

  test('has no command for any of its pages', async () => {
    server.use(without('clinical'))
    const { user } = renderApp('/inbox')
    await navigation()
    await user.keyboard('{Control>}k{/Control}')
    const palette = within(await screen.findByRole('dialog', { name: 'Search and commands' }))
    expect(palette.getByRole('option', { name: /^Hashtags/ })).toBeTruthy()
    expect(palette.queryByRole('option', { name: /^(Trials|Literature)/ })).toBeNull()
  })

  test('names itself and who can switch it on at its address, and sends no requests', async () => {
    let calls = 0
    server.use(
      without('monitors'),
      http.get(`${apiUrl}/explore/getMonitorSubscriptions`, () => {
        calls += 1
        return HttpResponse.json(moduleOff, { status: 403 })
      }),
    )
    renderApp('/monitors')
    expect(await screen.findByRole('heading', { level: 1, name: 'Monitors is switched off for you' })).toBeTruthy()
    expect(screen.getByText(/An administrator of your organization can switch it on/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to the home page' })).toBeTruthy()
    expect(calls).toBe(0)
  })

  test('that is off for searching keeps the pages that do not need it', async () => {
    let calls = 0
    server.use(
      without('explore'),
      http.get(`${apiUrl}/explore/recentSearches`, () => {
        calls += 1
        return HttpResponse.json(moduleOff, { status: 403 })
      }),
    )
    const { user } = renderApp('/')
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Search and explore is switched off for you' }),
    ).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Go to your inbox' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Inbox' })).toBeTruthy()
    expect(screen.getByRole('button', { name: /Go to a page/ })).toBeTruthy()
    expect(calls).toBe(0)
  })

  test('that is off for reports hides search, which would lead to one', async () => {
    server.use(without('signals'))
    const { user } = renderApp('/')
    expect(await screen.findByRole('button', { name: /Go to a page/ })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Refine' }))
    expect(screen.queryByRole('button', { name: 'Search several topics' })).toBeNull()
    await user.keyboard('{Control>}k{/Control}')
    const palette = within(await screen.findByRole('dialog', { name: 'Search and commands' }))
    await user.keyboard('>search')
    expect(palette.getByRole('option', { name: /^Clear your recent searches/ })).toBeTruthy()
    expect(palette.queryByRole('option', { name: /^(New search|Search several|Search again)/ })).toBeNull()
  })

  test('that is switched off while the app is open hides its page once the server refuses', async () => {
    const { router } = renderApp('/inbox')
    await navigation()
    server.use(
      without('monitors'),
      http.get(`${apiUrl}/explore/getMonitorSubscriptions`, () => HttpResponse.json(moduleOff, { status: 403 })),
    )
    await router.navigate({ to: '/monitors', search: {} })
    expect(await screen.findByRole('heading', { level: 1, name: 'Monitors is switched off for you' })).toBeTruthy()
    await waitFor(async () => expect((await navigation()).queryByRole('link', { name: 'Monitors' })).toBeNull())
  })
})

describe('a module that others depend on', () => {
  test.each([
    ['signals', '/portfolios', 'Signals'],
    ['signals', '/projects', 'Signals'],
    ['signals', '/monitors', 'Signals'],
    ['signals', '/search?term=oat', 'Signals'],
    ['portfolios', '/projects', 'Portfolios'],
    ['trends', '/trends', 'Trends'],
  ] as const)('takes its pages with it: without %s, %s says so', async (off, path, title) => {
    server.use(without(off))
    renderApp(path)
    expect(await screen.findByRole('heading', { level: 1, name: `${title} is switched off for you` })).toBeTruthy()
  })

  test('hides the trends on the home page and does not fetch them', async () => {
    let calls = 0
    server.use(
      without('trends'),
      http.get(`${apiUrl}/explore/generalTrends`, () => {
        calls += 1
        return HttpResponse.json(moduleOff, { status: 403 })
      }),
    )
    renderApp('/')
    const links = await navigation()
    expect(await screen.findByRole('heading', { level: 1, name: /What do you want to understand/ })).toBeTruthy()
    await waitFor(() => expect(screen.queryByText('Growing topics')).toBeNull())
    expect(links.queryByRole('link', { name: 'Explore' })).toBeNull()
    expect(calls).toBe(0)
  })
})

describe('a person who is disabled', () => {
  const refusal = {
    ...moduleOff,
    title: 'Your account has no access any more',
    detail: 'An administrator took it away. Ask an administrator to give it back.',
    code: 'identity.disabled',
  }
  const disable = () =>
    server.use(
      http.get(`${apiUrl}/users/me`, () => HttpResponse.json(refusal, { status: 403 })),
      http.get(`${apiUrl}/explore/getMonitorSubscriptions`, () => HttpResponse.json(refusal, { status: 403 })),
    )

  test('sees a message instead of any page, and has access again once enabled', async () => {
    disable()
    const { user } = renderApp('/inbox')
    expect(await screen.findByRole('heading', { level: 1, name: 'Your account has no access any more' })).toBeTruthy()
    expect(screen.getByText(/Ask an administrator to give it back/)).toBeTruthy()
    server.use(getMeMockHandler())
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Inbox' })).toBeTruthy()
  })

  test('sees the message at the next call while the app is open, and can sign out', async () => {
    const signOut = vi.fn<() => Promise<void>>(async () => {})
    const { user, router } = renderApp('/inbox', { signOut })
    await navigation()
    disable()
    await router.navigate({ to: '/monitors', search: {} })
    expect(await screen.findByRole('heading', { level: 1, name: 'Your account has no access any more' })).toBeTruthy()
    expect(screen.queryByRole('navigation')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Sign out' }))
    expect(signOut).toHaveBeenCalledOnce()
  })
})

test('shows everything with every module on', async () => {
  server.use(getMonitorSubscriptionsMockHandler(), listRecentSearchesMockHandler())
  renderApp('/monitors')
  expect(await screen.findByRole('heading', { level: 1, name: 'Monitors' })).toBeTruthy()
  expect((await navigation()).getAllByRole('link').length).toBeGreaterThan(5)
})

test('every page is assigned to a module or to everybody', async () => {
  const { router } = renderApp('/inbox')
  await navigation()
  const unknown = Object.keys(router.routesByPath).filter((path) => findModules(path) === null)
  expect(unknown).toEqual([])
})

test('every module of the contract has labels', () => {
  const named = new Set(Object.values(operations).flatMap(({ module }) => module ?? []))
  expect([...named].toSorted()).toEqual(moduleNames.toSorted())
})
