import { findPhrases } from './find-phrase.ts'
import type { NearNode } from './query-node.ts'

/** A range of words of a text as indexes, end exclusive. */
export interface WordSpan {
  start: number
  end: number
}

/**
 * The spans of both phrases of each pair that is near enough, in either order; a span may be returned more than once.
 */
export function findNear({ operands: [one, other], distance }: NearNode, tokens: readonly string[]): WordSpan[] {
  const ones = toSpans(findPhrases(one.words, tokens), one.words.length)
  if (ones.length === 0) return []
  const others = toSpans(findPhrases(other.words, tokens), other.words.length)
  return [...pairInOrder(ones, others, distance), ...pairInOrder(others, ones, distance)]
}

function toSpans(places: readonly number[], length: number): WordSpan[] {
  return places.map((start) => ({ start, end: start + length }))
}

/** Both lists are sorted, so each first span only compares the few second ones in its reach. */
function pairInOrder(firsts: readonly WordSpan[], seconds: readonly WordSpan[], distance: number): WordSpan[] {
  const found: WordSpan[] = []
  let from = 0
  for (const first of firsts) {
    while (from < seconds.length && (seconds[from]?.start ?? 0) < first.end) from++
    let reached = false
    for (let at = from; at < seconds.length; at++) {
      const second = seconds[at]
      // the last word of the first is at end - 1, so the next word has a distance of 1
      if (second === undefined || second.start - (first.end - 1) > distance) break
      reached = true
      found.push(second)
    }
    if (reached) found.push(first)
  }
  return found
}
