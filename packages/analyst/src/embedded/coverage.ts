import { formatDay, formatDayRange, joinWithAnd } from '@auspex/analytics/claims'
import { daysBetween } from '@auspex/contract/days'
import type { DocumentKind } from '@auspex/sdk/values'
import type { SignalReport } from '@auspex/sdk/types'
import { type CitedWords, type Ground, type Sentence, sentence, withCapital } from '../answer/sentence.ts'
import type { Qualifier } from '../understand/qualifiers.ts'
import { joinWithOr } from '../understand/understanding.ts'
import { anyLead, type Wish } from '../understand/wishes.ts'
import { plainQuery } from '../understand/wordings.ts'
import type { Narrowing } from './topic-report.ts'

/** What documents are called where all of them are of one kind. */
export type DocumentNoun = 'posts' | 'articles' | 'comments' | 'documents'

/** The documents of one kind, of all sources that cover the same days, and these days. */
export interface CoveredPart {
  /** Places among the groups of the volume. */
  readonly places: readonly number[]
  readonly kind: DocumentKind
  readonly documents: number
  /** First and last day that is covered; where none is, those of the points that have documents. */
  readonly from: string
  readonly until: string
  /** Whether it ends before the report does, so that silence after it means nothing. */
  readonly hasEnded: boolean
  /** Documents of days that nothing covers, which are compared with nothing. */
  readonly isScattered: boolean
}

/** What the sources of a topic cover: every span, peak, table and comparison of an answer is limited to it. */
export interface Coverage {
  readonly parts: readonly CoveredPart[]
  /** The part with nearly all documents; null where several kinds of sources share them. */
  readonly main: CoveredPart | null
  /** The part within which days are compared, since a change of sources is none of the topic; null where all parts cover the same days. */
  readonly compared: CoveredPart | null
  readonly noun: DocumentNoun
}

/** With this share of the documents a part stands for all of them. */
const mainShare = 0.9
const nouns: Readonly<Partial<Record<DocumentKind, DocumentNoun>>> = {
  post: 'posts',
  question: 'posts',
  answer: 'posts',
  comment: 'comments',
  article: 'articles',
}

/** What a kind is called beside others. */
const longNouns: Readonly<Partial<Record<DocumentKind, string>>> = { post: 'forum posts', article: 'news articles' }

export function readCoverage({
  volume,
  counts,
  lastDay,
}: Pick<SignalReport, 'volume' | 'counts' | 'lastDay'>): Coverage {
  const parts = (volume.groups ?? []).flatMap((group, place): CoveredPart[] => {
    if (group.documents === 0) return []
    const holding = volume.points.filter(({ groups }) => (groups?.[place] ?? 0) > 0)
    const { kind, documents, endsOn, spans, uncoveredDocuments } = group
    // what came after the end of an archive is covered by nothing
    const isScattered = spans.length === 0 || uncoveredDocuments >= documents
    const from = isScattered ? holding[0]?.firstDay : spans[0]?.firstDay
    const until = isScattered ? holding.at(-1)?.lastDay : (endsOn ?? spans.at(-1)?.lastDay)
    if (from === undefined || until === undefined) return []
    return [
      {
        places: [place],
        kind,
        documents,
        from,
        until,
        hasEnded: !isScattered && endsOn !== null && endsOn < lastDay,
        isScattered,
      },
    ]
  })
  const bySize = joinAlike(parts).toSorted((a, b) => b.documents - a.documents)
  const largest = bySize[0] ?? null
  const main = largest !== null && largest.documents >= mainShare * counts.documents ? largest : null
  const kinds = new Set(parts.map(({ kind }) => nouns[kind] ?? 'documents'))
  return {
    parts: bySize,
    main,
    compared: main ?? (coverSameDays(bySize) ? null : largest),
    noun: kinds.size === 1 ? ([...kinds][0] ?? 'documents') : 'documents',
  }
}

/** Sources of one kind that end within this many days of each other end together. */
const maxDaysApart = 14

/** Parts of one kind of different sources as one, where they cover the same days. */
function joinAlike(parts: readonly CoveredPart[]): CoveredPart[] {
  const joined: CoveredPart[] = []
  for (const part of parts) {
    const at = joined.findIndex(
      (other) =>
        partNoun(other) === partNoun(part) &&
        other.isScattered === part.isScattered &&
        other.hasEnded === part.hasEnded &&
        (part.isScattered || (part.from <= other.until && other.from <= part.until && endTogether(part, other))),
    )
    const other = joined[at]
    if (other === undefined) joined.push(part)
    else
      joined[at] = {
        ...other,
        places: [...other.places, ...part.places],
        documents: other.documents + part.documents,
        from: other.from < part.from ? other.from : part.from,
        until: other.until > part.until ? other.until : part.until,
      }
  }
  return joined
}

