import { ch, type Fragment } from '../../../../adapters/clickhouse/statement.ts'
import type { DocumentLists } from '../../document-store.port.ts'
import { cutSlice, cutStories } from '../../lists/cut-slice.ts'
import type { ListFilter } from '../../lists/document-list.ts'
import type { ListOrder } from '../../lists/list-order.ts'
import { asInt64, selectColumns } from '../select-columns.ts'
import { countWhere } from '../topic-reading.ts'
import { keyOfDocument, keyOfTime } from './list-keys.ts'
import { type ListParts, toListCondition } from './list-condition.ts'
import { type ListedRows, readListed } from './listed-rows.ts'
import { findRankedWords } from './ranked-words.ts'
import { isRankedInTime, type RankingLimits, rankingLimits, readRanked } from './relevance.ts'
import { sampleInTime } from './sample-in-time.ts'
import { type Sortable, sliceRows, sliceStatement } from './slice-rows.ts'
import { groupStories } from './story-groups.ts'
import { keyOfTitle } from './title-key.ts'

/**
 * Pages of documents and of stories, and a sample of them. The order of relevance is that of PostgreSQL within limits, and goes by
 * titles beyond them (`keyOfTitle`).
 */
export function createClickhouseLists(parts: ListParts, limits = rankingLimits): DocumentLists {
  const { engine } = parts
  return {
    async list(filter, { order, ...slice }) {
      const condition = await toListCondition(parts, filter)
      const keys = await findKeys(parts, { filter, order, condition, limits })
      if ('rows' in keys)
        return { ...cutSlice(toSlice(keys.rows, sliceRows(keys.rows, slice)), slice), total: keys.rows.length }
      const [total, rows] = await Promise.all([
        countWhere(engine, condition),
        selectColumns(
          engine,
          { id: asInt64(ch`id`), key: asInt64(keys.key) },
          sliceStatement(slice, keys.key, condition),
        ),
      ])
      return { ...cutSlice(toSlice(rows, sliceRows(rows, slice)), slice), total }
    },
    /** Documents of one story lie on several shards, so stories are made of all that match. */
    async listStories(filter, { order, ...slice }) {
      const condition = await toListCondition(parts, filter)
      const keys = await findKeys(parts, { filter, order, condition, limits })
      const rows = 'rows' in keys ? keys.rows : await readListed(engine, keys.key, condition)
      const stories = groupStories(rows, order)
      const shown = sliceRows(stories, slice)
      const sliced = toSlice(stories, shown).map((story, at) => {
        const place = shown[at] ?? 0
        return {
          ...story,
          document: String(rows.id[stories.first[place] ?? 0]),
          documents: stories.documents[place] ?? 0,
          outlets: stories.outlets[place] ?? 0,
        }
      })
      return { ...cutStories(sliced, slice), total: rows.length, stories: stories.length }
    },
    sampleInTime: (filter, how) => sampleInTime(parts, filter, how),
  }
}

/** What the engine sorts by; or all rows, where it cannot rank them. */
async function findKeys(
  { engine }: ListParts,
  {
    filter,
    order,
    condition,
    limits,
  }: { filter: ListFilter; order: ListOrder; condition: Fragment; limits: RankingLimits },
): Promise<{ key: Fragment } | { rows: ListedRows }> {
  if (order !== 'relevance') return { key: keyOfDocument(order) }
  if (filter.tsquery === null || filter.query == null) return { key: keyOfTime }
  const words = await findRankedWords(engine, filter.query)
  const documents = await countWhere(engine, condition)
  return (await isRankedInTime(engine, { words, documents }, limits))
    ? { rows: await readRanked(engine, words, condition) }
    : { key: keyOfTitle(words.words) }
}

function toSlice({ id, key }: Sortable, rows: readonly number[]): { id: string; key: string }[] {
  return rows.map((row) => ({ id: String(id[row]), key: String(key[row]) }))
}
