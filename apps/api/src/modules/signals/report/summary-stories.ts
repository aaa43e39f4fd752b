import { isQuotable, type QueryNode, type StatementDraft, storyStatements, tokens, topicTest } from '@auspex/analytics'
import type { StoryFacts } from '../../documents/index.ts'
import type { LibraryDocument } from './present-document.ts'

/**
 * The largest stories by the title of their first document. A story is left out whose text is not at hand, or whose title cannot be
 * quoted or is not about the topic.
 */
export function topStoryStatements({
  stories,
  documents,
  node,
}: {
  stories: readonly StoryFacts[]
  documents: readonly LibraryDocument[]
  node: QueryNode
}): StatementDraft[] {
  const byId = new Map(documents.map((document) => [document.id, document]))
  const isAbout = topicTest(node)
  return storyStatements(
    stories.flatMap((story) => {
      const document = byId.get(story.documentId)
      const title = document?.title.trim() ?? ''
      return document === undefined || !isQuotable(title, 'title') || !isAbout(tokens(title))
        ? []
        : [{ ...story, document }]
    }),
  )
}
