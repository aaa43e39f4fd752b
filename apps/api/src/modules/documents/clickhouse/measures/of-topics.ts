import type { ClickhouseEngine } from '../../../../adapters/clickhouse/engine.port.ts'
import { ch, type Fragment, integer, join } from '../../../../adapters/clickhouse/statement.ts'
import { type Columns, type ColumnTypes, readColumns, selectColumns, takeRows } from '../fixed-columns.ts'

/** Facts of the documents that match a topic. */
export interface TopicQuestion<Types extends ColumnTypes> {
  types: Types
  values: Readonly<Record<keyof Types, Fragment>>
  /** What follows `from`. */
  from: (condition: Fragment) => Fragment
}

/** Topics that one statement asks: searches are answered beside it, and the facts of all of them are in memory at once. */
const topicsAStatement = 20
const topicTypes = { topic: 'Int32' } as const

/** Asks many topics in one statement, each row with the place of its topic; answers with the rows of each topic. */
export async function readTopics<Types extends ColumnTypes>(
  engine: ClickhouseEngine,
  conditions: readonly Fragment[],
  { types, values, from }: TopicQuestion<Types>,
): Promise<Columns<Types>[]> {
  if (conditions.length === 0) return []
  const parts = conditions.map((condition, place) => {
    const topic = selectColumns(topicTypes, { topic: ch`${integer(place)}` })
    return ch`select ${topic}, ${selectColumns(types, values)} from ${from(condition)}`
  })
  const rows = await readColumns(engine, { ...topicTypes, ...types }, join(parts, ' union all '))
  // parts are read side by side, so their rows come mixed
  return placesOf(rows.topic as Int32Array, conditions.length).map((places) =>
    takeRows(rows as Columns<Types>, types, places),
  )
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
