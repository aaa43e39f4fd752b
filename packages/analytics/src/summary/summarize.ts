import { isContextTerm } from '../contexts/context-terms.ts'
import { matchesQuery, createTopicMatcher } from '../query/match-query.ts'
import type { QueryNode } from '../query/query-node.ts'
import { tokens } from '../text/tokenize.ts'
import { beginsWithQuestion, isQuotable, type QuotedPart, splitSentences } from './sentences.ts'
import { isNearDuplicate, rankSentences, similarityMatrix, toVectors } from './sentence-graph.ts'
import { compareText } from '../text/compare-text.ts'

/** The fields of a document that a summary needs; `publishedAt` is ISO 8601, `tone` in [-1, 1], `clusterId` identifies its story cluster. */
export interface SummarizableDocument {
  id: string
  title: string
  body: string | null
  publishedAt: string
  tone: number | null
  clusterId: string | null
}

/** A sentence that may enter the summary. */
interface SentenceCandidate {
  text: string
  document: SummarizableDocument
  /** Its words without stop words. */
  words: string[]
  allWords: ReadonlySet<string>
  matchesQuery: boolean
}

/** Maximum number of ranked sentences: the cost grows quadratically. */
const maxCandidates = 60
const maxLeadSentences = 8
/** Minimum number of words that are not stop words. */
const minWords = 3
/** The lead of an article contains its news: four thousand characters are more than enough for eight sentences. */
const maxLeadLength = 4_000

/** Selection criteria of candidates. */
interface CandidateWish {
  /** What sentences should mention; preferred, not required. */
  query: QueryNode | null
  /** What sentences must be about, by their own words or by the title of their document; null for no restriction. */
  topic: QueryNode | null
}

/**
 * Selects the sentences worth ranking: the lead and the title of each document, where they can be quoted and are about the topic, those that match
 * the query first, alternating between all documents, so that one long text cannot fill the list.
 */
export function selectCandidates(
  documents: readonly SummarizableDocument[],
  { query, topic }: CandidateWish,
): SentenceCandidate[] {
  const isAbout = topic === null ? () => true : createTopicMatcher(topic)
  const perDocument = documents
    .slice(0, maxCandidates)
    .map((document) => documentCandidates(document, { query, isAbout }))
  const picked: SentenceCandidate[] = []
  const seen = new Set<string>()
  for (let turn = 0; turn <= maxLeadSentences && picked.length < maxCandidates; turn++) {
    for (const candidates of perDocument) {
      if (picked.length >= maxCandidates) break
      const { value: candidate } = candidates.next()
      if (candidate === undefined) continue
      const key = candidate.words.join(' ')
      if (!seen.has(key)) picked.push(candidate)
      seen.add(key)
    }
  }
  return picked
}

/** One document's candidates, those that match the query first. Lazy: of sixty documents only one each is needed. */
function* documentCandidates(
  document: SummarizableDocument,
  { query, isAbout }: { query: QueryNode | null; isAbout: (words: readonly string[]) => boolean },
): Generator<SentenceCandidate, undefined, undefined> {
  const title = document.title.trim()
  const isTitleAbout = isAbout(tokens(title))
  const toCandidate = (text: string, part: QuotedPart): SentenceCandidate | null => {
    const all = tokens(text)
    if (!isQuotable(text, part, all)) return null
    const words = all.filter(isContextTerm)
    if (words.length < minWords || !(isTitleAbout || isAbout(all))) return null
    return {
      text,
      document,
      words,
      allWords: new Set(all),
      matchesQuery: query !== null && matchesQuery(query, all, []),
    }
  }
  const others: SentenceCandidate[] = []
  let count = 0
  for (const [text, part] of partsOf(document, isTitleAbout ? title : null)) {
    if (part === 'sentence' && count === maxLeadSentences) continue
    const candidate = toCandidate(text, part)
    if (candidate === null) continue
    count += 1
    if (candidate.matchesQuery) yield candidate
    else others.push(candidate)
  }
  yield* others
}

function partsOf({ body }: SummarizableDocument, title: string | null): [text: string, part: QuotedPart][] {
  const sentences = leadOf(body ?? '').map((text): [string, QuotedPart] => [text, 'sentence'])
  return title === null ? sentences : [...sentences, [title, 'title']]
}

/** The sentences at the beginning of a text, except the one that the limit cut. */
function leadOf(body: string): string[] {
  const lead = body.slice(0, maxLeadLength)
  const sentences = splitSentences(lead)
  const isCut = body.length > maxLeadLength && lead.endsWith(sentences.at(-1) ?? ' ')
  return isCut ? sentences.slice(0, -1) : sentences
}

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
  /** Leaves out questions. */
  onlyStatements?: boolean
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
export function summarize({
  documents,
  maxSentences,
  told = [],
  onlyStatements = false,
  ...wish
}: SummaryInput): SummarySentence[] {
  const shownWords = told.map((text) => new Set(tokens(text)))
  const candidates = selectCandidates(documents, wish).filter(
    ({ text, allWords }) =>
      !(onlyStatements && beginsWithQuestion(text)) && !shownWords.some((words) => isNearDuplicate(words, allWords)),
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
    candidates.forEach(({ allWords }, index) => {
      if (isNearDuplicate(candidate.allWords, allWords)) copies.add(index)
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
