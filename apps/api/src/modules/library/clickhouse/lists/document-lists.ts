import type { ClickhouseEngine } from '../../../../adapters/clickhouse/engine.port.ts'
import type { DocumentFilter } from '../../document-filter.ts'
import type { DocumentLists } from '../../document-store.port.ts'
import type { ListFilter } from '../../lists/document-list.ts'
import type { ListOrder } from '../../lists/list-order.ts'
import { hasUnspacedScript, type QueryWord, fieldBorder } from '@auspex/analytics'
import { setImmediate } from 'node:timers/promises'
import { ch, type Fragment, text, integer, long, integers, texts } from '../../../../adapters/clickhouse/statement.ts'
import { pageOffset } from '../../../../kernel/page.ts'
import { type DocumentId, toDocumentId, fromDocumentId } from '../../document-id.ts'
import { cutSlice, cutStories, type ListSlice } from '../../lists/cut-slice.ts'
import { asInt64, selectColumns, asFloat64, asInt32, asUint32s } from '../select-columns.ts'
import { countWhere, inSample } from '../topic-reading.ts'
import { escapePattern } from '../words-condition.ts'
import {
  keyAboveTime,
  keyOfDocument,
  keyOfTime,
  type ListParts,
  maxAboveTime,
  reactionsOfOutlet,
  timeRange,
  toListCondition,
  toPositiveSeconds,
} from './list-keys.ts'
import { firstRows, type ListedRows, readListed, listedColumns } from './listed-rows.ts'
import { countPerStory, numberStories } from './number-stories.ts'
import { findRankedWords, type RankedWords } from './ranked-words.ts'
import { type PlacedLexeme, type RankedDocument, tsRank } from './ts-rank.ts'
import { compareAscending } from '../../../../kernel/fold-text.ts'

/** Titles are a thirtieth of the text, so they are compared directly rather than through the index; diacritics are ignored. */
const foldedTitle = ch`if(isValidASCII(title), lower(title), replaceRegexpAll(lowerUTF8(normalizeUTF8NFKD(title)), '\\p{Mn}', ''))`

/**
 * Pages of documents and of stories, and samples of them. Relevance is ordered exactly as in PostgreSQL up to the limits, and by titles beyond them
 * (`keyOfTitle`).
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
    /** Documents of one story lie on several shards, so stories are built from all matches. */
    async listStories(filter, { order, ...slice }) {
      const condition = await toListCondition(parts, filter)
      const keys = await findKeys(parts, { filter, order, condition, limits })
      const rows = 'rows' in keys ? keys.rows : await readListed(engine, keys.key, condition)
      const stories = groupStories(rows, order)
      const storyIndexes = sliceRows(stories, slice)
      const sliced = toSlice(stories, storyIndexes).map((story, index) => {
        const storyIndex = storyIndexes[index] ?? 0
        return {
          ...story,
          document: String(rows.id[stories.first[storyIndex] ?? 0]),
          documents: stories.documents[storyIndex] ?? 0,
          outlets: stories.outlets[storyIndex] ?? 0,
        }
      })
      return { ...cutStories(sliced, slice), total: rows.length, stories: stories.length }
    },
    sampleInTime: (filter, options) => sampleInTime(parts, filter, options),
  }
}

/** The engine's sort key; or all rows with their keys, when the rank must be computed here. */
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

/**
 * The sort key when too many documents match to read their words: how many of the query's words occur in the title, then the time. Unlike `ts_rank`,
 * it ignores how often and how close together they occur in the body.
 */
function keyOfTitle(words: readonly QueryWord[]): Fragment {
  const matchCount = words.reduce((sum, word) => ch`${sum} + match(${foldedTitle}, ${text(toPattern(word))})`, ch`0`)
  return keyAboveTime(ch`(${matchCount})`)
}

function toPattern({ text: word, prefix }: QueryWord): string {
  const folded = escapePattern(word.normalize('NFKD').replaceAll(/\p{Mn}/gu, ''))
  // scripts without spaces have no word boundaries to match
  if (hasUnspacedScript(word)) return folded
  return `(?:^|[^\\p{L}\\p{N}])${folded}${prefix ? '' : '(?:$|[^\\p{L}\\p{N}])'}`
}

/** Draws every k-th matching document in time order, as PostgreSQL's `sampleInTime` does. */
async function sampleInTime(
  { engine, toCondition }: ListParts,
  filter: DocumentFilter,
  { size, isLarge }: { size: number; isLarge: boolean },
): Promise<DocumentId[]> {
  const sample = isLarge ? ch` and ${inSample}` : ch``
  // each shard sorts its own rows, so the final sort only merges sorted runs in one pass
  const { ms, id, length } = await selectColumns(
    engine,
    { id: asInt64(ch`id`), ms: asFloat64(ch`ms`) },
    ch`where ${await toCondition(filter)}${sample} order by document.ms, document.id`,
  )
  const rows = Array.from({ length }, (_, row) => row).toSorted(
    (a, b) => (ms[a] ?? 0) - (ms[b] ?? 0) || ((id[a] ?? 0n) < (id[b] ?? 0n) ? -1 : 1),
  )
  return rows.filter((_, index) => isDrawn(index, { size, length })).map((row) => toDocumentId(String(id[row])))
}

