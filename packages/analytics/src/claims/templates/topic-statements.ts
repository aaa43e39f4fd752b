import { isReport } from '../../events/headline-style.ts'
import { daysBetween } from '../../series/daily-series.ts'
import { allDocuments, type ClaimQuote, evidence } from '../claim.ts'
import type { NewClaim, StatementDraft } from '../compile-claims.ts'
import { type PieceNoun, plainNumber, pluralNoun, startNumber } from '../render-number.ts'
import { capitalize, formatDay, formatMonths, formatOutlet, joinWithAnd } from '../sentence-words.ts'
import { cite, headlineTitle, nameOrQuotation, type QuotedDocument, quoteTitle } from './quoted-titles.ts'

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
  /** Titles that report what happened, the best first. */
  reports?: readonly QuotedDocument[]
  /** From when they are, and from when more than half of them are, if that is a short time; null where the days are asked for. */
  span: Span | null
  outlets: readonly { name: string; documents: number }[]
}

interface Days {
  firstDay: string
  lastDay: string
}

interface Span extends Days {
  most: (Days & { documents: number }) | null
}

type TitleAndFirst = readonly [title: StatementDraft | null, first: StatementDraft | null]

/** So few are told one by one. */
const maxSingle = 3

/** The title and the first sentence of a topic of few documents: what they report, or when or where most of them are; without what is unknown. */
export function fewStatements(few: FewDocuments): TitleAndFirst | null {
  const titles = few.titles.map(citeWithDay)
  if (few.documents <= maxSingle) return listDocuments(few, titles)
  const [best] = titles
  return headlineOfOneTime(few, best) ?? reportOfFew(few) ?? reportAmongMany(few, best) ?? timeOrPlaceOfMost(few, best)
}

/** What one of the documents reports as a headline, from when all are, and what another reports. */
function reportOfFew(few: FewDocuments): TitleAndFirst | null {
  const { topic, scope, documents, span } = few
  // of a topic without a name of its own a report names somebody
  const reports = (few.reports ?? []).filter(
    ({ title }) => /\p{Lu}/u.test(topic) || /(?<=[\p{Ll}\p{N}],? )\p{Lu}/u.test(title),
  )
  const [title = null] = reports.flatMap(
    (report) => headlineTitle(report, { score: 0, topic: `${topic}${scope}`, least: 0 }) ?? [],
  )
  if (title === null) return null
  const quoted = title.claims[0]?.quote?.documentId
  const other = reportStatement(
    reports.filter(({ id }) => id !== quoted),
    { isFirst: false },
  )
  if (span === null) return [title, other]
  const number = plainNumber(countOf(documents))
  const months = formatMonths(span)
  const text = `The ${number.text} date from ${months}.`
  const counted = { ...countClaim(few), names: [months], numbers: [number], evidence: evidenceOf(span) }
  return [
    title,
    {
      text: other === null ? text : `${text} ${other.text}`,
      part: 'story',
      claims: [counted, ...(other?.claims ?? [])],
    },
  ]
}

/** What one of the documents reports, or another one after the title. Null where none can be quoted. */
export function reportStatement(
  reports: readonly QuotedDocument[],
  { isFirst }: { isFirst: boolean },
): StatementDraft | null {
  const [report] = reports.map(citeWithDay).filter(({ quote }) => quote !== null)
  return report === undefined
    ? null
    : {
        text: `${isFirst ? 'Reports include' : 'Another report is'} ${report.text}.`,
        part: 'story',
        claims: [documentClaim(report)],
      }
}

/** What many documents of a topic name beside it. */
export interface ReportedName {
  /** A name, or a noun, as titles write it. */
  name: string
  /** The term that its documents hold, and their number; null where only titles were counted. */
  mentions: { term: string; documents: number } | null
}

/** A topic of many documents without an event. */
export interface NamedTopic extends Days {
  topic: string
  noun: PieceNoun
  documents: number
  names: readonly ReportedName[]
}

/** Fewer names are one example. */
const minNames = 2
const maxNames = 3

/** What the documents of a topic name most, as its title (`isTitle`) or a sentence. Null where they have little in common. */
export function namesStatement(
  { topic, noun, names, firstDay, lastDay }: NamedTopic,
  { isTitle }: { isTitle: boolean },
): StatementDraft | null {
  if (names.length < minNames) return null
  const words = names.slice(0, maxNames).map(({ name }) => nameOrQuotation(name))
  const text = `${capitalize(pluralNoun(noun, Infinity))} about ${topic} often mention ${joinWithAnd(words)}`
  return {
    text: isTitle ? text : `${text}.`,
    part: isTitle ? 'title' : 'story',
    claims: [
      {
        ...mentionClaim({ firstDay, lastDay }),
        names: [topic, ...words],
        reason: 'Of the names and nouns that set the topic apart, these are in the most titles that were read.',
      },
    ],
  }
}

