import {
  listRegisteredClientsMockHandler,
  listRegisteredClientsResponseMock,
  registerClientResponseMock,
  renewClientSecretResponseMock,
} from '@auspex/sdk/msw'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { answer, problem, signInAsAdministrator } from '../../test/administration.ts'
import { renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'

const apps = listRegisteredClientsResponseMock()
const newApp = registerClientResponseMock()
const secret = 'secret-of-the-service-1'

beforeEach(() => {
  signInAsAdministrator()
  server.use(listRegisteredClientsMockHandler(apps))
})

const openForm = async () => {
  const view = renderApp('/admin/apps')
  await view.user.click(await screen.findByRole('button', { name: 'Register an app' }))
  return { ...view, dialog: within(await screen.findByRole('dialog', { name: 'Register an app' })) }
}

describe('the apps of the administration', () => {
  test('are listed with their kind, what they may do and for whom', async () => {
    renderApp('/admin/apps')
    const rows = within(await screen.findByRole('list', { name: 'Registered apps' })).getAllByRole('listitem')
    expect(rows[0]?.textContent).toMatch(/Coffee board.*Web app · Read · for people of/)
    expect(rows[1]?.textContent).toMatch(/Nightly import.*Service · Import · acts for/)
  })

  test('are registered with their addresses and limits, and the client ID is shown', async () => {
    const requests = answer('post', '/godmode/clients', newApp)
    const { user, dialog } = await openForm()
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Coffee board')
    await user.type(
      dialog.getByRole('textbox', { name: 'Redirect addresses' }),
      'https://a.example/x{Enter}https://b.example/x',
    )
    await user.click(dialog.getByRole('button', { name: 'Register' }))
    const credentials = within(await screen.findByRole('dialog', { name: newApp.name }))
    expect(credentials.getByRole('textbox', { name: 'Client ID' })).toHaveProperty('value', newApp.id)
    expect(requests).toEqual([
      {
        name: 'Coffee board',
        kind: 'web',
        redirectUris: ['https://a.example/x', 'https://b.example/x'],
        origins: [],
        scopes: ['read'],
        groupIds: [],
        organizationId: null,
      },
    ])
  })

  test('say what is missing before anything is sent', async () => {
    const requests = answer('post', '/godmode/clients', newApp)
    const { user, dialog } = await openForm()
    await user.click(dialog.getByRole('button', { name: 'Register' }))
    expect(dialog.getByText('An app needs a name')).toBeTruthy()
    expect(dialog.getByText('Enter where people return after signing in')).toBeTruthy()
    expect(requests).toEqual([])
  })

  test('show the reason at the address that the server refuses', async () => {
    const refusal = problem(422, 'clients.invalid', 'The app cannot be registered like this', '')
    const message = 'must begin with https://'
    answer(
      'post',
      '/godmode/clients',
      { ...refusal, errors: [{ in: 'body', pointer: '/redirectUris/0', message }] },
      422,
    )
    const { user, dialog } = await openForm()
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Board')
    await user.type(dialog.getByRole('textbox', { name: 'Redirect addresses' }), 'http://a.example/')
    await user.click(dialog.getByRole('button', { name: 'Register' }))
    expect(await dialog.findByText(message)).toBeTruthy()
  })

  test('that are services have no addresses, act for an organization, and show a new secret once', async () => {
    answer('post', '/godmode/clients/app_n1ght1y/secret', { ...renewClientSecretResponseMock(), clientSecret: secret })
    const { user } = renderApp('/admin/apps')
    await user.click(await screen.findByRole('button', { name: 'New secret for Nightly import' }))
    await user.click(await screen.findByRole('button', { name: 'Make a new secret' }))
    const credentials = within(await screen.findByRole('dialog', { name: 'Nightly import' }))
    expect(credentials.getByRole('textbox', { name: 'Client secret' })).toHaveProperty('value', secret)
    await user.click(credentials.getByRole('button', { name: 'Done' }))
    await user.click(await screen.findByRole('button', { name: 'Edit Nightly import' }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit Nightly import' }))
    expect(form.queryByRole('textbox', { name: 'Redirect addresses' })).toBeNull()
    expect(form.getByRole('checkbox', { name: 'Import' })).toHaveProperty('checked', true)
  })

  test('are removed after a question that says what ends', async () => {
    const requests = answer('delete', '/godmode/clients/app_c0ffeeb0ard', { id: 'app_c0ffeeb0ard', deleted: true })
    const { user } = renderApp('/admin/apps')
    await user.click(await screen.findByRole('button', { name: 'Remove Coffee board' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove Coffee board?' }))
    expect(dialog.getByText(/everybody who uses it is signed out of it/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Remove the app' }))
    expect(await screen.findByText('Coffee board was removed.')).toBeTruthy()
    expect(requests).toHaveLength(1)
  })

  test('are registered elsewhere with a provider of the operator’s own', async () => {
    server.use(listRegisteredClientsMockHandler({ items: [], isAvailable: false }))
    renderApp('/admin/apps')
    expect(await screen.findByText('Apps are registered at your identity provider')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Register an app' })).toBeNull()
  })
})