function isDrawn(index: number, { size, length }: { size: number; length: number }): boolean {
  const before = Math.trunc(((index - 1) * size) / length)
  return length <= size || index === 0 || Math.trunc((index * size) / length) !== before
}

/** Stories as columns: id, sort key, the row of the first document in the order, and the numbers of documents and outlets. */
interface GroupedStories {
  length: number
  id: BigInt64Array
  key: BigInt64Array
  first: Int32Array
  documents: Int32Array
  outlets: Int32Array
}

/** Groups the documents of a list by story. */
export function groupStories(rows: ListedRows, order: ListOrder): GroupedStories {
  const numberedStories = numberStories(rows)
  const { numbers: storyOfRow, stories: length } = numberedStories
  const groups: GroupedStories = {
    length,
    id: new BigInt64Array(length),
    key: new BigInt64Array(length),
    first: new Int32Array(length).fill(-1),
    ...countPerStory(numberedStories, rows.outlet),
  }
  const reach = { reactions: new Float64Array(length), ms: new Float64Array(length).fill(-Infinity) }
  for (let row = 0; row < rows.length; row += 1) {
    const storyIndex = storyOfRow[row] ?? 0
    groups.id[storyIndex] = rows.cluster[row] ?? 0n
    const before = groups.first[storyIndex] ?? -1
    if (before < 0 || comesFirst(rows, row, before)) groups.first[storyIndex] = row
    const counted = rows.reactions[row] ?? Number.NaN
    if (!Number.isNaN(counted)) reach.reactions[storyIndex] = (reach.reactions[storyIndex] ?? 0) + counted
    reach.ms[storyIndex] = Math.max(reach.ms[storyIndex] ?? 0, rows.ms[row] ?? 0)
  }
  for (let index = 0; index < length; index += 1)
    groups.key[index] =
      order === 'reach'
        ? keyOfReach(reach.reactions[index] ?? 0, groups.outlets[index] ?? 0, reach.ms[index] ?? 0)
        : (rows.key[groups.first[index] ?? 0] ?? 0n)
  return groups
}

function comesFirst({ key, id }: ListedRows, row: number, other: number): boolean {
  const [one, two] = [key[row] ?? 0n, key[other] ?? 0n]
  return one === two ? (id[row] ?? 0n) < (id[other] ?? 0n) : one > two
}

function keyOfReach(reactions: number, outlets: number, ms: number): bigint {
  const reached = Math.min(Math.max(reactions, 0) + reactionsOfOutlet * outlets, maxAboveTime)
  return BigInt(reached) * timeRange + toPositiveSeconds(ms)
}

/** Sortable rows: greatest key first, ties by id. */
interface Sortable {
  readonly length: number
  readonly id: BigInt64Array
  readonly key: BigInt64Array
}

/** The rows up to the end of a slice plus one, which shows whether there are more. */
function rowsNeeded(slice: ListSlice): number {
  return offsetOf(slice) + slice.perPage + 1
}

function offsetOf(slice: ListSlice): number {
  return slice.after == null ? pageOffset(slice) : 0
}

function positionOf({ after }: ListSlice): { key: bigint; id: bigint | null } | null {
  if (after == null) return null
  const id = fromDocumentId(after.id)
  return { key: BigInt(after.key), id: id === null ? null : BigInt(id) }
}

/** The rows of a slice, from all listed rows or from the first rows of each shard. */
export function sliceRows({ length, id, key }: Sortable, slice: ListSlice): number[] {
  const position = positionOf(slice)
  const compare = (one: number, other: number) =>
    compareAscending(key[other] ?? 0n, key[one] ?? 0n) || compareAscending(id[one] ?? 0n, id[other] ?? 0n)
  const isBeyond = (row: number) => {
    if (position === null) return true
    const at = key[row] ?? 0n
    return at < position.key || (at === position.key && position.id !== null && (id[row] ?? 0n) > position.id)
  }
  function* beyond() {
    for (let row = 0; row < length; row += 1) if (isBeyond(row)) yield row
  }
  return firstRows(beyond(), rowsNeeded(slice), compare).slice(offsetOf(slice))
}

