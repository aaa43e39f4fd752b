import { signalBySourcesMockHandler, signalBySourcesMockHandler500, signalBySourcesResponseMock } from '@auspex/sdk/msw'
import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { renderApp } from '../../../test/render-app.tsx'
import { server } from '../../../test/server.ts'

/** Opens the form in the report and queries the imported documents. */
const askImported = async () => {
  const { user } = renderApp('/signals/sig_k2m4p6q8?tab=evidence')
  const coverage = within(await screen.findByRole('region', { name: 'Coverage' }))
  await user.click(coverage.getByRole('button', { name: 'Ask chosen sources again' }))
  await user.click(await coverage.findByRole('combobox', { name: 'Sources to ask' }))
  await user.click(await screen.findByRole('option', { name: 'Imported documents', hidden: true }))
  await user.click(coverage.getByRole('button', { name: 'Ask now' }))
  return coverage
}

describe('asking sources again', () => {
  test('asks the question of the report, and leads to the report of those sources', async () => {
    const requests: unknown[] = []
    server.use(
      signalBySourcesMockHandler(async ({ request }) => {
        requests.push(await request.json())
        return signalBySourcesResponseMock()
      }),
    )
    const coverage = await askImported()
    expect(await coverage.findByText(/Imported documents: 412 documents in the library now match/)).toBeTruthy()
    expect(requests).toEqual([expect.objectContaining({ query_term: 'oat milk', sources: ['imported'] })])
    const link = coverage.getByRole('link', { name: 'Open the report of these sources alone' })
    expect(link.getAttribute('href')).toBe('/signals/sig_k2m4p6q8')
  })

  test('that fails is said, and the report stays', async () => {
    server.use(signalBySourcesMockHandler500())
    const coverage = await askImported()
    expect(await coverage.findByText('Error while loading data. Ask again.')).toBeTruthy()
  })
})
