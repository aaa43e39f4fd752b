import {
  createTopicMatcher,
  daysBetween,
  type EventStory,
  findOutstanding,
  findTopicReports,
  groupHeadlines,
  headlineStyle,
  type QueryNode,
  rankReports,
  tokens,
  type TopicName,
  type TopicReport,
  trimOutletName,
  type WordReader,
} from '@auspex/analytics'
import type { DocumentToRead, EventDocument, EventsSection, PublishedDocument, TopicEvent } from '@auspex/sdk/types'
import type { Steps } from '../../../adapters/database/turns/steps.ts'
import type { CopiedText, DocumentId, DocumentTitle, StoredDocument } from '../../library/index.ts'
import { compareAscending, foldText } from '../../../kernel/fold-text.ts'
import { joinMarks, matchSnippet, toSpans } from './snippet.ts'

/** A document with its whole text, independent of any query. */
export type LibraryDocument = Omit<PublishedDocument, 'snippet' | 'highlights'> & { body: string | null }

/** What the contract allows for a title and a URL; stored ones may be longer. */
export const maxShownTitle = 4_000
const maxShownUrl = 4_000

/** Maps a stored document to the contract. */
export function toLibraryDocument(document: StoredDocument): LibraryDocument {
  const { score, comments, views, reposts } = document
  const isSilent = score === null && comments === null && views === null && reposts === null
  return {
    id: document.documentId,
    source: document.sourceKey,
    outlet: document.outlet.slice(0, 300),
    kind: document.kind,
    url: document.url?.slice(0, maxShownUrl) ?? null,
    title: document.title.slice(0, maxShownTitle),
    body: document.body,
    author: document.author?.slice(0, 300) ?? null,
    publishedAt: document.publishedAt,
    datePrecision: document.datePrecision,
    country: document.country,
    countryBasis: document.countryBasis,
    language: document.lang,
    tone: { label: document.toneLabel, score: document.tone },
    engagement: isSilent ? null : { score, comments: floor(comments), views: floor(views), reposts: floor(reposts) },
    storyCluster: document.clusterId,
  }
}

/** Adds the passage and the words that matched, including those of `find`. */
export function presentDocument(
  { body, ...document }: LibraryDocument,
  node: QueryNode,
  find: QueryNode | null = null,
): PublishedDocument {
  const snippet = body === null || body === '' ? null : matchSnippet(node, body, find)
  return {
    ...document,
    snippet: snippet?.text ?? null,
    highlights: { title: toSpans(joinMarks(node, find), document.title), snippet: snippet?.highlights ?? [] },
  }
}

/** Maximum length of a text sent for reading, in UTF-16 units, and maximum number of marked ranges: the bounds of the contract. */
const maxTextLength = 60_000
const maxRanges = 1_000

/** A document with its text for reading. */
export function presentToRead(document: LibraryDocument, node: QueryNode, find: QueryNode | null): DocumentToRead {
  const { body } = document
  const content = body?.slice(0, maxTextLength) ?? ''
  return {
    document: presentDocument(document, node, find),
    text:
      content === ''
        ? null
        : {
            content,
            highlights: toSpans(joinMarks(node, find), content, maxRanges),
            isCut: content.length < (body?.length ?? 0),
          },
  }
}

interface Publication {
  id: string
  publishedAt: string
}

/** Newest first; equal times by id, so that the order is stable. */
export function byNewest(a: Publication, b: Publication): number {
  return compareAscending(b.publishedAt, a.publishedAt) || compareAscending(a.id, b.id)
}

/** Only points can be negative. */
function floor(count: number | null): number | null {
  return count === null ? null : Math.max(0, count)
}

// The contract's limits for the texts of a story in a report.
const maxTitle = 2_000
const maxOutlet = 300
export const maxTerm = 100
const maxName = 200

/** What some days were about, as the contract has it. */
export type PresentedStory = Pick<
  TopicEvent,
  'headline' | 'first' | 'retellings' | 'mostNoticed' | 'name' | 'subject' | 'terms'
>

export function presentStory(told: readonly DocumentTitle[], story: EventStory | null): PresentedStory {
  const headline = told[story?.headline ?? -1]
  const first = told[story?.members[0] ?? -1]
  const noticed = told[story?.mostNoticed ?? -1]
  return {
    headline: headline === undefined ? null : toEventDocument(headline),
    first: first === undefined ? null : toEventDocument(first),
    retellings: story?.members.length ?? 0,
    mostNoticed: noticed === undefined ? null : toEventDocument(noticed),
    name: story?.name?.slice(0, maxName) ?? null,
    subject: story?.subject?.slice(0, maxTerm) ?? null,
    terms: (story?.terms ?? []).map((term) => term.slice(0, maxTerm)),
  }
}

