import {
  anyOf,
  clearTone,
  isContextTerm,
  type QueryNode,
  quoteStatement,
  type StatementDraft,
  styleOfKind,
  summarize,
  tokens,
  wordsOfQuery,
} from '@auspex/analytics'
import type { SummarySentence, ToneSection } from '@auspex/sdk/types'
import type { LibraryDocument } from './present-document.ts'

export type QuotedSentence = SummarySentence

const maxSentences = 6
const maxTextLength = 2_000
const maxIds = 50

/** The most informative sentences about the topic, verbatim, oldest document first; none that repeats `told`. */
export function quotedSentences({
  read,
  node,
  question,
  reportedTexts,
}: {
  read: readonly LibraryDocument[]
  node: QueryNode
  question: string | null
  reportedTexts: readonly string[]
}): QuotedSentence[] {
  return summarize({
    documents: read.map(toSummarizable),
    query: biasOf(node, question),
    topic: node,
    maxSentences,
    told: reportedTexts,
  })
    .filter(({ text }) => text.length <= maxTextLength)
    .map(({ text, documentIds }) => ({ text, documentIds: documentIds.slice(0, maxIds) }))
}

/** Each quotation with its publisher; for a story with copies it states how many outlets carry it. */
export function quoteStatements(
  quotes: readonly QuotedSentence[],
  documents: readonly LibraryDocument[],
): StatementDraft[] {
  return quotes.flatMap(({ text, documentIds }) => {
    const document = documents.find(({ id }) => id === documentIds[0])
    if (document === undefined) return []
    const copies = documents.filter(
      ({ id, storyCluster }) => id !== document.id && storyCluster === document.storyCluster,
    )
    return quoteStatement({ text, document, copies, role: 'central' }) ?? []
  })
}

const maxTriedDocuments = 5
const maxTriedSentences = 3
const minTone = 0.2

/** A sentence about the topic with certainly the opposite tone to the mean: the counter-evidence, if there is any. */
export function counterStatement({
  mean,
  read,
  node,
  reportedTexts,
}: {
  mean: ToneSection['mean']
  read: readonly LibraryDocument[]
  node: QueryNode
  reportedTexts: readonly string[]
}): StatementDraft[] {
  const side = mean === null ? 0 : mean.low > 0 ? -1 : mean.high < 0 ? 1 : 0
  if (side === 0) return []
  // the query's words occur in every document, so they cannot mark an opposite tone
  const without = new Set(wordsOfQuery(node).map(({ text }) => text))
  const isOpposed = (text: string, { language, kind }: LibraryDocument) =>
    (language === null || language === 'en') && clearTone(text, { style: styleOfKind(kind), without }) === side
  const opposed = read
    .filter(({ tone }) => (tone.score ?? 0) * side >= minTone)
    .toSorted((a, b) => ((b.tone.score ?? 0) - (a.tone.score ?? 0)) * side)
    .slice(0, maxTriedDocuments)
  for (const document of opposed) {
    const summary = summarize({
      documents: [toSummarizable(document)],
      query: node,
      topic: node,
      maxSentences: maxTriedSentences,
      told: reportedTexts,
    }).find(({ text }) => isOpposed(text, document))
    if (summary === undefined) continue
    const draft = quoteStatement({ text: summary.text, document, copies: [], role: 'contrastive' })
    if (draft !== null) return [draft]
  }
  return []
}

/** The words that sentences should contain: those of the question, or of the query when there is none. */
function biasOf(node: QueryNode, question: string | null): QueryNode {
  const words = [...new Set(tokens(question ?? '').filter(isContextTerm))]
  return words.length === 0 ? node : anyOf(words.map((text) => ({ kind: 'phrase', words: [{ text, prefix: false }] })))
}

function toSummarizable({ id, title, body, publishedAt, tone, storyCluster }: LibraryDocument) {
  return { id, title, body, publishedAt, tone: tone.score, clusterId: storyCluster }
}
