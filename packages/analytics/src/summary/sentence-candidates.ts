import { isContextTerm } from '../contexts/context-terms.ts'
import { matchesQuery } from '../query/match-query.ts'
import type { QueryNode } from '../query/query-node.ts'
import { tokens } from '../text/tokenize.ts'
import { splitSentences } from './split-sentences.ts'

/** What a summary needs of a document; `publishedAt` is ISO 8601, `tone` in [-1, 1], `clusterId` names its story cluster. */
export interface SummarizableDocument {
  id: string
  title: string
  body: string | null
  publishedAt: string
  tone: number | null
  clusterId: string | null
}

/** A sentence that may enter the summary. */
export interface SentenceCandidate {
  text: string
  document: SummarizableDocument
  words: string[]
  matchesQuery: boolean
}

/** Sentences that are ranked at most: the cost grows with the square. */
export const maxCandidates = 60
const leadSentences = 8

/**
 * Picks the sentences worth ranking: of each document its lead and its title, those that match the query first,
 * taken in turn from all documents, so that one long text cannot fill the list.
 */
export function selectCandidates(
  documents: readonly SummarizableDocument[],
  query: QueryNode | null,
): SentenceCandidate[] {
  const perDocument = documents.slice(0, maxCandidates).map((document) => documentCandidates(document, query))
  const picked: SentenceCandidate[] = []
  const seen = new Set<string>()
  for (let turn = 0; turn <= leadSentences && picked.length < maxCandidates; turn++) {
    for (const candidates of perDocument) {
      const candidate = candidates[turn]
      if (candidate === undefined || picked.length >= maxCandidates) continue
      const key = candidate.words.join(' ')
      if (!seen.has(key)) picked.push(candidate)
      seen.add(key)
    }
  }
  return picked
}

function documentCandidates(document: SummarizableDocument, query: QueryNode | null): SentenceCandidate[] {
  // The lead of an article holds its news: four thousand characters are more than enough for eight sentences.
  const sentences = splitSentences((document.body ?? '').slice(0, 4_000)).slice(0, leadSentences)
  const title = document.title.trim()
  const texts = title === '' ? sentences : [...sentences, title]
  return texts
    .map((text) => toCandidate(text, document, query))
    .filter((candidate) => candidate.words.length >= 3)
    .toSorted((a, b) => Number(b.matchesQuery) - Number(a.matchesQuery))
}

function toCandidate(text: string, document: SummarizableDocument, query: QueryNode | null): SentenceCandidate {
  const all = tokens(text)
  return {
    text,
    document,
    words: all.filter(isContextTerm),
    matchesQuery: query !== null && matchesQuery(query, all, []),
  }
}
