import {
  createOrganizationMockHandler,
  createOrganizationResponseMock,
  listFilteredOrganizationsMockHandler,
  listFilteredOrganizationsMockHandler500,
  listOrganizationGroupsMockHandler,
  listOrganizationGroupsMockHandler500,
  listOrganizationGroupsResponseMock,
  listOrganizationGroupUsersMockHandler,
  listOrganizationGroupUsersResponseMock,
  getCacheStatusMockHandler,
  getCacheStatusMockHandler500,
  getCacheStatusResponseMock,
} from '@auspex/sdk/msw'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'
import { answer, organizations, pageOf, problem, signInAsAdministrator } from '../../test/administration.ts'

beforeEach(signInAsAdministrator)

const [contoso] = organizations.items
const table = (name: string) => screen.findByRole('table', { name })

describe('organizations', () => {
  test('link to their people and groups', async () => {
    const { user, location } = renderApp('/admin/organizations')
    const row = within(within(await table('Organizations')).getByRole('row', { name: /Northwind Foods/ }))
    await user.click(row.getByRole('link', { name: 'People of Northwind Foods: 3' }))
    await waitFor(() => expect(location().pathname).toBe('/admin/people'))
    expect(location().search).toMatchObject({ organization: 'org_northwind' })
  })

  test('renaming one is confirmed and can be undone', async () => {
    const calls = answer('patch', '/godmode/organization/:id', { ...contoso, name: 'Contoso Power' })
    const { user } = renderApp('/admin/organizations')
    await user.click(within(await table('Organizations')).getByRole('button', { name: 'Change Contoso Energy' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Change Contoso Energy' }))
    const name = dialog.getByRole('textbox', { name: 'Name' })
    await user.clear(name)
    await user.click(dialog.getByRole('button', { name: 'Save changes' }))
    expect(dialog.getByText('An organization needs a name')).toBeTruthy()
    await user.type(name, 'Contoso Power')
    await user.click(dialog.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('Contoso Energy is now called Contoso Power.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Contoso Energy has its old name again.')).toBeTruthy()
    expect(calls).toEqual([
      { id: 'org_contoso', name: 'Contoso Power' },
      { id: 'org_contoso', name: 'Contoso Energy' },
    ])
  })

  test('one can forbid access tokens', async () => {
    const calls = answer('patch', '/godmode/organization/:id', { ...contoso, allowsAccessTokens: false })
    const { user } = renderApp('/admin/organizations')
    await user.click(within(await table('Organizations')).getByRole('button', { name: 'Change Contoso Energy' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Change Contoso Energy' }))
    await user.click(dialog.getByRole('switch', { name: /^Allow personal access tokens/ }))
    await user.click(dialog.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('Contoso Energy was changed.')).toBeTruthy()
    expect(calls).toEqual([{ id: 'org_contoso', name: 'Contoso Energy', allowsAccessTokens: false }])
  })

  test('a new one is sent with its picture as a form', async () => {
    // jsdom's forms do not reach Node's fetch, so the appended fields are checked instead
    const append = vi.spyOn(FormData.prototype, 'append')
    server.use(createOrganizationMockHandler({ ...createOrganizationResponseMock(), name: 'Fabrikam' }))
    URL.createObjectURL = () => 'blob:picture'
    URL.revokeObjectURL = () => {}
    const { user, container } = renderApp('/admin/organizations')
    await user.click(await screen.findByRole('button', { name: 'New organization' }))
    const dialog = await screen.findByRole('dialog', { name: 'New organization' })
    await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Fabrikam')
    const input = container.ownerDocument.querySelector<HTMLInputElement>('input[type="file"]')
    if (!input) throw new Error('there is no field for a file')
    await user.upload(input, new File([new Uint8Array([137, 80, 78, 71])], 'logo.png', { type: 'image/png' }))
    expect(within(dialog).getByRole('button', { name: 'Remove' })).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Create organization' }))
    expect(await screen.findByText('Fabrikam was created. It has no people yet.')).toBeTruthy()
    expect(append.mock.calls).toEqual([
      ['name', 'Fabrikam'],
      ['image', expect.any(File)],
    ])
  })

  test('a refused picture shows the error at its field', async () => {
    answer(
      'post',
      '/godmode/organization',
      {
        ...problem(422, 'http.invalid', 'The request is not valid', ''),
        errors: [{ in: 'body', pointer: '/name', message: 'must not have more than 200 characters' }],
      },
      422,
    )
    const { user } = renderApp('/admin/organizations')
    await user.click(await screen.findByRole('button', { name: 'New organization' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New organization' }))
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Fabrikam')
    await user.click(dialog.getByRole('button', { name: 'Create organization' }))
    expect(await dialog.findByText('must not have more than 200 characters')).toBeTruthy()
    expect(dialog.queryByText(/Error while/)).toBeNull()
  })

  test('have an empty state with an action, and an error state', async () => {
    server.use(listFilteredOrganizationsMockHandler({ items: [], page: pageOf(0) }))
    const { unmount } = renderApp('/admin/organizations')
    expect(await screen.findByRole('heading', { name: 'No organizations yet' })).toBeTruthy()
    unmount()
    server.use(listFilteredOrganizationsMockHandler500())
    renderApp('/admin/organizations')
    expect(await screen.findByRole('heading', { name: 'Error while loading filtered organizations' })).toBeTruthy()
  })
})

describe('groups', () => {
  const groups = listOrganizationGroupsResponseMock()
  const [grid] = groups.items
  const member = listOrganizationGroupUsersResponseMock().items[0]

  test('show their people and their organization', async () => {
    server.use(listOrganizationGroupsMockHandler(groups))
    renderApp('/admin/groups')
    const row = within(within(await table('Groups')).getByRole('row', { name: /Insights/ }))
    expect(await row.findByText('Northwind Foods')).toBeTruthy()
    expect(row.getByText('Jon Aker, Mira Solberg')).toBeTruthy()
  })

  test('renaming one can be undone', async () => {
    server.use(listOrganizationGroupsMockHandler(groups))
    const renamed = { ...groups.items[0], name: 'Power grid' }
    const calls = answer('patch', '/godmode/organization-groups/:id', renamed)
    const { user } = renderApp('/admin/groups')
    await user.click(within(await table('Groups')).getByRole('button', { name: 'Rename Grid' }))
    const name = await screen.findByRole('textbox', { name: 'Name' })
    await user.clear(name)
    await user.type(name, 'Power grid{Enter}')
    expect(await screen.findByText('The group Grid is now called Power grid.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(calls.map((call) => call['name'])).toEqual(['Power grid', 'Grid']))
  })

  test('removing a person can be undone', async () => {
    server.use(listOrganizationGroupsMockHandler(groups), listOrganizationGroupUsersMockHandler())
    const removals = answer('delete', '/godmode/organization-groups/:groupId/users/:userId', {
      id: member?.id ?? '',
      deleted: true,
    })
    const additions = answer('post', '/godmode/organization-groups/:groupId/users', { ...member })
    const { user } = renderApp('/admin/groups')
    await user.click(within(await table('Groups')).getByRole('button', { name: 'People in Grid' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'People in Grid' }))
    const name = `${member?.firstName} ${member?.lastName}`
    await user.click(await dialog.findByRole('button', { name: `Remove ${name} from Grid` }))
    expect(await screen.findByText(`${name} is no longer in Grid. What they created stays.`)).toBeTruthy()
    expect(removals).toEqual([{ groupId: grid?.id, userId: member?.id }])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText(`${name} is in Grid again.`)).toBeTruthy()
    expect(additions[0]).toMatchObject({ groupId: grid?.id, email: member?.email })
  })

  test('a person of another organization is refused with a reason, and the form stays open', async () => {
    server.use(listOrganizationGroupsMockHandler(groups), listOrganizationGroupUsersMockHandler())
    answer(
      'post',
      '/godmode/organization-groups/:groupId/users',
      problem(409, 'groups.other_organization', 'The person belongs to another organization', 'Use another address.'),
      409,
    )
    const { user } = renderApp('/admin/groups')
    await user.click(within(await table('Groups')).getByRole('button', { name: 'People in Grid' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'People in Grid' }))
    await user.click(await dialog.findByRole('button', { name: 'Add a person' }))
    await user.type(dialog.getByRole('textbox', { name: 'First name' }), 'Ida')
    await user.type(dialog.getByRole('textbox', { name: 'Last name' }), 'Berg')
    await user.type(dialog.getByRole('textbox', { name: 'Email address' }), 'ida@northwind.example')
    await user.click(dialog.getByRole('button', { name: 'Add to the group' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('The person belongs to another organization')
    expect(dialog.getByDisplayValue('ida@northwind.example')).toBeTruthy()
  })

  test('a new one needs a name and an organization', async () => {
    server.use(listOrganizationGroupsMockHandler({ items: [], page: pageOf(0) }))
    const calls = answer('post', '/godmode/organization-groups', { ...grid, name: 'Buyers', users: [] })
    const { user } = renderApp('/admin/groups')
    expect(await screen.findByRole('heading', { name: 'No groups yet' })).toBeTruthy()
    await user.click(screen.getAllByRole('button', { name: 'New group' })[0] ?? document.body)
    const dialog = within(await screen.findByRole('dialog', { name: 'New group' }))
    await user.click(dialog.getByRole('button', { name: 'Create group' }))
    expect(dialog.getByText('A group needs a name')).toBeTruthy()
    expect(dialog.getByText('Choose the organization of the group')).toBeTruthy()
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Buyers')
    await user.click(dialog.getByRole('combobox', { name: 'Organization' }))
    await user.click(await screen.findByRole('option', { name: 'Contoso Energy' }))
    await user.click(dialog.getByRole('button', { name: 'Create group' }))
    await waitFor(() => expect(calls).toEqual([{ name: 'Buyers', organizationId: 'org_contoso' }]))
    expect(await screen.findByText(/The group Buyers of Contoso Energy was created/)).toBeTruthy()
  })

  test('reports a failure', async () => {
    server.use(listOrganizationGroupsMockHandler500())
    renderApp('/admin/groups')
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})

const status = { ...getCacheStatusResponseMock(), x: '-', signals: 40, fresh: 6, stale: 34 }

describe('the report cache', () => {
  test('shows how fresh the reports are and the result of the last update', async () => {
    server.use(getCacheStatusMockHandler(status))
    renderApp('/admin/reports')
    expect(await screen.findByText('34')).toBeTruthy()
    expect(screen.getByText('15%')).toBeTruthy()
    expect(screen.getByRole('status').textContent).toMatch(
      /^4 of 5 signals updated, 1 could not be read\. Ended 21 Nov 2026/,
    )
  })

  test('asks for confirmation with the number of searches, then shows the progress of the update', async () => {
    server.use(getCacheStatusMockHandler(status))
    const running = { ...status, state: 'running' as const, total: 34, updated: 0, failed: 0, finishedAt: null }
    const calls = answer('post', '/godmode/cache/:x', running)
    const { user } = renderApp('/admin/reports')
    await user.click(await screen.findByRole('button', { name: 'Update 34 reports…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Update 34 reports of all organizations?' }))
    expect(
      dialog.getByText(/are searched again in all sources, in the background and one after the other/),
    ).toBeTruthy()
    server.use(getCacheStatusMockHandler({ ...running, updated: 16, failed: 1 }))
    await user.click(dialog.getByRole('button', { name: 'Start the update' }))
    expect(await screen.findByText('34 signals of all organizations are being searched again.')).toBeTruthy()
    expect(calls).toEqual([{ x: '-', wait: '0' }])
    const bar = await screen.findByRole('progressbar', { name: '17 of 34 signals searched again' })
    expect(bar.getAttribute('aria-valuenow')).toBe('50')
    expect(screen.getByRole('button', { name: 'Updating' }).hasAttribute('disabled')).toBe(true)
  })

  test('is requested by id for one organization', async () => {
    const calls = answer('get', '/godmode/cache/:x', { ...status, x: 'org_northwind', stale: 0, fresh: 40 })
    renderApp('/admin/reports?organization=org_northwind')
    expect(await screen.findByRole('button', { name: 'All reports are fresh' })).toBeTruthy()
    expect(calls).toEqual([{ x: 'org_northwind' }])
  })

  test('has an empty state that explains how reports appear, and a failure can be retried', async () => {
    server.use(getCacheStatusMockHandler({ ...status, signals: 0, fresh: 0, stale: 0 }))
    const { unmount } = renderApp('/admin/reports')
    expect(await screen.findByRole('heading', { name: 'No stored reports' })).toBeTruthy()
    unmount()
    server.use(getCacheStatusMockHandler500())
    renderApp('/admin/reports')
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})
