import { tokenize } from '../text/tokenize.ts'
import { findPhrase } from './match-query.ts'
import type { QueryNode } from './query-node.ts'
import { wantedPhrases } from './query-phrases.ts'

/** A span of a text as UTF-16 offsets, end excluded. */
export interface TextRange {
  start: number
  end: number
}

/** Finds what of a text a query's wanted phrases matched: ranges in order, overlapping ones merged. */
export function highlightRanges(node: QueryNode, text: string): TextRange[] {
  const found = tokenize(text)
  const words = found.map((token) => token.text)
  const ranges: TextRange[] = []
  for (const phrase of wantedPhrases(node)) {
    for (let at = findPhrase(phrase.words, words, 0); at !== -1; at = findPhrase(phrase.words, words, at + 1)) {
      const first = found[at]
      const last = found[at + phrase.words.length - 1]
      if (first !== undefined && last !== undefined) ranges.push({ start: first.start, end: last.end })
    }
  }
  return mergeRanges(ranges)
}

function mergeRanges(ranges: readonly TextRange[]): TextRange[] {
  const merged: TextRange[] = []
  for (const range of ranges.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = merged.at(-1)
    if (last !== undefined && range.start < last.end) last.end = Math.max(last.end, range.end)
    else merged.push({ ...range })
  }
  return merged
}