function endTogether(one: CoveredPart, other: CoveredPart): boolean {
  const [first = '', last = ''] = [one.until, other.until].toSorted()
  return daysBetween(first, last) <= maxDaysApart
}

/** Whether no kind ends before the others do: then all documents can be compared together. */
function coverSameDays(parts: readonly CoveredPart[]): boolean {
  return parts.every(({ hasEnded, isScattered }) => !hasEnded && !isScattered)
}

/** "412 posts", "1 post". */
export function countOf(documents: number, noun: string): string {
  return `${documents.toLocaleString('en')} ${documents === 1 ? noun.replace(/s$/u, '') : noun}`
}

/** Whether a kind of documents is counted as a unit that a question names: what people ask and answer are posts too. */
export function isOfUnit(kind: DocumentKind, unit: string): boolean {
  return nouns[kind] === unit || `${kind}s` === unit
}

export function partNoun({ kind }: Pick<CoveredPart, 'kind'>): string {
  return longNouns[kind] ?? nouns[kind] ?? `${kind}s`
}

/** How much there is and what covers it, in one sentence: it closes an answer, or is one to "how many". */
export function sizeSentence(
  {
    report,
    name,
    size,
    narrowing,
  }: { report: SignalReport; name: string; size: CitedWords | null; narrowing?: Narrowing },
  coverage: Coverage,
  lead = '',
): Sentence | null {
  const { counts, signalId } = report
  if (counts.documents === 0) return null
  const { parts, noun } = coverage
  const about = counts.sampled ? 'about ' : ''
  const text = `${about}${countOf(counts.documents, noun)}`
  const ground: Ground = size?.ground ?? {
    kind: 'measure',
    signalId,
    section: 'volume',
    pointer: '/groups/0/documents',
    value: counts.documents,
  }
  const stories = counts.storyClusters ?? counts.documents
  const pieces =
    stories * 2 < counts.documents
      ? ` (copies of ${stories === 1 ? 'a single text' : `${stories.toLocaleString('en')} different texts`})`
      : ''
  const outlets = counts.outlets > 1 && !counts.sampled ? ` from ${counts.outlets.toLocaleString('en')} outlets` : ''
  const verb = counts.documents === 1 ? 'mentions' : 'mention'
  const whole = wholeWords(narrowing, name)
  const span = spanWords(report, parts)
  return withCapital(
    sentence(
      `${leadOfSize(lead, counts.documents)}${whole.lead}`,
      { text, ground },
      `${outlets}${pieces} ${verb} ${whole.what}${whole.lead !== '' && !span.startsWith(':') ? ',' : ''}${span}.${laterWords(report)}`,
    ),
  )
}

const hardlyAny = 3

/** "Yes" to whether people talk of something is too much for so few. */
function leadOfSize(lead: string, documents: number): string {
  return lead === 'Yes: ' && documents < hardlyAny ? 'Hardly: ' : lead
}

/** "Of 85 documents on Google Glass, ": a part of a topic begins with the whole. */
function wholeWords(narrowing: Narrowing | undefined, name: string): { lead: string; what: string } {
  if (narrowing === undefined || narrowing.used.length === 0) return { lead: '', what: name }
  const { subject, total, used } = narrowing
  const plain = plainQuery(subject)
  const whole = name.toLowerCase().startsWith(plain.toLowerCase()) ? name.slice(0, plain.length) : plain
  return { lead: `of ${countOf(total, 'documents')} on ${whole}, `, what: partWords({ used }) }
}

/** What the documents of a part of a topic mention: "“privacy” or a word like it". */
export function partWords({ used }: Pick<Narrowing, 'used'>): string {
  const words = joinWithAnd(used.map((one) => (one.isName ? one.words : `“${one.words}”`)))
  const isLoose = used.some(({ forms }) => forms.length > 1)
  const alike = used.length === 1 ? ' or a word like it' : ' or words like them'
  return `${words}${isLoose ? alike : ''}`
}

