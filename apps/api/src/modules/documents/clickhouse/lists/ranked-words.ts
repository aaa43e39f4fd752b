import { type QueryNode, type QueryWord, wordsAlone, wordsOfQuery } from '@auspex/analytics'
import type { ClickhouseEngine } from '../../../../adapters/clickhouse/engine.port.ts'
import { expandPrefixes } from '../expand-prefixes.ts'
import type { LexemeRange, RankedQuery } from './ts-rank.ts'

/** The words by which the documents of a query are ranked. */
export interface RankedWords extends RankedQuery {
  /** Words of the index that the operands mean, sorted by their bytes; the first one has the number 1. */
  lexemes: readonly string[]
  /** What the operands are in the query. */
  words: readonly QueryWord[]
}

/**
 * The words that a query names, those of its exclusions too, as `ts_rank` takes them. Of a word and its own beginning (`tea OR tea*`) one is
 * taken, as PostgreSQL does; which of them, it leaves to how it sorts.
 */
export async function findRankedWords(engine: ClickhouseEngine, query: QueryNode): Promise<RankedWords> {
  const expand = await expandPrefixes(engine, query)
  return rankedWords(query, (word) => (word.prefix ? expand(word.text) : [word.text]))
}

/** The same with words that were looked up. Pure. */
export function rankedWords(query: QueryNode, lexemesOf: (word: QueryWord) => readonly string[]): RankedWords {
  const node = wordsAlone(query)
  if (node === null) return { operands: [], isJoint: false, lexemes: [], words: [] }
  const named = new Map(wordsOfQuery(node).map((word) => [word.text, word]))
  const words = [...named.values()].toSorted((a, b) => compareBytes(a.text, b.text))
  const lexemes = [...new Set(words.flatMap(lexemesOf))].toSorted(compareBytes)
  const numbers = new Map(lexemes.map((lexeme, at) => [lexeme, at + 1]))
  const rangeOf = (word: QueryWord): LexemeRange => {
    // those with one beginning stand beside each other
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

/** Whether `toTsquery` writes the node as words that are joined by AND, or stand next to each other. */
function isJoint(node: QueryNode): boolean {
  if (node.kind === 'phrase') return node.words.length > 1
  if (node.kind !== 'near') return node.kind === 'and'
  const [one, other] = node.operands.map(({ words }) => JSON.stringify(words))
  return node.distance === 1 && one === other
}

function compareBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other))
}
