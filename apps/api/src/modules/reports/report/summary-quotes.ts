import {
  anyOf,
  beginsWithQuestion,
  clearTone,
  createTopicMatcher,
  isContextTerm,
  isNearDuplicate,
  isQuotable,
  type QueryNode,
  quoteStatement,
  type StatementDraft,
  storyStatements,
  styleOfKind,
  summarize,
  tokens,
  wordsOfQuery,
} from '@auspex/analytics'
import type { SummarySentence, ToneSection } from '@auspex/sdk/types'
import type { StoryFacts } from '../../library/index.ts'
import type { LibraryDocument, TopicSubject } from './present-document.ts'

/** A sentence to quote, and the terms of the group of documents that it is from; null where nothing was grouped. */
export interface QuotedSentence extends SummarySentence {
  about: string | null
}

const maxSentences = 6
/** With fewer quotations from groups, others are added. */
const minOfGroups = 3
const maxTermsShown = 3
const maxTextLength = 2_000
const maxIds = 50

/**
 * The most informative sentences about the topic, verbatim: one of each of its largest groups, the largest first, and where there are fewer than three
 * groups, of all that was read. None repeats `reportedTexts`. Questions follow what is stated.
 */
export function quotedSentences({
  read,
  subjects,
  ...input
}: {
  /** One document of each story. */
  read: readonly LibraryDocument[]
  subjects: readonly TopicSubject[]
  node: QueryNode
  question: string | null
  reportedTexts: readonly string[]
}): QuotedSentence[] {
  const byId = new Map<string, LibraryDocument>(read.map((document) => [document.id, document]))
  const quotes: QuotedSentence[] = []
  const quoteFrom = (
    documents: readonly LibraryDocument[],
    limit: number,
    about: string | null,
    onlyStatements = false,
  ) => {
    const told = [...input.reportedTexts, ...quotes.map(({ text }) => text)]
    const found = summarize({
      documents: documents.map(toSummarizable),
      query: biasOf(input.node, input.question),
      topic: input.node,
      maxSentences: limit,
      told,
      onlyStatements,
    }).filter(({ text }) => text.length <= maxTextLength)
    for (const { text, documentIds } of found) quotes.push({ text, documentIds: documentIds.slice(0, maxIds), about })
  }
  for (const { terms, ids } of subjects)
    quoteFrom(
      ids.flatMap((id) => byId.get(id) ?? []),
      1,
      terms.slice(0, maxTermsShown).join(', '),
    )
  if (quotes.length < minOfGroups) quoteFrom(read, maxSentences - quotes.length, null)
  const isQuestion = ({ text }: QuotedSentence) => beginsWithQuestion(text)
  if (quotes.length > 0 && quotes.every(isQuestion)) quoteFrom(read, 1, null, true)
  const statements = quotes.filter((quote) => !isQuestion(quote))
  // a summary that begins with a question, or only asks, says nothing
  return statements.length === 0 ? [] : [...statements, ...quotes.filter(isQuestion)]
}

/** Each quotation with its publisher; for a story with copies it states how many outlets carry it. */
export function quoteStatements(
  quotes: readonly QuotedSentence[],
  documents: readonly LibraryDocument[],
): StatementDraft[] {
  return quotes.flatMap(({ text, documentIds, about }) => {
    const document = documents.find(({ id }) => id === documentIds[0])
    if (document === undefined) return []
    const copies = documents.filter(
      ({ id, storyCluster }) => id !== document.id && storyCluster === document.storyCluster,
    )
    const draft = quoteStatement({ text, document, copies, role: 'central' })
    return draft === null ? [] : [{ ...draft, about }]
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
  const side = oppositeSign(mean)
  if (side === null) return []
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

/** The sign of a tone that contradicts the mean; null where the mean may be neither positive nor negative. */
function oppositeSign(mean: ToneSection['mean']): 1 | -1 | null {
  if (mean === null) return null
  if (mean.low > 0) return -1
  return mean.high < 0 ? 1 : null
}

/** The words that sentences should contain: those of the question, or of the query when there is none. */
function biasOf(node: QueryNode, question: string | null): QueryNode {
  const words = [...new Set(tokens(question ?? '').filter(isContextTerm))]
  return words.length === 0 ? node : anyOf(words.map((text) => ({ kind: 'phrase', words: [{ text, prefix: false }] })))
}

function toSummarizable({ id, title, body, publishedAt, tone, storyCluster }: LibraryDocument) {
  return { id, title, body, publishedAt, tone: tone.score, clusterId: storyCluster }
}

/**
 * The largest stories by the title of their first document. Omits a story without a text, and one whose title cannot be quoted, is off topic, or
 * nearly repeats `told` or a larger story.
 */
export function topStoryStatements({
  stories,
  documents,
  node,
  earlierTexts,
}: {
  stories: readonly StoryFacts[]
  documents: readonly LibraryDocument[]
  node: QueryNode
  earlierTexts: readonly string[]
}): StatementDraft[] {
  const byId = new Map(documents.map((document) => [document.id, document]))
  const isAbout = createTopicMatcher(node)
  const knownWords = earlierTexts.map((text) => new Set(tokens(text)))
  return storyStatements(
    stories.flatMap((story) => {
      const document = byId.get(story.documentId)
      const title = document?.title.trim() ?? ''
      const words = tokens(title)
      if (document === undefined || !isQuotable(title, 'title', words) || !isAbout(words)) return []
      const distinctWords = new Set(words)
      if (knownWords.some((earlierWords) => isNearDuplicate(earlierWords, distinctWords))) return []
      knownWords.push(distinctWords)
      return [{ ...story, document }]
    }),
  )
}