/** A headline of the peak is told before one of the beginning where it is this much more probable. */
const minGain = 0.1

/** What an event was about: the headline of its beginning, unless that of its peak is much better; without either that of its whole `course`, and its terms where those of the peak are none. */
export function tellEvent(
  { peak, first, course }: { peak: PresentedStory; first: PresentedStory | null; course: PresentedStory | null },
  scores: ReadonlyMap<string, number>,
): PresentedStory {
  const scoreOf = ({ headline }: PresentedStory) => scores.get(headline?.documentId ?? '') ?? 0
  if (first?.headline != null && scoreOf(first) > scoreOf(peak) - minGain) return first
  if (course === null) return peak
  const told = describeCourse(peak, course)
  return told.terms.length > 0
    ? told
    : { ...told, terms: [first, course].find((one) => one !== null && one.terms.length > 0)?.terms ?? [] }
}

/** What a long event was about, where the days of its peak have no headline: that of its whole course, if it has more. */
function describeCourse(peak: PresentedStory, whole: PresentedStory): PresentedStory {
  const hasSubject =
    whole.headline !== null || whole.mostNoticed !== null || (peak.mostNoticed === null && whole.subject !== null)
  return hasSubject ? { ...whole, name: peak.name ?? whole.name } : peak
}

/** Documents of an outstanding subject that are named in its section. */
const maxNamed = 50

export function* presentOutstanding(
  titles: readonly DocumentTitle[],
  options: Parameters<typeof findOutstanding>[1],
): Steps<EventsSection['outstanding']> {
  const outstanding = yield* findOutstanding(titles, options)
  const headline = titles[outstanding?.headline ?? -1]
  if (outstanding === null || headline === undefined) return null
  const { subject, firstDay, lastDay, stories, of, documents } = outstanding
  return {
    subject: subject.slice(0, maxName),
    firstDay,
    lastDay,
    stories,
    of,
    documentIds: documents.slice(0, maxNamed).flatMap((at) => titles[at]?.documentId ?? []),
    headline: toEventDocument(headline),
  }
}

/** A title that reports, and how much speaks for it (`findTopicReports`). */
interface FoundReport extends Omit<TopicReport, 'document'> {
  title: EventDocument
}

/** Titles that report what happened to a topic, the best first. */
export interface FoundReports {
  /** Of the days of each event; null where no title reports. */
  ofEvents: readonly (EventDocument | null)[]
  /** Of the highest bar. */
  ofBar: EventDocument | null
  /** Of all titles that were read, each of another time. */
  ofTopic: readonly FoundReport[]
}

/** Reports of a topic that are told, and the days that make two of them two things. */
const [maxReports, minDaysApart] = [3, 60]

/** Finds the best reports among some titles, each of another time. */
export function createReportFinder(queryWords: readonly string[]): (titles: readonly DocumentTitle[]) => FoundReport[] {
  return (titles) => {
    const found: FoundReport[] = []
    for (const { document, isClear, isStrong } of findTopicReports(titles, { queryWords })) {
      const title = titles[document]
      if (found.length === maxReports || title === undefined) break
      const isOfOther = found.every((one) => daysApart(one.title, title) >= minDaysApart)
      if (isOfOther) found.push({ title: toEventDocument(title), isClear, isStrong })
    }
    return found
  }
}

function daysApart(one: { publishedAt: string }, other: { publishedAt: string }): number {
  return Math.abs(daysBetween(one.publishedAt.slice(0, 10), other.publishedAt.slice(0, 10)))
}

/** What a large group of a topic's documents is about, and the documents to quote it from, the most typical first. */
export interface TopicSubject {
  terms: readonly string[]
  ids: readonly DocumentId[]
}

/** The events of a topic and its largest groups, told by the same titles. */
export interface DescribedEvents {
  events: EventsSection
  subjects: readonly TopicSubject[]
  /** Titles of a topic of few documents, those first that say best what they are about; empty for others. */
  titles: readonly EventDocument[]
  /** The probability, among all titles of the topic, that an editor would quote the first of `titles`. */
  titleScore: number
  /** Of each headline the probability that an editor would quote it for the days that it tells. */
  headlineScores: ReadonlyMap<string, number>
  /** Titles that report what happened. */
  reports: FoundReports
  /** What many of its titles name. */
  names: readonly TopicName[]
  /** Words of labels around headlines. */
  labels: ReadonlySet<string>
}

