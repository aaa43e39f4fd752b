import type { ClickhouseEngine } from './engine.port.ts'
import { ch } from './statement.ts'
import { openChdb } from './open-chdb.ts'
import { openServer } from './open-server.ts'
import { openShards } from './open-shards.ts'

/**
 * The fields of `facts` back to back, little-endian; the reading of topics decodes them. Unknown points and comments are 0, marked in the last byte: 1 for
 * known points, 2 for known comments.
 */
const fields = ch`reinterpretAsFixedString(ms), reinterpretAsFixedString(outlet), reinterpretAsFixedString(author),
    reinterpretAsFixedString(ifNull(score, toInt32(0))), reinterpretAsFixedString(ifNull(comments, toInt32(0))),
    reinterpretAsFixedString(ifNull(tone, toFloat32(nan))), reinterpretAsFixedString(country), reinterpretAsFixedString(source),
    reinterpretAsFixedString(kind), reinterpretAsFixedString(tone_label), reinterpretAsFixedString(country_basis),
    reinterpretAsFixedString(toUInt8((score is not null) + 2 * (comments is not null)))`

/**
 * One table, because an unselected column costs nothing.
 *
 * - Rows are ordered by `id & 127`, so that the sample of a large topic is one contiguous range instead of an eighth of every page.
 * - One partition per year: an import of two thousand documents over two years took 4.4 s with days, 0.9 s with four weeks and 0.2 s with years
 *   (docs/decisions/document-storage.md).
 * - Marks every 512 rows: a report reads the words of 500 documents from all over the table, and each costs a range between two marks (64 ms instead
 *   of 103 to 164 for half a million documents, and more for more; 3 % of disk).
 * - `facts` has what a report counts of a document in one column: eleven columns took 83 ms where it takes 48 (100,568 matches in ten million, the
 *   1/8 sample). It has nothing that background work changes.
 * - Words are compressed for speed (LZ4) rather than size: phrases and words of a report are read from them.
 * - The index is over an array. Over a text, `hasAllTokens` splits words at punctuation wherever it runs without the index, so that two plans of one
 *   statement find different documents; `has` over an array gives the same result with and without it.
 */
const documentTable = ch`
create table if not exists document (
  id Int64,
  cluster Int64,
  batch Int64 codec(Delta, ZSTD(1)),
  ms Int64 codec(Delta, ZSTD(1)),
  collected_ms Nullable(Int64) codec(ZSTD(1)),
  outlet Int32,
  author Int32,
  outlet_name LowCardinality(String),
  author_name String codec(ZSTD(1)),
  score Nullable(Int32),
  comments Nullable(Int32),
  tone Nullable(Float32),
  source UInt8,
  kind UInt8,
  tone_label UInt8,
  country UInt16,
  country_basis UInt8,
  lang LowCardinality(Nullable(String)),
  entities Array(Int32),
  words String,
  facts FixedString(35) materialized toFixedString(concat(${fields}), 35) codec(LZ4),
  canonical_url_hash Nullable(Int64),
  views Nullable(Int32),
  reposts Nullable(Int32),
  date_precision UInt8,
  native_id Nullable(String) codec(ZSTD(1)),
  url Nullable(String) codec(ZSTD(1)),
  title String codec(ZSTD(1)),
  body Nullable(String) codec(ZSTD(1)),
  index word splitByChar('\\n', words) type text(tokenizer = array)
) engine = ReplacingMergeTree
partition by intDiv(ms, 31536000000)
order by (bitAnd(id, 127), id)
settings index_granularity = 512, fsync_after_insert = 1, fsync_part_directory = 1`

/** Creates the table if it is missing. */
async function ensureSchema(engine: ClickhouseEngine): Promise<void> {
  await engine.ask(documentTable)
}

const chdbScheme = 'chdb:'

/** Opens the store in `AUSPEX_DOCUMENTS` (shards separated by commas) and creates its table if missing. Throws an error that states what is wrong. */
export async function openClickhouse(address: string): Promise<ClickhouseEngine> {
  const engines = address.split(',').map(openEngine)
  const [only] = engines
  const engine = engines.length === 1 && only !== undefined ? only : openShards(engines)
  try {
    await ensureSchema(engine)
    return engine
  } catch (error) {
    await engine.close()
    throw error
  }
}

function openEngine(address: string): ClickhouseEngine {
  if (address.startsWith(chdbScheme)) return openChdb(address.slice(chdbScheme.length))
  if (/^clickhouses?:\/\//.test(address)) return openServer(address)
  throw new TypeError('Documents lie in chdb:FOLDER or clickhouse://HOST, several shards with commas between them.')
}
