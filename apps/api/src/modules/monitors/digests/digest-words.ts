import { addDays, capitalize, formatDay, joinWithAnd } from '@auspex/analytics'
import type { CoverageGroup, DigestItem } from '@auspex/sdk/types'
import { minTold } from '../../reports/index.ts'
import { shorten } from '../destinations/chat-formats.ts'
import {
  changeOf,
  countOf,
  countWith,
  describeBoth,
  describeEnd,
  describeSpan,
  type DigestNews,
  type DigestSpan,
  isClearRise,
  isLargeFall,
  isStillHigh,
  isYearly,
  levelOf,
  listFigures,
  movedOf,
  writeCounts,
  writeFigure,
} from './digest-figures.ts'
import { type ChangedSignal, maxTitle } from './digest-items.ts'

/** Signals that a digest reads: more would take minutes to measure. */
export const maxSignals = 200

export interface MeasuredSignal {
  name: string
  news: DigestNews
}

export interface BehindSignal {
  name: string
  /** The last covered day; null for none. */
  coveredTo: string | null
  /** What ended on it; null where that is unknown. */
  source?: string | null
}

/** A signal with too few documents to be measured. */
export interface FewDocuments {
  name: string
  stories: number
  before: number | null
}

/** What the sentences around the entries are written from. */
export interface DigestCounts {
  /** Alerts, rises, and days that stand out: what has an entry. */
  changed: readonly ChangedSignal[]
  /** Clear falls that are news. */
  falls: readonly MeasuredSignal[]
  /** Names of those that did not clearly change, */
  quiet: readonly string[]
  /** the figures of these, where they are not too few; */
  measured: readonly MeasuredSignal[]
  /** the amounts of the others of them; */
  few: readonly FewDocuments[]
  /** Whether all that did not change are topics, of which documents are counted; */
  isAllCounted: boolean
  /** those that have no new covered day, */
  behind: readonly BehindSignal[]
  /** those of them, and of those without a document, of which an earlier digest said so; */
  reported: number
  /** of which there is no document at all, */
  empty: readonly string[]
  /** and whose report could not be read. */
  unreadable: readonly string[]
  /** How many are beyond those that a digest reads. */
  omitted: number
  span: DigestSpan | null
  signals: number
  comments: number
  items: readonly DigestItem[]
  /** What the documents of all signals are called. */
  unit: DigestNews['noun']
}

/** More names would not fit where a program for email shows a subject, and figures of no more than these. */
const [maxNamed, maxWithFigures] = [3, 2]

/** The news, as the subject of an email says it: `Games: E3 (58 posts, up from 36), Venus (20, up from 3) and 2 more, week to 10 June 2012`. */
export function describeTitle(subject: string, counts: DigestCounts): string {
  const { changed, items, span } = counts
  // in the order of the entries, before what rose with them
  const rankOf = new Map(items.map(({ signalId }, at) => [signalId, at]))
  const ordered = changed.toSorted(
    (a, b) => (rankOf.get(a.signalId) ?? changed.length) - (rankOf.get(b.signalId) ?? changed.length),
  )
  const alerted = ordered.filter(({ alerts }) => alerts.length > 0)
  const moved = ordered.flatMap(({ name, alerts, news }) =>
    alerts.length > 0 || news === null ? [] : [{ name, news }],
  )
  const up = moved.filter(({ news }) => movedOf(news) === 'up')
  const others = moved.filter(({ news }) => movedOf(news) === null)
  const high = others.filter(({ news }) => levelOf(news) === 'high')
  const busy = others.filter(({ news }) => levelOf(news) !== 'high')
  const namesOf = (some: readonly { name: string }[]) => sayNames(some.map(({ name }) => name))
  const news = [
    ...(alerted.length === 0 ? [] : [`${alerted.length === 1 ? 'alert' : 'alerts'} on ${namesOf(alerted)}`]),
    ...(up.length === 0 ? [] : [sayRises(up)]),
    ...(high.length === 0 ? [] : [`${namesOf(high)} still high`]),
    ...(busy.length === 0 ? [] : [`${busy.length === 1 ? 'a busy day' : 'busy days'} for ${namesOf(busy)}`]),
  ]
  const falls = findFalls(counts).filter(({ news: fall }) => isLargeFall(fall))
  const parts = [
    ...(news.length === 0 ? [describeCalm(counts)] : news),
    ...(news.length === 0 || falls.length === 0 ? [] : [`${namesOf(falls)} down`]),
    ...(news.length > 0 && isMuchUnknown(counts) ? [sayUnread(counts)] : []),
    ...(span === null ? [] : [describeEnd(span)]),
  ]
  return shorten(`${subject}: ${parts.join(', ')}`, maxTitle)
}