/** The documents whose texts sentences may quote: headlines, first reports, and the most typical of each large group; each once. */
export function eventDocuments({
  events: { events, busiest, outstanding },
  subjects,
  titles,
  reports,
}: DescribedEvents): DocumentId[] {
  const ids = [
    ...[...events, ...(busiest ? [busiest] : [])].flatMap(({ headline, first, mostNoticed }) => [
      headline,
      first,
      mostNoticed,
    ]),
    busiest?.copies?.first,
    outstanding?.headline,
    ...titles,
    ...reports.ofEvents,
    reports.ofBar,
    ...reports.ofTopic.map(({ title }) => title),
  ].flatMap((one) => one?.documentId ?? [])
  return [...new Set([...ids, ...subjects.flatMap((subject) => subject.ids)])] // the contract's ids are document ids
}

/** Fewer titles have nothing in common that says which of them reports best. */
const minRanked = 4
/** Titles that ask, explain or cannot be quoted have less. */
const [minStyle, minNoticedStyle] = [0.75, 0.6]
const maxChosen = 8

/**
 * Titles of a topic of few documents that say what these are about: those that report what happened, then those that name the topic and that others are like;
 * each once. Of a handful all. With the probability, among all, that an editor would quote the first.
 */
export function chooseTitles(
  titles: readonly DocumentTitle[],
  { node, queryWords, reader }: { node: QueryNode; queryWords: readonly string[]; reader: WordReader | null },
): { titles: EventDocument[]; titleScore: number } {
  const matches = createTopicMatcher(node)
  const isAbout = (title: string) => matches(tokens(title))
  const isGood = ({ title }: DocumentTitle) => isAbout(title) && headlineStyle(title) >= minStyle
  const isHandful = titles.length < minRanked
  const scores = new Map<DocumentId, number>()
  const input = { within: titles, other: [], queryWords, reader, peakDay: null }
  const reports = isHandful
    ? []
    : rankReports(input).flatMap(({ document, score }) => {
        const title = titles[document]
        if (title !== undefined) scores.set(title.documentId, score)
        return title ?? []
      })
  const central = groupHeadlines(titles, { queryWords, reader }).flatMap(({ documents }) =>
    documents.flatMap((at) => titles[at] ?? []),
  )
  const rankOf = (one: DocumentTitle) => (isAbout(one.title) ? 1 : 0) + headlineStyle(one.title)
  const all = titles.toSorted((a, b) => rankOf(b) - rankOf(a) || (b.reactions ?? 0) - (a.reactions ?? 0))
  const noticed = all.filter(({ title }) => isAbout(title) && headlineStyle(title) >= minNoticedStyle)
  const chosen = isHandful
    ? all
    : [...reports.filter(({ title }) => isAbout(title)), ...central.filter(isGood), ...noticed]
  const seen = new Set<string>()
  const isNew = ({ title, documentId }: DocumentTitle) => {
    const folded = foldText(title) || documentId
    return !seen.has(folded) && seen.add(folded) !== undefined
  }
  const shown = chosen.filter(isNew).slice(0, maxChosen)
  const titleScore = (shown[0] && scores.get(shown[0].documentId)) ?? 0
  return { titles: shown.map(toEventDocument), titleScore }
}

export function toEventDocument({ documentId, title, outlet, publishedAt }: DocumentTitle): EventDocument {
  const headline = trimOutletName(title, outlet)
  // only trailing text is left out: a quotation is located by where it begins in the title
  const trimmedTitle = title.startsWith(headline) ? headline : title
  return { documentId, title: trimmedTitle.slice(0, maxTitle), outlet: outlet.slice(0, maxOutlet), publishedAt }
}

export function presentCopies(
  copies: CopiedText | null,
  titles: ReadonlyMap<DocumentId, DocumentTitle>,
): NonNullable<EventsSection['busiest']>['copies'] {
  const title = copies && titles.get(copies.documentId)
  if (copies === null || title == null) return null
  return { storyCluster: copies.storyCluster, documents: copies.documents, first: toEventDocument(title) }
}
