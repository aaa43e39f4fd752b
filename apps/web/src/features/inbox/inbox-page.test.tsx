import {
  listInboxMockHandler,
  listInboxMockHandler500,
  listInboxResponseMock,
  markInboxMessageResponseMock,
  sendSignalMessageMockHandler404,
  sendSignalMessageResponseMock,
} from '@auspex/sdk/msw'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { apiUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'

const example = listInboxResponseMock()
const base = markInboxMessageResponseMock()
const alert = {
  subscriptionId: 'sub_m4n5t6',
  reason: '58 documents on 14 November 2026, above 40.',
  value: 58,
  limit: 40,
  fromDay: '2026-11-14',
  toDay: '2026-11-14',
}
const monitorMessage = {
  ...base,
  id: 'msg_told',
  kind: 'monitor' as const,
  title: 'oat milk',
  from: null,
  message: null,
  alert,
}
const trends = {
  ...base,
  id: 'msg_trends',
  kind: 'trends' as const,
  signalId: null,
  title: 'Trends in Food',
  from: null,
  message: 'oat barista: 31 of 900 documents name it.\npea protein: 12 of 900 documents name it.',
  alert: null,
}
const page = { ...example.page, total: 2, nextCursor: null }
const unread = [
  { ...monitorMessage, readAt: null },
  { ...trends, readAt: null },
]

/** Responds like the server when a message is marked, and records the requests. */
function recordMarks(): unknown[] {
  const marks: unknown[] = []
  let items: { id: string; readAt: string | null }[] = unread
  server.use(
    http.get(`${apiUrl}/users/inbox-list`, () =>
      HttpResponse.json({ items, unread: items.filter(({ readAt }) => readAt === null).length, page }),
    ),
    http.patch(`${apiUrl}/inboxMessages/:id`, async ({ request, params }) => {
      const { read } = (await request.json()) as { read: boolean } // sent by the page under test
      marks.push({ id: params['id'], read })
      const readAt = read ? '2026-11-21T08:00:00Z' : null
      items = items.map((item) => (item.id === params['id'] ? { ...item, readAt } : item))
      return HttpResponse.json(items.find(({ id }) => id === params['id']))
    }),
  )
  return marks
}

describe('an alert of a condition', () => {
  test('lists its studies and papers, what changed, and how many more there are', async () => {
    const register = {
      condition: 'asthma',
      source: 'ClinicalTrials.gov',
      asOf: '2026-11-21T13:00:00Z',
      items: [
        {
          id: 'NCT99990102',
          title: 'Breathing',
          url: 'https://clinicaltrials.gov/study/NCT99990102',
          before: 'RECRUITING' as const,
          after: 'TERMINATED' as const,
        },
        { id: '101', title: 'A paper', url: 'https://pubmed.ncbi.nlm.nih.gov/101/', before: null, after: null },
      ],
    }
    const registerAlert = { ...alert, value: 5, limit: null, reason: '5 studies changed their status.', register }
    server.use(listInboxMockHandler({ items: [{ ...monitorMessage, alert: registerAlert }], unread: 0, page }))
    const { user } = renderApp('/inbox')
    await user.click(await screen.findByRole('button', { name: /oat milk/ }))
    expect(screen.getByRole('link', { name: 'Breathing' }).getAttribute('href')).toBe('/trials/NCT99990102')
    expect(screen.getByText(/NCT99990102 · Recruiting → Terminated/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'A paper' }).getAttribute('href')).toBe(
      'https://pubmed.ncbi.nlm.nih.gov/101/',
    )
    expect(screen.getByText(/^3 more about asthma\. ClinicalTrials\.gov, as of/)).toBeTruthy()
  })
})

