import type { DocumentFilter } from '../document-filter.ts'
import { fromDocumentId } from '../document-id.ts'
import type { DocumentStore } from '../document-store.port.ts'
import { sourceCodes } from '../source-codes.ts'
import { placedAt, readByIds, readPage } from './document-pages.ts'
import type { ClickhouseEngine } from './engine.port.ts'
import { expandPrefixes } from './expand-prefixes.ts'
import { toFilterCondition } from './filter-condition.ts'
import type { Names } from './names.ts'
import { readRows, rowColumns } from './read-rows.ts'
import { ensureSchema } from './schema.ts'
import { ch, type Fragment, integer } from './statement.ts'
import { toTableRow } from './to-table-row.ts'

/** Buckets of the 1/8 sample, and of the 1/64 that estimates are made from. */
const sampleBuckets = 16
const estimateBuckets = 2
const allBuckets = 128

/**
 * Keeps documents in ClickHouse. One writer at a time: what is absent stays absent until it is stored, so that nothing is stored twice.
 * The table would fold a second copy in the end, and no count may wait for that.
 */
export async function createClickhouseStore({
  engine,
  names,
}: {
  engine: ClickhouseEngine
  names: Names
}): Promise<DocumentStore> {
  await ensureSchema(engine)
  const condition = async (filter: DocumentFilter): Promise<Fragment> => {
    const [expand, entity] = await Promise.all([
      expandPrefixes(engine, filter.query ?? null),
      filter.entity == null ? 0 : names.findEntity(filter.entity),
    ])
    return toFilterCondition(filter, { expand, entity: entity ?? 0 })
  }
  const countWhere = async (wanted: Fragment): Promise<number> => {
    const [row] = await engine.ask<{ n: string }>(ch`select toString(count()) as n from document where ${wanted}`)
    return Number(row?.n ?? 0)
  }
  const known = async (wanted: readonly string[]): Promise<Set<string>> => {
    const rows = await engine.ask<{ document_id: string }>(
      ch`select toString(id) as document_id from document where ${placedAt(wanted)}`,
    )
    return new Set(rows.map((row) => row.document_id))
  }
  let last: Promise<unknown> = Promise.resolve()
  const oneByOne = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work)
    last = next.catch(() => {}) // whoever asked meets it
    return next
  }
  return {
    store: (batch) =>
      oneByOne(async () => {
        const byId = new Map(batch.toReversed().map((one) => [one.id, one])) // the first of two wins
        const there = await known([...byId.keys()])
        const fresh = [...byId.values()].filter(({ id }) => !there.has(id))
        if (fresh.length === 0) return new Set<string>()
        const numbers = await names.number(fresh)
        await engine.insert(
          'document',
          fresh.map((one) =>
            toTableRow(one, {
              source: sourceCodes[one.sourceKey],
              outlet: numbers.outlet(one),
              author: numbers.author(one),
            }),
          ),
        )
        return new Set(fresh.map(({ id }) => id))
      }),
    remove: (wanted) =>
      oneByOne(async () => {
        const there = await known(wanted)
        if (there.size > 0) await engine.ask(ch`delete from document where ${placedAt([...there])}`)
        return there
      }),
    count: async (filter) => countWhere(await condition(filter)),
    estimate: async (filter) => {
      const wanted = await condition(filter)
      const found = await countWhere(ch`${wanted} and bitAnd(id, 127) < ${integer(estimateBuckets)}`)
      return (found * allBuckets) / estimateBuckets
    },
    rows: async (filter, { sampled }) => {
      const sample = sampled ? ch` and bitAnd(id, 127) < ${integer(sampleBuckets)}` : ch``
      return readRows(
        await engine.read(ch`select ${rowColumns} from document where ${await condition(filter)}${sample}`),
      )
    },
    page: async (filter, page) => readPage(engine, await condition(filter), page),
    documents: (wanted) =>
      readByIds(
        engine,
        wanted.map(fromDocumentId).filter((id) => id !== null),
      ),
  }
}