function sayNames(names: readonly string[]): string {
  return names.length <= maxNamed
    ? joinWithAnd(names)
    : joinWithAnd([...names.slice(0, maxNamed - 1), `${names.length - maxNamed + 1} more`])
}

/** `E3 (58 posts, up from 36), Venus (20, up from 3) and 2 more`. */
function sayRises(up: readonly MeasuredSignal[]): string {
  const named = up.map(({ name, news }, at) => (at < maxWithFigures ? `${name} (${sayRise(news, at === 0)})` : name))
  if (!up.every(({ name, news }) => isYearly(name, news))) return sayNames(named)
  const known = up.map(({ news }) => (news.yearsBefore ?? []).map(({ year }) => year))
  const years = [...new Set(known.flat())].toSorted((a, b) => a - b)
  const isKnown = known.every((some) => some.length > 0)
  return `${sayNames(named)}, as ${isKnown ? `in ${joinWithAnd(years.map(String))}` : 'each year'}`
}

function sayRise(news: DigestNews, isFirst: boolean): string {
  const counted = isFirst ? countWith(news) : countOf(news.stories)
  return news.before === null ? counted : `${counted}, up from ${countOf(news.before)}`
}

/** Where most signals have no data, silence about them would be taken for calm. */
function describeCalm(counts: DigestCounts): string {
  if (counts.comments > 0 && counts.falls.length === 0) return 'new comments'
  if (counts.span === null) return 'no new data'
  const calm = sayUnclear(counts)
  return isMuchUnknown(counts) ? `${calm}, ${sayUnread(counts)}` : calm
}

function sayUnclear(counts: DigestCounts): string {
  const [fall, ...others] = findFalls(counts)
  if (fall !== undefined)
    return `no clear rise; ${fall.name} down (${countWith(fall.news)}, after ${countOf(fall.news.before ?? 0)})${others.length === 0 ? '' : ` and ${others.length} more`}`
  const rises = findUncertain(counts, 'up').map(({ name }) => name)
  if (rises.length > 0)
    return `only ${rises.length === 1 ? 'an uncertain rise' : 'uncertain rises'} (${joinWithAnd(rises)})`
  return isTooLittle(counts) ? `too few ${counts.unit} to show a change` : 'no clear change'
}

function sayUnread(counts: DigestCounts): string {
  return `no new data on ${countUnread(counts)} of ${counts.signals} signals`
}

/** What stands around the entries: a first sentence where there are none, and lines after them. */
export interface DigestFrame {
  lead: string
  /** The signals that did not change enough for an entry, a line for each kind; last, how many changed in nothing. */
  lines: readonly string[]
}

export function describeFrame(counts: DigestCounts): DigestFrame {
  const { changed, signals, span, falls, comments } = counts
  if (signals === 0) return { lead: 'There are no signals to sum up yet.', lines: [] }
  const missing = [...describeUnread(counts), ...describeEmpty(counts)]
  if (span === null && changed.length === 0) {
    const isRead = counts.unreadable.length === 0
    return isRead
      ? { lead: 'There is no new day of data since the last digest.', lines: missing }
      : { lead: missing[0] ?? '', lines: missing.slice(1) }
  }
  const hasEntries = changed.length > 0
  const moves = describeMoves(counts)
  // with most signals unread, the others say little of the collection
  const isMostlyUnread = knownOf(counts) < signals - knownOf(counts)
  const calm = describeTally(counts, moves.named)
  const lines = isMostlyUnread ? [...missing, ...moves.lines, ...calm] : [...moves.lines, ...calm, ...missing]
  const hasLead = !hasEntries && (lines.length > 0 || comments > 0 || falls.length > 0)
  return hasLead ? { lead: lines[0] ?? '', lines: lines.slice(1) } : { lead: '', lines }
}

