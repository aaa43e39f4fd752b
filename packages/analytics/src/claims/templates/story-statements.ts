import { allDocuments, type ClaimQuote, evidence } from '../claim.ts'
import { isReport, quotedHeadline } from '../../events/headline-style.ts'
import type { QuotableDocument } from '../check-text.ts'
import type { NewClaim, QuoteRole, StatementDraft } from '../compile-claims.ts'
import {
  capitalize,
  formatDay,
  formatDayRange,
  formatMonths,
  formatOutlet,
  joinWithAnd,
  toQuotation,
} from '../sentence-words.ts'
import { daysBetween } from '../../series/daily-series.ts'
import { claimStatus, supportThresholds } from '../support.ts'
import { type PieceNoun, plainNumber, startNumber } from '../render-number.ts'

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

/** A title as a sentence quotes it. */
interface QuotedTitle {
  words: string
  outlet: string
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
  /** Who published it. */
  outlet: string
  names: string[]
  quote: ClaimQuote | null
}

export function nameSubject({
  headline,
  mostNoticed,
}: {
  headline: QuotedDocument | null
  mostNoticed: QuotedDocument | null
}): NamedSubject {
  const told = headline && quoteTitle(headline)
  const noticed = told !== null && mostNoticed?.id === headline?.id ? null : mostNoticed && quoteTitle(mostNoticed)
  const quoted = told ?? noticed
  return {
    words: quoted?.words ?? '',
    isWhole: quoted?.isWhole ?? true,
    isNoticed: told === null && noticed !== null,
    noticed,
    outlet: quoted?.outlet ?? '',
    names: quoted === null ? [] : [quoted.outlet],
    quote: quoted?.quote ?? null,
  }
}

/** The title of a document in quotation marks; null where it cannot be quoted. */
export function quoteTitle(document: QuotedDocument) {
  const title = quotedHeadline(document)
  const quote = title && findQuote(title.text, { ...document, body: null })
  if (title === null || quote === null) return null
  return { words: toQuotation(title.text), isWhole: title.isWhole, outlet: formatOutlet(document.outlet), quote }
}

interface TitledDays {
  noun: PieceNoun
  isLargest: boolean
  name?: string | null | undefined
  subject?: string | null | undefined
}

/** What some days were about, as a sentence with a space after it: a headline, what was discussed most, or the subject that many titles share. */
export function sayWhat(
  subject: NamedSubject,
  { noun, isLargest, name = null, subject: term = null }: TitledDays,
): { text: string; names: string[] } {
  const { quote, isNoticed, isWhole } = subject
  if (quote === null) {
    const shared = name ?? term
    if (shared === null) return { text: '', names: [] }
    const words = /\p{Lu}/u.test(shared) ? shared : toQuotation(shared)
    return { text: `Many of the titles mention ${words}. `, names: [words] }
  }
  const documents = noun === 'pieces' ? 'documents' : noun
  if (isNoticed) return { text: `Among the most discussed ${documents} was ${cite(subject)}. `, names: [] }
  if (!isWhole) return { text: `${noun === 'posts' ? 'A post' : 'A headline'} begins: ${cite(subject)}. `, names: [] }
  // what people post has no headline of its own
  const begin =
    noun === 'posts'
      ? isLargest
        ? 'Typical of the posts was'
        : 'The posts included'
      : isLargest
        ? 'The main headline was'
        : 'The headlines included'
  return { text: `${begin} ${cite(subject)}. `, names: [] }
}

export function cite({ words, outlet }: { words: string; outlet: string }): string {
  return `${words} (${outlet})`
}

/** A topic of too few documents for an event. */
export interface FewDocuments {
  topic: string
  /** Which documents and days are counted, each empty or beginning with a space. */
  scope: string
  days: string
  documents: number
  /** Titles of them, those first that say best what they are about. */
  titles: readonly QuotedDocument[]
  /** From when they are, and from when more than half of them are, if that is a short time; null where the days are asked for. */
  span: {
    firstDay: string
    lastDay: string
    most: { firstDay: string; lastDay: string; documents: number } | null
  } | null
  outlets: readonly { name: string; documents: number }[]
}

/** Documents of fewer days are of one time. */
const minApartDays = 92
/** So few are told one by one. */
const maxSingle = 3

