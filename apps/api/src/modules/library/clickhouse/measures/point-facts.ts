import type { ClickhouseEngine } from '../../../../adapters/clickhouse/engine.port.ts'
import { ch, type Fragment, integer, join, texts } from '../../../../adapters/clickhouse/statement.ts'
import { fromDocumentId, toDocumentId } from '../../document-id.ts'
import type { DocumentStore } from '../../document-store.port.ts'
import { type PointFacts, type PointWindow, withTopicTones } from '../../measures/point-tones.ts'
import type { ToCondition } from '../conditions.ts'
import { dayNumberOfDay, dayNumberOfTime } from '../day-numbers.ts'
import { hasAnyId } from '../document-pages.ts'
import { asFloat64, asInt32, asInt64, type ColumnValues, selectColumns } from '../select-columns.ts'
import { takeRows } from '../take-rows.ts'
import { distinctWords } from '../words-condition.ts'
import { countPointStories, countPointTerms, countSide, earliestIds, sampleIds, type WordsById } from './count-point.ts'
import type { TopicLibrary } from '../../topic-reading.port.ts'

const columns = {
  id: asInt64(ch`id`),
  cluster: asInt64(ch`cluster`),
  ms: asFloat64(ch`ms`),
  outlet: asInt32(ch`outlet`),
  tone: asFloat64(ch`tone`),
  reactions: asFloat64(ch`ifNull(toInt64(score), 0) + ifNull(toInt64(comments), 0)`),
}

/** Reads the facts of a point's days, compared with those of the days before. */
export function createClickhousePointFacts({
  engine,
  toCondition,
  library,
}: {
  engine: ClickhouseEngine
  toCondition: ToCondition
  library: TopicLibrary
}): DocumentStore['pointFacts'] {
  return {
    async readPoints(filter, windows) {
      if (windows.length === 0) return []
      const days = windows.flatMap((window) => Object.values(window) as string[]).toSorted() // all its fields are days
      const bounded = { ...filter, fromDay: days[0] ?? null, toDay: days.at(-1) ?? null }
      const within = join(
        windows.flatMap(({ from, to, beforeFrom, beforeTo }) => [toSpan(from, to), toSpan(beforeFrom, beforeTo)]),
        ' or ',
      )
      const rows = await selectColumns(engine, columns, ch`where ${await toCondition(bounded)} and (${within})`)
      const sides = windows.map(({ from, to, beforeFrom, beforeTo }) => ({
        after: rowsOfDays(rows, from, to),
        before: rowsOfDays(rows, beforeFrom, beforeTo),
      }))
      const read = sides.map(({ after, before }) => ({ after: sampleIds(after), before: sampleIds(before) }))
      const words = await readWords(read.flatMap(({ after, before }) => [...after, ...before]))
      const points = sides.map(({ after, before }, index): PointFacts => ({
        after: countSide(after),
        before: countSide(before),
        ...countPointStories(after),
        ...countPointTerms(read[index] ?? { after: [], before: [] }, words),
        early: earliestIds(after),
        sample: (read[index]?.after ?? []).map((id) => toDocumentId(String(id))),
      }))
      return withTopicTones(library, filter, windows, points)
    },

    async findHolders(ids, terms) {
      const storedIds = ids.flatMap((id) => fromDocumentId(id) ?? [])
      if (storedIds.length === 0 || terms.length === 0) return new Map()
      const rows = await engine.ask<{ document_id: string; held: string[] }>(ch`
        select toString(id) as document_id, arrayIntersect(${distinctWords}, ${texts(terms)}) as held
        from document where ${hasAnyId(storedIds)}`)
      const wordsById = new Map(rows.map((row) => [row.document_id, new Set(row.held)]))
      return new Map(
        terms.flatMap((term) => {
          const holders = storedIds.filter((id) => wordsById.get(id)?.has(term) === true)
          return holders.length === 0 ? [] : [[term, holders.map(toDocumentId)] as const]
        }),
      )
    },
  }

  async function readWords(ids: readonly bigint[]): Promise<WordsById> {
    if (ids.length === 0) return new Map()
    const rows = await engine.ask<{ document_id: string; held: string[] }>(ch`
      select toString(id) as document_id, ${distinctWords} as held
      from document where ${hasAnyId([...new Set(ids)].map(String))}`)
    return new Map(rows.map(({ document_id: id, held }) => [BigInt(id), held]))
  }
}

/** A span of days as a part of a condition, both inclusive. */
function toSpan(first: PointWindow['from'], last: PointWindow['to']): Fragment {
  const dayMs = 86_400_000
  return ch`(ms >= ${integer(dayNumberOfDay(first) * dayMs)} and ms < ${integer((dayNumberOfDay(last) + 1) * dayMs)})`
}

function rowsOfDays(rows: ColumnValues<typeof columns>, first: string, last: string): ColumnValues<typeof columns> {
  const [from, to] = [dayNumberOfDay(first), dayNumberOfDay(last)]
  const indexes = new Int32Array(rows.length)
  let length = 0
  for (let row = 0; row < rows.length; row += 1) {
    const day = dayNumberOfTime(rows.ms[row] ?? 0)
    if (day >= from && day <= to) indexes[length++] = row
  }
  return takeRows(rows, indexes.subarray(0, length))
}
