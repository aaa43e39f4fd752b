import { isContextTerm } from '../contexts/context-terms.ts'
import { tokens } from '../text/tokenize.ts'
import { isNearCopy } from './near-copy.ts'
import { rankSentences, similarityMatrix, toVectors } from './sentence-graph.ts'
import { sentenceSpans } from './split-sentences.ts'

/** Sentences that are ranked at most: the cost grows with the square. */
const mostRanked = 120
const leastWords = 3
/** How much rank counts against newness of content: maximal marginal relevance, Carbonell & Goldstein (1998). */
const relevanceWeight = 0.7

interface Sentence {
  text: string
  words: string[]
  paragraph: number
  /** Its place in the paragraph, from 0. */
  place: number
}

/**
 * The sentences that say most of one text, word for word and in its order: TextRank, biased to those that open a paragraph, then maximal
 * marginal relevance. Of a long text the first sentences of each paragraph are ranked.
 */
export function summarizeText(paragraphs: readonly string[], maxSentences: number): string[] {
  const sentences = selectSentences(paragraphs)
  if (sentences.length === 0) return []
  const matrix = similarityMatrix(toVectors(sentences.map(({ words }) => words)))
  const weights = sentences.map(({ place }) => 1 / (1 + place))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const ranks = rankSentences(
    matrix,
    weights.map((weight) => weight / sum),
  )
  return choose({ sentences, matrix, ranks, maxSentences })
    .toSorted((a, b) => a.paragraph - b.paragraph || a.place - b.place)
    .map(({ text }) => text)
}

/** In turn from all paragraphs, so that one long paragraph cannot fill the list. */
function selectSentences(paragraphs: readonly string[]): Sentence[] {
  const split = paragraphs
    .slice(0, mostRanked)
    .map((paragraph) => sentenceSpans(paragraph).map(([start, end]) => paragraph.slice(start, end)))
  const longest = Math.max(0, ...split.map(({ length }) => length))
  const picked: Sentence[] = []
  for (let place = 0; place < longest && picked.length < mostRanked; place += 1) {
    split.forEach((sentences, paragraph) => {
      const text = sentences[place]
      if (text === undefined || picked.length >= mostRanked) return
      const words = tokens(text).filter(isContextTerm)
      if (words.length >= leastWords) picked.push({ text, words, paragraph, place })
    })
  }
  return picked
}

function choose({
  sentences,
  matrix,
  ranks,
  maxSentences,
}: {
  sentences: readonly Sentence[]
  matrix: readonly Float64Array[]
  ranks: readonly number[]
  maxSentences: number
}): Sentence[] {
  const top = Math.max(...ranks, Number.MIN_VALUE)
  const chosen: number[] = []
  const left = new Set(sentences.keys())
  while (chosen.length < maxSentences && left.size > 0) {
    let best = -1
    let bestScore = Number.NEGATIVE_INFINITY
    for (const index of left) {
      const overlap = Math.max(0, ...chosen.map((other) => matrix[index]?.[other] ?? 0))
      const score = (relevanceWeight * (ranks[index] ?? 0)) / top - (1 - relevanceWeight) * overlap
      if (score > bestScore) [best, bestScore] = [index, score]
    }
    left.delete(best)
    chosen.push(best)
    const words = tokens(sentences[best]?.text ?? '')
    for (const index of left) if (isNearCopy(words, tokens(sentences[index]?.text ?? ''))) left.delete(index)
  }
  return chosen.map((index) => sentences[index]).filter((sentence) => sentence !== undefined)
}
