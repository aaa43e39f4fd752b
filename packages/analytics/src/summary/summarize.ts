import { tokens } from '../text/tokenize.ts'
import { isNearCopy } from './near-copy.ts'
import {
  type CandidateWish,
  maxCandidates,
  selectCandidates,
  type SentenceCandidate,
  type SummarizableDocument,
} from './sentence-candidates.ts'
import { rankSentences, similarityMatrix, toVectors } from './sentence-graph.ts'

/** A sentence of a summary, verbatim from its first document; `documentIds` also includes the copies of that story. */
export interface SummarySentence {
  text: string
  documentIds: string[]
}

export interface SummaryInput extends CandidateWish {
  /** Best first; at most 60 are read. */
  documents: readonly SummarizableDocument[]
  maxSentences: number
  /** Sentences shown before, whose copies are not repeated. */
  told?: readonly string[]
}

/** Weight of the rank against the novelty of the content: maximal marginal relevance, Carbonell & Goldstein (1998). */
const relevanceWeight = 0.7
/** Of sentences at least this similar only one is shown, and likewise of copies by their plain words. */
const maxSimilarity = 0.6
const queryWeight = 3

/**
 * Extracts the sentences that say most about a query: TextRank biased to sentences that match, then maximal marginal relevance. Sentences are
 * verbatim, at most one per story cluster, in order of publication. Nothing is rewritten, so a summary can repeat what its sources claim but never
 * adds a claim. Each can be quoted (`isQuotable`) and is about the topic.
 */
export function summarize({ documents, maxSentences, told = [], ...wish }: SummaryInput): SummarySentence[] {
  const toldWords = told.map((text) => tokens(text))
  const candidates = selectCandidates(documents, wish).filter(
    ({ text }) => !toldWords.some((words) => isNearCopy(words, tokens(text))),
  )
  const matrix = similarityMatrix(toVectors(candidates.map((candidate) => candidate.words)))
  const ranks = rankSentences(matrix, queryBias(candidates))
  const selection = chooseSentences({ candidates, matrix, ranks, maxSentences })
  return selection
    .map((index) => candidates[index])
    .filter((candidate) => candidate !== undefined)
    .toSorted(
      (a, b) =>
        compareText(a.document.publishedAt, b.document.publishedAt) || compareText(a.document.id, b.document.id),
    )
    .map((candidate) => ({ text: candidate.text, documentIds: storyOf(candidate.document, documents) }))
}

function queryBias(candidates: readonly SentenceCandidate[]): number[] {
  const weights = candidates.map((candidate) => (candidate.matchesQuery ? queryWeight : 1))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => weight / sum)
}

function chooseSentences({
  candidates,
  matrix,
  ranks,
  maxSentences,
}: {
  candidates: readonly SentenceCandidate[]
  matrix: readonly Float64Array[]
  ranks: readonly number[]
  maxSentences: number
}): number[] {
  const top = Math.max(...ranks, Number.MIN_VALUE)
  const chosen: number[] = []
  const shownClusters = new Set<string>()
  const copies = new Set<number>()
  while (chosen.length < Math.min(maxSentences, maxCandidates)) {
    let best = -1
    let bestScore = Number.NEGATIVE_INFINITY
    candidates.forEach((candidate, index) => {
      if (shownClusters.has(clusterOf(candidate.document))) return
      if (copies.has(index)) return
      const overlap = Math.max(0, ...chosen.map((other) => matrix[index]?.[other] ?? 0))
      if (overlap > maxSimilarity) return
      const score = (relevanceWeight * (ranks[index] ?? 0)) / top - (1 - relevanceWeight) * overlap
      if (score > bestScore) [best, bestScore] = [index, score]
    })
    const candidate = candidates[best]
    if (candidate === undefined) return chosen
    chosen.push(best)
    shownClusters.add(clusterOf(candidate.document))
    const words = tokens(candidate.text)
    candidates.forEach(({ text }, index) => {
      if (isNearCopy(words, tokens(text))) copies.add(index)
    })
  }
  return chosen
}

function storyOf(document: SummarizableDocument, documents: readonly SummarizableDocument[]): string[] {
  const copies = documents.filter((other) => other.id !== document.id && clusterOf(other) === clusterOf(document))
  return [document.id, ...copies.map((other) => other.id)]
}

/** A document without a cluster is a story of its own. */
function clusterOf(document: SummarizableDocument): string {
  return document.clusterId === null ? `document ${document.id}` : `cluster ${document.clusterId}`
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