/** The title and the first sentence of a topic of few documents: what they report, or when or where most of them are; without what is unknown. */
export function fewStatements(
  few: FewDocuments,
): readonly [title: StatementDraft | null, first: StatementDraft | null] | null {
  const { topic, scope, days, documents, titles, span } = few
  const cited = titles.map(citeWithDay)
  const base: NewClaim = {
    kind: 'count',
    status: 'supported',
    reason: 'Every matching document was counted.',
    numbers: [],
    names: [topic, ...[scope, days].map((part) => part.trim())].filter((name) => name !== ''),
    quote: null,
    evidence: allDocuments,
    documentIds: [],
    formula: 'match',
  }
  const claimOf = ({ quote, names, id }: CitedTitle): NewClaim => ({
    ...base,
    kind: quote === null ? 'count' : 'quote',
    reason: 'The words stand in the document; whether they are true was not checked.',
    names,
    quote,
    evidence: evidence({ ids: id }),
    documentIds: [id],
  })
  const count = { pointer: '/counts/documents', value: documents, unit: 'documents', n: documents } as const
  const [best] = cited
  if (documents <= maxSingle) {
    if (best === undefined) return null
    const number = startNumber(count)
    const others = cited.slice(1, documents).filter(({ quote }) => quote !== null)
    const rest = joinWithAnd(others.map(({ text }) => text))
    const begin = `${number.text}${scope} ${documents === 1 ? 'mentions' : 'mention'} ${topic}${days}`
    const joint = `${documents > 1 ? ', among them' : best.quote === null ? ',' : ':'}${best.quote === null ? ' a text from' : ''}`
    const title = { text: `${begin}${joint} ${best.text}`, part: 'title' as const }
    const isOfAll = others.length === documents - 1
    return [
      { ...title, claims: [{ ...base, numbers: [number] }, claimOf(best)] },
      others.length === 0
        ? null
        : {
            text: others.length === 1 ? `${isOfAll ? 'The other' : 'Another'} is ${rest}.` : `The others are ${rest}.`,
            part: 'story',
            claims: others.map(claimOf),
          },
    ]
  }
  const number = plainNumber(count)
  const most = span?.most ?? null
  const [place] = few.outlets.toSorted((a, b) => b.documents - a.documents)
  const isOfPlace = place !== undefined && few.outlets.length > 1 && place.documents > documents / 2
  const about = `documents${scope} about ${topic}${days}`
  const times = span === null ? '' : formatMonths(span)
  const inAll = { ...base, names: [], numbers: [number] }
  // of what has no name of its own, a report is one of many
  if (best !== undefined && best.quote !== null && /\p{Lu}/u.test(topic) && isReport(best.quote.text)) {
    const time = most === null ? times : formatMonths(most)
    const when = time === '' ? '' : most === null ? `, from ${time}` : `, most of them from ${time}`
    return [
      {
        text: `${capitalize(about)} include ${best.text}`,
        part: 'title',
        claims: [base, claimOf(best)],
      },
      {
        text: `There are ${number.text} in all${when}.`,
        part: 'story',
        claims: [{ ...inAll, names: [time].filter((name) => name !== '') }],
      },
    ]
  }
  const title =
    most !== null
      ? toTitle(`Most ${about} are from`, formatMonths(most), { from: most.firstDay, to: most.lastDay })
      : isOfPlace
        ? toTitle(`Most ${about} are from`, formatOutlet(place.name), { outlet: place.name })
        : span === null
          ? null
          : daysBetween(span.firstDay, span.lastDay) < minApartDays
            ? toTitle(`All ${about} are from`, times, {})
            : toTitle(`Documents${scope} mention ${topic} now and then, from`, times, {})
  const shown = best?.quote === null ? undefined : best
  if (shown === undefined && title === null) return null
  return [
    title,
    {
      // without a title of its own the count heads the report
      text:
        title === null && shown !== undefined
          ? `Among them is ${shown.text}.`
          : `There are ${number.text} in all${shown === undefined ? '' : `, among them ${shown.text}`}.`,
      part: 'story',
      claims: [
        ...(title === null && shown !== undefined ? [] : [inAll]),
        ...(shown === undefined ? [] : [claimOf(shown)]),
      ],
    },
  ]

  function toTitle(begin: string, name: string, part: Parameters<typeof evidence>[0]): StatementDraft {
    const names = name === '' ? base.names : [...base.names, name]
    return {
      text: name === '' ? begin : `${begin} ${name}`,
      part: 'title',
      claims: [{ ...base, names, evidence: evidence(part) }],
    }
  }
}

/** When a topic was published of which nothing else is to be said. */
export function spreadStatement(span: { firstDay: string; lastDay: string }, noun: PieceNoun): StatementDraft {
  const times = formatMonths(span)
  return {
    text: `The ${noun === 'pieces' ? 'documents' : noun} are from ${times}.`,
    part: 'story',
    claims: [
      {
        kind: 'count',
        status: 'supported',
        reason: 'Every matching document was counted.',
        numbers: [],
        names: [times],
        quote: null,
        evidence: evidence({ from: span.firstDay, to: span.lastDay }),
        documentIds: [],
        formula: 'match',
      },
    ],
  }
}

interface CitedTitle {
  id: string
  /** In quotation marks, with its outlet and day; of one that cannot be quoted only these: "r/france of 2 February 2012". */
  text: string
  names: string[]
  quote: ClaimQuote | null
}

function citeWithDay(document: QuotedDocument): CitedTitle {
  const title = quoteTitle(document)
  const day = formatDay(document.publishedAt)
  const outlet = formatOutlet(document.outlet)
  return {
    id: document.id,
    text: title === null ? `${outlet} of ${day}` : `${title.words} (${outlet}, ${day})`,
    names: [outlet, day],
    quote: title?.quote ?? null,
  }
}

/** What a reader learns of a topic that no document mentions: that there is none, and which days the library holds. */
export function emptyStatements({
  topic,
  scope,
  days,
  holdings,
}: {
  topic: string
  scope: string
  days: string
  holdings: readonly { noun: string; firstDay: string; lastDay: string }[]
}): StatementDraft[] {
  const claim: NewClaim = {
    kind: 'count',
    status: 'supported',
    reason: 'Every document was searched.',
    numbers: [],
    names: [`“${topic}”`, scope.trim(), days.trim()].filter((name) => name !== ''),
    quote: null,
    evidence: allDocuments,
    documentIds: [],
    formula: 'match',
  }
  const title = {
    text: `Nothing in this library${scope} mentions “${topic}”${days}`,
    part: 'title' as const,
    claims: [claim],
  }
  if (holdings.length === 0) return [title]
  const held = holdings.map(({ noun, firstDay, lastDay }, at) => {
    const range = formatDayRange(firstDay, lastDay)
    // the next archive of a kind goes without its name
    return { range, text: `${noun === holdings[at - 1]?.noun ? '' : `${noun} `}from ${range}` }
  })
  return [
    title,
    {
      text: `It holds ${joinWithAnd(held.map(({ text }) => text))}.`,
      part: 'story',
      claims: [{ ...claim, names: held.map(({ range }) => range), formula: 'coverage' }],
    },
  ]
}
