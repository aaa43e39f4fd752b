import {
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