/** A name in a smaller part of the documents is one of many. */
const minMentionPart = 0.1

/** How many documents of a topic mention the most frequent of its names. Null where that was not counted, or is few. */
export function mentionStatement({ noun, documents, names, firstDay, lastDay }: NamedTopic): StatementDraft | null {
  const [first] = names
    .slice(0, maxNames)
    .flatMap(({ name: written, mentions }) => (mentions === null ? [] : { written, mentions }))
    .toSorted((a, b) => b.mentions.documents - a.mentions.documents)
  if (first === undefined || first.mentions.documents < minMentionPart * documents) return null
  const all = plainNumber({ ...countOf(documents), ...(noun !== 'pieces' && { noun }) })
  const part = plainNumber({
    value: first.mentions.documents,
    unit: 'documents',
    n: first.mentions.documents,
    noun: null,
  })
  const name = nameOrQuotation(first.written)
  const claim = mentionClaim({ firstDay, lastDay })
  const { from, to } = claim.evidence
  return {
    text: `Of the ${all.text}, ${part.text} mention ${name}.`,
    part: 'story',
    claims: [
      { ...claim, numbers: [all] },
      { ...claim, numbers: [part], names: [name], evidence: evidence({ context: first.mentions.term, from, to }) },
    ],
  }
}

function mentionClaim(days: Days): NewClaim {
  return {
    kind: 'count',
    status: 'supported',
    reason: 'Every matching document was counted.',
    numbers: [],
    names: [],
    quote: null,
    evidence: evidenceOf(days),
    documentIds: [],
    formula: 'contexts',
  }
}

/** One to three documents: the number with the best title, and then the others. */
function listDocuments(few: FewDocuments, titles: readonly CitedTitle[]): TitleAndFirst | null {
  const { topic, scope, days, documents } = few
  const [best] = titles
  if (best === undefined) return null
  const number = startNumber(countOf(documents))
  const mention = documents === 1 ? 'mentions' : 'mention'
  return [
    {
      text: `${number.text}${scope} ${mention} ${topic}${days}${introduceBest(best, documents)} ${best.text}`,
      part: 'title',
      claims: [{ ...countClaim(few), numbers: [number] }, documentClaim(best)],
    },
    listOthers(
      titles.slice(1, documents).filter(({ quote }) => quote !== null),
      documents - 1,
    ),
  ]
}

/** What stands between the number of documents and the first of them. */
function introduceBest({ quote }: CitedTitle, documents: number): string {
  if (documents > 1) return quote === null ? ', among them a text from' : ', among them'
  return quote === null ? ', a text from' : ':'
}

/** The other documents that can be quoted, of `count`; null where none can. */
function listOthers(others: readonly CitedTitle[], count: number): StatementDraft | null {
  if (others.length === 0) return null
  const list = joinWithAnd(others.map(({ text }) => text))
  const subject = count === 1 ? 'The other' : 'Another'
  return {
    text: others.length === 1 ? `${subject} is ${list}.` : `The others are ${list}.`,
    part: 'story',
    claims: others.map(documentClaim),
  }
}

/** Documents of fewer days are of one time. */
const minApartDays = 366

function isShort({ firstDay, lastDay }: Days): boolean {
  return daysBetween(firstDay, lastDay) < minApartDays
}

/** The best title as a headline, with the time that the documents or most of them are from; null where that is not one time, or the title no headline. */
function headlineOfOneTime(few: FewDocuments, best: CitedTitle | undefined): TitleAndFirst | null {
  const { topic, scope, documents, span, titles, titleScore = 0 } = few
  if (span === null) return null
  const { most } = span
  const isOfOneTime =
    most === null ? isShort(span) : best !== undefined && most.firstDay <= best.day && best.day <= most.lastDay
  if (!isOfOneTime) return null
  const title = headlineTitle(titles[0] ?? null, { score: titleScore, topic: `${topic}${scope}` })
  if (title === null) return null
  const number = plainNumber(countOf(documents))
  const time = formatMonths(most ?? span)
  const all: NewClaim = { ...countClaim(few), names: [time], numbers: [number] }
  if (most === null) {
    const text = `All ${number.text} date from ${time}.`
    return [title, { text, part: 'story', claims: [{ ...all, evidence: evidenceOf(span) }] }]
  }
  const part = plainNumber({ value: most.documents, unit: 'documents', n: most.documents, noun: null })
  const claims = [all, { ...all, names: [], numbers: [part], evidence: evidenceOf(most) }]
  return [title, { text: `Of the ${number.text}, ${part.text} date from ${time}.`, part: 'story', claims }]
}

