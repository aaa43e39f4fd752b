import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ClickhouseEngine } from '../../../adapters/clickhouse/engine.port.ts'
import { describeOnChdb } from '../../../adapters/clickhouse/testing/describe-on-chdb.ts'
import { sampleDeletion, sampleDocument } from '../../../testing/stored-documents.ts'
import { toDocumentId } from '../document-id.ts'
import { type OpenStore, save } from '../document-store.contract.ts'
import { prepareDocument } from '../prepare-document.ts'
import { removeByIds } from '../remove-documents.ts'
import { createClickhouseStore } from './clickhouse-store.ts'
import { openTestStore } from './testing/open-test-store.ts'

describeOnChdb('a removal from ClickHouse', () => {
  let opened: OpenStore
  beforeAll(async () => {
    opened = await openTestStore()
  })
  afterAll(() => opened.close())

  test('that another process applies late keeps documents stored afterwards', async () => {
    const { database } = opened
    const engine = database.clickhouse
    if (engine === null) throw new TypeError('The store has no ClickHouse')
    const one = prepareDocument(sampleDocument({ nativeId: '1' }), 'word-text')
    await save(opened, [one])
    // a process that has learned what to remove, paused before it removes it
    const release = Promise.withResolvers<void>()
    const reached = Promise.withResolvers<void>()
    const slow: ClickhouseEngine = {
      ...engine,
      ask: async (statement) => {
        if (statement.strings[0]?.startsWith('delete') === true) {
          reached.resolve()
          await release.promise
        }
        return engine.ask(statement)
      },
    }
    const late = removeByIds(
      { database, store: createClickhouseStore({ engine: slow, database }) },
      [one.id],
      sampleDeletion,
    )
    await reached.promise
    expect(await save(opened, [one])).toEqual(new Set([one.id]))
    release.resolve()
    expect(await late).toEqual(new Set([one.id]))
    expect(await opened.store.documents([toDocumentId(one.id)])).toHaveLength(1)
  })
})
