import { listZeusReportsMockHandler500, listZeusReportsResponseMock } from '@auspex/sdk/msw'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { apiUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'

const example = listZeusReportsResponseMock()
const empty = { ...example, items: [], page: { ...example.page, total: 0, totalPages: 0 } }

describe('the list of reports', () => {
  test('shows each report with its first words and a link', async () => {
    renderApp('/reports')
    const list = within(await screen.findByRole('list', { name: 'Reports' }))
    expect(list.getByRole('link', { name: 'Oat milk in November' }).getAttribute('href')).toContain(
      '/reports/rp_b1r2f3',
    )
    expect(list.getByText(/Neutral in 140 of 412 documents/)).toBeTruthy()
  })

  test('offers to write one if there is none', async () => {
    server.use(http.get(`${apiUrl}/zeus/getZeusReports`, () => HttpResponse.json(empty)))
    renderApp('/reports')
    expect((await screen.findByRole('link', { name: 'Write a report' })).getAttribute('href')).toContain('/reports/new')
  })

  test('shows the search text if nothing matches', async () => {
    server.use(
      http.get(`${apiUrl}/zeus/getZeusReports`, ({ request }) =>
        HttpResponse.json(new URL(request.url).searchParams.get('searchTerm') === 'soy' ? empty : example),
      ),
    )
    const { user } = renderApp('/reports')
    await user.type(await screen.findByRole('searchbox', { name: 'Search the reports' }), 'soy')
    expect(await screen.findByText('No reports match “soy”')).toBeTruthy()
  })

  test('a report is deleted immediately, and undo restores it', async () => {
    const requestedUrls: string[] = []
    server.use(
      http.post(`${apiUrl}/zeus/deleteZeusReport`, () => {
        requestedUrls.push('delete')
        return HttpResponse.json({ id: 'rp_b1r2f3', deleted: true, restorableUntil: '2026-12-21T08:00:00Z' })
      }),
      http.post(`${apiUrl}/zeus/restoreZeusReport`, () => {
        requestedUrls.push('restore')
        return HttpResponse.json(example.items[0])
      }),
    )
    const { user } = renderApp('/reports')
    await user.click(await screen.findByRole('button', { name: 'More for Oat milk in November' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(requestedUrls).toEqual(['delete', 'restore']))
  })

  test('a failure can be retried', async () => {
    server.use(listZeusReportsMockHandler500())
    renderApp('/reports')
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})
