import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFixedClock } from '../../../kernel/clock.ts'
import { sampleDocument } from '../../../testing/stored-documents.ts'
import { silentLog } from '../../../testing/test-database.ts'
import { about, type OpenStore, save } from '../document-store.contract.ts'
import type { DocumentStore } from '../document-store.port.ts'
import { type PreparedDocument, prepareDocument } from '../prepare-document.ts'
import { createReader } from './reader.ts'
import { rereadWords } from './words-step.ts'
import { createWorkFaults } from './work-faults.ts'

/** The contract for tokenizing words of an earlier version again. Call inside a `describe`. */
export function rereadingContract(open: () => Promise<OpenStore>): void {
  let opened: OpenStore
  beforeEach(async () => {
    opened = await open()
  })
  afterEach(() => opened.close())

  async function storeTitles(titles: readonly string[]): Promise<PreparedDocument[]> {
    const documents = titles.map((title, index) =>
      prepareDocument(sampleDocument({ nativeId: `${index}`, title, body: null }), opened.store.indexForm),
    )
    await save(opened, documents)
    return documents
  }

  /** Gives documents words as from an earlier tokenizer: no search finds them. */
  async function makeOld(documents: readonly PreparedDocument[]): Promise<void> {
    const { store, database } = opened
    const old = { tsvector: "'old':1A", 'word-text': '\nold\n\u001E\n' }[store.indexForm]
    await store.setWords(documents.map(({ id }) => ({ id, indexText: old })))
    await sql`update words_reading set version = 1`.execute(database.kysely)
  }

  function createFaults() {
    const { store, database } = opened
    return createWorkFaults({ store, database, clock: createFixedClock('2026-02-01T00:00:00Z'), log: silentLog })
  }

  const countEach = (queries: readonly string[]) =>
    Promise.all(queries.map((query) => opened.store.count(about(query))))

  test('reindexes documents of an earlier version once each and makes them searchable', async () => {
    const { store, database } = opened
    const titles = ['Le taux d’Inflazquark', 'Inflazquark zwei', '삼성퀴크가 새 제품을', 'Løsquark og C++', 'Milk']
    const countMatches = () => countEach(['inflazquark', '삼성퀴크', 'losquark', 'c++', 'milk'])
    const documents = await storeTitles(titles)
    expect(await countMatches()).toEqual([2, 1, 1, 1, 1])
    await makeOld(documents)
    expect(await countMatches()).toEqual([0, 0, 0, 0, 0])
    const reader = createReader()
    const step = () => rereadWords({ database, store: { ...store, documentsPerStep: 2 } }, reader, createFaults())
    expect(await step()).toBe(true)
    // a restart: what was tokenized again stays, and the rest follows
    expect((await countMatches()).reduce((sum, n) => sum + n, 0)).toBeGreaterThan(0)
    let steps = 1
    while (await step()) steps += 1
    await reader.close()
    expect(steps).toBe(Math.ceil(titles.length / 2) + 1)
    expect(await countMatches()).toEqual([2, 1, 1, 1, 1])
  })

  test.each(['reading', 'writing'])('sets aside exactly the documents whose words fail at %s', async (where) => {
    const { store, database } = opened
    const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'].map((name) => `quark${name}`)
    const documents = await storeTitles(names)
    await makeOld(documents)
    const bad = new Set([1, 2, 6].map((at) => documents[at]?.id))
    const failing: DocumentStore = {
      ...store,
      documentsPerStep: 4,
      readTexts: async (last, limit) => {
        const rows = await store.readTexts(last, limit)
        const noText = JSON.parse('null') // never stored, and not a text
        return where === 'reading' ? rows.map((row) => (bad.has(row.id) ? { ...row, title: noText } : row)) : rows
      },
      setWords: async (rows) => {
        if (where === 'writing' && rows.some(({ id }) => bad.has(id))) throw new Error('These words are not taken')
        await store.setWords(rows)
      },
    }
    const reader = createReader()
    let steps = 0
    while (steps < 20 && (await rereadWords({ database, store: failing }, reader, createFaults()))) steps += 1
    await reader.close()
    expect(steps).toBe(3)
    expect(await countEach(names)).toEqual(documents.map(({ id }) => (bad.has(id) ? 0 : 1)))
    const { rows } = await sql<{ item: string; tries: number }>`
        select item, tries from work_fault where work = 'words of a document' and is_set_aside`.execute(database.kysely)
    expect(new Set(rows.map(({ item }) => item))).toEqual(bad)
    expect(rows.map(({ tries }) => tries)).toEqual([3, 3, 3])
  })
}
