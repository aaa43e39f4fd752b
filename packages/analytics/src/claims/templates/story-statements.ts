import { evidence } from '../claim.ts'
import type { StatementDraft } from '../compile-claims.ts'
import { claimNumber } from '../render-number.ts'
import { statusOf, support } from '../support.ts'
import { toQuotation } from '../to-quotation.ts'
import { findQuote, type QuotedDocument } from './quote-statement.ts'

export interface ReportedStory {
  storyCluster: string
  documents: number
  outlets: number
  /** The document whose title represents the story. */
  document: QuotedDocument
}

const maxStories = 3

/** The stories with the most documents, each with its title. Pass stories of at least two documents, largest first. */
export function storyStatements(stories: readonly ReportedStory[]): StatementDraft[] {
  return stories.slice(0, maxStories).flatMap(({ storyCluster, documents, outlets, document }): StatementDraft[] => {
    const title = document.title.trim()
    const quote = findQuote(title, { ...document, body: null })
    if (quote === null) return []
    const documentsNumber = claimNumber({ value: documents, unit: 'documents', n: documents })
    const by = claimNumber({ value: outlets, unit: 'outlets', n: documents })
    return [
      {
        text: `${documentsNumber.text} in ${by.text} tell the same story: ${toQuotation(title)}`,
        claims: [
          {
            kind: 'count',
            status: statusOf(outlets, support.stories),
            reason:
              outlets >= support.stories.supported
                ? 'Near-duplicates were counted, and more than one outlet carries them.'
                : 'Near-duplicates were counted, but one outlet alone carries them.',
            numbers: [documentsNumber, by],
            names: [],
            quote,
            evidence: evidence({ storyCluster }),
            documentIds: [document.id],
            formula: 'story-clusters',
          },
        ],
      },
    ]
  })
}