/** A line names at most this number of signals. */
const maxListed = 3

/** What rose or fell by chance perhaps, in a digest without news, the clearest first. */
function findUncertain({ measured, changed }: DigestCounts, direction: 'up' | 'down'): MeasuredSignal[] {
  if (changed.length > 0) return []
  return measured
    .filter(({ news }) => {
      const change = changeOf(news)
      return change?.direction === direction && !isStillHigh(news) && !(direction === 'down' && change.isClear)
    })
    .toSorted((a, b) => differenceOf(b) - differenceOf(a))
    .slice(0, maxListed)
}

/** What fell clearly, the largest first. */
function findFalls({ measured, falls }: DigestCounts): MeasuredSignal[] {
  const isFall = ({ news }: MeasuredSignal) => {
    const change = changeOf(news)
    return change?.direction === 'down' && change.isClear && !isStillHigh(news)
  }
  return [...falls, ...measured.filter(isFall)].toSorted((a, b) => differenceOf(b) - differenceOf(a))
}

function differenceOf({ news: { stories, before } }: MeasuredSignal): number {
  return Math.abs(stories - (before ?? 0)) / Math.sqrt(Math.max(1, stories + (before ?? 0)))
}

/** The signal with most documents, unless another line has its figures: a reader asks for it first. */
function describeMost({ measured, changed }: DigestCounts, namedAbove: readonly string[]): string[] {
  const moved = changed.flatMap(({ name, news }) => (news === null ? [] : [{ name, news }]))
  const [most] = [...measured, ...moved].toSorted((a, b) => b.news.stories - a.news.stories)
  if (most === undefined || namedAbove.includes(most.name) || moved.includes(most)) return []
  const change = changeOf(most.news)
  const perhaps = change === null ? '' : `; perhaps a ${change.direction === 'up' ? 'rise' : 'fall'}`
  return [`Most ${most.news.noun}: ${most.name} (${writeCounts(most.news)}${perhaps}).`]
}

/** A line for each kind of signal that has no entry, and the names in them. */
function describeMoves(counts: DigestCounts): { lines: string[]; named: string[] } {
  const falls = findFalls(counts)
  const shown = falls.slice(0, maxListed)
  // reported in an earlier digest, and not over yet
  const high = counts.measured
    .filter(({ name, news }) => isStillHigh(news) && changeOf(news)?.direction !== 'down' && !isYearly(name, news))
    .toSorted((a, b) => b.news.stories - a.news.stories)
    .slice(0, maxListed)
  const [ups, downs] = [findUncertain(counts, 'up'), findUncertain(counts, 'down')]
  const moved = [...ups, ...high, ...falls, ...downs]
  const namedAbove = moved.map(({ name }) => name)
  return {
    lines: [
      ...(ups.length === 0 ? [] : [`Up, but not certainly: ${listFigures(ups)}.`]),
      ...(high.length === 0 ? [] : [`Still high: ${listFigures(high, { withUsual: true })}.`]),
      ...(falls.length === 0 ? [] : [`Down: ${listFigures(shown, { more: falls.length - shown.length })}.`]),
      ...(downs.length === 0 ? [] : [`Down, but not certainly: ${listFigures(downs)}.`]),
      // where nothing moved, the last line names it
      ...(counts.changed.length + namedAbove.length === 0 ? [] : describeMost(counts, namedAbove)),
    ],
    // what fell and is news is not among those that stayed calm
    named: moved.filter((one) => !counts.falls.includes(one)).map(({ name }) => name),
  }
}

