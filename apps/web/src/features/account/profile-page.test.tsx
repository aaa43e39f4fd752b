import {
  createPersonalAccessTokenResponseMock,
  getMeMockHandler,
  getMeResponseMock,
  listPersonalAccessTokensMockHandler,
  previewMyDeletionMockHandler,
} from '@auspex/sdk/msw'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { problem } from '../../test/administration.ts'
import { apiUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'

const me = getMeResponseMock()
const nothing = { archetype: null, industry: null, goal: null, industry_id: null }
const withParams = (params: Partial<typeof me.profile.preferences.params>) => ({
  ...me,
  profile: { ...me.profile, preferences: { params: { ...nothing, ...params } } },
})

describe('the profile', () => {
  test('names the organization, the groups and the colleagues', async () => {
    renderApp('/profile')
    expect(await screen.findByRole('heading', { level: 1, name: 'Mira Solberg' })).toBeTruthy()
    expect(screen.getByText('mira@northwind.example · Northwind Foods')).toBeTruthy()
    expect(within(screen.getByRole('list', { name: 'Your groups' })).getByText('Insights')).toBeTruthy()
    const colleagues = within(screen.getByRole('list', { name: 'Your colleagues' }))
    expect(colleagues.getByText('Jon Aker')).toBeTruthy()
    expect(colleagues.getByText('jon@northwind.example')).toBeTruthy()
  })

  test('of a person without colleagues explains how colleagues and groups appear', async () => {
    server.use(getMeMockHandler({ ...me, contacts: [], groups: [], organization: null }))
    renderApp('/profile')
    expect(await screen.findByText(/Nobody else in your organization has signed in yet/)).toBeTruthy()
    expect(screen.getByText(/You are not in a group/)).toBeTruthy()
  })

  test('finds one of many colleagues by name', async () => {
    const contacts = Array.from({ length: 500 }, (_, number) => ({
      id: `usr_c${number}`,
      name: `Colleague ${number}`,
      email: `c${number}@northwind.example`,
    }))
    server.use(getMeMockHandler({ ...me, contacts }))
    const { user } = renderApp('/profile')
    expect(await screen.findByText('492 more. Type a name to find them.')).toBeTruthy()
    await user.type(screen.getByRole('textbox', { name: 'Find a colleague' }), 'c499@')
    expect(within(screen.getByRole('list', { name: 'Your colleagues' })).getAllByRole('listitem')).toHaveLength(1)
    await user.type(screen.getByRole('textbox', { name: 'Find a colleague' }), 'nobody')
    expect(screen.getByText('No colleagues match “c499@nobody”.')).toBeTruthy()
  })

  test('says which modules are on', async () => {
    server.use(getMeMockHandler({ ...me, modules: [{ module: 'zeus', access: false }] }))
    renderApp('/profile')
    const items = within(await screen.findByRole('list', { name: 'Modules' })).getAllByRole('listitem')
    const itemsOff = items.filter((item) => within(item).queryByText('Off'))
    expect(itemsOff.map((item) => item.textContent)).toEqual([expect.stringContaining('Zeus')])
  })

  test('turns recording off in this browser', async () => {
    const { user } = renderApp('/profile')
    await user.click(await screen.findByRole('switch', { name: /^Record my activity/ }))
    expect(localStorage.getItem('auspex.activity')).toBe('off')
    expect(screen.getByRole<HTMLInputElement>('switch', { name: /^Record my activity/ }).checked).toBe(false)
  })
})

describe('deleting one’s own account', () => {
  const things = [{ kind: 'portfolios', count: 3 }]
  const openDeletion = async () => {
    const signOut = vi.fn(async () => {})
    const view = renderApp('/profile', { signOut })
    await view.user.click(await screen.findByRole('button', { name: 'Delete my account…' }))
    return { ...view, signOut, dialog: within(await screen.findByRole('dialog', { name: 'Delete your account?' })) }
  }

  test('lists what is deleted, requires the address, and signs out', async () => {
    const requests: unknown[] = []
    server.use(
      previewMyDeletionMockHandler({ userId: me.profile.id, things, isDeleted: false }),
      http.post(`${apiUrl}/users/me/deletion`, async ({ request }) => {
        requests.push(await request.json())
        return HttpResponse.json({ userId: me.profile.id, things, isDeleted: true })
      }),
    )
    const { user, dialog, signOut } = await openDeletion()
    expect(await dialog.findByText('3 portfolios')).toBeTruthy()
    await user.type(dialog.getByRole('textbox'), 'mira@northwind.example')
    await user.click(dialog.getByRole('button', { name: 'Delete my account' }))
    await waitFor(() => expect(signOut).toHaveBeenCalledOnce())
    expect(requests).toEqual([{ confirmation: 'mira@northwind.example' }])
  })

  test('of the only administrator is refused with the reason, and nobody is signed out', async () => {
    server.use(
      previewMyDeletionMockHandler({ userId: me.profile.id, things: [], isDeleted: false }),
      http.post(`${apiUrl}/users/me/deletion`, () =>
        HttpResponse.json(
          problem(
            409,
            'users.last_administrator',
            'You are the only administrator',
            'Give the role to somebody else first.',
          ),
          { status: 409 },
        ),
      ),
    )
    const { user, dialog, signOut } = await openDeletion()
    await dialog.findByText('Nothing else will be deleted.')
    await user.type(dialog.getByRole('textbox'), 'mira@northwind.example')
    await user.click(dialog.getByRole('button', { name: 'Delete my account' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('You are the only administrator.')
    expect(signOut).not.toHaveBeenCalled()
  })
})

describe('the preference selector (specification §2)', () => {
  test('is hidden outside the home page until something is chosen', async () => {
    server.use(getMeMockHandler(withParams({})))
    renderApp('/profile')
    expect(await screen.findByRole('link', { name: 'Choose on the home page' })).toBeTruthy()
    expect(screen.queryByRole('combobox', { name: 'Your work' })).toBeNull()
  })

  test('appears once something is chosen', async () => {
    server.use(getMeMockHandler(withParams({ archetype: 'Analyst' })))
    renderApp('/profile')
    expect(await screen.findByRole('combobox', { name: 'Your work' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Choose on the home page' })).toBeNull()
  })

  test('is always on the home page, in the line for getting started', async () => {
    server.use(getMeMockHandler(withParams({})))
    const { user } = renderApp('/')
    await user.click(await screen.findByRole('button', { name: /^Getting started/ }))
    expect(await screen.findByRole('combobox', { name: 'Your work' })).toBeTruthy()
  })
})

describe('access tokens', () => {
  const created = createPersonalAccessTokenResponseMock()
  const openForm = async () => {
    const view = renderApp('/profile')
    await view.user.click(await screen.findByRole('button', { name: 'New token' }))
    return { ...view, dialog: within(await screen.findByRole('dialog', { name: 'New access token' })) }
  }

  test('are listed with what they may do, when they were used and when they end', async () => {
    renderApp('/profile')
    const row = within(await screen.findByRole('list', { name: 'Your access tokens' })).getByRole('listitem')
    expect(row.textContent).toMatch(/^Nightly import.*Read, write · last used .* · expires/)
  })

  test('are created with a name, limits and an end, and shown once', async () => {
    const requests: unknown[] = []
    server.use(
      http.post(`${apiUrl}/users/me/personalAccessTokens`, async ({ request }) => {
        requests.push(await request.json())
        return HttpResponse.json(created)
      }),
    )
    const { user, dialog } = await openForm()
    await user.click(dialog.getByRole('button', { name: 'Create token' }))
    expect(dialog.getByText('Enter what the token is for')).toBeTruthy()
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Report to the wiki')
    await user.click(dialog.getByRole('checkbox', { name: 'Write' }))
    await user.click(dialog.getByRole('button', { name: 'Create token' }))
    const shown = within(await screen.findByRole('dialog', { name: 'Report to the wiki' }))
    expect(shown.getByDisplayValue(created.token)).toBeTruthy()
    await user.click(shown.getByRole('button', { name: 'Copy' }))
    expect(await navigator.clipboard.readText()).toBe(created.token)
    await user.click(shown.getByRole('button', { name: 'Done' }))
    expect(screen.queryByDisplayValue(created.token)).toBeNull()
    expect(requests).toEqual([{ name: 'Report to the wiki', scopes: ['read', 'write'], expiresInDays: 90 }])
  })

  test('offer to administer only to administrators', async () => {
    const { dialog, unmount } = await openForm()
    expect(dialog.queryByRole('checkbox', { name: 'Administer' })).toBeNull()
    unmount()
    server.use(getMeMockHandler({ ...me, roles: ['member', 'godmode'] }))
    const { dialog: ofAdministrator } = await openForm()
    expect(ofAdministrator.getByRole('checkbox', { name: 'Administer' })).toBeTruthy()
  })

  test('are revoked after a question', async () => {
    const revoked: unknown[] = []
    server.use(
      http.delete(`${apiUrl}/users/me/personalAccessTokens/:id`, ({ params }) => {
        revoked.push(params['id'])
        return HttpResponse.json({ id: params['id'], deleted: true })
      }),
    )
    const { user } = renderApp('/profile')
    await user.click(await screen.findByRole('button', { name: 'Revoke Nightly import' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Revoke Nightly import?' }))
    await user.click(dialog.getByRole('button', { name: 'Revoke the token' }))
    expect(await screen.findByText('Nightly import was revoked.')).toBeTruthy()
    expect(revoked).toEqual(['pat_n1ght1y'])
  })

  test('that the organization forbids are explained', async () => {
    server.use(listPersonalAccessTokensMockHandler({ items: [], isAllowed: false }))
    renderApp('/profile')
    expect(await screen.findByText(/Your organization doesn’t allow access tokens/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'New token' })).toBeNull()
  })
})