/** A report as one of several, and from when most are; null where the topic has no name of its own: there a report is one of many. */
function reportAmongMany(few: FewDocuments, best: CitedTitle | undefined): TitleAndFirst | null {
  const { topic, span } = few
  if (best === undefined || best.quote === null || !/\p{Lu}/u.test(topic) || !isReport(best.quote.text)) return null
  const title: StatementDraft = {
    text: `${capitalize(aboutTopic(few))} include ${best.text}`,
    part: 'title',
    claims: [countClaim(few), documentClaim(best)],
  }
  const most = span?.most ?? null
  if (most === null) return [title, null]
  const time = formatMonths(most)
  return [
    title,
    {
      text: `Most of them date from ${time}.`,
      part: 'story',
      claims: [{ ...countClaim(few), names: [time], evidence: evidenceOf(most) }],
    },
  ]
}

/** When or where most of the documents are from, then how many there are and the best title. */
function timeOrPlaceOfMost(few: FewDocuments, best: CitedTitle | undefined): TitleAndFirst | null {
  const title = titleOfMost(few)
  if (best === undefined || best.quote === null) return title === null ? null : [title, null]
  // without a title of its own the count heads the report
  if (title === null)
    return [null, { text: `Among them is ${best.text}.`, part: 'story', claims: [documentClaim(best)] }]
  // the number is a claim of its title
  if (title.claims.some(({ numbers }) => numbers.length > 0))
    return [title, { text: `Among them is ${best.text}.`, part: 'story', claims: [documentClaim(best)] }]
  const number = plainNumber(countOf(few.documents))
  return [
    title,
    {
      text: `There are ${number.text} in all, among them ${best.text}.`,
      part: 'story',
      claims: [{ ...countClaim(few), names: [], numbers: [number] }, documentClaim(best)],
    },
  ]
}

function titleOfMost(few: FewDocuments): StatementDraft | null {
  const { topic, scope, documents, span, outlets } = few
  const about = aboutTopic(few)
  const titled = (text: string, name: string, part: Parameters<typeof evidence>[0] = {}): StatementDraft => {
    const counted = countClaim(few)
    return {
      text: `${text} ${name}`,
      part: 'title',
      claims: [{ ...counted, names: [...counted.names, name], evidence: evidence(part) }],
    }
  }
  const most = span?.most ?? null
  if (most !== null) return titled(`Most ${about} are from`, formatMonths(most), evidenceOf(most))
  const [place] = outlets.toSorted((a, b) => b.documents - a.documents)
  if (place !== undefined && outlets.length > 1 && place.documents > documents / 2)
    return titled(`Most ${about} are from`, formatOutlet(place.name), { outlet: place.name })
  if (span === null) return null
  const months = formatMonths(span)
  if (isShort(span)) return titled(`All ${about} are from`, months)
  const number = startNumber(countOf(documents))
  const title = titled(`${number.text}${scope} mention ${topic}, from`, months)
  return { ...title, claims: title.claims.map((claim) => ({ ...claim, numbers: [number] })) }
}

function aboutTopic({ topic, scope, days }: FewDocuments): string {
  return `documents${scope} about ${topic}${days}`
}

function countOf(documents: number) {
  return { pointer: '/counts/documents', value: documents, unit: 'documents', n: documents } as const
}

function evidenceOf({ firstDay, lastDay }: Days) {
  return evidence({ from: firstDay, to: lastDay })
}

/** That the documents were counted, with the names that say which. */
function countClaim({ topic, scope, days }: FewDocuments): NewClaim {
  return {
    kind: 'count',
    status: 'supported',
    reason: 'Every matching document was counted.',
    numbers: [],
    names: [topic, scope.trim(), days.trim()].filter((name) => name !== ''),
    quote: null,
    evidence: allDocuments,
    documentIds: [],
    formula: 'match',
  }
}

/** That one document is there, with its title or else only its outlet and day. */
function documentClaim({ id, names, quote, day }: CitedTitle): NewClaim {
  return {
    kind: quote === null ? 'count' : 'quote',
    status: 'supported',
    reason:
      quote === null
        ? 'The outlet and the day are those of the document.'
        : 'The words stand in the document; whether they are true was not checked.',
    numbers: [],
    names,
    quote,
    evidence: evidence({ ids: id, from: day, to: day }),
    documentIds: [id],
    formula: 'match',
  }
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
