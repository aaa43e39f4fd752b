import { anyOf, isContextTerm, type QueryNode, summarize, tokens } from '@auspex/analytics'
import type { SummarySection } from '@auspex/sdk/types'
import { byNewest, type LibraryDocument, presentDocument } from './present-document.ts'

export interface SummaryInput {
  /** Documents to read, in any order. */
  documents: readonly LibraryDocument[]
  /** The query they were found for; its words are marked in what is cited. */
  node: QueryNode
  /** A question that sentences should bear on; null for none. */
  question: string | null
}

const maxSentences = 6
const maxRead = 60
const maxTextLength = 2_000
const maxIds = 50

/** The sentences that say most, word for word, each with the documents it stands on. */
export function buildSummary({ documents, node, question }: SummaryInput): SummarySection {
  const read = oneOfEachStory(documents).slice(0, maxRead)
  const sentences = summarize({ documents: read.map(toSummarizable), query: biasOf(node, question), maxSentences })
    .filter(({ text }) => text.length <= maxTextLength)
    .map(({ text, documentIds }) => ({ text, documentIds: documentIds.slice(0, maxIds) }))
  const citedIds = new Set(sentences.flatMap(({ documentIds }) => documentIds))
  const cited = documents.filter(({ id }) => citedIds.has(id)).slice(0, maxIds)
  return {
    section: 'summary',
    statements: [],
    claims: [],
    sentences,
    cited: cited.map((document) => presentDocument(document, node)),
    documentsRead: read.length,
    method: 'TextRank with query bias and MMR',
    note:
      sentences.length === 0
        ? 'There is not enough text to sum up.'
        : 'Sentences are quoted as they were published and were not checked.',
  }
}

/** What sentences should hold: words of the question, or of the query when there is none. */
function biasOf(node: QueryNode, question: string | null): QueryNode {
  const words = [...new Set(tokens(question ?? '').filter(isContextTerm))]
  return words.length === 0 ? node : anyOf(words.map((text) => ({ kind: 'phrase', words: [{ text, prefix: false }] })))
}

/** Copies of a story say nothing new. They stay out of what is read, so a quoted sentence names the one that was read. */
function oneOfEachStory(documents: readonly LibraryDocument[]): LibraryDocument[] {
  const stories = new Map<string, LibraryDocument>()
  for (const document of documents.toSorted(byNewest))
    if (!stories.has(document.storyCluster)) stories.set(document.storyCluster, document)
  return [...stories.values()]
}

function toSummarizable({ id, title, body, publishedAt, tone, storyCluster }: LibraryDocument) {
  return { id, title, body, publishedAt, tone: tone.score, clusterId: storyCluster }
}
