import { setImmediate } from 'node:timers/promises'
import { fieldBorder } from '@auspex/analytics'
import type { ClickhouseEngine } from '../../../../adapters/clickhouse/engine.port.ts'
import { ch, type Fragment, integer, integers, text, texts } from '../../../../adapters/clickhouse/statement.ts'
import { asInt32, asUint32s, selectColumns } from '../select-columns.ts'
import { newerOf, placeOfTime } from './list-keys.ts'
import { type ListedRows, listedColumns } from './listed-rows.ts'
import type { RankedWords } from './ranked-words.ts'
import { type PlacedLexeme, type RankedDocument, tsRank } from './ts-rank.ts'

/** More than the places of an indexed text: the number of a word and its place are sent as one number of 32 bits. */
const placesOfText = 16_384
const mostLexemes = 2 ** 32 / placesOfText - 1
/** Documents that are ranked before others have their turn. */
const rankedAtOnce = 500
/** `ts_rank` counts rank by millionths. */
const millionths = 1_000_000
/** Places that a tsvector leaves free between title and body. */
const fieldGap = 16

const all = ch`splitByChar('\\n', words)`

/** Up to which cost documents are ranked exactly. */
export interface RankingLimits {
  /** Whose words are sent: of 20,000 some 10 MB. */
  documents: number
  /** Of texts that a shard reads. */
  bytes: number
}

export const rankingLimits: RankingLimits = { documents: 20_000, bytes: 4e9 }

/** So much text is read where one document is wanted (`index_granularity_bytes`). */
const bytesRead = 10_485_760

/** Whether the places of the words are read in time: a document that matches brings the texts beside it, or all are read. */
export async function isRankedInTime(
  engine: ClickhouseEngine,
  { words, documents }: { words: RankedWords; documents: number },
  limits: RankingLimits,
): Promise<boolean> {
  if (words.lexemes.length > mostLexemes || documents > limits.documents) return false
  const shards = await engine.ask<{ bytes: string }>(ch`
    select toString(sum(column_data_uncompressed_bytes)) as bytes from system.parts_columns
    where database = currentDatabase() and table = 'document' and column = 'words' and active`)
  const mostHeld = Math.max(0, ...shards.map(({ bytes }) => Number(bytes)))
  return Math.min(mostHeld, documents * bytesRead) <= limits.bytes
}

/** The listed documents, ranked exactly as PostgreSQL ranks them: from the places of the words that the query names. */
export async function readRanked(
  engine: ClickhouseEngine,
  words: RankedWords,
  condition: Fragment,
): Promise<ListedRows> {
  const numbers = integers(words.lexemes.map((_, at) => at + 1))
  const numbered = ch`arrayMap((word, place) -> transform(word, ${texts(words.lexemes)}, ${numbers}, toInt64(0)) * ${integer(placesOfText)} + place,
    ${all}, arrayEnumerate(${all}))`
  const rows = await selectColumns(
    engine,
    {
      ...listedColumns,
      named: asUint32s(
        words.lexemes.length === 0 ? ch`[]` : ch`arrayFilter(x -> x >= ${integer(placesOfText)}, ${numbered})`,
      ),
      border: asInt32(ch`indexOf(${all}, ${text(fieldBorder)})`),
      places: asInt32(ch`arrayCount(word -> not has(['', '\x1D', '\x1E'], word), ${all})`),
    },
    ch`where ${condition}`,
  )
  const key = new BigInt64Array(rows.length)
  for (let row = 0; row < rows.length; row += 1) {
    if (row % rankedAtOnce === rankedAtOnce - 1) await setImmediate()
    const { named, border, places, ms } = rows
    const rank = tsRank(words, toRanked(named[row] ?? new Uint32Array(), border[row] ?? 0, places[row] ?? 0))
    key[row] = BigInt(roundToEven(rank * millionths)) * placeOfTime + newerOf(ms[row] ?? 0)
  }
  return { ...rows, key }
}

/** The first element of the text is empty, and its border stands behind the title. */
function toRanked(named: Uint32Array, border: number, places: number): RankedDocument {
  const byNumber = new Map<number, number[]>()
  for (const one of named) {
    const number = Math.floor(one / placesOfText)
    const place = one % placesOfText
    const position = place < border ? place - 1 : place - 2 + fieldGap
    const known = byNumber.get(number)
    if (known === undefined) byNumber.set(number, [position])
    else known.push(position)
  }
  const lexemes: PlacedLexeme[] = [...byNumber].map(([number, positions]) => ({ number, positions }))
  return { lexemes: lexemes.toSorted((a, b) => a.number - b.number), titleWords: border - 2, places }
}

/** As PostgreSQL makes a whole number of one that is not. */
function roundToEven(value: number): number {
  const floor = Math.floor(value)
  if (value - floor !== 0.5) return Math.round(value)
  return floor % 2 === 0 ? floor : floor + 1
}
