import { isContextTerm } from '../contexts/context-terms.ts'
import { tokens } from '../text/tokenize.ts'
import { isNearDuplicate, rankSentences, similarityMatrix, toVectors } from './sentence-graph.ts'
import { sentenceSpans } from './sentences.ts'

/** Maximum number of ranked sentences: the cost grows quadratically. */
const maxRanked = 120
const minWords = 3
/** Weight of the rank against the novelty of the content: maximal marginal relevance, Carbonell & Goldstein (1998). */
const relevanceWeight = 0.7

interface Sentence {
  text: string
  words: string[]
  paragraph: number
  /** Its index in the paragraph. */
  rank: number
}

/**
 * The most informative sentences of one text, verbatim and in order: TextRank, biased to those that open a paragraph, then maximal marginal
 * relevance. In a long text, only the first sentences of each paragraph are ranked.
 */
export function summarizeText(paragraphs: readonly string[], maxSentences: number): string[] {
  const sentences = selectSentences(paragraphs)
  if (sentences.length === 0) return []
  const matrix = similarityMatrix(toVectors(sentences.map(({ words }) => words)))
  const weights = sentences.map(({ rank }) => 1 / (1 + rank))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const ranks = rankSentences(
    matrix,
    weights.map((weight) => weight / sum),
  )
  return choose({ sentences, matrix, ranks, maxSentences })
    .toSorted((a, b) => a.paragraph - b.paragraph || a.rank - b.rank)
    .map(({ text }) => text)
}

/** Alternates between all paragraphs, so that one long paragraph cannot fill the list. */
function selectSentences(paragraphs: readonly string[]): Sentence[] {
  const split = paragraphs
    .slice(0, maxRanked)
    .map((paragraph) => sentenceSpans(paragraph).map(([start, end]) => paragraph.slice(start, end)))
  const maxSentenceCount = Math.max(0, ...split.map(({ length }) => length))
  const picked: Sentence[] = []
  for (let rank = 0; rank < maxSentenceCount && picked.length < maxRanked; rank += 1) {
    split.forEach((sentences, paragraph) => {
      const text = sentences[rank]
      if (text === undefined || picked.length >= maxRanked) return
      const words = tokens(text).filter(isContextTerm)
      if (words.length >= minWords) picked.push({ text, words, paragraph, rank })
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
  const remaining = new Set(sentences.keys())
  const words = sentences.map(({ text }) => new Set(tokens(text)))
  const wordsOf = (index: number) => words[index] ?? new Set<string>()
  while (chosen.length < maxSentences && remaining.size > 0) {
    let best = -1
    let bestScore = Number.NEGATIVE_INFINITY
    for (const index of remaining) {
      const overlap = Math.max(0, ...chosen.map((other) => matrix[index]?.[other] ?? 0))
      const score = (relevanceWeight * (ranks[index] ?? 0)) / top - (1 - relevanceWeight) * overlap
      if (score > bestScore) [best, bestScore] = [index, score]
    }
    remaining.delete(best)
    chosen.push(best)
    for (const index of remaining) if (isNearDuplicate(wordsOf(best), wordsOf(index))) remaining.delete(index)
  }
  return chosen.map((index) => sentences[index]).filter((sentence) => sentence !== undefined)
}
