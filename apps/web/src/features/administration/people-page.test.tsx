import { listIssuedAccessTokensMockHandler, listUsersMockHandler, listUsersMockHandler500 } from '@auspex/sdk/msw'
import { screen, waitFor, within } from '@testing-library/react'
import { delay, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { apiUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'
import { answer, mira, pageOf, people, problem, signInAsAdministrator } from '../../test/administration.ts'

beforeEach(signInAsAdministrator)

const disabledMira = { ...mira, disabledAt: '2026-11-20T09:00:00Z' }
const table = () => screen.findByRole('table', { name: 'People' })

describe('people', () => {
  test('shows who has access, where they belong and what they may use', async () => {
    renderApp('/admin/people')
    const row = within(await table()).getByRole('row', { name: /Mira Solberg/ })
    expect(within(row).getByText('mira@northwind.example')).toBeTruthy()
    expect(await within(row).findByText('Northwind Foods')).toBeTruthy()
    expect(within(row).getByText('importer')).toBeTruthy()
    expect(within(row).getByRole('button', { name: 'Modules of Mira Solberg: All on' })).toBeTruthy()
  })

  test('shows no id while the name of an organization is loading', async () => {
    server.use(http.get(`${apiUrl}/godmode/filtered-organizations`, async () => delay('infinite')))
    renderApp('/admin/people')
    const row = within(within(await table()).getByRole('row', { name: /Mira Solberg/ }))
    expect(row.getByText('…')).toBeTruthy()
    expect(row.queryByText('org_northwind')).toBeNull()
  })

  test('requests what the URL specifies', async () => {
    const calls = answer('get', '/godmode/users', { items: [mira], page: { ...pageOf(4000), page: 3 } })
    const { location, user } = renderApp(
      '/admin/people?search=mira&organization=org_northwind&access=disabled&sort=-lastSeenAt&page=3',
    )
    await table()
    expect(calls).toContainEqual({
      searchTerm: 'mira',
      organizationId: 'org_northwind',
      disabled: 'true',
      sort: 'lastSeenAt',
      direction: 'desc',
      page: '3',
      perPage: '50',
    })
    expect(screen.getByText('101–150 of 4,000')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Added' }))
    expect(location().search).toMatchObject({ sort: 'createdAt', search: 'mira' })
    expect(location().search, 'another order begins at the first page').not.toHaveProperty('page', '3')
  })

  test('searches while typing', async () => {
    const calls = answer('get', '/godmode/users', people)
    const { user, location } = renderApp('/admin/people')
    await table()
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'solb')
    await waitFor(() => expect(location().search).toMatchObject({ search: 'solb' }))
    await waitFor(() => expect(calls).toContainEqual(expect.objectContaining({ searchTerm: 'solb' })))
  })

  test('a search without matches can be cleared', async () => {
    server.use(listUsersMockHandler({ items: [], page: pageOf(0) }))
    const { user, location } = renderApp('/admin/people?search=nobody')
    await user.click(await screen.findByRole('button', { name: 'Clear the filters' }))
    await waitFor(() => expect(location().search).not.toHaveProperty('search', 'nobody'))
    expect(await screen.findByRole('heading', { name: 'Nobody yet' })).toBeTruthy()
  })

  test('a failure can be retried', async () => {
    server.use(listUsersMockHandler500())
    const { user } = renderApp('/admin/people')
    expect(await screen.findByRole('heading', { name: 'Error while loading users' })).toBeTruthy()
    server.use(listUsersMockHandler(people))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await table()).toBeTruthy()
  })
})

describe('access', () => {
  test('is disabled after a confirmation that names the person, and restored by undo', async () => {
    const calls = answer('patch', '/godmode/users/:userId', disabledMira)
    const { user } = renderApp('/admin/people')
    await user.click(within(await table()).getByRole('button', { name: 'More for Mira Solberg' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Disable…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Disable Mira Solberg?' }))
    expect(dialog.getByText(/loses all access within five seconds/)).toBeTruthy()
    expect(calls, 'nothing is sent before the answer').toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Disable Mira Solberg' }))
    expect(await screen.findByText('Mira Solberg is disabled and has no access.')).toBeTruthy()
    expect(calls).toEqual([{ userId: mira.id, disabled: true }])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Mira Solberg has access again.')).toBeTruthy()
    expect(calls.at(-1)).toEqual({ userId: mira.id, disabled: false })
  })

  test('that cannot be restored says why, and the dialog stays open', async () => {
    server.use(listUsersMockHandler({ ...people, items: [disabledMira] }))
    answer(
      'patch',
      '/godmode/users/:userId',
      problem(409, 'users.last_administrator', 'This is you', 'Ask another.'),
      409,
    )
    const { user } = renderApp('/admin/people')
    expect(within(await table()).getByText('Disabled')).toBeTruthy()
    await user.click(within(await table()).getByRole('button', { name: 'More for Mira Solberg' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Enable again…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Enable Mira Solberg again?' }))
    await user.click(dialog.getByRole('button', { name: 'Enable Mira Solberg' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('This is you. Ask another.')
  })
})

describe('deletion', () => {
  const things = [
    { kind: 'stories', count: 1 },
    { kind: 'portfolios', count: 3 },
  ]
  const openDeletion = async () => {
    const { user } = renderApp('/admin/people')
    await user.click(within(await table()).getByRole('button', { name: 'More for Mira Solberg' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }))
    return user
  }

  test('lists what is deleted and what stays, requires the address, and confirms the deletion', async () => {
    server.use(listUsersMockHandler({ ...people, items: [disabledMira] }))
    answer('get', '/godmode/users/:userId/deletion', { userId: mira.id, things, isDeleted: false })
    const calls = answer('delete', '/godmode/users/:userId', { userId: mira.id, things, isDeleted: true })
    const user = await openDeletion()
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Mira Solberg?' }))
    const deletedItems = within(await dialog.findByRole('list', { name: 'What is deleted' })).getAllByRole('listitem')
    expect(deletedItems.map((item) => item.textContent)).toEqual(['3 portfolios', '1 story'])
    expect(dialog.getByText(new RegExp(`keep only the ID ${mira.id}`))).toBeTruthy()
    const field = dialog.getByRole('textbox', { name: 'Type mira@northwind.example to confirm' })
    await user.type(field, 'mira@northwind')
    await user.click(dialog.getByRole('button', { name: 'Delete Mira Solberg' }))
    expect(dialog.getByText('This is not the email address')).toBeTruthy()
    expect(calls, 'nothing is sent before the address is right').toEqual([])
    await user.type(field, '.Example')
    await user.click(dialog.getByRole('button', { name: 'Delete Mira Solberg' }))
    expect(await screen.findByText('Mira Solberg and everything they created were deleted.')).toBeTruthy()
    expect(calls).toEqual([{ userId: mira.id }])
  })

  test('of a person with access starts by disabling them, which can be undone', async () => {
    const calls = answer('patch', '/godmode/users/:userId', disabledMira)
    answer('get', '/godmode/users/:userId/deletion', { userId: mira.id, things: [], isDeleted: false })
    const user = await openDeletion()
    const first = within(await screen.findByRole('dialog', { name: 'Disable Mira Solberg before deleting?' }))
    server.use(listUsersMockHandler({ ...people, items: [disabledMira] }))
    await user.click(first.getByRole('button', { name: 'Disable Mira Solberg' }))
    const second = within(await screen.findByRole('dialog', { name: 'Delete Mira Solberg?' }))
    expect(await second.findByText('Nothing else will be deleted.')).toBeTruthy()
    expect(calls).toEqual([{ userId: mira.id, disabled: true }])
  })

  test('that is refused says why, and the dialog stays open', async () => {
    server.use(listUsersMockHandler({ ...people, items: [disabledMira] }))
    answer('get', '/godmode/users/:userId/deletion', { userId: mira.id, things, isDeleted: false })
    answer(
      'delete',
      '/godmode/users/:userId',
      problem(409, 'users.not_disabled', 'Not disabled', 'Disable first.'),
      409,
    )
    const user = await openDeletion()
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Mira Solberg?' }))
    await dialog.findByRole('list', { name: 'What is deleted' })
    await user.type(dialog.getByRole('textbox'), 'mira@northwind.example')
    await user.click(dialog.getByRole('button', { name: 'Delete Mira Solberg' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('Not disabled. Disable first.')
  })
})

describe('modules', () => {
  test('of one person are switched one by one, with undo', async () => {
    const calls = answer('post', '/godmode/users/:userId/modules', {
      userId: mira.id,
      module: 'zeus',
      access: false,
      updatedAt: '2026-11-23T10:00:00Z',
    })
    const { user } = renderApp('/admin/people')
    await user.click(within(await table()).getByRole('button', { name: /^Modules of Mira Solberg/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Modules of Mira Solberg' }))
    await user.click(dialog.getByRole('switch', { name: /^Zeus/ }))
    expect(await screen.findByText('Zeus is off for Mira Solberg.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Zeus is on for Mira Solberg.')).toBeTruthy()
    expect(calls).toEqual([
      { userId: mira.id, module: 'zeus', access: false },
      { userId: mira.id, module: 'zeus', access: true },
    ])
  })

  test('of everybody are switched after a confirmation that states how many people are affected', async () => {
    server.use(listUsersMockHandler({ ...people, page: pageOf(4213) }))
    const calls = answer('post', '/godmode/users/:userId/modules', {
      userId: '-',
      module: 'stories',
      access: false,
      updatedAt: '2026-11-23T10:00:00Z',
    })
    const { user } = renderApp('/admin/people')
    await user.click(await screen.findByRole('button', { name: 'Modules for everybody' }))
    await user.click(await screen.findByRole('button', { name: 'Switch Stories off for everybody' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Switch Stories off for everybody?' }))
    expect(await dialog.findByText(/all 4,213 people of every organization/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Switch Stories off' }))
    expect(await screen.findByText('Stories is off for everybody.')).toBeTruthy()
    expect(calls).toEqual([{ userId: '-', module: 'stories', access: false }])
  })
})

describe('a new person', () => {
  test('requires two names, an address and an organization, and each field says so', async () => {
    const calls = answer('post', '/godmode/users', mira)
    const { user } = renderApp('/admin/people?organization=org_northwind')
    await user.click(await screen.findByRole('button', { name: 'New person' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New person' }))
    await user.click(dialog.getByRole('button', { name: 'Create person' }))
    expect(dialog.getByText('The first name is missing')).toBeTruthy()
    expect(dialog.getByText('The email address is missing')).toBeTruthy()
    expect(calls).toEqual([])
    await user.type(dialog.getByRole('textbox', { name: 'First name' }), 'Ida')
    await user.type(dialog.getByRole('textbox', { name: 'Last name' }), 'Berg')
    await user.type(dialog.getByRole('textbox', { name: 'Email address' }), 'ida@northwind.example')
    await user.click(dialog.getByRole('button', { name: 'Create person' }))
    await waitFor(() =>
      expect(calls).toEqual([
        { firstName: 'Ida', lastName: 'Berg', email: 'ida@northwind.example', organizationId: 'org_northwind' },
      ]),
    )
    expect(await screen.findByText(/^Mira Solberg was created/)).toBeTruthy()
  })

  test('whose address is taken is refused in the form, and the input is kept', async () => {
    answer(
      'post',
      '/godmode/users',
      problem(409, 'users.email_taken', 'Somebody has this address', 'Use another.'),
      409,
    )
    const { user } = renderApp('/admin/people?organization=org_northwind')
    await user.click(await screen.findByRole('button', { name: 'New person' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New person' }))
    await user.type(dialog.getByRole('textbox', { name: 'First name' }), 'Ida')
    await user.type(dialog.getByRole('textbox', { name: 'Last name' }), 'Berg')
    await user.type(dialog.getByRole('textbox', { name: 'Email address' }), 'mira@northwind.example')
    await user.click(dialog.getByRole('button', { name: 'Create person' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('Somebody has this address')
    expect(dialog.getByDisplayValue('Ida')).toBeTruthy()
  })
})

describe('access tokens', () => {
  const tokens = () => screen.findByRole('table', { name: 'Access tokens' })

  test('of everybody are listed with their owner, and can be revoked', async () => {
    server.use(listIssuedAccessTokensMockHandler())
    const calls = answer('delete', '/godmode/personal-access-tokens/:id', { id: 'pat_n1ght1y', deleted: true })
    const { user } = renderApp('/admin/tokens')
    const row = within(within(await tokens()).getByRole('row', { name: /Nightly import/ }))
    expect(row.getByText('Mira Solberg')).toBeTruthy()
    expect(row.getByText('Read, write')).toBeTruthy()
    await user.click(row.getByRole('button', { name: 'Revoke Nightly import of Mira Solberg' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Revoke Nightly import?' }))
    await user.click(dialog.getByRole('button', { name: 'Revoke the token' }))
    expect(await screen.findByText('Nightly import of Mira Solberg was revoked.')).toBeTruthy()
    expect(calls).toEqual([{ id: 'pat_n1ght1y' }])
  })

  test('have an empty state', async () => {
    server.use(listIssuedAccessTokensMockHandler({ items: [], page: pageOf(0) }))
    renderApp('/admin/tokens')
    expect(await screen.findByRole('heading', { name: 'No access tokens yet' })).toBeTruthy()
  })
})
