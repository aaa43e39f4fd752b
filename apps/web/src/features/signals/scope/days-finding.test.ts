import { getSignalReportResponseMock } from '@auspex/sdk/msw'
import { expect, test } from 'vitest'
import { daysFinding } from '../signal-page.tsx'

const report = getSignalReportResponseMock()
const range = { first: '2026-03-02', last: '2026-11-21' }
const find = (documents: number, laterDocuments?: number) =>
  daysFinding(
    { ...report, counts: { ...report.counts, documents, ...(laterDocuments !== undefined && { laterDocuments }) } },
    range,
  )

test('how many documents the chosen days have says how many of them are dated later', () => {
  expect(find(37, 4)).toMatch(/^37 documents mention oat milk, 2 Mar 2026 – 21 Nov 2026, with 4 documents dated later$/)
  expect(find(37, 0)).toMatch(/21 Nov 2026$/)
  expect(find(37)).toMatch(/21 Nov 2026$/)
})
