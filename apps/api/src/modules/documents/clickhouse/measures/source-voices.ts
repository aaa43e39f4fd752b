import type { ClickhouseEngine } from '../../../../adapters/clickhouse/engine.port.ts'
import { ch, type Fragment } from '../../../../adapters/clickhouse/statement.ts'
import type { SourceVoices } from '../../measures/source-voices.ts'
import { decodeSource } from '../../source-codes.ts'
import { asFloat64, asInt32, asUint8, type ColumnValues, selectColumns } from '../select-columns.ts'

const columns = {
  source: asUint8(ch`source`),
  author: asInt32(ch`author`),
  documents: asFloat64(ch`count()`),
  latest: asFloat64(ch`max(ms)`),
}

/** Documents and authors of each source that holds any of the documents. */
export async function countClickhouseVoices(engine: ClickhouseEngine, condition: Fragment): Promise<SourceVoices[]> {
  return toSourceVoices(await selectColumns(engine, columns, ch`where ${condition} group by source, author`))
}

/** Rows of the same author come from several shards. Pure. */
export function toSourceVoices(rows: ColumnValues<typeof columns>): SourceVoices[] {
  const sources = new Map<number, { documents: number; authors: Set<number>; latest: number }>()
  for (let row = 0; row < rows.length; row += 1) {
    const source = rows.source[row] ?? 0
    let counts = sources.get(source)
    if (counts === undefined) sources.set(source, (counts = { documents: 0, authors: new Set(), latest: -Infinity }))
    counts.documents += rows.documents[row] ?? 0
    counts.latest = Math.max(counts.latest, rows.latest[row] ?? 0)
    const author = rows.author[row] ?? 0
    if (author !== 0) counts.authors.add(author)
  }
  return [...sources]
    .toSorted(([a], [b]) => a - b)
    .map(([source, { documents, authors, latest }]) => ({
      source: decodeSource(source),
      documents,
      authors: authors.size,
      year: new Date(latest).getUTCFullYear(),
    }))
}