/** The same as the end of a statement, which limits the rows on each shard. */
function sliceStatement(slice: ListSlice, key: Fragment, condition: Fragment): Fragment {
  const position = positionOf(slice)
  const beyond =
    position === null
      ? ch``
      : position.id === null
        ? ch` and ${key} < ${long(String(position.key))}`
        : ch` and (${key} < ${long(String(position.key))} or (${key} = ${long(String(position.key))} and id > ${long(String(position.id))}))`
  return ch`where ${condition}${beyond} order by ${key} desc, id limit ${integer(rowsNeeded(slice))}`
}

/** Exceeds the number of positions in an indexed text: a word's number and position are sent as one 32-bit number. */
const maxPositions = 16_384
const maxLexemes = 2 ** 32 / maxPositions - 1
/** Documents ranked before yielding to the event loop. */
const documentsPerTurn = 500
/** Ranks are compared in millionths. */
const millionths = 1_000_000
/** Positions that a tsvector leaves unused between title and body. */
const fieldGap = 16

const all = ch`splitByChar('\\n', words)`

/** The maximum cost up to which documents are ranked exactly. */
interface RankingLimits {
  /** Documents whose words are sent: about 10 MB for 20,000. */
  documents: number
  /** Bytes of text that a shard reads. */
  bytes: number
}

const rankingLimits: RankingLimits = { documents: 20_000, bytes: 4e9 }

/** The engine reads this much text to get one document (`index_granularity_bytes`). */
const bytesPerDocument = 10_485_760

/** Whether the word positions can be read in time: each matching document brings in the texts around it, up to all texts. */
async function isRankedInTime(
  engine: ClickhouseEngine,
  { words, documents }: { words: RankedWords; documents: number },
  limits: RankingLimits,
): Promise<boolean> {
  if (words.lexemes.length > maxLexemes || documents > limits.documents) return false
  const shards = await engine.ask<{ bytes: string }>(ch`
    select toString(sum(column_data_uncompressed_bytes)) as bytes from system.parts_columns
    where database = currentDatabase() and table = 'document' and column = 'words' and active`)
  const largestShardBytes = Math.max(0, ...shards.map(({ bytes }) => Number(bytes)))
  return Math.min(largestShardBytes, documents * bytesPerDocument) <= limits.bytes
}

/** Returns the listed documents, ranked exactly as PostgreSQL does, from the positions of the query's words. */
async function readRanked(engine: ClickhouseEngine, words: RankedWords, condition: Fragment): Promise<ListedRows> {
  const numbers = integers(words.lexemes.map((_, index) => index + 1))
  const numbered = ch`arrayMap((word, place) -> transform(word, ${texts(words.lexemes)}, ${numbers}, toInt64(0)) * ${integer(maxPositions)} + place,
    ${all}, arrayEnumerate(${all}))`
  const rows = await selectColumns(
    engine,
    {
      ...listedColumns,
      named: asUint32s(
        words.lexemes.length === 0 ? ch`[]` : ch`arrayFilter(x -> x >= ${integer(maxPositions)}, ${numbered})`,
      ),
      border: asInt32(ch`indexOf(${all}, ${text(fieldBorder)})`),
      places: asInt32(ch`arrayCount(word -> not has(['', '\x1D', '\x1E'], word), ${all})`),
    },
    ch`where ${condition}`,
  )
  const key = new BigInt64Array(rows.length)
  for (let row = 0; row < rows.length; row += 1) {
    if (row % documentsPerTurn === documentsPerTurn - 1) await setImmediate()
    const { named, border, places: wordCount, ms } = rows
    const rank = tsRank(words, toRanked(named[row] ?? new Uint32Array(), border[row] ?? 0, wordCount[row] ?? 0))
    key[row] = BigInt(roundToEven(rank * millionths)) * timeRange + toPositiveSeconds(ms[row] ?? 0)
  }
  return { ...rows, key }
}

/** The first element of the text is empty, and a border follows the title. */
function toRanked(encodedPositions: Uint32Array, border: number, wordCount: number): RankedDocument {
  const byNumber = new Map<number, number[]>()
  for (const encodedPosition of encodedPositions) {
    const number = Math.floor(encodedPosition / maxPositions)
    const place = encodedPosition % maxPositions
    const position = place < border ? place - 1 : place - 2 + fieldGap
    const existing = byNumber.get(number)
    if (existing === undefined) byNumber.set(number, [position])
    else existing.push(position)
  }
  const lexemes: PlacedLexeme[] = [...byNumber].map(([number, positions]) => ({ number, positions }))
  return { lexemes: lexemes.toSorted((a, b) => a.number - b.number), titleWords: border - 2, wordCount }
}

/** Rounds halves to even, as PostgreSQL does. */
function roundToEven(value: number): number {
  const floor = Math.floor(value)
  if (value - floor !== 0.5) return Math.round(value)
  return floor % 2 === 0 ? floor : floor + 1
}
