import { tokenize } from '../text/tokenize.ts'
import { findNear, type WordSpan } from './find-near.ts'
import { findPhrases } from './find-phrase.ts'
import type { NearNode, PhraseNode, QueryNode } from './query-node.ts'
import { wantedWords } from './query-phrases.ts'

/** A span of a text as UTF-16 offsets, end exclusive. */
export interface TextRange {
  start: number
  end: number
}

/**
 * Finds the parts of a text that match a query's wanted words: ranges in order, overlapping ones merged. For `near`
 * both phrases are marked, and only where they are near each other. Fields mark nothing.
 */
export function highlightRanges(node: QueryNode, text: string): TextRange[] {
  const found = tokenize(text)
  const words = found.map((token) => token.text)
  const ranges: TextRange[] = []
  for (const part of wantedWords(node)) {
    for (const { start, end } of findSpans(part, words)) {
      const first = found[start]
      const last = found[end - 1]
      if (first !== undefined && last !== undefined) ranges.push({ start: first.start, end: last.end })
    }
  }
  return mergeRanges(ranges)
}

function findSpans(part: PhraseNode | NearNode, words: readonly string[]): WordSpan[] {
  if (part.kind === 'near') return findNear(part, words)
  return findPhrases(part.words, words).map((start) => ({ start, end: start + part.words.length }))
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
