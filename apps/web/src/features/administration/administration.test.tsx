import {
  exportAuditEntriesMockHandler500,
  exportSecurityEventsMockHandler500,
  getMeMockHandler,
  listAuditEntriesMockHandler,
  listAuditEntriesResponseMock,
  listGodmodePortfoliosMockHandler,
  listGodmodePortfoliosMockHandler500,
  listGodmodePortfoliosResponseMock,
  listDeletedDocumentsMockHandler,
  listDeletedDocumentsMockHandler500,
  listJobsMockHandler,
  listJobsMockHandler500,
  listJobsResponseMock,
  listSecurityEventsMockHandler,
  listSecurityEventsMockHandler500,
  listSecurityEventsResponseMock,
  listUsersResponseMock,
  retryJobResponseMock,
  updateDeletedDocumentResponseMock,
} from '@auspex/sdk/msw'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { answer, pageOf, problem, signInAsAdministrator } from '../../test/administration.ts'
import { apiUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'
import { eventWords } from './security-page.tsx'

beforeEach(signInAsAdministrator)

describe('the administration', () => {
  test('requires the role godmode; other people see why they have no access', async () => {
    server.use(getMeMockHandler())
    const calls = answer('get', '/godmode/filtered-organizations', {})
    const { user } = renderApp('/admin/people')
    expect(await screen.findByRole('heading', { level: 1, name: 'Administration is for administrators' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^Account of/ }))
    expect(await screen.findByRole('menuitem', { name: 'Sources' })).toBeTruthy()
    expect(screen.queryByRole('menuitem', { name: 'Administration' })).toBeNull()
    expect(calls).toEqual([])
  })

  test('starts with the organizations, and each tab is a page with its own heading', async () => {
    server.use(listJobsMockHandler())
    const { user, location } = renderApp('/admin')
    expect(await screen.findByRole('heading', { level: 1, name: 'Organizations' })).toBeTruthy()
    const tabs = within(screen.getByRole('navigation', { name: 'Administration' }))
    expect(tabs.getAllByRole('link')).toHaveLength(12)
    expect(tabs.getByRole('link', { current: 'page' }).textContent).toBe('Organizations')
    await user.click(tabs.getByRole('link', { name: 'Jobs' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Jobs' })).toBeTruthy()
    expect(location().pathname).toBe('/admin/jobs')
  })

  test('has a command for each page', async () => {
    server.use(listAuditEntriesMockHandler())
    const { user, location } = renderApp('/inbox')
    await user.click(await screen.findByRole('button', { name: /^Account of/ }))
    await screen.findByRole('menuitem', { name: 'Administration' })
    await user.keyboard('{Escape}')
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('dialog', { name: 'Search and commands' })
    await user.keyboard('>audit{Enter}')
    await waitFor(() => expect(location().pathname).toBe('/admin/audit'))
  })
})

describe('portfolios of all organizations', () => {
  test('are listed with their organization, and their reports are updated after a confirmation', async () => {
    server.use(listGodmodePortfoliosMockHandler())
    const [first] = listGodmodePortfoliosResponseMock().items
    const calls = answer('post', '/godmode/cache/portfolio/:x', {
      x: first?.id ?? '',
      state: 'running',
      signals: 4,
      fresh: 1,
      stale: 3,
      total: 3,
      updated: 0,
      failed: 0,
      oldestReportAt: null,
      startedAt: '2026-11-23T10:00:00Z',
      finishedAt: null,
    })
    const { user } = renderApp('/admin/portfolios')
    const table = within(await screen.findByRole('table', { name: 'Portfolios' }))
    await user.click(table.getByRole('button', { name: `Update the reports of ${first?.title}` }))
    const dialog = within(await screen.findByRole('dialog', { name: `Update the reports of ${first?.title}?` }))
    await user.click(dialog.getByRole('button', { name: 'Start the update' }))
    expect(await screen.findByText(`3 signals of ${first?.title} are being searched again.`)).toBeTruthy()
    expect(calls).toEqual([{ x: first?.id, wait: '0' }])
  })

  test('have an empty state and an error state', async () => {
    server.use(listGodmodePortfoliosMockHandler({ items: [], page: pageOf(0) }))
    const { unmount } = renderApp('/admin/portfolios')
    expect(await screen.findByRole('heading', { name: 'No portfolios yet' })).toBeTruthy()
    unmount()
    server.use(listGodmodePortfoliosMockHandler500())
    renderApp('/admin/portfolios')
    expect(await screen.findByRole('heading', { name: 'Error while getting Portfolios' })).toBeTruthy()
  })
})

describe('deleted documents', () => {
  const byHand = updateDeletedDocumentResponseMock()
  const atSource = { ...byHand, documentId: 'doc_9c5t2x', way: 'source' as const, reason: null }

  test('say why they were deleted, and one that is blocked can be let back and blocked again', async () => {
    server.use(listDeletedDocumentsMockHandler({ items: [{ ...byHand, isBlocked: true }, atSource], page: pageOf(2) }))
    const calls = answer('patch', '/deletedDocuments/:documentId', { ...byHand, isBlocked: false })
    const { user } = renderApp('/admin/deletions')
    const table = within(await screen.findByRole('table', { name: 'Deleted documents' }))
    expect(within(table.getByRole('row', { name: /At its source/ })).getByText('Stored again')).toBeTruthy()
    const row = within(table.getByRole('row', { name: /Its author asked for it by email\./ }))
    expect(row.getByText('Left out')).toBeTruthy()
    await user.click(row.getByRole('button', { name: `Let ${byHand.documentId} come back` }))
    expect(
      await screen.findByText(`The next search or import that finds ${byHand.documentId} stores it again.`),
    ).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(calls).toEqual([
        { documentId: byHand.documentId, isBlocked: false },
        { documentId: byHand.documentId, isBlocked: true },
      ]),
    )
  })

  test('have an empty state that says how to delete one, and an error state', async () => {
    server.use(listDeletedDocumentsMockHandler({ items: [], page: pageOf(0) }))
    const { unmount } = renderApp('/admin/deletions')
    expect(await screen.findByRole('heading', { name: 'No deleted documents' })).toBeTruthy()
    unmount()
    server.use(listDeletedDocumentsMockHandler500())
    renderApp('/admin/deletions')
    expect(await screen.findByRole('heading', { name: 'Error while loading deleted documents' })).toBeTruthy()
  })
})

describe('jobs', () => {
  const jobs = listJobsResponseMock()

  test('show why a job failed, and can be retried', async () => {
    server.use(listJobsMockHandler(jobs))
    const calls = answer('post', '/godmode/jobs/:id/retry', retryJobResponseMock())
    const { user } = renderApp('/admin/jobs')
    const table = within(await screen.findByRole('table', { name: 'Jobs' }))
    const row = table.getByRole('row', { name: /Failed/ })
    expect(within(row).getByText('The disk is full.')).toBeTruthy()
    expect(within(row).getByText('4 of 4')).toBeTruthy()
    await user.click(within(row).getByRole('button', { name: /^Retry the job of exports/ }))
    expect(await screen.findByText(/will run again\.$/)).toBeTruthy()
    expect(calls).toEqual([{ id: jobs.items.find(({ state }) => state === 'failed')?.id }])
  })

  test('that cannot be retried say why', async () => {
    server.use(listJobsMockHandler(jobs))
    answer('post', '/godmode/jobs/:id/retry', problem(409, 'jobs.not_failed', 'It did not give up', 'Look again.'), 409)
    const { user } = renderApp('/admin/jobs')
    await user.click(await screen.findByRole('button', { name: /^Retry the job of exports/ }))
    expect(await screen.findByText(/It did not give up\. Look again\./)).toBeTruthy()
  })

  test('are filtered by state and queue, in the URL', async () => {
    const calls = answer('get', '/godmode/jobs', jobs)
    const { user, location } = renderApp('/admin/jobs')
    await screen.findByRole('table', { name: 'Jobs' })
    await user.click(screen.getByRole('combobox', { name: 'State' }))
    await user.click(await screen.findByRole('option', { name: 'Failed' }))
    await waitFor(() => expect(location().search).toMatchObject({ state: 'failed' }))
    await waitFor(() => expect(calls).toContainEqual(expect.objectContaining({ state: 'failed' })))
  })

  test('have an empty state and an error state', async () => {
    server.use(listJobsMockHandler({ items: [], queues: [], page: pageOf(0) }))
    const { unmount } = renderApp('/admin/jobs')
    expect(await screen.findByRole('heading', { name: 'The queue is empty' })).toBeTruthy()
    unmount()
    server.use(listJobsMockHandler500())
    renderApp('/admin/jobs')
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})

describe('the audit trail', () => {
  test('shows who changed what, with the old and the new value', async () => {
    server.use(listAuditEntriesMockHandler())
    renderApp('/admin/audit')
    const table = within(await screen.findByRole('table', { name: 'Audit trail' }))
    const row = within(table.getByRole('row', { name: /Organization changed: Northwind Foods/ }))
    expect(row.getByText('Northwind').tagName).toBe('DEL')
    expect(row.getByText('Northwind Foods', { selector: 'ins' })).toBeTruthy()
    expect(row.getByText('Root')).toBeTruthy()
  })

  test('describes fields, modules and pictures in words', async () => {
    const [entry] = listAuditEntriesResponseMock().items
    const changes = [
      { field: 'firstName', before: 'Mirra', after: 'Mira' },
      { field: 'newsfeed', before: 'on', after: 'off' },
      { field: 'image', before: null, after: 'img_2k4m8q1z' },
    ]
    answer('get', '/godmode/audit', { items: [{ ...entry, changes }], page: pageOf(1) })
    renderApp('/admin/audit')
    const table = within(await screen.findByRole('table', { name: 'Audit trail' }))
    const lines = table.getAllByRole('listitem').map((line) => line.textContent.replace(/\s+/g, ' '))
    expect(lines).toEqual(['first name Mirra Mira', 'News on off', 'picture added'])
  })

  test('requests whole days for a date filter', async () => {
    const calls = answer('get', '/godmode/audit', listAuditEntriesResponseMock())
    renderApp('/admin/audit?from=2026-11-01&to=2026-11-02')
    await screen.findByRole('table', { name: 'Audit trail' })
    expect(calls[0]).toMatchObject({ from: '2026-11-01T00:00:00Z', to: '2026-11-03T00:00:00Z' })
    expect(screen.getByRole('button', { name: 'Save these as NDJSON' })).toBeTruthy()
  })

  test('reports that it cannot be exported', async () => {
    server.use(listAuditEntriesMockHandler(), exportAuditEntriesMockHandler500())
    const { user } = renderApp('/admin/audit')
    await screen.findByRole('table', { name: 'Audit trail' })
    await user.click(screen.getByRole('button', { name: 'Save all as NDJSON' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Error while exporting audit entries')
  })

  test('has an empty state that says what will appear', async () => {
    server.use(listAuditEntriesMockHandler({ items: [], page: pageOf(0) }))
    renderApp('/admin/audit')
    expect(await screen.findByRole('heading', { name: 'No changes yet' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Save all as NDJSON' }).hasAttribute('disabled')).toBe(true)
  })
})

describe('the security log', () => {
  test('describes events in words, with count, origin and warnings', async () => {
    server.use(listSecurityEventsMockHandler())
    renderApp('/admin/security')
    const table = within(await screen.findByRole('table', { name: 'Security log' }))
    const [refused] = table.getAllByRole('row', { name: /Access refused/ })
    expect(refused?.textContent).toContain('warning')
    expect(refused?.textContent).toContain('listUsers · role: godmode')
    expect(refused?.textContent).toContain('198.51.100.23')
    expect(table.getByRole('row', { name: /Sign-in failed × 314/ })).toBeTruthy()
  })

  test('names the actor, and the person to whom an id in a link refers', async () => {
    server.use(listSecurityEventsMockHandler())
    const events = listSecurityEventsResponseMock().items
    const id = events[0]?.userId ?? ''
    const accountUserId = events.find((event) => event.accountUserId !== null)?.accountUserId
    const [someone] = listUsersResponseMock().items
    const person = { ...someone, id, firstName: 'Ana', lastName: 'Duarte' }
    server.use(
      http.get(`${apiUrl}/godmode/users`, ({ request }) =>
        HttpResponse.json(
          new URL(request.url).searchParams.get('userId') === id
            ? { items: [person], page: pageOf(1) }
            : new URL(request.url).searchParams.get('userId') === accountUserId
              ? { items: [{ ...person, id: accountUserId, firstName: 'Bo' }], page: pageOf(1) }
              : { items: [someone], page: pageOf(100_000) },
        ),
      ),
    )
    renderApp(`/admin/security?person=${id}`)
    const table = within(await screen.findByRole('table', { name: 'Security log' }))
    expect(await table.findByText('Ana Duarte')).toBeTruthy()
    // a failed sign-in names the account that was used
    expect(await table.findByText('Account of Bo Duarte')).toBeTruthy()
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Person' })).toHaveProperty('value', 'Ana Duarte'))
  })

  test('says who changed an account, and that the server started itself', async () => {
    const [event] = listSecurityEventsResponseMock().items
    const nobody = { ...event, severity: 'info', userId: null, accountId: null, clientId: null, operation: null }
    const account = { ...nobody, accountId: '0f7c2b19', accountUserId: 'usr_8c1f4k7p' }
    const items = [
      { ...nobody, id: 'sev_1', name: 'server.started', accountUserId: null },
      { ...account, id: 'sev_2', name: 'password.changed' },
      { ...account, id: 'sev_3', name: 'second-factor.failed' },
    ]
    server.use(
      http.get(`${apiUrl}/godmode/securityEvents`, () => HttpResponse.json({ items, page: pageOf(3) })),
      http.get(`${apiUrl}/godmode/users`, () =>
        HttpResponse.json({
          items: [{ ...listUsersResponseMock().items[0], id: 'usr_8c1f4k7p', firstName: 'Bo', lastName: 'Duarte' }],
          page: pageOf(1),
        }),
      ),
    )
    renderApp('/admin/security')
    const table = within(await screen.findByRole('table', { name: 'Security log' }))
    expect((await table.findByRole('row', { name: /Server started/ })).textContent).toContain('The server')
    await table.findByText('Account of Bo Duarte')
    expect(table.getByRole('row', { name: /Second factor refused/ }).textContent).toContain('Account of Bo Duarte')
    const changed = table.getByRole('row', { name: /Password changed/ }).textContent
    expect(changed).toContain('Bo Duarte')
    expect(changed).not.toContain('Account of')
  })

  test('shows an event of the address as chosen, also one without a label', async () => {
    server.use(listSecurityEventsMockHandler())
    renderApp('/admin/security?event=robot.waved')
    expect(await screen.findByRole('combobox', { name: 'What' })).toHaveProperty('value', 'robot.waved')
  })

  test('requests and exports only the filtered kind and days', async () => {
    const calls = answer('get', '/godmode/securityEvents', listSecurityEventsResponseMock())
    renderApp('/admin/security?event=sign-in.failed&from=2026-11-01&to=2026-11-02')
    await screen.findByRole('table', { name: 'Security log' })
    expect(calls[0]).toMatchObject({
      name: 'sign-in.failed',
      from: '2026-11-01T00:00:00Z',
      to: '2026-11-03T00:00:00Z',
    })
    expect(screen.getByRole('button', { name: 'Save these as NDJSON' })).toBeTruthy()
  })

  test('reports that it cannot be exported', async () => {
    server.use(listSecurityEventsMockHandler(), exportSecurityEventsMockHandler500())
    const { user } = renderApp('/admin/security')
    await screen.findByRole('table', { name: 'Security log' })
    await user.click(screen.getByRole('button', { name: 'Save all as NDJSON' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Error while exporting security events')
  })

  test('can be retried after a failure', async () => {
    server.use(listSecurityEventsMockHandler500())
    renderApp('/admin/security')
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})

// a test of the API compares the table with the events that it records
test('every event that is documented for operators has a label', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../../docs/operations.md'), 'utf8')
  const [, section = ''] = /^## Security log$([^]*?)^## /m.exec(page) ?? []
  const documented = [...section.matchAll(/^- (`.+?`): /gm)].flatMap(
    ([, names = '']) => names.match(/[a-z-]+\.[a-z-]+/g) ?? [],
  )
  expect(Object.keys(eventWords).toSorted()).toEqual(documented.toSorted())
})