/** From this number and part of the signals on, those that could not be read come first: the reader must not take them for calm. */
const [minUnread, minUnreadPart] = [3, 0.15]

/** Signals of which the digest knows nothing new, other than those that have no document at all. */
function countUnread({ behind, unreadable, omitted }: DigestCounts): number {
  return behind.length + unreadable.length + omitted
}

function isMuchUnknown(counts: DigestCounts): boolean {
  return countUnread(counts) >= Math.max(minUnread, minUnreadPart * counts.signals)
}

/** Signals that were compared. */
function knownOf(counts: DigestCounts): number {
  return counts.signals - countUnread(counts) - counts.empty.length - counts.reported
}

/** Whether all have so few documents that no change could show. */
function isTooLittle({ measured, falls, changed, isAllCounted, quiet }: DigestCounts): boolean {
  return isAllCounted && quiet.length > 0 && measured.length + falls.length + changed.length === 0
}

/** Names are given of no more that stayed calm, and of no more of which nothing is known. */
const [maxCalmNamed, maxUnreadNamed] = [5, 20]

/** How the signals are called that were compared: `20 signals`, or `18 signals with new data`. */
export function describeKnown(counts: DigestCounts): string {
  const known = knownOf(counts)
  return `${known} ${known === 1 ? 'signal' : 'signals'}${known === counts.signals ? '' : ' with new data'}`
}

/** The last line: how many signals changed in nothing, and what was compared; empty where the only entry says it. */
function describeTally(counts: DigestCounts, named: readonly string[]): string[] {
  const { quiet, span, measured, changed, falls, unit } = counts
  const left = [...named] // two signals may have one name
  const others = quiet.filter((name) => !left.includes(name) || left.splice(left.indexOf(name), 1).length === 0)
  if (span === null || others.length === 0) return []
  const only = counts.signals === 1 ? 'The one signal' : 'The only signal with new data'
  if (isTooLittle(counts)) {
    const which = quiet.length === 1 ? `${only} had` : 'No signal had'
    const few = quiet.length === 1 ? `fewer than ${minTold} ${unit}` : `${minTold} ${unit} or more`
    return [`${which} ${few} in ${describeBoth(span)}: too few to show a change.${describeMostOfFew(counts)}`]
  }
  const compared = describeSpan(span)
  if (changed.length + falls.length === 0 && others.length === quiet.length) {
    const [alone] = quiet.length === 1 ? measured : []
    const none =
      quiet.length === 1 ? `${only} did not change clearly` : `No clear change in any of ${describeKnown(counts)}`
    const figure = alone === undefined ? '' : `: ${writeFigure(alone.news)}`
    return [[`${none} ${compared}${figure}.`, ...(quiet.length === 1 ? [] : describeMost(counts, []))].join(' ')]
  }
  if (saysAlone(counts)) return []
  if (others.length <= maxCalmNamed) return [`No clear change: ${joinWithAnd(others)} ${compared}.`]
  const of =
    knownOf(counts) === counts.signals
      ? `${others.length} of ${counts.signals} signals`
      : `${others.length} signals with new data`
  return [`The other ${of}: no clear change ${compared}.`]
}

/** The largest of those that are too few to be measured. */
function describeMostOfFew({ few, unit, quiet }: DigestCounts): string {
  const [most] = few.toSorted((a, b) => b.stories - a.stories || (b.before ?? 0) - (a.before ?? 0))
  if (most === undefined) return ''
  const counted = `${countOf(most.stories)}, after ${countOf(most.before ?? 0)}`
  if (quiet.length === 1) return ` It had ${counted}.`
  return most.stories === 0 ? ' All had none this time.' : ` Most ${unit}: ${most.name} (${counted}).`
}

/** Whether the only entry says what was compared, and of how many signals it is the only one. */
export function saysAlone({ changed, items, falls }: Pick<DigestCounts, 'changed' | 'items' | 'falls'>): boolean {
  const [first, ...others] = changed
  return (
    first?.news != null &&
    first.alerts.length === 0 &&
    others.length === 0 &&
    items.length <= 1 &&
    falls.length === 0 &&
    first.news.before !== null &&
    isClearRise(first.news)
  )
}

