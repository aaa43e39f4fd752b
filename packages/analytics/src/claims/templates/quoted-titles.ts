import { type ClaimQuote, evidence } from '../claim.ts'
import { isComment, isReport, quotedHeadline } from '../../events/headline-style.ts'
import { minQuoted } from '../../events/rank-reports.ts'
import type { QuotableDocument } from '../check-text.ts'
import type { StatementDraft } from '../compile-claims.ts'
import { capitalize, formatDay, formatDayOfYear, formatOutlet, joinWithAnd, toQuotation } from '../sentence-words.ts'
import { lightStem } from '../../narratives/light-stem.ts'
import { tokens } from '../../text/tokenize.ts'
import type { PieceNoun } from '../render-number.ts'

/** A quoted document, with its publisher and date. */
export interface QuotedDocument extends QuotableDocument {
  outlet: string
  /** ISO 8601. */
  publishedAt: string
  /** What kind of document it is; unknown where it does not matter. */
  kind?: string
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

/** A title as a sentence quotes it. */
interface QuotedTitle {
  words: string
  outlet: string
  /** The day on which it was published, YYYY-MM-DD. */
  day: string
  quote: ClaimQuote
}

/** What some days were about: a headline, if one can be quoted, and what was noticed most. */
export interface NamedSubject {
  /** A title in quotation marks; empty where none can be quoted. */
  words: string
  /** Whether it is quoted to its end. */
  isWhole: boolean
  /** Whether it is only what people reacted to most, and no headline for all. */
  isNoticed: boolean
  /** What people reacted to most: the same, or said beside the headline. */
  noticed: QuotedTitle | null
  /** Who published it, and on which day. */
  outlet: string
  day: string
  quote: ClaimQuote | null
}

/** What some days were about: their headline or, where it cannot be quoted, what people reacted to most. */
export function nameSubject({
  headline,
  mostNoticed,
}: {
  headline: QuotedDocument | null
  mostNoticed: QuotedDocument | null
}): NamedSubject {
  const headlineQuote = headline && quoteTitle(headline)
  const isSaid = headlineQuote !== null && mostNoticed?.id === headline?.id
  const noticed = isSaid ? null : mostNoticed && quoteTitle(mostNoticed)
  const quoted = headlineQuote ?? noticed
  return {
    words: quoted?.words ?? '',
    isWhole: quoted?.isWhole ?? true,
    isNoticed: headlineQuote === null && noticed !== null,
    noticed,
    outlet: quoted?.outlet ?? '',
    day: quoted?.day ?? '',
    quote: quoted?.quote ?? null,
  }
}

/** The title of a document in quotation marks; null where it cannot be quoted. */
export function quoteTitle(document: QuotedDocument): (QuotedTitle & { isWhole: boolean }) | null {
  const title = quotedHeadline(document)
  const quote = title && findQuote(title.text, { ...document, body: null })
  if (title === null || quote === null) return null
  const [outlet, day] = [formatOutlet(document.outlet), document.publishedAt.slice(0, 10)]
  return { words: toQuotation(title.text), isWhole: title.isWhole, outlet, day, quote }
}

/** A headline that an editor would quote with a lower probability, or a longer one, is no title. */
const [minTitleScore, maxTitleWords] = [0.55, 16]

/** What happened as the title of a report: “18 July 2013: “Detroit files for bankruptcy” (r/economy)”. A topic that the headline does not name comes first. Null where no headline can be one. */
export function headlineTitle(
  headline: QuotedDocument | null,
  { score, topic, least = minTitleScore }: { score: number; topic: string; least?: number },
): StatementDraft | null {
  const title = headline && quoteTitle(headline)
  if (title === null || !title.isWhole || score < least) return null
  const words = tokens(title.quote.text)
  if (words.length > maxTitleWords) return null
  const stems = new Set(words.map(lightStem))
  const isNamed = tokens(topic).every((word) => word === 'the' || stems.has(lightStem(word)))
  const day = formatDay(title.day)
  const { text, names } = cite(title, { isDated: false })
  return {
    text: `${isNamed ? '' : `${capitalize(topic)}, `}${day}: ${text}`,
    part: 'title',
    claims: [
      {
        kind: 'quote',
        status: 'supported',
        reason:
          score < minTitleScore
            ? 'Of the titles that were read, this one reports most clearly what happened; whether it is true was not checked.'
            : 'An editor would very probably quote this title for these days, by a model of marked titles; whether it is true was not checked.',
        numbers: [],
        names: [...(isNamed ? [] : [topic]), day, ...names],
        quote: title.quote,
        evidence: evidence({ from: title.day, to: title.day, ids: title.quote.documentId }),
        documentIds: [title.quote.documentId],
        formula: 'events',
      },
    ],
  }
}

/** The title that reports most clearly what happened on some days, or else their headline if it reports. For days without a headline that an editor would quote. */
export function titleOfReport(
  { headline, headlineScore = 0, report = null }: DayTitles,
  topic: string,
): StatementDraft | null {
  return (
    headlineTitle(report, { score: 0, topic, least: 0 }) ??
    (headline !== null && isReport(headline.title) && !isComment(headline.title)
      ? headlineTitle(headline, { score: headlineScore, topic, least: minQuoted })
      : null)
  )
}

/** What the titles of some days tell. */
export interface DayTitles {
  headline: QuotedDocument | null
  /** The probability that an editor would quote it; unknown, it is no title. */
  headlineScore?: number
  /** The title that reports most clearly what happened; null where none does. */
  report?: QuotedDocument | null
}

interface TitledDays {
  noun: PieceNoun
  isLargest: boolean
  /** The year that the sentence names. */
  year: string
  name?: string | null | undefined
  subject?: string | null | undefined
  terms?: readonly string[] | undefined
}

/** What some days were about, as a sentence with a space after it: a headline, what was discussed most, or the subject that many titles share. */
export function sayWhat(subject: NamedSubject, days: TitledDays): { text: string; names: string[] } {
  if (subject.quote === null) return saySharedWords(days)
  const { text, names } = cite(subject, { year: days.year })
  return { text: `${introduceTitle(subject, days)} ${text}. `, names }
}

/** More words are a list. */
const maxTermsSaid = 2

/** What many titles have in common, of days without a title to quote; no text where they share nothing. */
function saySharedWords({ name, subject, terms = [] }: TitledDays): { text: string; names: string[] } {
  const shared = name ?? subject ?? null
  if (shared !== null) {
    const words = nameOrQuotation(shared)
    return { text: `Many of the titles mention ${words}. `, names: [words] }
  }
  const names = terms.slice(0, maxTermsSaid).map(toQuotation)
  if (names.length < 2) return { text: '', names: [] }
  return { text: `Titles of those days mention ${joinWithAnd(names)} more than others do. `, names }
}

/** A name as it is, and other words in quotation marks. */
export function nameOrQuotation(words: string): string {
  return /\p{Lu}/u.test(words) ? words : toQuotation(words)
}

/** The words before a title: what people post has no headline of its own. */
function introduceTitle({ isNoticed, isWhole }: NamedSubject, { noun, isLargest }: TitledDays): string {
  const isOfPosts = noun === 'posts'
  if (isNoticed) return `Among the most discussed ${noun === 'pieces' ? 'documents' : noun} was`
  if (!isWhole) return isOfPosts ? 'A post begins:' : 'A headline begins:'
  if (isLargest) return isOfPosts ? 'A typical post was' : 'The main headline was'
  return isOfPosts ? 'The posts included' : 'The headlines included'
}

/** A title with its outlet and day, without the year that the sentence names. */
export function cite(
  { words, outlet, day }: Omit<QuotedTitle, 'quote'>,
  { year = '', isDated = true }: { year?: string; isDated?: boolean } = {},
): { text: string; names: string[] } {
  const date = day.startsWith(`${year}-`) ? formatDayOfYear(day) : formatDay(day)
  return isDated
    ? { text: `${words} (${outlet}, ${date})`, names: [outlet, date] }
    : { text: `${words} (${outlet})`, names: [outlet] }
}
