import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../adapters/database/database.port.ts'
import { createFixedClock } from '../../kernel/clock.ts'
import { createSequentialIds } from '../../kernel/ids.ts'
import { createTestDatabase, silentLog } from '../../testing/test-database.ts'
import { createDocumentsModule } from '../library/index.ts'
import { createSignalsModule } from './signals.module.ts'
import { sampleDocument } from './testing/sample-documents.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('warming up reports after a start stops when the server ends, and leaves no signal and no report behind', async () => {
  const clock = createFixedClock('2026-11-21T08:00:00Z')
  const documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
  const provenance = async () => 'real' as const
  const { signals } = createSignalsModule({ database, documents, provenance, connectors: [], clock })
  const many = Array.from({ length: 1_600 }, (_, n) =>
    sampleDocument({ nativeId: `${n}`, title: `Oat milk with quince${n % 200}`, body: null }),
  )
  await documents.storeDocuments(many)
  while (await documents.enrich.step());

  let checks = 0
  await signals.warmUp(() => (checks += 1) > 2)

  expect(checks).toBe(3)
  const { rows } = await database.pool.query<{ left: string }>(
    'select (select count(*) from signal) + (select count(*) from signal_report) as left',
  )
  expect(Number(rows[0]?.left)).toBe(0)
  await documents.enrich.stop()
})