/** As they were typed: the reader may see why they are not found. */
function describeEmpty({ empty }: DigestCounts): string[] {
  if (empty.length === 0) return []
  const names =
    empty.length > maxUnreadNamed ? `${empty.length} signals` : joinWithAnd(empty.map((name) => `“${name}”`))
  return [`Never found: ${names}; try another word for ${empty.length === 1 ? 'it' : 'each'}, or its singular.`]
}

/** What has had no data for longer than this will hardly have any again. */
const maxLateDays = 56

/** Whether what ended on a day is mentioned once, and not in each digest. Without a last day nothing has ended. */
export function isLongOver(coveredTo: string | null, toDay: string): boolean {
  return coveredTo !== null && toDay !== '' && coveredTo < addDays(toDay, -maxLateDays)
}

function describeUnread({ behind, unreadable, omitted, span }: DigestCounts): string[] {
  const nameAll = (some: readonly BehindSignal[]) =>
    some.length <= maxUnreadNamed ? joinWithAnd(some.map(({ name }) => name)) : `${some.length} signals`
  const over = behind.filter(({ coveredTo }) => isLongOver(coveredTo, span?.toDay ?? ''))
  const late = behind.filter((one) => !over.includes(one))
  const [first = '', ...later] = [...new Set(late.flatMap(({ coveredTo }) => coveredTo ?? []))].toSorted()
  const last = later.at(-1)
  const when = last === undefined ? `on ${formatDay(first)}` : `between ${formatDay(first)} and ${formatDay(last)}`
  const ends = late.every(({ coveredTo }) => coveredTo !== null) ? `, whose data ends ${when}` : ''
  return [
    ...(late.length === 0 ? [] : [`No new data on ${nameAll(late)}${ends}.`]),
    // a line for each source, since it is the source that ended and not what people write about
    ...[...Map.groupBy(over, ({ source, coveredTo }) => `${source ?? ''} ${coveredTo ?? ''}`).values()].map((some) => {
      const { source = null, coveredTo } = some[0] ?? {}
      const ended = `${capitalize(source ?? 'the source')} ${source === null ? `of ${nameAll(some)} ` : ''}ends on ${formatDay(coveredTo ?? '')}`
      return `${ended}: nothing new ${source === null ? '' : `on ${nameAll(some)} `}from it. This is mentioned only once.`
    }),
    ...(unreadable.length === 0
      ? []
      : [
          `Could not be read: ${unreadable.length <= maxUnreadNamed ? joinWithAnd(unreadable) : `${unreadable.length} signals`}.`,
        ]),
    ...(omitted === 0
      ? []
      : [`${omitted} ${omitted === 1 ? 'is' : 'are'} beyond the ${maxSignals} that a digest reads.`]),
  ]
}

type SourceGroup = Pick<CoverageGroup, 'source' | 'kind' | 'label' | 'documents' | 'spans'>

/** What a signal's documents came from that ends on its last day: `the forum archive of 2010–2013`; null where that is unknown. */
export function nameEndedSource(groups: readonly SourceGroup[], coveredTo: string): string | null {
  const [group] = groups
    .filter(({ documents, spans }) => documents > 0 && spans.at(-1)?.lastDay === coveredTo)
    .toSorted((a, b) => b.documents - a.documents)
  if (group === undefined) return null
  const [, label = group.label, years = null] = /^(.*), ([^,]*\d{4})$/u.exec(group.label) ?? []
  const isLibrary = group.source === 'imported' || group.source === 'demo'
  const kind = group.kind === 'post' || group.kind === 'comment' ? 'forum' : group.kind === 'article' ? 'news' : null
  const archive =
    isLibrary && kind !== null ? `the ${kind} archive` : `the archive of ${isLibrary ? label.toLowerCase() : label}`
  return years === null ? archive : `${archive} of ${years}`
}
