import {
  createShareLinkResponseMock,
  listShareLinksMockHandler500,
  listShareLinksResponseMock,
  getSharedItemForMembersResponseMock,
  getSharedItemMockHandler404,
  getSharedItemMockHandler500,
  getSharedItemResponseMock,
  getSignalReportResponseMock,
} from '@auspex/sdk/msw'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { apiUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'

const openShare = async () => {
  const { user } = renderApp('/stories/st_o1f2m3')
  await user.click(await screen.findByRole('button', { name: 'Share' }))
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Share “Why oat milk wins the foam”' })) }
}

const token = 'a-token-of-thirty-two-characters'

const recordLinks = () => {
  const bodies: { access?: string; expiresAt?: string | null }[] = []
  server.use(
    http.post(`${apiUrl}/shareLinks`, async ({ request }) => {
      bodies.push((await request.json()) as object)
      return HttpResponse.json({ ...createShareLinkResponseMock(), token })
    }),
  )
  return bodies
}

describe('sharing', () => {
  test('creates a link for the organization that expires by default', async () => {
    const bodies = recordLinks()
    const { user, dialog } = await openShare()
    await user.click(dialog.getByRole('button', { name: 'Create a link' }))
    expect(await dialog.findByDisplayValue(`${window.location.origin}/shared/${token}`)).toBeTruthy()
    expect(bodies).toMatchObject([{ kind: 'story', itemId: 'st_o1f2m3', access: 'organization' }])
    const days = (Date.parse(bodies[0]?.expiresAt ?? '') - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(29)
    expect(days).toBeLessThan(31)
  })

  test('creates a link for anyone only if that is chosen', async () => {
    const bodies = recordLinks()
    const { user, dialog } = await openShare()
    await user.click(dialog.getByRole('radio', { name: 'Anyone with the link, without an account' }))
    await user.click(dialog.getByRole('button', { name: 'Create a link' }))
    await waitFor(() => expect(bodies).toMatchObject([{ access: 'anyone' }]))
  })

  test('gives the code that shows a report on another site, live or as it is now', async () => {
    server.use(
      http.post(`${apiUrl}/shareLinks`, () =>
        HttpResponse.json({ ...createShareLinkResponseMock(), access: 'anyone', token }),
      ),
      http.get(
        `${apiUrl}/sharedItems/:token/embed`,
        () => new HttpResponse('<svg/>', { headers: { 'content-type': 'image/svg+xml' } }),
      ),
    )
    const { user } = renderApp('/signals/sig_k2m4p6q8')
    await user.click(await screen.findByRole('button', { name: 'Share' }))
    await user.click(await screen.findByRole('menuitem', { name: /^Share with a link that ends/ }))
    const dialog = within(await screen.findByRole('dialog', { name: /^Share “/ }))
    await user.click(dialog.getByRole('radio', { name: 'Anyone with the link, without an account' }))
    await user.click(dialog.getByRole('button', { name: 'Create a link' }))
    const code = await dialog.findByRole<HTMLInputElement>('textbox', { name: 'Code to embed' })
    expect(code.value).toContain(`<iframe src="${window.location.origin}/api/sharedItems/${token}/embed?part=chart"`)
    await user.click(dialog.getByRole('radio', { name: 'As it is now' }))
    await waitFor(() => expect(code.value).toContain(`src="data:image/svg+xml;base64,${btoa('<svg/>')}"`))
  })

  test('revokes a link only after a confirmation that states the effect', async () => {
    const ids: unknown[] = []
    server.use(
      http.delete(`${apiUrl}/shareLinks/:id`, ({ params }) => {
        ids.push(params['id'])
        return HttpResponse.json({ id: params['id'], deleted: true })
      }),
    )
    const { user, dialog } = await openShare()
    const [link] = listShareLinksResponseMock().items
    await user.click((await dialog.findAllByRole('button', { name: /^Revoke the link created/ }))[0] as HTMLElement)
    const question = within(dialog.getByRole('group', { name: 'Revoke this link?' }))
    expect(question.getByText(new RegExp(`“${link?.title}”`))).toBeTruthy()
    expect(ids).toEqual([])
    await user.click(question.getByRole('button', { name: 'Revoke the link' }))
    await waitFor(() => expect(ids).toEqual([link?.id]))
    // the button is gone; the keyboard focus stays in the dialog
    expect(await dialog.findByText('The link is revoked.')).toBeTruthy()
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true)
  })

  test('a failure of the list keeps the form usable', async () => {
    server.use(listShareLinksMockHandler500())
    const { dialog } = await openShare()
    expect(await dialog.findByRole('button', { name: 'Try again' })).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'Create a link' })).toBeTruthy()
  })
})

const address = '/shared/a-token-of-thirty-two-characters'

/** Records all requests other than for the link, and their tokens. */
const recordCalls = () => {
  const calls: { path: string; authorization: string | null }[] = []
  server.events.on('request:start', ({ request }) => {
    calls.push({ path: new URL(request.url).pathname, authorization: request.headers.get('authorization') })
  })
  return calls
}

