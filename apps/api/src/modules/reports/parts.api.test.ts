import type { SearchState, SignalReport } from '@auspex/sdk/types'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { runOnce } from '../../adapters/jobs/testing/run-once.ts'
import { createSequentialIds } from '../../kernel/ids.ts'
import { createTestApi, type TestApi } from '../../testing/test-api.ts'
import { silentLog } from '../../testing/test-database.ts'
import { createDocumentsModule } from '../library/index.ts'
import { createSignalRepository } from './signal.repository.ts'
import { createSignalJobs } from './signals.module.ts'
import { plantArchives } from './testing/archives.ts'

let api: TestApi
let signalId: string

beforeAll(async () => {
  api = await createTestApi({ config: { sources: 'live' } })
  const { database, clock } = api
  const documents = createDocumentsModule({ database, clock, createId: createSequentialIds(), log: silentLog })
  await documents.storeDocuments([...plantArchives()])
  while (await documents.enrich.step());
  await documents.enrich.stop()
  signalId = await search({})
})

afterAll(async () => api.close())

async function search(days: object): Promise<string> {
  const body = { query_term: 'privacy', ...days }
  const reply = await api.request({ method: 'POST', path: '/explore/topicQuery', as: 'mira', body })
  expect(reply).toMatchObject({ statusCode: 200 })
  return reply.json<SearchState>().signal_id
}

async function open(from: string, to: string): Promise<string> {
  const path = `/signal/json/${signalId}?from=${from}&to=${to}`
  const reply = await api.request({ method: 'GET', path, as: 'mira' })
  expect(reply).toMatchObject({ statusCode: 200 })
  return reply.json<SignalReport>().signalId
}

async function storedAfterCleaning(): Promise<Set<string>> {
  const { database, clock } = api
  await runOnce(createSignalJobs({ signals: createSignalRepository(database), clock }))
  const { rows } = await sql<{ id: string }>`select signal_id as id from signal_report`.execute(database.kysely)
  return new Set(rows.map(({ id }) => id))
}

test('deletes reports of days not opened for a day, and keeps signals searched on their own or still in use', async () => {
  const unread = await open('2013-03-01', '2013-03-31')
  const read = await open('2013-04-01', '2013-04-30')
  const searched = await open('2013-05-01', '2013-05-31')
  expect(await search({ startDate: '2013-05-01', endDate: '2013-05-31' })).toBe(searched)
  expect(await storedAfterCleaning()).toEqual(new Set([signalId, unread, read, searched]))

  api.clock.set('2026-11-22T07:00:00Z')
  expect(await open('2013-04-01', '2013-04-30')).toBe(read)
  api.clock.set('2026-11-22T09:00:00Z')
  expect(await storedAfterCleaning()).toEqual(new Set([signalId, read, searched]))

  // a link to the part still works
  expect(await open('2013-03-01', '2013-03-31')).toBe(unread)
  expect(await storedAfterCleaning()).toEqual(new Set([signalId, unread, read, searched]))
})
