import { type ClaimQuote, evidence } from '../claim.ts'
import type { QuotableDocument } from '../check-text.ts'
import type { QuoteRole, StatementDraft } from '../compile-claims.ts'
import { capitalize, formatDay, formatOutlet, joinWithAnd, toQuotation } from '../sentence-words.ts'
import { claimStatus, supportThresholds } from '../support.ts'
import { plainNumber, startNumber } from '../render-number.ts'
import { showableRatio } from '../../series/interval.ts'

/** A quoted document, with its publisher and date. */
export interface QuotedDocument extends QuotableDocument {
  outlet: string
  /** ISO 8601. */
  publishedAt: string
  /** What kind of document it is; unknown where it does not matter. */
  kind?: string
}

export interface QuoteInput {
  text: string
  /** The document it is taken from. */
  document: QuotedDocument
  /** Other documents of the same story. */
  copies: readonly { id: string; outlet: string }[]
  role: QuoteRole
}

const maxIds = 50

/** A quotation with its publisher and date. Null when the words are not in the document. */
export function quoteStatement({ text, document, copies, role }: QuoteInput): StatementDraft | null {
  const quote = findQuote(text, document)
  if (quote === null) return null
  const day = formatDay(document.publishedAt)
  const others = new Set(copies.map(({ outlet }) => outlet).filter((outlet) => outlet !== document.outlet))
  const ids = [document.id, ...copies.map(({ id }) => id)].slice(0, maxIds)
  const [outlet, noun] = [
    formatOutlet(document.outlet),
    document.kind === undefined ? undefined : pieceOfKind[document.kind],
  ]
  // a forum does not write
  const source =
    noun === undefined ? `${outlet}, ${day}` : `${noun} ${/^[a-z]\//u.test(outlet) ? 'in' : 'on'} ${outlet}, ${day}`
  return {
    text: `${role === 'contrastive' ? `In a different tone: ${source}` : noun === undefined ? source : capitalize(source)}: ${toQuotation(text)}`,
    role,
    claims: [
      {
        kind: 'quote',
        status: claimStatus(others.size + 1, supportThresholds.stories),
        reason:
          others.size > 0
            ? 'The words stand in the document, and other outlets carry the text; whether they are true was not checked.'
            : 'The words stand in the document; one outlet alone carries them here, and whether they are true was not checked.',
        numbers: [],
        names: [outlet, day],
        quote,
        evidence: evidence({ ids: ids.join(',') }),
        documentIds: ids,
        formula: 'summary',
      },
    ],
  }
}

/** What people wrote, where the outlet is only the place of it. */
const pieceOfKind: Partial<Record<string, string>> = {
  post: 'a post',
  comment: 'a comment',
  question: 'a question',
  answer: 'an answer',
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

export interface ReportedStory {
  storyCluster: string
  documents: number
  outlets: number
  /** The document whose title represents the story. */
  document: QuotedDocument
}

const maxStories = 3

/** The stories that most outlets carried, each with its title. Pass stories of at least two documents, largest first. */
export function storyStatements(stories: readonly ReportedStory[]): StatementDraft[] {
  return stories.slice(0, maxStories).flatMap(({ storyCluster, documents, outlets, document }): StatementDraft[] => {
    const title = document.title.trim()
    const quote = findQuote(title, { ...document, body: null })
    if (quote === null) return []
    const isOfOne = outlets === 1
    const isOfPosts = document.kind === 'post'
    const number = startNumber(
      isOfOne
        ? { value: documents, unit: 'documents', n: documents, ...(isOfPosts && { noun: 'posts' as const }) }
        : { value: outlets, unit: 'outlets', n: documents },
    )
    return [
      {
        text: `${number.text} ${isOfOne ? `${isOfPosts ? 'in' : 'from'} ${formatOutlet(document.outlet)} are` : 'carried'} versions of a single text: ${toQuotation(title)}`,
        claims: [
          {
            kind: 'count',
            status: claimStatus(outlets, supportThresholds.stories),
            reason: isOfOne
              ? 'Near-duplicates were counted, but one outlet alone carries them.'
              : 'Near-duplicates were counted, and more than one outlet carries them.',
            numbers: [number],
            names: isOfOne ? [formatOutlet(document.outlet)] : [],
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

export interface ReportedContext {
  term: string
  lift: number
  liftLow: number
  liftHigh: number
  /** Stories about the topic that contain it: copies of a text count once. */
  stories: number
  /** Position of the lift in the report. */
  pointer: string
}

const maxContexts = 3

/**
 * What comes up together with the topic more than chance: the strongest with how many times as often, the others by name. Pass significant contexts
 * only, strongest first. Null when none has enough stories and bounds that are narrow enough (`showableRatio`).
 */
export function contextsStatement(contexts: readonly ReportedContext[]): StatementDraft | null {
  const [first, ...others] = contexts
    .filter(
      ({ lift, liftLow, liftHigh, stories }) =>
        showableRatio({ value: lift, low: liftLow, high: liftHigh, n: stories }, supportThresholds.contexts.min) !==
        null,
    )
    .slice(0, maxContexts)
  if (first === undefined) return null
  const number = plainNumber({
    pointer: first.pointer,
    value: first.lift,
    low: first.liftLow,
    high: first.liftHigh,
    n: first.stories,
    unit: 'ratio',
  })
  const names = others.map(({ term }) => `“${term}”`)
  return {
    text: `Pieces about it mention “${first.term}” ${number.text} as often as the rest of the library${names.length === 0 ? '' : `. ${joinWithAnd(names)} also ${names.length === 1 ? 'comes' : 'come'} up more often`}.`,
    claims: [first, ...others].map(({ term, stories }) => ({
      kind: 'comparison',
      status: claimStatus(stories, supportThresholds.contexts),
      reason: 'It holds at 5% after a correction for all terms that were compared; copies of a text count once.',
      numbers: term === first.term ? [number] : [],
      names: [`“${term}”`],
      quote: null,
      evidence: evidence({ context: term }),
      documentIds: [],
      formula: 'contexts',
    })),
  }
}
