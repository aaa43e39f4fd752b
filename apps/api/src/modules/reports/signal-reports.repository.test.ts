import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../adapters/database/database.port.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { createSignalReportsRepository } from './signal-reports.repository.ts'
import { createSignalRepository } from './signal.repository.ts'
import { readSignalQuery } from './signal-query.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const report = {
  computedAt: new Date('2026-11-21T08:00:00Z'),
  libraryRevision: 1,
  provenance: 'real' as const,
  documents: 12,
  isSettled: true,
  body: '{"of":"damson"}',
  series: '{}',
}

test('a report that was measured before an import was deleted is not stored after it', async () => {
  const signals = createSignalRepository(database)
  const reports = createSignalReportsRepository(database)
  const { signalId: id, echo } = readSignalQuery({ query_term: 'quince' })
  await signals.save({ id, echo, at: report.computedAt })
  await database.pool.query('update library set revision = 7, deletion_revision = 7')

  expect(await reports.saveReport(id, { ...report, libraryRevision: 6 })).toBeNull()
  expect(await reports.findTexts(id)).toBeNull()
  expect(await reports.saveReport(id, { ...report, libraryRevision: 7 })).toMatchObject({ documents: 12 })
  await database.pool.query('update library set deletion_revision = 0')
})

test('a report that was forgotten while its sources were asked does not come back', async () => {
  const signals = createSignalRepository(database)
  const reports = createSignalReportsRepository(database)
  const { signalId: id, echo } = readSignalQuery({ query_term: 'damson' })
  const { computedAt: measuredAt } = report
  const settledAt = new Date('2026-11-21T08:00:05Z')
  const settled = { ...report, computedAt: settledAt }
  await signals.save({ id, echo, at: measuredAt })
  await reports.saveReport(id, report)
  expect(await reports.replaceReport(id, measuredAt, settled)).toMatchObject({ computedAt: settledAt })

  await reports.forgetReports()

  expect(await reports.replaceReport(id, settledAt, settled)).toBeNull()
  expect(await reports.findTexts(id)).toBeNull()
})