describe('inbox', () => {
  test('opening a message marks it as read, and it can be marked as unread again', async () => {
    const marks = recordMarks()
    const { user } = renderApp('/inbox')
    const list = within(await screen.findByRole('list', { name: 'Messages' }))
    expect(await screen.findByText('2 unread messages.')).toBeTruthy()
    await user.click(list.getByRole('button', { name: /oat milk/ }))
    expect(await screen.findByText('1 unread message.')).toBeTruthy()
    expect(list.getByText(/above 40\.$/)).toBeTruthy()
    expect(list.getByRole('link', { name: 'Open the signal' }).getAttribute('href')).toContain('/signals/')
    await user.click(list.getByRole('button', { name: 'Mark as unread' }))
    expect(await screen.findByText('2 unread messages.')).toBeTruthy()
    expect(marks).toEqual([
      { id: 'msg_told', read: true },
      { id: 'msg_told', read: false },
    ])
  })

  test('one press marks all messages as read, and skips those already read', async () => {
    const marks = recordMarks()
    const { user } = renderApp('/inbox')
    await user.click(await screen.findByRole('button', { name: 'Mark all as read' }))
    const expected = unread.map(({ id }) => ({ id, read: true }))
    await waitFor(() => expect(marks).toHaveLength(expected.length))
    expect(marks).toEqual(expect.arrayContaining(expected))
  })

  test('counts the unread messages of the whole inbox, not only those shown', async () => {
    server.use(listInboxMockHandler({ items: unread, unread: 499, page: { ...page, total: 500, nextCursor: 'next' } }))
    renderApp('/inbox')
    expect(await screen.findByText('499 unread messages.')).toBeTruthy()
  })

  test('each trend links to its search', async () => {
    recordMarks()
    const { user } = renderApp('/inbox')
    await user.click(await screen.findByRole('button', { name: /Trends in Food/ }))
    expect((await screen.findByRole('link', { name: 'pea protein' })).getAttribute('href')).toBe(
      '/search?term=pea+protein',
    )
  })

  test('the navigation shows the number of unread messages', async () => {
    recordMarks()
    renderApp('/')
    expect(await screen.findByRole('link', { name: /^Inbox\s*2\s*unread$/ })).toBeTruthy()
  })

  test('an empty inbox explains what arrives here and where to start', async () => {
    server.use(listInboxMockHandler({ items: [], unread: 0, page: { ...page, total: 0, totalPages: 0 } }))
    renderApp('/inbox')
    expect(await screen.findByRole('heading', { name: 'No messages yet' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Set up a monitor' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Inbox' })).toBeTruthy()
  })

  test('a failure can be retried', async () => {
    server.use(listInboxMockHandler500())
    renderApp('/inbox')
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})

describe('sending a signal', () => {
  const open = async () => {
    const { user } = renderApp('/signals/sig_k2m4p6q8')
    await user.click(await screen.findByRole('button', { name: 'Share' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Send to a colleague' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Send “oat milk”' }))
    await user.click(await dialog.findByRole('combobox', { name: 'To' }))
    const [colleague] = await screen.findAllByRole('option', { hidden: true })
    if (colleague) await user.click(colleague)
    await user.type(dialog.getByRole('textbox', { name: 'Message (optional)' }), 'Look at May')
    await user.click(dialog.getByRole('button', { name: 'Send' }))
    return dialog
  }

  test('goes to the chosen colleagues with the message', async () => {
    const requests: unknown[] = []
    server.use(
      http.post(`${apiUrl}/signal/sendSignalMessage`, async ({ request }) => {
        requests.push(await request.json())
        return HttpResponse.json(sendSignalMessageResponseMock())
      }),
    )
    const dialog = await open()
    expect((await dialog.findByRole('status')).textContent).toMatch(/^Sent to .*They find it in their inbox/)
    expect(requests).toMatchObject([{ to: [expect.stringMatching(/^usr_/)], message: 'Look at May' }])
  })

  test('a refusal is shown in the dialog', async () => {
    server.use(sendSignalMessageMockHandler404())
    const dialog = await open()
    await waitFor(() => expect(dialog.getByRole('alert').textContent).not.toBe(''))
  })
})
