import type { ClickhouseEngine } from '../../../../adapters/clickhouse/engine.port.ts'
import { ch, type Fragment, integer, join } from '../../../../adapters/clickhouse/statement.ts'
import {
  asFloat64,
  asInt32,
  columnList,
  type Columns,
  type ColumnValues,
  readColumns,
  takeRows,
} from '../select-columns.ts'

/** Topics per statement: searches run beside it, and the facts of all its topics are in memory at once. */
const topicsPerStatement = 20

/**
 * Fetches the same columns for many topics in one statement, each row tagged with its topic's index, and returns the rows of each topic. `from`
 * writes the table and conditions that the columns are read from.
 */
export async function readTopics<const Requested extends Columns>(
  engine: ClickhouseEngine,
  conditions: readonly Fragment[],
  requested: Requested,
  from: (condition: Fragment) => Fragment,
): Promise<ColumnValues<Requested>[]> {
  if (conditions.length === 0) return []
  const withTopic = (index: number) => ({ topicIndex: asInt32(ch`${integer(index)}`), ...requested })
  const parts = conditions.map((condition, index) => ch`select ${columnList(withTopic(index))} from ${from(condition)}`)
  const { topicIndex, ...rows } = readColumns(await engine.read(join(parts, ' union all ')), withTopic(0))
  // taken apart, generic columns lose their types: the first is the one that `withTopic` adds, the others are those requested
  const topicOfRow = topicIndex as Int32Array
  const columns = rows as unknown as ColumnValues<Requested>
  // the parts of the union run in parallel, so their rows arrive mixed
  return groupRowsByTopic(topicOfRow, conditions.length).map((indexes) => takeRows(columns, indexes))
}

/** Counts the documents of each topic that `from` selects. */
export async function countTopics(
  engine: ClickhouseEngine,
  conditions: readonly Fragment[],
  from: (condition: Fragment) => Fragment,
): Promise<number[]> {
  const rowsByTopic = await readTopics(engine, conditions, { documents: asFloat64(ch`count()`) }, from)
  return rowsByTopic.map(({ documents }) => documents.reduce((sum, n) => sum + n, 0))
}

/** The indexes of each topic's rows, in their order. A counting sort: it counts the rows of each, then fills arrays of those lengths. */
export function groupRowsByTopic(topicOfRow: Int32Array, topics: number): Int32Array[] {
  const counts = new Int32Array(topics)
  for (const topicIndex of topicOfRow) counts[topicIndex] = (counts[topicIndex] ?? 0) + 1
  const rowsByTopic = Array.from(counts, (count) => new Int32Array(count))
  const filled = new Int32Array(topics)
  for (const [row, topicIndex] of topicOfRow.entries()) {
    const position = filled[topicIndex] ?? 0
    const rows = rowsByTopic[topicIndex]
    if (rows !== undefined) rows[position] = row
    filled[topicIndex] = position + 1
  }
  return rowsByTopic
}

/** Yields the topics in chunks, one per statement, with the index of the first of each. */
export function* chunkByStatement<Topic>(topics: readonly Topic[]): Generator<{ firstIndex: number; chunk: Topic[] }> {
  for (let firstIndex = 0; firstIndex < topics.length; firstIndex += topicsPerStatement)
    yield { firstIndex, chunk: topics.slice(firstIndex, firstIndex + topicsPerStatement) }
}
