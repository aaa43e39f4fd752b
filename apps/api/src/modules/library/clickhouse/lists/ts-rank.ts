// Follows PostgreSQL's tsrank.c (`calc_rank_or`, `calc_rank_and`), so that a list has the same order in either store. What PostgreSQL computes in
// 32-bit floats is rounded to them here, at the same steps.

/** The range of numbers, inclusive, of the index words (sorted by their bytes) that one query word stands for. */
export interface LexemeRange {
  from: number
  to: number
}

/** A query as the ranking needs it. */
export interface RankedQuery {
  /** The query's distinct words, sorted by their bytes. */
  operands: readonly LexemeRange[]
  /** Whether all words must occur, or be adjacent: then the rank depends on how close together they are. */
  isJoint: boolean
}

/** A query word's occurrences in a document. */
export interface PlacedLexeme {
  number: number
  /** Ascending, as numbered in the tsvector. */
  positions: readonly number[]
}

/** The query's words in a document. */
export interface RankedDocument {
  /** Ascending by number. */
  lexemes: readonly PlacedLexeme[]
  /** Number of words in the title, which come first and weigh ten times as much. */
  titleWords: number
  /** Number of word positions in the document. */
  wordCount: number
}

const titleWeight = 1
const bodyWeight = Math.fround(0.1)
/** The sum of 1 / i ** 2, as in tsrank.c. */
const sumOfSquares = 1.64493406685

/** Returns the same number as `ts_rank('{0.1,0.2,0.4,1}', tsv, query, 1)`. */
export function tsRank(query: RankedQuery, document: RankedDocument): number {
  const rank =
    query.isJoint && query.operands.length > 1
      ? rankJoint(query.operands, document)
      : rankEach(query.operands, document)
  return Math.fround(rank / (Math.log(document.wordCount + 1) / Math.log(2)))
}

/** Ranks by how often each word occurs, with later positions weighing less. */
function rankEach(operands: readonly LexemeRange[], document: RankedDocument): number {
  let rank = 0
  for (const operand of operands)
    for (const { positions } of lexemesOf(operand, document)) {
      let sum = 0
      let best = { weight: -1, square: 1 }
      for (const [index, position] of positions.entries()) {
        const weight = weightOf(position, document)
        const square = (index + 1) ** 2
        sum = Math.fround(sum + Math.fround(weight / square))
        if (weight > best.weight) best = { weight, square }
      }
      const counted = Math.fround(Math.fround(best.weight + sum) - Math.fround(best.weight / best.square))
      rank = Math.fround(rank + counted / sumOfSquares)
    }
  return operands.length === 0 ? 0 : Math.fround(rank / operands.length)
}

/** Ranks by how close together the words are. */
function rankJoint(operands: readonly LexemeRange[], document: RankedDocument): number {
  let rank = -1
  // for a prefix with several words, later words are compared with the last of them
  const before: (readonly number[])[] = []
  for (const operand of operands) {
    let last: readonly number[] | null = null
    for (const { positions } of lexemesOf(operand, document)) {
      last = positions
      for (const others of before) rank = addPairs(rank, { positions, others }, document)
    }
    if (last !== null) before.push(last)
  }
  return rank < 0 ? Math.fround(1e-20) : rank
}

/** Adds each pair of places to a rank, which is below 0 before the first pair. */
function addPairs(
  before: number,
  { positions, others }: { positions: readonly number[]; others: readonly number[] },
  document: RankedDocument,
): number {
  let rank = before
  for (const position of positions)
    for (const other of others) {
      const distance = Math.abs(position - other)
      if (distance === 0) continue
      const weights = Math.fround(weightOf(position, document) * weightOf(other, document))
      const near = Math.fround(Math.sqrt(Math.fround(weights * nearness(distance))))
      rank = rank < 0 ? near : Math.fround(1 - (1 - rank) * (1 - near))
    }
  return rank
}

function lexemesOf({ from, to }: LexemeRange, { lexemes }: RankedDocument): readonly PlacedLexeme[] {
  return lexemes.filter(({ number }) => number >= from && number <= to)
}

function weightOf(position: number, { titleWords }: RankedDocument): number {
  return position <= titleWords ? titleWeight : bodyWeight
}

const maxWordDistance = 100
const farAway = Math.fround(1e-30)
const nearnesses = Array.from({ length: maxWordDistance + 1 }, (_, distance) =>
  Math.fround(1 / (1.005 + 0.05 * Math.exp(distance / 1.5 - 2))),
)

function nearness(distance: number): number {
  return nearnesses[distance] ?? farAway
}
