import { ch, integer, type Fragment, join, longs, text, texts } from '../../../../adapters/clickhouse/statement.ts'
import { toDocumentId, type DocumentId, fromDocumentId } from '../../document-id.ts'
import type { ArticleLists } from '../../document-store.port.ts'
import {
  createArticlesToCompare,
  type ArticleReader,
  type ArticleRow,
  maxLeadLength,
} from '../../lists/articles-to-compare.ts'
import { readTitles, listStored, hasAnyId } from '../document-pages.ts'
import { asFloat64, asInt32, asInt64, asUint16, selectColumns } from '../select-columns.ts'
import { countWhere } from '../topic-reading.ts'
import { type ListParts, hasId } from './list-keys.ts'
import { firstRows, readNewest } from './listed-rows.ts'
import type { ClickhouseEngine } from '../../../../adapters/clickhouse/engine.port.ts'
import { decodeCountry, kindCodes } from '../../document-codes.ts'
import type { ArticleMute, MutedFilter, ArticleFilter } from '../../lists/article-list.ts'
import { conditionOfQuery } from '../conditions.ts'
import { type ArticleEntry, cutArticles, type ArticleSlice, type ListedArticles } from '../../lists/cut-articles.ts'
import { countPerStory, numberStories } from './number-stories.ts'

