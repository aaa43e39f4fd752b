import type { NotificationSettings } from '@auspex/sdk'
import {
  endMailSubscriptionMockHandler,
  getMailSubscriptionMockHandler,
  getNotificationSettingsMockHandler,
  getNotificationSettingsResponseMock,
  listMailDeliveriesMockHandler,
  sendTestMailMockHandler,
} from '@auspex/sdk/msw'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { problem } from '../../test/administration.ts'
import { apiUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'

const settings = getNotificationSettingsResponseMock()
const openSettings = async (changes: Partial<NotificationSettings> = {}) => {
  server.use(getNotificationSettingsMockHandler({ ...settings, ...changes }))
  const view = renderApp('/profile')
  return { ...view, section: within(await screen.findByRole('region', { name: 'What you hear about' })) }
}

describe('the notifications of a person', () => {
  test('is chosen for each kind, and stays as the server answered', async () => {
    const changes: unknown[] = []
    server.use(
      http.patch(`${apiUrl}/users/me/notifications`, async ({ request }) => {
        changes.push(await request.json())
        const kinds = settings.kinds.map((kind) => (kind.kind === 'trends' ? { ...kind, byEmail: false } : kind))
        return HttpResponse.json({ ...settings, kinds })
      }),
    )
    const { user, section } = await openSettings()
    const trends = await section.findByRole('checkbox', { name: 'Trends by email' })
    expect(trends).toHaveProperty('checked', true)
    await user.click(trends)
    await waitFor(() => expect(changes).toEqual([{ kinds: [{ kind: 'trends', byEmail: false }] }]))
    await waitFor(() =>
      expect(section.getByRole('checkbox', { name: 'Trends by email' })).toHaveProperty('checked', false),
    )
    expect(section.queryByRole('checkbox', { name: 'Files in the inbox' })).toBeNull()
  })

  test('that cannot be saved is switched back, with the reason', async () => {
    server.use(
      http.patch(`${apiUrl}/users/me/notifications`, () =>
        HttpResponse.json(problem(503, 'database.unavailable', 'The database is away', 'Try again.'), { status: 503 }),
      ),
    )
    const { user, section } = await openSettings()
    await user.click(await section.findByRole('checkbox', { name: 'Alerts by email' }))
    expect((await section.findByRole('alert')).textContent).toBeTruthy()
    expect(section.getByRole('checkbox', { name: 'Alerts by email' })).toHaveProperty('checked', true)
  })

  test('is the inbox alone without a mail server, and says how to get email', async () => {
    const { section } = await openSettings({ canEmail: false })
    expect(await section.findByText(/This server does not send email/)).toBeTruthy()
    expect(section.getByText('AUSPEX_SMTP_URL')).toBeTruthy()
    expect(section.getByRole('checkbox', { name: 'Alerts by email' })).toHaveProperty('disabled', true)
    expect(section.queryByRole('button', { name: 'Send me a test' })).toBeNull()
  })

  test('a test says whether the mail server accepted it', async () => {
    server.use(
      sendTestMailMockHandler({
        to: 'mira@northwind.example',
        delivered: false,
        reason: 'The mail server refused it: 550 No such user.',
        sentAt: '2026-11-21T10:00:00Z',
      }),
    )
    const { user, section } = await openSettings()
    await user.click(await section.findByRole('button', { name: 'Send me a test' }))
    expect(
      await section.findByText('The test was not delivered. The mail server refused it: 550 No such user.'),
    ).toBeTruthy()
  })

  test('emails that were sent are listed with why they wait', async () => {
    server.use(listMailDeliveriesMockHandler())
    const { user, section } = await openSettings()
    await user.click(await section.findByRole('button', { name: 'Show sent emails' }))
    const items = within(await section.findByRole('list', { name: 'Sent emails' })).getAllByRole('listitem')
    expect(items.map((item) => item.textContent)).toEqual([
      expect.stringMatching(/Waiting.*451 Greylisted\. 1 attempt so far, the next one at/),
      expect.stringContaining('Delivered'),
    ])
  })
})

describe('an unsubscribe link', () => {
  test('asks first, ends one kind of email, and needs no account', async () => {
    server.use(
      getMailSubscriptionMockHandler({ kind: 'monitor', isOn: true }),
      endMailSubscriptionMockHandler({ kind: 'monitor', isOn: false }),
    )
    const { user } = renderApp('/unsubscribe/Zm9vYmFyYmF6cXV4cXV1eA', { isSignedIn: false })
    expect(
      await screen.findByRole('heading', { level: 1, name: 'No more emails about alerts of your monitors?' }),
    ).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Stop these emails' }))
    expect(
      await screen.findByRole('heading', { level: 1, name: 'You get no emails about alerts of your monitors' }),
    ).toBeTruthy()
  })

  test('that is unknown says what to do instead', async () => {
    server.use(
      http.get(`${apiUrl}/mailSubscriptions/:token`, () =>
        HttpResponse.json(problem(404, 'notifications.link_not_found', 'This unsubscribe link does not work', ''), {
          status: 404,
        }),
      ),
    )
    renderApp('/unsubscribe/Zm9vYmFyYmF6cXV4cXV1eA', { isSignedIn: false })
    expect(await screen.findByRole('heading', { level: 1, name: 'This link does not work' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Choose what you hear about' })).toBeTruthy()
  })
})
