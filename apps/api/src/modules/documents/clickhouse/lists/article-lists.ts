import { ch } from '../../../../adapters/clickhouse/statement.ts'
import { toDocumentId } from '../../document-id.ts'
import type { ArticleLists } from '../../document-store.port.ts'
import { createArticlesToCompare } from '../../lists/articles-to-compare.ts'
import { readTitles } from '../document-pages.ts'
import { asFloat64, asInt32, asInt64, asUint16, selectColumns } from '../select-columns.ts'
import { countWhere } from '../topic-reading.ts'
import { isAmong, isMuted, toArticleCondition, toMute } from './article-conditions.ts'
import { listEntries } from './article-entries.ts'
import { createArticleReader } from './article-reader.ts'
import type { ListParts } from './list-condition.ts'
import { readNewest } from './newest.ts'

/** Lists of articles, and what the news feed compares. */
export function createClickhouseArticles(parts: ListParts): ArticleLists {
  const { engine, database } = parts
  return {
    /** Copies of a text lie on several shards, so entries are made of all that match. */
    async list(filter, slice) {
      const rows = await selectColumns(
        engine,
        {
          id: asInt64(ch`id`),
          cluster: asInt64(ch`cluster`),
          outlet: asInt32(ch`outlet`),
          ms: asFloat64(ch`ms`),
          read: asUint16(isAmong(filter.readIds)),
          mute: asUint16(await toMute(parts, filter.mutes)),
        },
        ch`where ${await toArticleCondition(parts, filter)}`,
      )
      return listEntries(rows, filter, slice)
    },
    async listIds(filter, limit) {
      const condition = await toArticleCondition(parts, filter)
      const shown = filter.withMuted ? ch`` : ch` and ${await toMute(parts, filter.mutes)} = 0`
      const unread = filter.isUnreadOnly ? ch` and not ${isAmong(filter.readIds)}` : ch``
      const newest = await readNewest(engine, ch`${condition}${shown}${unread}`, { limit, idsOf: 'descending' })
      return newest.map(({ id, ms }) => ({ documentId: toDocumentId(id), publishedAt: new Date(ms).toISOString() }))
    },
    async countMuted(filter, mute, examples) {
      const condition = ch`${await toArticleCondition(parts, filter)} and ${await isMuted(parts, mute)}`
      const [documents, newest] = await Promise.all([
        countWhere(engine, condition),
        readNewest(engine, condition, { limit: examples, idsOf: 'ascending' }),
      ])
      const titles = await readTitles(
        engine,
        newest.map(({ id }) => id),
      )
      return { documents, titles: newest.flatMap(({ id }) => titles.get(id) ?? []) }
    },
    ...createArticlesToCompare(database, createArticleReader(engine)),
  }
}
