import {
  getMeMockHandler,
  getMeMockHandler500,
  getMeResponseMock,
  getStatusMockHandler,
  getStatusResponseMock,
} from '@auspex/sdk/msw'
import { screen, waitFor, within } from '@testing-library/react'
import { delay, http } from 'msw'
import { describe, expect, test, vi, onTestFinished } from 'vitest'
import { apiUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'
import { focusWhenShown } from './focus-when-shown.ts'

describe('shell', () => {
  test('waits for the profile before it shows a page', async () => {
    server.use(http.get(`${apiUrl}/users/me`, async () => delay('infinite')))
    renderApp('/')
    expect(await screen.findByText('Loading')).toBeTruthy()
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  test('the sign-in return page does not wait for the profile', async () => {
    server.use(http.get(`${apiUrl}/users/me`, async () => delay('infinite')))
    renderApp('/auth/login-callback')
    expect(await screen.findByText('Signing in')).toBeTruthy()
  })

  test('a profile that cannot be loaded is an error that can be retried', async () => {
    server.use(getMeMockHandler500())
    const { user } = renderApp('/')
    expect(await screen.findByRole('heading', { level: 1, name: 'Error while loading profile' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
    server.use(getMeMockHandler())
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('navigation', { name: 'Main' })).toBeTruthy()
  })

  test('the user menu names the person and the organization, and signs out', async () => {
    const signOut = vi.fn<() => Promise<void>>(async () => {})
    const { user } = renderApp('/', { signOut })
    await user.click(await screen.findByRole('button', { name: 'Account of Mira Solberg' }))
    expect(await screen.findByText('Northwind Foods')).toBeTruthy()
    await user.click(screen.getByRole('menuitem', { name: 'Sign out', hidden: true }))
    expect(signOut).toHaveBeenCalledOnce()
  })

  test('shows that a person has no organization', async () => {
    server.use(getMeMockHandler({ ...getMeResponseMock(), organization: null }))
    const { user } = renderApp('/')
    await user.click(await screen.findByRole('button', { name: 'Account of Mira Solberg' }))
    expect(await screen.findByText('No organization')).toBeTruthy()
  })

  test('the theme is light by default; a choice in the menu persists', async () => {
    const { user } = renderApp('/')
    await user.click(await screen.findByRole('button', { name: 'Account of Mira Solberg' }))
    expect(document.documentElement.dataset['mantineColorScheme']).toBe('light')
    await user.click(await screen.findByRole('menuitem', { name: 'Dark theme', hidden: true }))
    expect(document.documentElement.dataset['mantineColorScheme']).toBe('dark')
    expect(localStorage.getItem('auspex.theme')).toBe('dark')
  })

  test('a stored dark theme applies from the start', async () => {
    localStorage.setItem('auspex.theme', 'dark')
    renderApp('/')
    await screen.findByRole('navigation', { name: 'Main' })
    expect(document.documentElement.dataset['mantineColorScheme']).toBe('dark')
  })

  test('demo documents show the demo banner', async () => {
    server.use(getStatusMockHandler({ ...getStatusResponseMock(), provenance: 'demo' }))
    renderApp('/')
    expect(await screen.findByText('Demo data.')).toBeTruthy()
  })

  test('real documents carry no demo banner', async () => {
    renderApp('/')
    const growing = within(await screen.findByRole('region', { name: 'Growing topics' }))
    await growing.findByRole('link', { name: 'All growing topics' })
    expect(screen.queryByText('Demo data.')).toBeNull()
  })

  test('Ctrl K opens search anywhere, Enter searches', async () => {
    const { user, location } = renderApp('/signals/sig_k2m4p6q8')
    await screen.findByRole('heading', { level: 1, name: 'oat milk' })
    await user.keyboard('{Control>}k{/Control}')
    const dialog = await screen.findByRole('dialog', { name: 'Search and commands' })
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    await user.keyboard('heat pump{Enter}')
    await waitFor(() => expect(location().href).toBe('/search?term=heat+pump'))
  })

  test('an address that does not exist leads back to search', async () => {
    renderApp('/nowhere')
    expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Search a topic' })).toBeTruthy()
  })
})

const link = (name: string) => screen.findByRole('link', { name })

test('after a navigation the focus is on the heading of the new page', async () => {
  const { user } = renderApp('/')
  await user.click(await link('Compare'))
  const heading = await screen.findByRole('heading', { level: 1, name: 'Compare signals' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(heading.tabIndex).toBe(-1)
})

test('the first page keeps the focus where the browser puts it', async () => {
  renderApp('/compare')
  await screen.findByRole('heading', { level: 1, name: 'Compare signals' })
  expect(document.activeElement).toBe(document.body)
})

test('another view of the same page leaves the focus on the control that was pressed', async () => {
  const { user } = renderApp('/trends')
  const views = within(await screen.findByRole('navigation', { name: 'What to explore' }))
  const stories = views.getByRole('link', { name: 'Headlines' })
  await user.click(stories)
  await waitFor(() => expect(stories.getAttribute('aria-current')).toBe('page'))
  expect(document.activeElement).toBe(stories)
})

test('a person who moves on before the heading appears keeps the focus', async () => {
  // nothing else removes it, and a button that still has the focus would receive the keys of later tests
  onTestFinished(() => document.body.replaceChildren())
  document.body.innerHTML = '<main id="content"></main><button>Go on</button>'
  const button = screen.getByRole('button')
  focusWhenShown('#content h1')
  button.focus()
  document.querySelector('main')?.append(document.createElement('h1'))
  await new Promise(requestAnimationFrame)
  expect(document.activeElement).toBe(button)
})
