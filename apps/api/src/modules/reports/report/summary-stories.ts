import {
  discussedStatement,
  headlineStyle,
  isNearDuplicate,
  isQuotable,
  type QueryNode,
  type StatementDraft,
  storyStatements,
  tokens,
  createTopicMatcher,
} from '@auspex/analytics'
import type { StoryFacts } from '../../library/index.ts'
import type { LibraryDocument } from './present-document.ts'

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

/** Fewer points and comments may be those of a few friends. */
const minReactions = 20
const maxLookedAt = 5
const minStyle = 0.9

/** One of the documents that people reacted to most: the first of five that tells something about the topic. */
export function mostDiscussedStatement(documents: readonly LibraryDocument[], node: QueryNode): StatementDraft | null {
  const isAbout = createTopicMatcher(node)
  const reactionsTo = ({ engagement }: LibraryDocument) => (engagement?.score ?? 0) + (engagement?.comments ?? 0)
  const found = documents
    .filter((document) => reactionsTo(document) >= minReactions)
    .toSorted((a, b) => reactionsTo(b) - reactionsTo(a))
    .slice(0, maxLookedAt)
    .find(({ title }) => headlineStyle(title) >= minStyle && isAbout(tokens(title)))
  return found === undefined ? null : discussedStatement(found, found.kind === 'post' ? 'posts' : 'pieces')
}
