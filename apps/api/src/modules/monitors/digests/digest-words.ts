import { joinWithAnd } from '@auspex/analytics'
import type { DigestItem } from '@auspex/sdk/types'
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
  sizeOf,
  writeCounts,
  writeFigure,
} from './digest-figures.ts'
import { type ChangedSignal, maxTitle } from './digest-items.ts'
import { describeLimits, type DigestLimits } from './digest-limits.ts'

export interface MeasuredSignal {
  name: string
  news: DigestNews
}

/** A signal with too few documents to be measured. */
export interface FewDocuments {
  name: string
  stories: number
  before: number | null
}

/** What the sentences around the entries are written from. */
export interface DigestCounts extends DigestLimits {
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
  /** those of which an earlier digest said that they have ended, or have no document. */
  reported: number
  span: DigestSpan | null
  signals: number
  comments: number
  items: readonly DigestItem[]
  /** What the documents of all signals are called. */
  unit: DigestNews['noun']
}

/** More names would not fit where a program for email shows a subject, and figures of no more than these. */
const [maxNamed, maxWithFigures] = [3, 2]

/** The news, as the subject of an email says it: `Games: E3 (58 posts, up from 36) leads 3 rises among 9 signals, week to 10 June 2012`. */
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
    ...(up.length === 0 ? [] : [sayRises(up, counts)]),
    ...(high.length === 0 ? [] : [`${namesOf(high)} still high`]),
    ...(busy.length === 0 ? [] : [`${busy.length === 1 ? 'a busy day' : 'busy days'} for ${namesOf(busy)}`]),
  ]
  const falls = findMoves(counts, 'down').filter(({ news: fall }) => isLargeFall(fall))
  // the first figure of a title says what is counted
  const sayFall = (one: MeasuredSignal, at: number) =>
    at === 0 && up.length === 0 ? `${one.name} (${writeFigure(one.news)})` : sayCounts(one)
  const parts = [
    ...(news.length === 0 ? [describeCalm(counts)] : news),
    ...(news.length === 0 || falls.length === 0 ? [] : [`${sayNames(falls.map(sayFall))} down`]),
    ...(news.length > 0 && isMuchUnknown(counts) ? [sayUnread(counts)] : []),
    ...(span === null ? [] : [describeEnd(span)]),
  ]
  return shorten(`${subject}: ${parts.join(', ')}`, maxTitle)
}

/** `halibut (3, after 13)`. */
function sayCounts({ name, news }: MeasuredSignal): string {
  return `${name} (${writeCounts(news)})`
}

function sayNames(names: readonly string[]): string {
  return names.length <= maxNamed
    ? joinWithAnd(names)
    : joinWithAnd([...names.slice(0, maxNamed - 1), `${names.length - maxNamed + 1} more`])
}

/** `E3 (58 posts, up from 36) leads 4 rises among 12 signals`, the largest of all; what only the calendar made is named where nothing else rose. */
function sayRises(up: readonly MeasuredSignal[], counts: DigestCounts): string {
  const news = up.filter((one) => !isYearly(one.name, one.news))
  if (news.length > 0) {
    const rises = [...news, ...findMoves(counts, 'up')].toSorted(bySize)
    const largest = rises.slice(0, 1).map((one) => `${one.name} (${sayRise(one.news, true)})`)
    return rises.length === 1
      ? largest.join('')
      : `${largest.join('')} leads ${rises.length} rises among ${knownOf(counts)} signals`
  }
  const named = up.map((one, at) => (at < maxWithFigures ? `${one.name} (${sayRise(one.news, at === 0)})` : one.name))
  const known = up.map((one) => (one.news.yearsBefore ?? []).map(({ year }) => year))
  const years = [...new Set(known.flat())].toSorted((x, y) => x - y)
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
  if (isNothing(counts)) return `nothing found on ${sayKnownOf(counts)}`
  const calm = sayUnclear(counts)
  return isMuchUnknown(counts) ? `${calm}, ${sayUnread(counts)}` : calm
}

