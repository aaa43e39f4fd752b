import { isContextTerm } from '../contexts/context-terms.ts'
import { matchesQuery } from '../query/match-query.ts'
import { topicTest } from '../query/names-topic.ts'
import type { QueryNode } from '../query/query-node.ts'
import { tokens } from '../text/tokenize.ts'
import { isQuotable, type QuotedPart } from './quotable-text.ts'
import { splitSentences } from './split-sentences.ts'

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
export interface SentenceCandidate {
  text: string
  document: SummarizableDocument
  words: string[]
  matchesQuery: boolean
}

/** Maximum number of ranked sentences: the cost grows quadratically. */
export const maxCandidates = 60
const leadSentences = 8
/** Minimum number of words that are not stop words. */
const minWords = 3
/** The lead of an article contains its news: four thousand characters are more than enough for eight sentences. */
const leadLength = 4_000

/** Selection criteria of candidates. */
export interface CandidateWish {
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
  const isAbout = topic === null ? () => true : topicTest(topic)
  const perDocument = documents
    .slice(0, maxCandidates)
    .map((document) => documentCandidates(document, { query, isAbout }))
  const picked: SentenceCandidate[] = []
  const seen = new Set<string>()
  for (let turn = 0; turn <= leadSentences && picked.length < maxCandidates; turn++) {
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
  const toCandidate = (text: string): SentenceCandidate | null => {
    const all = tokens(text)
    const words = all.filter(isContextTerm)
    if (words.length < minWords || !(isTitleAbout || isAbout(all))) return null
    return { text, document, words, matchesQuery: query !== null && matchesQuery(query, all, []) }
  }
  const others: SentenceCandidate[] = []
  let count = 0
  for (const [text, part] of partsOf(document, isTitleAbout ? title : null)) {
    if (part === 'sentence' && count === leadSentences) continue
    const candidate = isQuotable(text, part) ? toCandidate(text) : null
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
  const lead = body.slice(0, leadLength)
  const sentences = splitSentences(lead)
  const isCut = body.length > leadLength && lead.endsWith(sentences.at(-1) ?? ' ')
  return isCut ? sentences.slice(0, -1) : sentences
}
