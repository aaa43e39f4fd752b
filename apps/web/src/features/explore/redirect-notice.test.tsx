import { smartRedirectMockHandler, smartRedirectMockHandler500 } from '@auspex/sdk/msw'
import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { apiUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'

const reason = '“oat milk” is the more usual form, in 412 documents, 34 times as many as “milk oat” (12).'
const elsewhere = {
  signalId: 'sig_k2m4p6q8',
  path: '/signals/sig_k2m4p6q8',
  exists: true,
  reason: 'more-popular',
  why: reason,
  title: 'oat milk',
  documents: 412,
  asked: { signalId: 'sig_m1lk', path: '/signals/sig_m1lk', title: 'milk oat', documents: 12 },
} as const

/** Records the searched terms; the search itself never responds. */
const noteSearches = () => {
  const terms: unknown[] = []
  server.use(
    http.post(`${apiUrl}/explore/topicQuery`, async ({ request }) => {
      const body = (await request.json()) as { query_term?: unknown } // a request of our own app
      terms.push(body.query_term)
      return new HttpResponse(null, { status: 503 })
    }),
  )
  return terms
}

test('a search that leads elsewhere says so, and the way back searches what was typed', async () => {
  server.use(smartRedirectMockHandler(elsewhere))
  const terms = noteSearches()
  const { user, location } = renderApp('/search?term=milk+oat')
  expect(await screen.findByText(new RegExp('is the more usual form'))).toBeTruthy()
  await waitFor(() => expect(terms).toEqual(['oat milk']))
  await user.click(screen.getByRole('link', { name: 'Search for “milk oat” instead' }))
  await waitFor(() => expect(location().href).toBe('/search?term=milk+oat&exactly=1'))
  await waitFor(() => expect(terms).toEqual(['oat milk', 'milk oat']))
  expect(screen.queryByText(/more usual form/)).toBeNull()
})

test('the report that it led to says so too', async () => {
  server.use(smartRedirectMockHandler(elsewhere))
  renderApp('/signals/sig_k2m4p6q8?asked=milk+oat')
  const back = await screen.findByRole('link', { name: 'Search for “milk oat” instead' })
  expect(back.getAttribute('href')).toBe('/search?term=milk+oat&exactly=1')
})

test('when nobody can say where a term leads, the term itself is searched', async () => {
  server.use(smartRedirectMockHandler500())
  const terms = noteSearches()
  renderApp('/search?term=milk+oat')
  await waitFor(() => expect(terms).toEqual(['milk oat']))
})