function sayUnclear(counts: DigestCounts): string {
  const [ups, downs] = [findMoves(counts, 'up'), findMoves(counts, 'down')]
  const moves = [...ups.slice(0, maxWithFigures), ...downs.slice(0, maxWithFigures)]
  const [most] = counts.measured.toSorted(byStories)
  // a reader asks for the signal with most documents, where only few of others moved
  const isSmall = moves.every((one) => one.news.stories + (one.news.before ?? 0) < (most?.news.stories ?? 0) / 5)
  const largest = most === undefined || !isSmall ? [] : [`most ${most.news.noun} on ${sayCounts(most)}`]
  if (moves.length > 0) {
    const named = (some: readonly MeasuredSignal[]) =>
      joinWithAnd([
        ...some
          .slice(0, maxWithFigures)
          .map((one) => (one === moves[0] ? `${one.name} (${writeFigure(one.news)})` : sayCounts(one))),
        ...(some.length > maxWithFigures ? [`${some.length - maxWithFigures} more`] : []),
      ])
    return [
      ...(ups.length === 0 ? [] : [`${named(ups)} up`]),
      ...(downs.length === 0 ? [] : [`${named(downs)} down`]),
      ...largest,
    ].join(', ')
  }
  if (isTooLittle(counts)) return `too few ${counts.unit} to show a change`
  if (most !== undefined && counts.measured.length === 1)
    return `${most.name} (${writeFigure(most.news)}), no clear change`
  return ['no clear change', ...largest].join(', ')
}

/** `any of 14 signals`, or `the 4 of 13 signals with new data`. */
function sayKnownOf(counts: DigestCounts): string {
  const known = knownOf(counts)
  if (known === counts.signals) return known === 1 ? 'the one signal' : `any of ${known} signals`
  return known === 1
    ? `the only one of ${counts.signals} signals with new data`
    : `the ${known} of ${counts.signals} signals with new data`
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
  const limits = describeLimits(counts)
  if (span === null && changed.length === 0) {
    const isRead = counts.unreadable.length === 0
    return isRead
      ? { lead: 'There is no new day of data since the last digest.', lines: limits }
      : { lead: limits[0] ?? '', lines: [] }
  }
  const hasEntries = changed.length > 0
  const moves = describeMoves(counts)
  // what the archive does not have is no news, so that it comes last
  const lines = [...moves.lines, ...describeTally(counts, moves.named), ...limits]
  const hasLead = !hasEntries && (lines.length > 0 || comments > 0 || falls.length > 0)
  return hasLead ? { lead: lines[0] ?? '', lines: lines.slice(1) } : { lead: '', lines }
}

/** A line names at most this number of signals. */
const maxListed = 3

/** What rose or fell and has no entry, the largest change first. Rises and falls are told alike, with their figures and without a hedge. */
function findMoves(
  { measured, falls }: { measured: readonly MeasuredSignal[]; falls: readonly MeasuredSignal[] },
  direction: 'up' | 'down',
): MeasuredSignal[] {
  const moves = measured.filter(
    ({ name, news }) =>
      changeOf(news)?.direction === direction &&
      !isStillHigh(news) &&
      // what comes back each year is no news
      !(direction === 'up' && isYearly(name, news)),
  )
  return [...(direction === 'down' ? falls : []), ...moves].toSorted(bySize)
}

function bySize({ news: a }: MeasuredSignal, { news: b }: MeasuredSignal): number {
  return sizeOf(b) - sizeOf(a)
}

function byStories({ news: a }: MeasuredSignal, { news: b }: MeasuredSignal): number {
  return b.stories - a.stories
}

/** The signal with most documents, unless another line has its figures: a reader asks for it first. */
function describeMost({ measured, changed }: DigestCounts, namedAbove: readonly string[]): string[] {
  const moved = changed.flatMap(({ name, news }) => (news === null ? [] : [{ name, news }]))
  const [most] = [...measured, ...moved].toSorted(byStories)
  if (most === undefined || namedAbove.includes(most.name) || moved.includes(most)) return []
  return [`Most ${most.news.noun}: ${sayCounts(most)}.`]
}