/** Article lists, and what the news feed compares. */
export function createClickhouseArticles(parts: ListParts): ArticleLists {
  const { engine, database } = parts
  return {
    /** Copies of a text lie on several shards, so entries are built from all matches. */
    async list(filter, slice) {
      const rows = await selectColumns(
        engine,
        {
          id: asInt64(ch`id`),
          cluster: asInt64(ch`cluster`),
          outlet: asInt32(ch`outlet`),
          ms: asFloat64(ch`ms`),
          read: asUint16(isAmong(filter.readIds)),
          mute: asUint16(await toMute(parts.engine, filter.mutes)),
        },
        ch`where ${await toArticleCondition(parts, filter)}`,
      )
      return listEntries(rows, filter, slice)
    },
    async listIds(filter, limit) {
      const condition = await toArticleCondition(parts, filter)
      const visible = filter.withMuted
        ? condition
        : ch`${condition} and ${await toMute(parts.engine, filter.mutes)} = 0`
      const listed = filter.isUnreadOnly
        ? ch`${visible} and not ${await isRead(parts.engine, visible, filter.readIds)}`
        : visible
      const newest = await readNewest(engine, listed, { limit, idsOf: 'descending' })
      return newest.map(({ id, ms }) => ({ documentId: toDocumentId(id), publishedAt: new Date(ms).toISOString() }))
    },
    async countMuted(filter, mute, examples) {
      const condition = ch`${await toArticleCondition(parts, filter)} and ${await isMuted(parts.engine, mute)}`
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

/** Reads articles when ClickHouse stores them. */
function createArticleReader(engine: ClickhouseEngine): ArticleReader {
  return {
    async read(ids) {
      if (ids.length === 0) return []
      const rows = await engine.ask<Omit<ArticleRow, 'ts' | 'country'> & { published_ms: string; letters: number }>(ch`
        select toString(id) as id, toString(cluster) as cluster_id, source as source_id, toString(ms) as published_ms, date_precision,
          outlet_name as outlet, country as letters, lang, tone, title, leftUTF8(body, ${integer(maxLeadLength)}) as lead
        from document where ${hasAnyId(ids)} and kind = ${integer(kindCodes.article)}`)
      return rows.map(({ published_ms: ms, letters, tone, ...row }) => ({
        ...row,
        ts: new Date(Number(ms)),
        country: decodeCountry(letters),
        tone: tone === null ? null : Math.fround(tone),
      }))
    },
    listKnown: (ids) => listStored(engine, ids),
  }
}

/** The articles of a filter, equivalent to `toArticleCondition` for PostgreSQL. */
async function toArticleCondition({ toCondition }: ListParts, filter: MutedFilter): Promise<Fragment> {
  const { world, questions, country = null, outlets, fromDay, toDay, publishedTo = null, ids, exceptIds } = filter
  const parts = [await toCondition({ world, tsquery: null, kinds: ['article'], country, fromDay, toDay, publishedTo })]
  for (const group of questions)
    parts.push(group.length === 0 ? ch`0` : ch`(${join(await Promise.all(group.map(toCondition)), ' or ')})`)
  if (outlets != null) parts.push(ch`has(${texts(outlets)}, outlet_name)`)
  if (ids != null) parts.push(hasId(ids))
  if (exceptIds != null) parts.push(ch`not ${isAmong(exceptIds)}`)
  return join(parts, ' and ')
}

/** The condition that a document has one of these ids, for documents that are read anyway: a hash look-up, however many ids there are. */
function isAmong(ids: readonly DocumentId[]): Fragment {
  const storedIds = ids.flatMap((id) => fromDocumentId(id) ?? [])
  return storedIds.length === 0 ? ch`0` : ch`(id in (select arrayJoin(${longs(storedIds)})))`
}

/** The condition that a copy of the text was read; the copies lie on several shards. */
async function isRead(
  engine: ListParts['engine'],
  visible: Fragment,
  readIds: ArticleFilter['readIds'],
): Promise<Fragment> {
  const { cluster } = await selectColumns(
    engine,
    { cluster: asInt64(ch`cluster`) },
    ch`where ${visible} and ${isAmong(readIds)}`,
  )
  return cluster.length === 0
    ? ch`0`
    : ch`(cluster in (select arrayJoin(${longs(Array.from(new Set(cluster), String))})))`
}

/** The 1-based position of the first mute that hides an article; 0 when none does. */
async function toMute(engine: ListParts['engine'], mutes: readonly ArticleMute[]): Promise<Fragment> {
  if (mutes.length === 0) return ch`0`
  const cases = await Promise.all(
    mutes.map(async (mute, index) => ch`${await isMuted(engine, mute)}, ${integer(index + 1)}`),
  )
  return ch`multiIf(${join(cases, ', ')}, 0)`
}

async function isMuted(engine: ListParts['engine'], mute: ArticleMute): Promise<Fragment> {
  if (mute.kind === 'word') return conditionOfQuery(engine, mute.query)
  if (mute.kind === 'story') return isAmong(mute.ids)
  return ch`lower(outlet_name) = lower(${text(mute.outlet)})`
}

/** The matching articles as columns. */
interface ArticleRows {
  readonly length: number
  readonly id: BigInt64Array
  readonly cluster: BigInt64Array
  readonly outlet: Int32Array
  readonly ms: Float64Array
  /** 1 for those that the person has read. */
  readonly read: Uint16Array
  /** The 1-based position of the mute that hides it. */
  readonly mute: Uint16Array
}

interface Entries {
  /** The row of its earliest copy; -1 where every copy is hidden. */
  first: Int32Array
  documents: Int32Array
  outlets: Int32Array
  read: Uint8Array
  mute: Uint16Array
}

/**
 * Groups all copies of a text into one entry, dated by the earliest copy, and returns a slice of the entries: the result of PostgreSQL's
 * `listArticles`.
 */
export function listEntries(
  rows: ArticleRows,
  { mutes, isUnreadOnly, withMuted }: Pick<ArticleFilter, 'mutes' | 'isUnreadOnly' | 'withMuted'>,
  slice: ArticleSlice,
): ListedArticles {
  const entries = groupCopies(rows, withMuted)
  const all = Array.from(entries.first.keys()).filter((entry) => (entries.first[entry] ?? -1) >= 0)
  const unread = all.filter((entry) => entries.read[entry] === 0)
  const visiblePlaces = isUnreadOnly ? unread : all
  return {
    ...cutArticles(
      sliceEntries(rows, entries, visiblePlaces, slice).map((entry) => toEntry(rows, entries, entry)),
      slice,
    ),
    total: visiblePlaces.length,
    unread: unread.length,
    hidden: countHidden(rows, mutes.length),
  }
}

function groupCopies(rows: ArticleRows, withMuted: boolean): Entries {
  const numberedStories = numberStories(rows)
  const { numbers: storyOfRow, stories } = numberedStories
  const isLeftOut = (row: number) => !withMuted && (rows.mute[row] ?? 0) > 0
  const entries: Entries = {
    first: new Int32Array(stories).fill(-1),
    ...countPerStory(numberedStories, rows.outlet, isLeftOut),
    read: new Uint8Array(stories),
    mute: new Uint16Array(stories).fill(65_535),
  }
  for (let row = 0; row < rows.length; row += 1) {
    if (isLeftOut(row)) continue
    const entry = storyOfRow[row] ?? 0
    const before = entries.first[entry] ?? -1
    if (before < 0 || isEarlier(rows, row, before)) entries.first[entry] = row
    entries.read[entry] = (entries.read[entry] ?? 0) | (rows.read[row] ?? 0)
    entries.mute[entry] = Math.min(entries.mute[entry] ?? 0, rows.mute[row] ?? 0)
  }
  return entries
}

/** Breaks ties in time by story id. */
function sliceEntries(
  { ms, cluster }: ArticleRows,
  { first }: Entries,
  shown: readonly number[],
  { perPage, offset, after, order }: ArticleSlice,
): number[] {
  const direction = order === 'newest' ? -1 : 1
  const timeOf = (index: number) => ms[first[index] ?? 0] ?? 0
  const storyOf = (index: number) => cluster[first[index] ?? 0] ?? 0n
  const compare = (one: number, other: number) =>
    direction * (timeOf(one) - timeOf(other) || (storyOf(one) < storyOf(other) ? -1 : 1))
  if (after === null) return firstRows(shown, offset + perPage + 1, compare).slice(offset)
  const time = Number(after.key) / 1_000
  const storedId = fromDocumentId(after.id)
  const story = storedId === null ? null : BigInt(storedId)
  const isBeyond = (index: number) => {
    const later = direction * (timeOf(index) - time)
    if (later !== 0 || story === null) return later > 0
    return order === 'newest' ? storyOf(index) < story : storyOf(index) > story
  }
  return firstRows(shown.filter(isBeyond), perPage + 1, compare)
}

function toEntry(rows: ArticleRows, entries: Entries, index: number): ArticleEntry {
  const first = entries.first[index] ?? 0
  return {
    id: String(rows.cluster[first]),
    key: String(BigInt(rows.ms[first] ?? 0) * 1_000n),
    document: String(rows.id[first]),
    documents: entries.documents[index] ?? 0,
    outlets: entries.outlets[index] ?? 0,
    read: entries.read[index] === 1,
    mute: entries.mute[index] ?? 0,
  }
}

function countHidden({ mute }: ArticleRows, mutes: number): number[] {
  const hidden = Array.from({ length: mutes }, () => 0)
  for (const position of mute) if (position > 0) hidden[position - 1] = (hidden[position - 1] ?? 0) + 1
  return hidden
}

function isEarlier({ ms, id }: ArticleRows, row: number, other: number): boolean {
  const [time, otherTime] = [ms[row] ?? 0, ms[other] ?? 0]
  return time === otherTime ? (id[row] ?? 0n) < (id[other] ?? 0n) : time < otherTime
}
