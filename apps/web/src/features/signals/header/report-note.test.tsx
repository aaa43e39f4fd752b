import type { Counts, SignalReport } from '@auspex/sdk'
import { getSignalReportMockHandler, getSignalReportResponseMock } from '@auspex/sdk/msw'
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { renderApp } from '../../../test/render-app.tsx'
import { server } from '../../../test/server.ts'

const whole: SignalReport = getSignalReportResponseMock()

/** Opens a report with these counts, and returns its note. */
async function readNote(counts: Partial<Counts>): Promise<string> {
  server.use(getSignalReportMockHandler({ ...whole, counts: { ...whole.counts, ...counts } }))
  renderApp('/signals/sig_k2m4p6q8')
  const note = await screen.findByText(/95 % intervals/)
  return note.textContent
}

describe('the note of a report', () => {
  test('says how many stores of documents did not answer, and what the numbers are then', async () => {
    const note = await readNote({ sampled: true, sampleFraction: 0.5, shards: { answered: 1, total: 2 } })
    expect(note).toContain('1 of 2 document stores did not answer. These numbers are estimates from the other one.')
    expect(note).not.toContain('sample of')
  })

  test('says of several how many are left, and when only a sample of these was read', async () => {
    const note = await readNote({ sampled: true, sampleFraction: 3 / 64, shards: { answered: 3, total: 4 } })
    expect(note).toContain('1 of 4 document stores did not answer. These numbers are estimates from the other 3.')
    expect(note).toContain('a sample of 4.7 % of the documents')
  })

  test('says nothing of stores when all of them answered', async () => {
    expect(await readNote({ shards: null })).not.toContain('document stores')
  })
})