/** The number of documents before their report is there, and where the number stands in the sentence. */
export function firstSizeWords(
  { documents, outlets }: SignalReport['counts'],
  { lead, name, narrowing, days }: { lead: string; name: string; narrowing: Narrowing | null; days: string },
): { text: string; number: { start: number; end: number } } {
  const begin = leadOfSize(lead, documents)
  const verb = documents === 1 ? 'mentions' : 'mention'
  const from = outlets > 1 ? ` from ${outlets.toLocaleString('en')} outlets` : ''
  const isPart = narrowing !== null && narrowing.used.length > 0
  // a part of a topic is no count of the topic
  const number = isPart ? documents.toLocaleString('en') : countOf(documents, 'documents')
  const rest = isPart
    ? ` of the ${countOf(narrowing.total, 'documents')} on ${plainQuery(narrowing.subject)} ${verb} ${partWords(narrowing)}`
    : `${from} ${verb} ${name}`
  return {
    text: `${begin}${number}${rest}${days}.`,
    number: { start: begin.length, end: begin.length + number.length },
  }
}

/** That no document has a word for what a question says beside the topic, or that this could not be counted; the reading names the rest. */
export function missingSentence(
  { narrowing, name }: { narrowing?: Narrowing; name: string },
  isFurther: boolean,
): Sentence | null {
  if (narrowing === undefined || narrowing.used.length > 0) return null
  const { missing: none, uncounted, total } = narrowing
  const whole = isFurther ? '' : `, so this is about ${name} as a whole`
  if (none.length === 0 || total === 0)
    return uncounted.length === 0 ? null : sentence(`I could not count those with ${orWords(uncounted)}${whole}.`)
  return sentence(
    total === 1
      ? `The one document that mentions ${name} does not have ${orWords(none)}.`
      : `None of the ${total.toLocaleString('en')} documents that mention ${name} has ${orWords(none)} or ${none.length === 1 ? 'a word like it' : 'words like them'}${whole}.`,
  )
}

export function orWords(qualifiers: readonly Qualifier[]): string {
  return joinWithOr(qualifiers.map(({ words }) => `“${words}”`))
}

/** The words beside a topic that were looked for and that no document of the library has. */
export function absentOf({ missing, open = [] }: Narrowing): readonly Qualifier[] {
  return [...missing, ...open]
}

/** The words beside a topic that nothing was done with. */
export function unusedOf(narrowing: Narrowing | null): readonly Qualifier[] {
  if (narrowing === null) return []
  const { uncounted, open = [], unused } = narrowing
  return [...uncounted.filter((one) => !open.includes(one)), ...unused]
}

const maxNamedWords = 3
/** Endings of words that say how or what is done, which nobody misses. */
const manner = /(?:ly|ed|ing|ous|ful|able|ible|ive|less|ish)$/iu

/** What a reader would miss of unused words: names first, and a few things. */
export function wordsToName(unused: readonly Qualifier[]): string[] {
  const things = unused.filter(({ isName, words }) => isName || !manner.test(words))
  return things
    .toSorted((a, b) => Number(b.isName) - Number(a.isName))
    .slice(0, maxNamedWords)
    .map(({ words }) => words)
}

/** Whether a question is about the one word that no document has, so that this is its answer. */
export function isAboutMissing({
  narrowing,
  wishes,
  words,
}: {
  narrowing?: Narrowing
  wishes: readonly Wish[]
  words: string
}): boolean {
  const [only, ...others] = narrowing?.missing ?? []
  if (narrowing === undefined || only === undefined || others.length > 0) return false
  if (narrowing.used.length + narrowing.uncounted.length + narrowing.unused.length > 0) return false
  const own = only.words.replaceAll(/[^\p{L}\p{N}]/gu, '.')
  return (
    wishes.includes('volume') ||
    anyLead(words) !== '' ||
    /^\s*(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|how (?:many|much|often))\b/iu.test(
      words,
    ) ||
    // "what do people say about privacy with Google Glass"
    new RegExp(`\\b(?:about|of|on) (?:the )?${own}(?![\\p{L}\\p{N}])`, 'iu').test(words)
  )
}

/** Documents that are dated after the days of the report are counted, and belong to none of its days. */
function laterWords({ counts, lastDay }: SignalReport): string {
  const later = counts.laterDocuments ?? 0
  return later === 0
    ? ''
    : ` Of these, ${later.toLocaleString('en')} ${later === 1 ? 'is' : 'are'} dated after ${formatDay(lastDay)}.`
}

/** What covers the documents of an answer that has begun with their number: "They are forum posts between …". */
export function coveredSentence(report: SignalReport, { parts }: Coverage): Sentence | null {
  const [only, ...others] = parts
  if (only === undefined || report.counts.documents === 0) return null
  const isOne = report.counts.documents === 1
  const kind = others.length > 0 ? '' : ` ${isOne ? `a ${partNoun(only).replace(/s$/u, '')}` : partNoun(only)}`
  return sentence(`${isOne ? 'It is' : 'They are'}${kind}${spanWords(report, parts).replace(/^:/u, '')}.`)
}

