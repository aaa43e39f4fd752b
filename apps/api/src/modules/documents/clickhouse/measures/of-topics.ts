import type { ClickhouseEngine } from '../../../../adapters/clickhouse/engine.port.ts'
import { ch, type Fragment, integer, join } from '../../../../adapters/clickhouse/statement.ts'
import { asFloat64, asInt32, columnList, type Columns, readColumns, type ColumnValues } from '../select-columns.ts'
import { takeRows } from '../take-rows.ts'

/** Topics that one statement asks: searches are answered beside it, and the facts of all of them are in memory at once. */
const topicsAStatement = 20

/**
 * Asks for the same columns of many topics in one statement, each row with the place of its topic; answers with the rows of each topic.
 * `from` writes what the columns are read from.
 */
export async function readTopics<const Asked extends Columns>(
  engine: Pick<ClickhouseEngine, 'read'>,
  conditions: readonly Fragment[],
  asked: Asked,
  from: (condition: Fragment) => Fragment,
): Promise<ColumnValues<Asked>[]> {
  if (conditions.length === 0) return []
  const withTopic = (place: number) => ({ topicPlace: asInt32(ch`${integer(place)}`), ...asked })
  const parts = conditions.map((condition, place) => ch`select ${columnList(withTopic(place))} from ${from(condition)}`)
  const { topicPlace, ...rows } = readColumns(await engine.read(join(parts, ' union all ')), withTopic(0))
  // parts are read side by side, so their rows come mixed
  return placesOf(topicPlace as Int32Array, conditions.length).map((places) =>
    takeRows(rows as unknown as ColumnValues<Asked>, places),
  )
}

/** How many documents each topic has, of those that `from` leaves. */
export async function countTopics(
  engine: Pick<ClickhouseEngine, 'read'>,
  conditions: readonly Fragment[],
  from: (condition: Fragment) => Fragment,
): Promise<number[]> {
  const found = await readTopics(engine, conditions, { documents: asFloat64(ch`count()`) }, from)
  return found.map(({ documents }) => documents.reduce((sum, n) => sum + n, 0))
}

function placesOf(topic: Int32Array, topics: number): Int32Array[] {
  const sizes = new Int32Array(topics)
  for (const one of topic) sizes[one] = (sizes[one] ?? 0) + 1
  const places = Array.from(sizes, (size) => new Int32Array(size))
  sizes.fill(0)
  for (const [row, one] of topic.entries()) {
    const at = sizes[one] ?? 0
    const own = places[one]
    if (own !== undefined) own[at] = row
    sizes[one] = at + 1
  }
  return places
}

/** The topics of one statement after the other. */
export function* inStatements<Topic>(topics: readonly Topic[]): Generator<{ first: number; part: Topic[] }> {
  for (let first = 0; first < topics.length; first += topicsAStatement)
    yield { first, part: topics.slice(first, first + topicsAStatement) }
}
