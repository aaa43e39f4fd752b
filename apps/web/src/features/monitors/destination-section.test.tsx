import {
  dryRunMonitorMockHandler,
  getMonitorSubscriptionsResponseMock,
  listDestinationsMockHandler,
  listDestinationsResponseMock,
  listDigestsMockHandler,
  listDigestsResponseMock,
  sendDigestMockHandler,
  sendMonitorTestNotificationMockHandler,
} from '@auspex/sdk/msw'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { problem } from '../../test/administration.ts'
import { apiUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'

const [room] = listDestinationsResponseMock().items
if (room === undefined) throw new Error('the example of the contract has a destination')
const [monitor] = getMonitorSubscriptionsResponseMock().items

const openForm = async () => {
  const view = renderApp('/monitors')
  await view.user.click(await screen.findByRole('button', { name: 'Add a channel' }))
  return { ...view, form: within(screen.getByRole('form', { name: 'New channel' })) }
}

describe('the channels of a team', () => {
  test('explain themselves while there are none', async () => {
    renderApp('/monitors')
    expect(await screen.findByText(/Alerts can also go to Slack, Microsoft Teams, Discord/)).toBeTruthy()
  })

  test('are added with a test, and the form asks only for what the service needs', async () => {
    const sent: unknown[] = []
    server.use(
      http.post(`${apiUrl}/destinations`, async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json({ ...room, kind: 'telegram', name: 'Desk' })
      }),
    )
    const { user, form } = await openForm()
    expect(form.getByRole('textbox', { name: 'Webhook address' })).toBeTruthy()
    await user.click(form.getByRole('combobox', { name: 'Service' }))
    await user.click(await screen.findByRole('option', { name: 'Telegram', hidden: true }))
    expect(form.queryByRole('textbox', { name: 'Webhook address' })).toBeNull()
    await user.type(form.getByRole('textbox', { name: 'Name' }), 'Desk')
    await user.type(form.getByLabelText('Token of the bot'), '123456:abcdefghijklmnopqrstuvwxyz')
    await user.type(form.getByRole('textbox', { name: 'Chat' }), '-100123')
    await user.click(form.getByRole('button', { name: 'Send a test and add' }))
    await waitFor(() =>
      expect(sent).toEqual([
        { kind: 'telegram', name: 'Desk', token: '123456:abcdefghijklmnopqrstuvwxyz', chat: '-100123' },
      ]),
    )
    expect(await screen.findByText('Desk got a test message and was added.')).toBeTruthy()
  })

  test('that refuse the test are not added, and the form says why', async () => {
    server.use(
      http.post(`${apiUrl}/destinations`, () =>
        HttpResponse.json(
          problem(422, 'destinations.test_failed', 'The test message was not accepted', 'It answered 404.'),
          { status: 422 },
        ),
      ),
    )
    const { user, form } = await openForm()
    await user.click(form.getByRole('button', { name: 'Send a test and add' }))
    expect(form.getByText('Slack cannot be reached without it.')).toBeTruthy()
    await user.type(form.getByRole('textbox', { name: 'Webhook address' }), 'https://hooks.slack.com/services/T1')
    await user.click(form.getByRole('button', { name: 'Send a test and add' }))
    expect((await form.findByRole('alert')).textContent).toContain('It answered 404.')
  })

  test('say how their last alert went, and can be chosen in a monitor', async () => {
    server.use(
      listDestinationsMockHandler({
        ...listDestinationsResponseMock(),
        items: [{ ...room, lastDelivery: { state: 'failed', reason: 'It answered 410.', at: '2026-11-21T00:10:00Z' } }],
      }),
    )
    const changes: unknown[] = []
    server.use(
      http.patch(`${apiUrl}/monitors/:id`, async ({ request }) => {
        changes.push(await request.json())
        return HttpResponse.json(monitor)
      }),
    )
    const { user } = renderApp('/monitors')
    const list = within(await screen.findByRole('list', { name: 'Your team’s channels' }))
    expect(list.getByText('Last alert not delivered')).toBeTruthy()
    expect(list.getByText(/It answered 410\./)).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: /^Edit the monitor for oat milk: Growth/ }))
    await user.click(await screen.findByRole('checkbox', { name: '#insights' }))
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(changes).toEqual([expect.objectContaining({ destinationIds: [room.id] })]))
    expect(changes[0]).not.toHaveProperty('channels')
  })

  test('that are deleted leave the list, and undo brings them back', async () => {
    server.use(listDestinationsMockHandler())
    const { user } = renderApp('/monitors')
    await user.click(await screen.findByRole('button', { name: 'Delete #insights' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete #insights' })).toBeNull())
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('button', { name: 'Delete #insights' })).toBeTruthy()
  })

  test('a test of a monitor names each of them', async () => {
    server.use(
      dryRunMonitorMockHandler(),
      sendMonitorTestNotificationMockHandler({
        id: monitor?.id ?? '',
        sentAt: '2026-11-21T08:00:00Z',
        channels: [{ channel: 'inbox', delivered: true, reason: null }],
        destinations: [{ id: room.id, name: '#insights', delivered: false, reason: 'It answered 403.' }],
      }),
    )
    const { user } = renderApp('/monitors')
    await user.click(await screen.findByRole('button', { name: /^More for the monitor for oat milk: Growth/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Test' }))
    await user.click(await screen.findByRole('button', { name: 'Send a test alert' }))
    expect(await screen.findByText('#insights: not delivered. It answered 403.')).toBeTruthy()
  })
})

describe('digests', () => {
  test('are shown as they would be sent before they are saved', async () => {
    const sent: unknown[] = []
    server.use(
      http.post(`${apiUrl}/digests`, async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json(listDigestsResponseMock().items[0])
      }),
    )
    const { user } = renderApp('/monitors')
    await user.click(await screen.findByRole('button', { name: 'New digest' }))
    const preview = within(await screen.findByRole('region', { name: 'Preview' }))
    expect(await preview.findByText(/the only clear rise among 2 signals/u)).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name: 'Only if something changed' }))
    await user.click(screen.getByRole('button', { name: 'Save digest' }))
    await waitFor(() =>
      expect(sent).toEqual([
        expect.objectContaining({ scope: { kind: 'following' }, frequency: 'weekly', hour: 7, onlyIfChanged: false }),
      ]),
    )
    expect(await screen.findByText('The digest was saved.')).toBeTruthy()
  })

  test('of a portfolio can have its PDF attached to the email', async () => {
    const [digest] = listDigestsResponseMock().items
    if (digest === undefined) throw new Error('the example of the contract has a digest')
    const changed: unknown[] = []
    server.use(
      listDigestsMockHandler({ ...listDigestsResponseMock(), items: [{ ...digest, channels: ['inbox', 'email'] }] }),
      http.patch(`${apiUrl}/digests/${digest.id}`, async ({ request }) => {
        changed.push(await request.json())
        return HttpResponse.json(digest)
      }),
    )
    const { user } = renderApp('/monitors')
    await user.click(await screen.findByRole('button', { name: /^Edit the digest of/u }))
    await user.click(await screen.findByRole('checkbox', { name: 'Attach the portfolio as a PDF' }))
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(changed).toEqual([expect.objectContaining({ attachPdf: true })]))
  })

  test('are sent at once on request, and say how the last one went', async () => {
    const [digest] = listDigestsResponseMock().items
    if (digest === undefined) throw new Error('the example of the contract has a digest')
    const last = { result: 'unchanged', at: '2026-11-20T08:00:00Z' } as const
    server.use(
      listDigestsMockHandler({ ...listDigestsResponseMock(), items: [{ ...digest, last }] }),
      sendDigestMockHandler(),
    )
    const { user } = renderApp('/monitors')
    expect(await screen.findByText(/^Nothing had changed/u)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Send the digest of Plant milks now' }))
    expect(
      await screen.findByText(/The digest of Plant milks was sent\. Plant milks: oat milk \(412 posts/u),
    ).toBeTruthy()
  })
})
