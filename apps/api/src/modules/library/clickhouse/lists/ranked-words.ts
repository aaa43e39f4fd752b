import { type QueryNode, type QueryWord, withoutFields, wordsOfQuery } from '@auspex/analytics'
import type { ClickhouseEngine } from '../../../../adapters/clickhouse/engine.port.ts'
import { expandPrefixes } from '../conditions.ts'
import type { LexemeRange, RankedQuery } from './ts-rank.ts'

/** The words that rank the documents of a query. */
export interface RankedWords extends RankedQuery {
  /** The index words that the operands stand for, sorted by their bytes and numbered from 1. */
  lexemes: readonly string[]
  /** The query words of the operands. */
  words: readonly QueryWord[]
}

/**
 * Finds the words that a query names, including excluded ones, as `ts_rank` uses them. Like PostgreSQL, it uses only one of a word and the same
 * prefix (`tea OR tea*`); which one PostgreSQL picks depends on its sort.
 */
export async function findRankedWords(engine: ClickhouseEngine, query: QueryNode): Promise<RankedWords> {
  const expand = await expandPrefixes(engine, query)
  return rankedWords(query, (word) => (word.prefix ? expand(word.text) : [word.text]))
}

/** The same for words that were already looked up. */
export function rankedWords(query: QueryNode, lexemesOf: (word: QueryWord) => readonly string[]): RankedWords {
  const node = withoutFields(query)
  if (node === null) return { operands: [], isJoint: false, lexemes: [], words: [] }
  const wordsByText = new Map(wordsOfQuery(node).map((word) => [word.text, word]))
  const words = [...wordsByText.values()].toSorted((a, b) => compareBytes(a.text, b.text))
  const lexemes = [...new Set(words.flatMap(lexemesOf))].toSorted(compareBytes)
  const numbers = new Map(lexemes.map((lexeme, index) => [lexeme, index + 1]))
  const rangeOf = (word: QueryWord): LexemeRange => {
    // words with one prefix are adjacent in the sorted list
    const range = { from: 1, to: 0 }
    for (const lexeme of lexemesOf(word)) {
      const number = numbers.get(lexeme) ?? 0
      range.from = range.to === 0 ? number : Math.min(range.from, number)
      range.to = Math.max(range.to, number)
    }
    return range
  }
  return { operands: words.map(rangeOf), isJoint: isJoint(node), lexemes, words }
}

/** Whether `toTsquery` writes the node as words joined by AND or adjacent to each other. */
function isJoint(node: QueryNode): boolean {
  if (node.kind === 'phrase') return node.words.length > 1
  if (node.kind !== 'near') return node.kind === 'and'
  const [one, other] = node.operands.map(({ words }) => JSON.stringify(words))
  return node.distance === 1 && one === other
}

function compareBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other))
}
