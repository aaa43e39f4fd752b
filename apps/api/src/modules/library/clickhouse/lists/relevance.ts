import { setImmediate } from 'node:timers/promises'
import { fieldBorder } from '@auspex/analytics'
import type { ClickhouseEngine } from '../../../../adapters/clickhouse/engine.port.ts'
import { ch, type Fragment, integer, integers, text, texts } from '../../../../adapters/clickhouse/statement.ts'
import { asInt32, asUint32s, selectColumns } from '../select-columns.ts'
import { toPositiveSeconds, timeRange } from './list-keys.ts'
import { type ListedRows, listedColumns } from './listed-rows.ts'
import type { RankedWords } from './ranked-words.ts'
import { type PlacedLexeme, type RankedDocument, tsRank } from './ts-rank.ts'

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
export interface RankingLimits {
  /** Documents whose words are sent: about 10 MB for 20,000. */
  documents: number
  /** Bytes of text that a shard reads. */
  bytes: number
}

export const rankingLimits: RankingLimits = { documents: 20_000, bytes: 4e9 }

/** The engine reads this much text to get one document (`index_granularity_bytes`). */
const bytesPerDocument = 10_485_760

/** Whether the word positions can be read in time: each matching document brings in the texts around it, up to all texts. */
export async function isRankedInTime(
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
export async function readRanked(
  engine: ClickhouseEngine,
  words: RankedWords,
  condition: Fragment,
): Promise<ListedRows> {
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
