import { type StatementDraft, storyStatements } from '@auspex/analytics'
import type { StoryFacts } from '../../documents/index.ts'
import type { LibraryDocument } from './present-document.ts'

/** Longer titles are texts, and are not quoted whole. */
const maxTitle = 1_000

/** The largest stories by the title of their first document. A story whose text is not at hand is left out. */
export function topStoryStatements(
  stories: readonly StoryFacts[],
  documents: readonly LibraryDocument[],
): StatementDraft[] {
  const byId = new Map(documents.map((document) => [document.id, document]))
  return storyStatements(
    stories.flatMap((story) => {
      const document = byId.get(story.documentId)
      return document === undefined || !isQuotable(document.title.trim()) ? [] : [{ ...story, document }]
    }),
  )
}

function isQuotable(title: string): boolean {
  return title !== '' && title.length <= maxTitle
}
