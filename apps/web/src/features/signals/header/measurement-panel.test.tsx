import {
  compareMeasurementsMockHandler,
  compareMeasurementsResponseMock,
  listMeasurementsMockHandler,
} from '@auspex/sdk/msw'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '../../../test/render-app.tsx'
import { server } from '../../../test/server.ts'

test('a report says how many documents more it has than before, and opens what they are', async () => {
  const { user, location } = renderApp('/signals/sig_k2m4p6q8')
  await user.click(await screen.findByRole('link', { name: '41 more than on 18 Nov 2026' }))
  const panel = await screen.findByRole('dialog', { name: 'Why oat milk changed' })
  expect(await within(panel).findByText('41 more documents than on 18 Nov 2026')).toBeDefined()
  const parts = within(within(panel).getByRole('list', { name: 'What the change is made of' })).getAllByRole('listitem')
  expect(parts.map(({ textContent }) => /^[+−\d]+/.exec(textContent)?.[0])).toEqual(['371', '+27', '+16', '−2', '412'])
  await user.click(within(panel).getByRole('link', { name: 'Open the 16 documents' }))
  expect(location().search).toMatchObject({ docs: 'all', part: 'newly-covered.1.2' })
  expect(await screen.findByText('Newly covered days')).toBeDefined()
})

test('a topic that was measured once has nothing to compare, and says what will be there', async () => {
  server.use(
    listMeasurementsMockHandler({ signalId: 'sig_k2m4p6q8', items: [] }),
    compareMeasurementsMockHandler({
      ...compareMeasurementsResponseMock(),
      from: null,
      to: null,
      change: null,
      parts: [],
    }),
  )
  renderApp('/signals/sig_k2m4p6q8?measured=open')
  expect(await screen.findByText('Nothing has changed yet')).toBeDefined()
  expect(screen.queryByRole('link', { name: /more than on/ })).toBeNull()
})

test('a report after a change of the query names the documents that only one of the two queries finds', async () => {
  const answer = compareMeasurementsResponseMock()
  const [part] = answer.parts
  if (part === undefined || answer.from === null) throw new Error('The example has no parts')
  const signalId = 'sig_m4t6c8h2'
  server.use(
    compareMeasurementsMockHandler({
      ...answer,
      from: { ...answer.from, signalId, query: 'oat' },
      change: 41,
      parts: [
        { ...part, cause: 'query-added', documents: 50, sources: [], change: `query-added.${signalId}` },
        { ...part, cause: 'query-left', documents: -9, sources: [], signalId, change: 'query-left.sig_k2m4p6q8' },
      ],
    }),
  )
  renderApp(`/signals/sig_k2m4p6q8?measured=open&previous=${signalId}`)
  expect(await screen.findByText('Documents that only the new query finds: oat milk.')).toBeDefined()
  expect(screen.getByText('Documents that only the earlier query finds: oat.')).toBeDefined()
  const link = screen.getByRole('link', { name: 'Open the 9 documents in the report of the earlier query' })
  expect(link.getAttribute('href')).toContain(`/signals/${signalId}?`)
})