/** A line for each kind of signal that has no entry, and the names in them. */
function describeMoves(counts: DigestCounts): { lines: string[]; named: string[] } {
  const [ups, downs] = [findMoves(counts, 'up'), findMoves(counts, 'down')]
  // reported in an earlier digest, and not over yet
  const high = counts.measured
    .filter(({ name, news }) => isStillHigh(news) && changeOf(news)?.direction !== 'down' && !isYearly(name, news))
    .toSorted(byStories)
    .slice(0, maxListed)
  const isRiseAbove = counts.changed.some(({ news }) => news !== null && movedOf(news) === 'up')
  const moved = [...ups, ...high, ...downs]
  const namedAbove = moved.map(({ name }) => name)
  const list = (some: readonly MeasuredSignal[]) =>
    listFigures(some.slice(0, maxListed), { more: Math.max(0, some.length - maxListed) })
  return {
    lines: [
      ...(ups.length === 0 ? [] : [`${isRiseAbove ? 'Also up' : 'Up'}: ${list(ups)}.`]),
      ...(high.length === 0 ? [] : [`Still high: ${listFigures(high, { withUsual: true })}.`]),
      ...(downs.length === 0 ? [] : [`Down: ${list(downs)}.`]),
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

/** Whether nothing at all was found on the days that were read. */
function isNothing(counts: DigestCounts): boolean {
  return (
    isTooLittle(counts) &&
    counts.few.length > 0 &&
    counts.few.every(({ stories, before }) => stories + (before ?? 0) === 0)
  )
}

/** Names are given of no more that stayed calm. */
const maxCalmNamed = 5

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
  const both = describeBoth(span, { isBeforeKnown: counts.few.every(({ before }) => before !== null) })
  if (isNothing(counts)) return [`Nothing was found on ${sayKnownOf(counts)} ${both}.`]
  if (isTooLittle(counts)) {
    const which = quiet.length === 1 ? `${only} had` : 'No signal had'
    const few = quiet.length === 1 ? `fewer than ${minTold} ${unit}` : `${minTold} ${unit} or more`
    return [`${which} ${few} ${both}: too few to show a change.${describeMostOfFew(counts)}`]
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
  if (others.length <= maxCalmNamed) return [`No clear change: ${listCalm(others, counts)} ${compared}.`]
  const of =
    knownOf(counts) === counts.signals
      ? `${others.length} of ${counts.signals} signals`
      : `${others.length} signals with new data`
  return [`The other ${of}: no clear change ${compared}.`]
}

/** Signals that stayed calm, with their amounts, the noun once. */
function listCalm(names: readonly string[], { measured, few, unit }: DigestCounts): string {
  // two signals may have one name, so each is taken once
  const figures = [
    ...few.map(({ name, stories, before }) => {
      const after = before === null ? '' : `, after ${countOf(before)}`
      return { name, whole: `${countWith({ stories, noun: unit })}${after}`, counts: `${countOf(stories)}${after}` }
    }),
    ...measured.map(({ name, news }) => ({ name, whole: writeFigure(news), counts: writeCounts(news) })),
  ]
  let isNounSaid = false
  const listed = names.map((name) => {
    const at = figures.findIndex((one) => one.name === name)
    const [figure] = at === -1 ? [] : figures.splice(at, 1)
    if (figure === undefined) return name
    const text = isNounSaid ? figure.counts : figure.whole
    isNounSaid = true
    return `${name} (${text})`
  })
  return joinWithAnd(listed)
}

/** The largest of those that are too few to be measured. */
function describeMostOfFew({ few, unit, quiet }: DigestCounts): string {
  const [most] = few.toSorted((a, b) => b.stories - a.stories || (b.before ?? 0) - (a.before ?? 0))
  if (most === undefined) return ''
  const counted = `${countOf(most.stories)}${most.before === null ? '' : `, after ${countOf(most.before)}`}`
  if (quiet.length === 1) return ` It had ${counted}.`
  return most.stories === 0 ? ' All had none this time.' : ` Most ${unit}: ${most.name} (${counted}).`
}

/** Whether the only entry says what was compared, and of how many signals it is the only one. */
export function saysAlone({
  changed,
  items,
  falls,
  measured,
}: Pick<DigestCounts, 'changed' | 'items' | 'falls' | 'measured'>): boolean {
  const [first, ...others] = changed
  return (
    first?.news != null &&
    first.alerts.length === 0 &&
    others.length === 0 &&
    items.length <= 1 &&
    falls.length === 0 &&
    findMoves({ measured, falls }, 'up').length === 0 &&
    first.news.before !== null &&
    isClearRise(first.news)
  )
}
