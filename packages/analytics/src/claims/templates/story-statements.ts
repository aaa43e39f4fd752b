import { allDocuments, type ClaimQuote, evidence } from '../claim.ts'
import { isReport, quotedHeadline } from '../../events/headline-style.ts'
import type { QuotableDocument } from '../check-text.ts'
import type { NewClaim, StatementDraft } from '../compile-claims.ts'
import {
  capitalize,
  formatDay,
  formatDayOfYear,
  formatMonths,
  formatOutlet,
  joinWithAnd,
  toQuotation,
} from '../sentence-words.ts'
import { daysBetween } from '../../series/daily-series.ts'
import { lightStem } from '../../narratives/light-stem.ts'
import { tokens } from '../../text/tokenize.ts'
import { type PieceNoun, plainNumber, startNumber } from '../render-number.ts'

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
  { score, topic }: { score: number; topic: string },
): StatementDraft | null {
  const title = headline && quoteTitle(headline)
  if (title === null || !title.isWhole || score < minTitleScore) return null
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
          'An editor would very probably quote this title for these days, by a model of marked titles; whether it is true was not checked.',
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

interface TitledDays {
  noun: PieceNoun
  isLargest: boolean
  /** The year that the sentence names. */
  year: string
  name?: string | null | undefined
  subject?: string | null | undefined
  terms?: readonly string[] | undefined
}

/** More words are a list. */
const maxTermsSaid = 2

/** What some days were about, as a sentence with a space after it: a headline, what was discussed most, or the subject that many titles share. */
export function sayWhat(
  subject: NamedSubject,
  { noun, isLargest, year, name = null, subject: term = null, terms = [] }: TitledDays,
): { text: string; names: string[] } {
  const { quote, isNoticed, isWhole } = subject
  if (quote === null) {
    const shared = name ?? term
    if (shared === null) {
      const said = terms.slice(0, maxTermsSaid).map(toQuotation)
      return said.length < 2
        ? { text: '', names: [] }
        : { text: `Titles of those days mention ${joinWithAnd(said)} more than others do. `, names: said }
    }
    const words = /\p{Lu}/u.test(shared) ? shared : toQuotation(shared)
    return { text: `Many of the titles mention ${words}. `, names: [words] }
  }
  const cited = cite(subject, { year })
  // what people post has no headline of its own
  const isOfPosts = noun === 'posts'
  const begin = isNoticed
    ? `Among the most discussed ${noun === 'pieces' ? 'documents' : noun} was`
    : !isWhole
      ? `${isOfPosts ? 'A post' : 'A headline'} begins:`
      : isLargest
        ? `${isOfPosts ? 'A typical post' : 'The main headline'} was`
        : `The ${isOfPosts ? 'posts' : 'headlines'} included`
  return { text: `${begin} ${cited.text}. `, names: cited.names }
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

/** A topic of too few documents for an event. */
export interface FewDocuments {
  topic: string
  /** Which documents and days are counted, each empty or beginning with a space. */
  scope: string
  days: string
  documents: number
  /** Titles of them, those first that say best what they are about, and the probability that an editor would quote the first. */
  titles: readonly QuotedDocument[]
  titleScore?: number
  /** From when they are, and from when more than half of them are, if that is a short time; null where the days are asked for. */
  span: {
    firstDay: string
    lastDay: string
    most: { firstDay: string; lastDay: string; documents: number } | null
  } | null
  outlets: readonly { name: string; documents: number }[]
}

/** Documents of fewer days are of one time. */
const minApartDays = 366
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
  const claimOf = ({ quote, names, id, day }: CitedTitle): NewClaim => ({
    ...base,
    kind: quote === null ? 'count' : 'quote',
    reason: 'The words stand in the document; whether they are true was not checked.',
    names,
    quote,
    evidence: evidence({ ids: id, from: day, to: day }),
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
  const isOfOneTime =
    span !== null &&
    (most === null
      ? daysBetween(span.firstDay, span.lastDay) < minApartDays
      : best !== undefined && most.firstDay <= best.day && best.day <= most.lastDay)
  const headline = isOfOneTime
    ? headlineTitle(titles[0] ?? null, { score: few.titleScore ?? 0, topic: `${topic}${scope}` })
    : null
  if (headline !== null) {
    const time = most === null ? times : formatMonths(most)
    const part = most && plainNumber({ value: most.documents, unit: 'documents', n: most.documents, noun: null })
    return [
      headline,
      {
        text:
          part === null
            ? `All ${number.text} date from ${time}.`
            : `Of the ${number.text}, ${part.text} date from ${time}.`,
        part: 'story',
        claims: [
          { ...inAll, names: [time], ...(part === null && { evidence: evidence(daysOf(span)) }) },
          ...(part === null ? [] : [{ ...inAll, numbers: [part], evidence: evidence(daysOf(most)) }]),
        ],
      },
    ]
  }
  // of what has no name of its own, a report is one of many
  if (best !== undefined && best.quote !== null && /\p{Lu}/u.test(topic) && isReport(best.quote.text)) {
    const time = most && formatMonths(most)
    return [
      {
        text: `${capitalize(about)} include ${best.text}`,
        part: 'title',
        claims: [base, claimOf(best)],
      },
      time === null
        ? null
        : {
            text: `Most of them date from ${time}.`,
            part: 'story',
            claims: [{ ...inAll, numbers: [], names: [time] }],
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
  // the report itself is headed by the number and the days that were searched
  if (shown === undefined) return title === null ? null : [title, null]
  return [
    title,
    {
      // without a title of its own the count heads the report
      text:
        title === null ? `Among them is ${shown.text}.` : `There are ${number.text} in all, among them ${shown.text}.`,
      part: 'story',
      claims: [...(title === null ? [] : [inAll]), claimOf(shown)],
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

function daysOf(span: { firstDay: string; lastDay: string } | null): { from: string | null; to: string | null } {
  return { from: span?.firstDay ?? null, to: span?.lastDay ?? null }
}

interface CitedTitle {
  id: string
  /** In quotation marks, with its outlet and day; of one that cannot be quoted only these: "r/france of 2 February 2012". */
  text: string
  names: string[]
  quote: ClaimQuote | null
  day: string
}

function citeWithDay(document: QuotedDocument): CitedTitle {
  const title = quoteTitle(document)
  const names = [formatOutlet(document.outlet), formatDay(document.publishedAt)]
  const cited = title === null ? { text: names.join(' of '), names } : cite(title)
  return { ...cited, id: document.id, quote: title?.quote ?? null, day: document.publishedAt.slice(0, 10) }
}
