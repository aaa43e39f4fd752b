import { setImmediate } from 'node:timers/promises'
import { fieldBorder } from '@auspex/analytics'
import type { ClickhouseEngine } from '../../../../adapters/clickhouse/engine.port.ts'
import { ch, type Fragment, integer, integers, text, texts } from '../../../../adapters/clickhouse/statement.ts'
import { asInt32, asUint32s, selectColumns } from '../select-columns.ts'
import { keyAboveTime, newerOf, placeOfTime } from './list-keys.ts'
import { type ListedRows, listedColumns } from './listed-rows.ts'
import type { RankedWords } from './ranked-words.ts'
import { type PlacedLexeme, type RankedDocument, tsRank } from './ts-rank.ts'

/** Of more documents their words would be too many to send: a fifth of a second of the engine, and some 10 MB. */
export const mostRanked = 20_000
/** Numbers of words and their places are sent as one number of 32 bits. */
export const mostLexemes = 200_000
/** More than the places of an indexed text. */
const placesOfText = 16_384
/** Documents that are ranked before others have their turn. */
const rankedAtOnce = 500
/** `ts_rank` counts rank by millionths. */
const millionths = 1_000_000
/** Places that a tsvector leaves free between title and body. */
const fieldGap = 16

const all = ch`splitByChar('\\n', words)`

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

/**
 * What a document is sorted by where too many match: how many of the words its title holds, and how long it is. It is `ts_rank` without how
 * often and how near the words stand in the body, for which the words of every document would have to be compared.
 */
export function keyOfTitle({ operands, lexemes }: RankedWords): Fragment {
  const title = ch`splitByChar('\\n', substring(words, 1, position(words, ${text(fieldBorder)})))`
  const held = operands.reduce(
    (sum, { from, to }) => ch`${sum} + hasAny(${title}, ${texts(lexemes.slice(from - 1, to))})`,
    ch`0`,
  )
  const places = ch`(countSubstrings(words, '\\n') - 2)`
  const size = integer(Math.max(1, operands.length))
  const rank = ch`(0.1 + 0.9 * (${held}) / ${size}) / 1.645 / log2(${places} + 1)`
  return keyAboveTime(ch`if(${places} = 0, 0, round((${rank}) * ${integer(millionths)}))`)
}
