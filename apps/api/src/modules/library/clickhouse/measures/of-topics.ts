import type { ClickhouseEngine } from '../../../../adapters/clickhouse/engine.port.ts'
import { ch, type Fragment, integer, join } from '../../../../adapters/clickhouse/statement.ts'
import { asFloat64, asInt32, columnList, type Columns, type ColumnValues, readColumns } from '../select-columns.ts'
import { takeRows } from '../take-rows.ts'

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
  // the parts of the union run in parallel, so their rows arrive mixed
  return groupRowsByTopic(topicIndex as Int32Array, conditions.length).map((indexes) =>
    takeRows(rows as unknown as ColumnValues<Requested>, indexes),
  )
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

function groupRowsByTopic(topic: Int32Array, topics: number): Int32Array[] {
  const sizes = new Int32Array(topics)
  for (const topicIndex of topic) sizes[topicIndex] = (sizes[topicIndex] ?? 0) + 1
  const indexes = Array.from(sizes, (size) => new Int32Array(size))
  sizes.fill(0)
  for (const [row, one] of topic.entries()) {
    const at = sizes[one] ?? 0
    const topicRows = indexes[one]
    if (topicRows !== undefined) topicRows[at] = row
    sizes[one] = at + 1
  }
  return indexes
}

/** Yields the topics in chunks, one per statement. */
export function* chunkByStatement<Topic>(topics: readonly Topic[]): Generator<{ first: number; part: Topic[] }> {
  for (let first = 0; first < topics.length; first += topicsPerStatement)
    yield { first, part: topics.slice(first, first + topicsPerStatement) }
}

/** Merges rows with the same key and sums some of their values: each shard counts its own documents. Pure. */
export function sumByKey<Name extends string, Row extends Readonly<Record<Name, number>>>(
  rows: readonly Row[],
  keyOf: (row: Row) => string | number,
  summed: readonly Name[],
): Row[] {
  const sums = new Map<string | number, Row>()
  for (const row of rows) {
    const key = keyOf(row)
    const existing = sums.get(key)
    sums.set(
      key,
      existing === undefined
        ? row
        : { ...existing, ...Object.fromEntries(summed.map((name) => [name, existing[name] + row[name]])) },
    )
  }
  return [...sums.values()]
}
