import { getSignalReportResponseMock } from '@auspex/sdk/msw'
import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { apiUrl, renderApp } from '../../test/render-app.tsx'
import { server } from '../../test/server.ts'

test('the line of a shared report breaks where it is not covered, whatever few documents lie there', async () => {
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
