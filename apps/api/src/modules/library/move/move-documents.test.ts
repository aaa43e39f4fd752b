import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ClickhouseEngine } from '../../../adapters/clickhouse/engine.port.ts'
import { openClickhouse } from '../../../adapters/clickhouse/open-clickhouse.ts'
import { openShards } from '../../../adapters/clickhouse/open-shards.ts'
import { describeOnChdb } from '../../../adapters/clickhouse/testing/describe-on-chdb.ts'
import type { Database } from '../../../adapters/database/database.port.ts'
import { sampleDocument } from '../../../testing/stored-documents.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { createClickhouseDocuments } from '../clickhouse/clickhouse-documents.ts'
import { save } from '../document-store.contract.ts'
import { ensureDocumentLocation } from '../document-location.ts'
import { createPostgresDocuments } from '../postgres/postgres-documents.ts'
import { createPostgresStore } from '../postgres/postgres-store.ts'
import { prepareDocument } from '../prepare-document.ts'
import { randomDocuments } from '../testing/random-library.ts'
import { MoveDifferenceError, type MoveProgress, moveDocuments } from './move-documents.ts'
import { addToFingerprint, emptyFingerprint, type Fingerprint, type MovableDocuments } from './moved-document.ts'

const documents = 700

describeOnChdb('moving documents', () => {
  let database: Database
  let engine: ClickhouseEngine
  let folder: string
  let before: Fingerprint
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'auspex-move-'))
    engine = await openClickhouse(`chdb:${join(folder, 'a')},chdb:${join(folder, 'b')}`)
    database = await createTestDatabase()
    const store = createPostgresStore(database)
    const batch = randomDocuments({ count: documents, seed: 4 }).map((one) => prepareDocument(one))
    await save({ store, database, close: async () => {} }, batch)
    const [one, two] = batch
    if (one !== undefined && two !== undefined) {
      await store.setClusters([{ id: one.id, cluster: two.id }])
      await store.setEntities([{ id: two.id, entities: [3, 1] }])
    }
    before = await fingerprintOf(createPostgresDocuments(database))
  })
  afterEach(async () => {
    await engine.close()
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })
  const move = (
    to: ClickhouseEngine | null,
    from: ClickhouseEngine | null,
    onProgress: (progress: MoveProgress) => void = () => {},
  ) => moveDocuments({ database: { ...database, clickhouse: from }, target: to, onProgress })

  test('documents are unchanged on two shards and after moving back', async () => {
    const steps = new Set<string>()
    expect(await move(engine, null, ({ step }) => steps.add(step))).toBe(before.documents)
    expect([...steps]).toEqual(['copying', 'comparing', 'clearing'])
    expect(await fingerprintOf(createClickhouseDocuments(engine, database))).toEqual(before)
    expect(await createPostgresDocuments(database).count()).toBe(0)
    await expect(ensureDocumentLocation(database)).rejects.toThrow('are in ClickHouse')
    await ensureDocumentLocation({ ...database, clickhouse: engine })

    expect(await move(null, engine)).toBe(before.documents)
    expect(await fingerprintOf(createPostgresDocuments(database))).toEqual(before)
    await expect(ensureDocumentLocation({ ...database, clickhouse: engine })).rejects.toThrow('are in PostgreSQL')
  })

  test('an interrupted move resumes with the remaining documents', async () => {
    const first = await createPostgresDocuments(database).read(null, 300)
    await createClickhouseDocuments(engine, database).write(first)
    expect(await move(engine, null)).toBe(before.documents)
    expect(await fingerprintOf(createClickhouseDocuments(engine, database))).toEqual(before)
  })

  test('refuses a target that already has the documents, also together with a new shard, and removes nothing', async () => {
    await move(engine, null)
    const longer = openShards([engine, await openClickhouse(`chdb:${join(folder, 'c')}`)])
    for (const place of [engine, longer])
      await expect(move(place, engine)).rejects.toThrow('already contains documents')
    expect(await fingerprintOf(createClickhouseDocuments(engine, database))).toEqual(before)
  })

  test('reports leftovers separately, because the documents were moved', async () => {
    await database.pool.query('create table holder (id bigint references document (id))')
    await expect(move(engine, null)).rejects.toThrow('were moved, and are still where they were too')
    await ensureDocumentLocation({ ...database, clickhouse: engine })
  })

  test('does not switch over if a document differs at the target', async () => {
    const [one] = await createPostgresDocuments(database).read(null, 1)
    if (one === undefined) throw new Error('The library is empty')
    await createClickhouseDocuments(engine, database).write([{ ...one, title: 'Another title' }])
    await expect(move(engine, null)).rejects.toThrow(MoveDifferenceError)
    await ensureDocumentLocation(database)
    expect(await fingerprintOf(createPostgresDocuments(database))).toEqual(before)
  })

  test('moves documents stored during the move and refuses later writes to the old location', async () => {
    const store = createPostgresStore(database)
    const saveLate = (nativeId: string) =>
      save({ store, database, close: async () => {} }, [prepareDocument(sampleDocument({ nativeId }))])
    const saves: Promise<unknown>[] = []
    await move(engine, null, ({ step }) => {
      if (step === 'comparing' && saves.length === 0) saves.push(saveLate('late'))
    })
    await Promise.all(saves)
    expect(await createClickhouseDocuments(engine, database).count()).toBe(before.documents + 1)
    await expect(saveLate('too late')).rejects.toThrow('are in ClickHouse')
    expect(await createPostgresDocuments(database).count()).toBe(0)
  })
})

async function fingerprintOf(moved: MovableDocuments): Promise<Fingerprint> {
  const fingerprint = emptyFingerprint()
  for (let after: string | null = null; ;) {
    const batch: Awaited<ReturnType<MovableDocuments['read']>> = await moved.read(after, 97)
    if (batch.length === 0) return fingerprint
    addToFingerprint(fingerprint, batch)
    after = batch.at(-1)?.id ?? null
  }
}