/** The days of the documents, as the end of a sentence: each kind ends where its sources end. */
function spanWords({ firstDay, lastDay, counts, query }: SignalReport, parts: readonly CoveredPart[]): string {
  // all days begin with the first document
  const isSingle = counts.documents === 1 && query.startDate === null
  const [only, ...others] = parts
  if (others.length > 0 && !coverSameDays(parts))
    return `: ${joinWithAnd(parts.map((part) => `${countOf(part.documents, partNoun(part))} ${daysOf(part)}`))}`
  const until = only?.hasEnded === true || only?.isScattered === true ? only.until : lastDay
  if (isSingle) return ` on ${formatDay(firstDay)}`
  const end = only?.hasEnded === true ? `, where the library’s ${partNoun(only)} end` : ''
  return firstDay === until ? ` on ${formatDay(firstDay)}` : ` from ${formatDayRange(firstDay, until)}${end}`
}

/** The days of a part among several: "to 17 August 2013, where they end", "of 2015 to 2016". */
function daysOf({ from, until, hasEnded, isScattered, documents }: CoveredPart): string {
  const [first, last] = [from.slice(0, 4), until.slice(0, 4)]
  if (isScattered) return first === last ? `of ${first}` : `of ${first} to ${last}`
  if (hasEnded) return `up to ${formatDay(until)}, where ${documents === 1 ? 'those' : 'they'} end`
  return `from ${formatDayRange(from, until)}`
}

/** The share of a point's documents that the main part has must be nearly all, or the point is of other sources. */
export function isOfPart(groups: readonly number[] | undefined, part: CoveredPart): boolean {
  if (groups === undefined || groups.length === 0) return true
  const total = groups.reduce((sum, documents) => sum + documents, 0)
  return total === 0 || documentsOf(groups, part) >= mainShare * total
}

/** The documents of a point that are of a part. */
export function documentsOf(groups: readonly number[], { places }: CoveredPart): number {
  return places.reduce((sum, place) => sum + (groups[place] ?? 0), 0)
}

/** All documents that the library holds of the days and sources of a report: what a count of none rests on. */
export function heldOf({ volume: { points } }: Pick<SignalReport, 'volume'>): number {
  return points.reduce((sum, { total }) => sum + (total ?? 0), 0)
}

/** That a watch stays silent where all sources of a topic have ended; null where one goes on. */
export function silenceSentence(report: SignalReport): Sentence | null {
  const { parts } = readCoverage(report)
  const endedParts = parts.filter(({ hasEnded }) => hasEnded)
  const last = endedParts.toSorted((a, b) => b.until.localeCompare(a.until))[0]
  if (last === undefined || !parts.every(({ hasEnded, isScattered }) => hasEnded || isScattered)) return null
  return sentence(
    `The library’s ${partNoun(last)} end on ${formatDay(last.until)}, so it stays silent until a source brings new ones.`,
  )
}

/** With fewer documents nothing can be said of a trend or a tone. */
const fewForMeasures = 30

/** What the library can tell of a topic: how much it has, until when, and where that is asked, for what it is enough. */
export function coverageSentences(
  topic: { report: SignalReport; name: string; size: CitedWords | null; narrowing?: Narrowing },
  { lead, asksForTrust, hasTone }: { lead: string; asksForTrust: boolean; hasTone: boolean },
): Sentence[] {
  const coverage = readCoverage(topic.report)
  const size = sizeSentence(topic, coverage, lead)
  if (size === null) return []
  const ended = coverage.parts.filter(({ hasEnded }) => hasEnded)
  const last = ended.toSorted((a, b) => b.until.localeCompare(a.until))[0]
  const isOver = last !== undefined && coverage.parts.every(({ hasEnded, isScattered }) => hasEnded || isScattered)
  const { documents } = topic.report.counts
  const trust =
    documents < fewForMeasures
      ? `${documents === 1 ? 'One document supports' : `${documents} documents support`} quotations, and neither a trend nor a tone.`
      : `That is enough for counts${hasTone ? ', a tone' : ''} and quotations within those days; it is a sample of what was written, and not all of it.`
  return [
    ...(isOver && last !== undefined && asksForTrust
      ? [sentence(`Reliable up to ${formatDay(last.until)} and silent after it: what was written later is missing.`)]
      : []),
    size,
    ...(asksForTrust ? [sentence(trust)] : []),
  ]
}
