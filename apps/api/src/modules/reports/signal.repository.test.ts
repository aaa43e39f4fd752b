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
  const { signalId: id, echo } = readSignalQuery({ query_term: 'quince' })
  await signals.save({ id, echo, at: report.computedAt })
  await database.pool.query('update library set revision = 7, deletion_revision = 7')

  expect(await signals.saveReport(id, { ...report, libraryRevision: 6 })).toBeNull()
  expect(await signals.findTexts(id)).toBeNull()
  expect(await signals.saveReport(id, { ...report, libraryRevision: 7 })).toMatchObject({ documents: 12 })
  await database.pool.query('update library set deletion_revision = 0')
})

test('a report that was forgotten while its sources were asked does not come back', async () => {
  const signals = createSignalRepository(database)
  const { signalId: id, echo } = readSignalQuery({ query_term: 'damson' })
  const { computedAt: measuredAt } = report
  const settledAt = new Date('2026-11-21T08:00:05Z')
  const settled = { ...report, computedAt: settledAt }
  await signals.save({ id, echo, at: measuredAt })
  await signals.saveReport(id, report)
  expect(await signals.replaceReport(id, measuredAt, settled)).toMatchObject({ computedAt: settledAt })

  await signals.forgetReports()

  expect(await signals.replaceReport(id, settledAt, settled)).toBeNull()
  expect(await signals.findTexts(id)).toBeNull()
})
