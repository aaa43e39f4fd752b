import { generateDemoDocuments } from '@auspex/sources'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../../adapters/database/database.port.ts'
import { createFixedClock } from '../../../kernel/clock.ts'
import { createRandomId } from '../../../kernel/ids.ts'
import { createLogger } from '../../../kernel/logger.ts'
import { countStored } from '../../../testing/stored-documents.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { createDocumentsModule } from '../documents.module.ts'
import { createDemoLibrary } from './demo-library.ts'
import { stub } from '../../../testing/stub.ts'

describe('the demo library', () => {
  let database: Database
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.close())

  test('resumes an interrupted load on another day with the same corpus and stores nothing twice', async () => {
    const log = createLogger('silent')
    const clock = createFixedClock('2026-11-21T08:00:00Z')
    const documents = createDocumentsModule({ database, clock, createId: createRandomId, log })
    const requested: string[] = []
    const generate = (until: string) => {
      requested.push(until)
      return generateDemoDocuments({ seed: 7, until, days: 90, count: 2500 })
    }
    const total = [...generateDemoDocuments({ seed: 7, until: '2026-11-21', days: 90, count: 2500 })].length

    let batches = 0
    const failing = stub<typeof documents>({
      storeDocuments: (batch: Parameters<typeof documents.storeDocuments>[0]) =>
        (batches += 1) === 2 ? Promise.reject(new Error('the disk is full')) : documents.storeDocuments(batch),
    })
    await expect(createDemoLibrary({ database, documents: failing, clock, log, generate }).prepare()).rejects.toThrow(
      'the disk is full',
    )

    clock.set('2026-12-03T08:00:00Z')
    const library = createDemoLibrary({ database, documents, clock, log, generate })
    await library.whenSettled()
    const preparing = Promise.all([library.prepare(), library.prepare()])
    await library.whenSettled()
    expect(requested).toEqual(['2026-11-21', '2026-11-21'])
    expect(await countStored(database)).toBe(total)
    await preparing

    await createDemoLibrary({ database, documents, clock, log, generate }).prepare()
    expect(requested).toHaveLength(2)
  })
})