describe('a share link', () => {
  test('is readable without an account: no redirect to sign in, and no other requests', async () => {
    const calls = recordCalls()
    const signIn = vi.fn(async () => {})
    renderApp(address, { isSignedIn: false, signIn })
    expect(await screen.findByRole('heading', { name: 'Why oat milk wins the foam', level: 1 })).toBeTruthy()
    expect(screen.getByText('Shoppers follow.')).toBeTruthy()
    expect(signIn).not.toHaveBeenCalled()
    // the app of an earlier test, which had a signed-in person, may still send its events
    const appCalls = calls.filter(({ path, authorization }) => path !== '/api/events/batch' || authorization === null)
    // whether the documents are demo data is public
    expect(appCalls.filter(({ path }) => !/\/(sharedItems\/|health\/getStatus$)/.test(path))).toEqual([])
    expect(appCalls.filter(({ authorization }) => authorization !== null)).toEqual([])
    server.events.removeAllListeners()
  })

  test('shows nothing editable', async () => {
    renderApp(address, { isSignedIn: false })
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.queryByRole('button', { name: /Delete|Edit|Move|Freeze|Share/ })).toBeNull()
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  test('is not indexed by search engines, and does not send its address to other sites', async () => {
    renderApp(address, { isSignedIn: false })
    await screen.findByRole('heading', { level: 1 })
    expect(document.querySelector('meta[name="robots"]')?.getAttribute('content')).toContain('noindex')
    expect(document.querySelector('meta[name="referrer"]')?.getAttribute('content')).toBe('no-referrer')
  })

  test('that has ended says so without the reason', async () => {
    server.use(getSharedItemMockHandler404())
    renderApp(address, { isSignedIn: false })
    expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeTruthy()
  })

  test('for members asks a reader without an account to sign in', async () => {
    server.use(
      http.get(`${apiUrl}/sharedItems/:token`, () =>
        HttpResponse.json(
          { type: 'about:blank', title: 'For members', status: 403, code: 'sharing.members_only', requestId: 'r' },
          { status: 403, headers: { 'content-type': 'application/problem+json' } },
        ),
      ),
    )
    const signIn = vi.fn(async () => {})
    const { user } = renderApp(address, { isSignedIn: false, signIn })
    await user.click(await screen.findByRole('button', { name: 'Sign in' }))
    expect(signIn).toHaveBeenCalledOnce()
  })

  test('is read by a member with their own access', async () => {
    const item = getSharedItemForMembersResponseMock()
    server.use(http.get(`${apiUrl}/sharedItems/:token/forMembers`, () => HttpResponse.json(item)))
    renderApp(address)
    expect(await screen.findByRole('link', { name: 'Your Auspex' })).toBeTruthy()
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
  })

  test('of a signal shows a short report', async () => {
    const report = getSignalReportResponseMock()
    server.use(http.get(`${apiUrl}/sharedItems/:token`, () => HttpResponse.json({ kind: 'signal', report })))
    renderApp(address, { isSignedIn: false })
    expect(await screen.findByRole('heading', { name: report.query.title, level: 1 })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'In brief' })).toBeTruthy()
    expect(screen.getByRole('img', { name: /documents a/ })).toBeTruthy()
  })

  test('of a conversation shows its messages, and each number links to its source', async () => {
    const message = { timestamp: '2026-11-20T15:00:00Z', state: 'complete', citations: [] }
    const citation = { number: 1, claimStart: 0, claimEnd: 14, documentId: 'doc_1', field: 'title', quoteStart: 0 }
    const messages = [
      { ...message, role: 'user', content: 'How is the tone?' },
      {
        ...message,
        role: 'assistant',
        timestamp: '2026-11-20T15:00:02Z',
        content: 'Neutral, <img src=x> they say [1].',
        citations: [{ ...citation, kind: 'document', quoteEnd: 20, quote: 'Oat milk prices rise' }],
      },
    ]
    const thread = { title: 'Tone of oat milk', sharedAt: '2026-11-20T15:01:00Z', messages, messageCount: 2 }
    server.use(http.get(`${apiUrl}/sharedItems/:token`, () => HttpResponse.json({ kind: 'thread', ...thread })))
    renderApp(address, { isSignedIn: false })
    expect(await screen.findByRole('heading', { name: 'Tone of oat milk', level: 1 })).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Question' }).textContent).toBe('How is the tone?')
    const answer = within(screen.getByRole('region', { name: 'Answer' }))
    const target = answer.getByRole('link', { name: 'Source 1' }).getAttribute('href')?.slice(1) ?? ''
    expect(document.querySelector(`[id="${target}"]`)?.textContent).toBe('“Oat milk prices rise”')
    expect(document.querySelector('main img, article img')).toBeNull()
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  test('a failure can be retried', async () => {
    server.use(getSharedItemMockHandler500())
    renderApp(address, { isSignedIn: false })
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
    expect(getSharedItemResponseMock().kind).toBe('story')
  })
})

test('the line of a shared report has a gap where it is not covered, even if a few documents lie there', async () => {
  const report = getSignalReportResponseMock()
  const point = { storyClusters: 1, outlets: 1, total: null, share: null, groups: [] }
  const points = [5, 6, 1, 0].map((documents, index) => {
    const day = `2026-11-0${index + 1}`
    return { ...point, firstDay: day, lastDay: day, documents, coveredDays: index < 2 ? 1 : 0 }
  })
  const volume = { ...report.volume, interval: 'day', points, groups: [] }
  server.use(
    http.get(`${apiUrl}/sharedItems/:token`, () =>
      HttpResponse.json({ kind: 'signal', report: { ...report, volume } }),
    ),
  )
  renderApp('/shared/a-token-of-thirty-two-characters', { isSignedIn: false })
  const chart = await screen.findByRole('img', { name: /documents a day/ })
  const line = [...chart.querySelectorAll('path[fill="none"]')].at(-1)?.getAttribute('d') ?? ''
  expect(line.match(/[ML]/g)).toHaveLength(2)
})
