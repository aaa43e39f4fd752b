import { type ClaimQuote, evidence } from '../claim.ts'
import type { QuotableDocument } from '../check-text.ts'
import type { QuoteRole, StatementDraft } from '../compile-claims.ts'
import { sayDay } from '../say.ts'
import { statusOf, support } from '../support.ts'
import { toQuotation } from '../to-quotation.ts'

/** A quoted document, with its publisher and date. */
export interface QuotedDocument extends QuotableDocument {
  outlet: string
  /** ISO 8601. */
  publishedAt: string
}

export interface QuoteInput {
  text: string
  /** The document it is taken from. */
  document: QuotedDocument
  /** Other documents of the same story. */
  copies: readonly Pick<QuotedDocument, 'id' | 'outlet'>[]
  role: QuoteRole
}

const maxIds = 50

/** A quotation with its publisher and date. Null when the words are not in the document. */
export function quoteStatement({ text, document, copies, role }: QuoteInput): StatementDraft | null {
  const quote = findQuote(text, document)
  if (quote === null) return null
  const day = sayDay(document.publishedAt)
  const others = new Set(copies.map(({ outlet }) => outlet).filter((outlet) => outlet !== document.outlet))
  const ids = [document.id, ...copies.map(({ id }) => id)].slice(0, maxIds)
  const sentenceText = `${document.outlet} wrote on ${day}: ${toQuotation(text)}`
  return {
    text: role === 'contrastive' ? `With the opposite tone, ${sentenceText}` : sentenceText,
    role,
    claims: [
      {
        kind: 'quote',
        status: statusOf(others.size + 1, support.stories),
        reason:
          others.size > 0
            ? 'The words stand in the document, and other outlets carry the story; whether they are true was not checked.'
            : 'The words stand in the document; one outlet alone carries them here, and whether they are true was not checked.',
        numbers: [],
        names: [document.outlet, day],
        quote,
        evidence: evidence({ ids: ids.join(',') }),
        documentIds: ids,
        formula: 'summary',
      },
    ],
  }
}

/** The position of a text in a document, preferring the body over the title; null when it is in neither. */
export function findQuote(text: string, { id, title, body }: QuotableDocument): ClaimQuote | null {
  if (text === '') return null
  for (const part of ['body', 'title'] as const) {
    const start = (part === 'body' ? (body ?? '') : title).indexOf(text)
    if (start >= 0) return { documentId: id, part, start, end: start + text.length, text }
  }
  return null
}
