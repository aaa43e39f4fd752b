import type { QueryNode } from '../query/query-node.ts'
import {
  maxCandidates,
  selectCandidates,
  type SentenceCandidate,
  type SummarizableDocument,
} from './sentence-candidates.ts'
import { rankSentences, similarityMatrix, toVectors } from './sentence-graph.ts'

/** A sentence of a summary, word for word from its first document; `documentIds` also names the copies of that story. */
export interface SummarySentence {
  text: string
  documentIds: string[]
}

/** Documents (best first; at most 60 are read), the query they were found for, and how many sentences are wanted. */
export interface SummaryInput {
  documents: readonly SummarizableDocument[]
  query: QueryNode | null
  maxSentences: number
}

/** How much rank counts against newness of content: maximal marginal relevance, Carbonell & Goldstein (1998). */
const relevanceWeight = 0.7
/** Sentences that say this much of the same are not both told. */
const maxSimilarity = 0.6
const queryWeight = 3

/**
 * Extracts the sentences that say most about a query: TextRank biased to sentences that match, then maximal marginal
 * relevance. Sentences are verbatim, one per story cluster at most, in order of publication. Nothing is rewritten,
 * so a summary can repeat what its sources claim; it never adds a claim.
 */
export function summarize({ documents, query, maxSentences }: SummaryInput): SummarySentence[] {
  const candidates = selectCandidates(documents, query)
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
  const told = new Set<string>()
  while (chosen.length < Math.min(maxSentences, maxCandidates)) {
    let best = -1
    let bestScore = Number.NEGATIVE_INFINITY
    candidates.forEach((candidate, index) => {
      if (told.has(clusterOf(candidate.document))) return
      const overlap = Math.max(0, ...chosen.map((other) => matrix[index]?.[other] ?? 0))
      if (overlap > maxSimilarity) return
      const score = (relevanceWeight * (ranks[index] ?? 0)) / top - (1 - relevanceWeight) * overlap
      if (score > bestScore) [best, bestScore] = [index, score]
    })
    const candidate = candidates[best]
    if (candidate === undefined) return chosen
    chosen.push(best)
    told.add(clusterOf(candidate.document))
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
