import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../adapters/database/database.port.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { createSignalRepository } from './signal.repository.ts'
import { readSignalQuery } from './signal-query.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('a report that was forgotten while its sources were asked does not come back', async () => {
  const signals = createSignalRepository(database)
  const { signalId: id, echo } = readSignalQuery({ query_term: 'damson' })
  const [measuredAt, settledAt] = [new Date('2026-11-21T08:00:00Z'), new Date('2026-11-21T08:00:05Z')]
  const report = {
    computedAt: measuredAt,
    libraryRevision: 1,
    provenance: 'real' as const,
    documents: 12,
    isSettled: true,
    body: '{"of":"damson"}',
    series: '{}',
  }
  const settled = { ...report, computedAt: settledAt }
  await signals.save({ id, echo, at: measuredAt })
  await signals.saveReport(id, report)
  expect(await signals.replaceReport(id, measuredAt, settled)).toMatchObject({ computedAt: settledAt })

  await signals.forgetReports()

  expect(await signals.replaceReport(id, settledAt, settled)).toBeNull()
  expect(await signals.findTexts(id)).toBeNull()
})
