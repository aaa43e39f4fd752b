import { daysBetween, formatDay, formatDayRange, joinWithAnd } from '@auspex/analytics'
import type { DigestItem, DigestScope } from '@auspex/sdk/types'
import { minTold, type ReportNews } from '../../reports/index.ts'
import { shorten } from '../destinations/chat-formats.ts'
import { countOf, directionOf, isAlike, isStillHigh, levelOf, writeFigure } from './digest-figures.ts'
import { type ChangedSignal, maxTitle } from './digest-items.ts'

/** Signals that a digest reads: more would take minutes to measure. */
export const maxSignals = 200

/** The days that most signals of a digest report on. */
export interface DigestSpan {
  fromDay: string
  toDay: string
}

/** How a title calls what has no title of its own. */
export const scopeNames: Readonly<Record<DigestScope['kind'], string>> = {
  portfolio: 'Portfolio',
  project: 'Project',
  monitors: 'Your monitors',
  following: 'What you follow',
}

export interface MeasuredSignal {
  name: string
  news: ReportNews
}

export interface BehindSignal {
  name: string
  /** The last covered day; null for none. */
  coveredTo: string | null
}

/** What the sentences around the entries are written from. */
export interface DigestCounts {
  changed: readonly ChangedSignal[]
  /** Names of those that did not clearly change, */
  quiet: readonly string[]
  /** the figures of these, where they are not too few; */
  measured: readonly MeasuredSignal[]
  /** Whether all that did not change are topics, of which documents are counted; */
  isAllCounted: boolean
  /** those that have no new covered day, */
  behind: readonly BehindSignal[]
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
}

/** Null where only a day stood out of amounts that are alike. */
export function movedOf(news: ReportNews): 'up' | 'down' | null {
  if (directionOf(news) === 'down') return 'down'
  return news.stories > (news.before ?? news.usual ?? 0) && !isAlike(news) ? 'up' : null
}

/** More names would not fit where a program for email shows a subject. */
const [maxNamed, maxWithPairs] = [3, 4]

/** Those that a subject names: the first entries, of which one is the largest fall where something fell; after a pair's first its second; then what rose with the only one. */
function chooseNamed({ changed, items }: DigestCounts): ChangedSignal[] {
  const signalOf = (id: string) => changed.filter(({ signalId }) => signalId === id)
  const entries = items.flatMap(({ signalId }) => signalOf(signalId))
  const fall = entries.slice(maxNamed).find(({ news }) => news !== null && directionOf(news) === 'down')
  const isFallNamed = entries.slice(0, maxNamed).some(({ news }) => news !== null && directionOf(news) === 'down')
  const others = items[0]?.related ?? []
  const related = (items.length === 1 && others.length > 1 ? others : []).flatMap(({ signalId }) => signalOf(signalId))
  // the heading of a pair has both names
  const namesOf = ({ signalId, title, related: beside = [] }: DigestItem) => [
    ...signalOf(signalId),
    ...beside
      .filter((one) => beside.length === 1 && title.endsWith(` and ${one.title}`))
      .flatMap((one) => signalOf(one.signalId)),
  ]
  const first = items.slice(0, maxNamed).flatMap(namesOf).slice(0, maxWithPairs)
  return [
    ...first,
    ...(fall === undefined || isFallNamed ? [] : [fall]),
    ...related.slice(0, Math.max(0, maxNamed - first.length)),
  ]
}

/** The news, as the subject of an email says it: `Games: more posts on E3 and Venus, week to 10 June 2012`. */
export function describeTitle(subject: string, counts: DigestCounts): string {
  const named = chooseNamed(counts)
  const alerted = named.filter(({ alerts }) => alerts.length > 0)
  const moved = named.flatMap(({ name, alerts, news }) => (alerts.length > 0 || news === null ? [] : [{ name, news }]))
  const those = (move: 'up' | 'down' | null) => moved.filter(({ news }) => movedOf(news) === move)
  const [up, down] = [those('up'), those('down')]
  const high = those(null).filter(({ news }) => levelOf(news) === 'high')
  const busy = those(null).filter(({ news }) => levelOf(news) === null && news.peak !== null)
  const news = [
    ...(alerted.length === 0
      ? []
      : [`${alerted.length === 1 ? 'alert' : 'alerts'} on ${joinWithAnd(alerted.map(({ name }) => name))}`]),
    ...(up.length === 0 ? [] : [`more ${describeMoved(up, counts)}`]),
    ...(down.length === 0 ? [] : [`fewer ${describeMoved(down, counts)}`]),
    ...(high.length === 0 ? [] : [`${joinWithAnd(high.map(({ name }) => name))} still high`]),
    ...(busy.length === 0
      ? []
      : [`${busy.length === 1 ? 'a busy day' : 'busy days'} for ${joinWithAnd(busy.map(({ name }) => name))}`]),
  ]
  const parts = [
    ...(news.length === 0 ? [describeCalm(counts)] : news),
    ...(news.length > 0 && isMuchUnknown(counts) ? [sayUnread(counts)] : []),
    ...(counts.span === null ? [] : [describeEnd(counts.span)]),
  ]
  return shorten(`${subject}: ${parts.join(', ')}`, maxTitle)
}

/** `posts on E3 and Venus`; with its figures where it is the only news: `posts on Venus (58, up from 36)`. */
function describeMoved(moved: readonly { name: string; news: ReportNews }[], { changed }: DigestCounts): string {
  const [first] = moved
  if (first === undefined) return ''
  const isSame = moved.every(({ news }) => news.noun === first.news.noun)
  const names = joinWithAnd(moved.map(({ name }) => name))
  const { stories, before } = first.news
  const figures =
    changed.length > 1 || before === null || stories === 0
      ? ''
      : ` (${countOf(stories)}, ${stories > before ? 'up' : 'down'} from ${countOf(before)})`
  return `${isSame ? first.news.noun : 'documents'} on ${names}${figures}`
}

/** Where most signals have no data, silence about them would be taken for calm. */
function describeCalm(counts: DigestCounts): string {
  if (counts.comments > 0) return 'new comments'
  if (counts.span === null) return 'no new data'
  const small = findUncertainRises(counts)
  const calm =
    small.length === 0
      ? `no clear ${findFalls(counts).length > 0 ? 'rise' : 'change'}`
      : `only ${small.length === 1 ? 'an uncertain rise' : 'uncertain rises'} (${joinWithAnd(small.map(({ name }) => name))})`
  return isMuchUnknown(counts) ? `${calm}, ${sayUnread(counts)}` : calm
}

function sayUnread(counts: DigestCounts): string {
  return `no new data on ${countUnread(counts)} of ${counts.signals} signals`
}

function describeEnd({ fromDay, toDay }: DigestSpan): string {
  const days = daysBetween(fromDay, toDay) + 1
  if (days === 1) return formatDay(toDay)
  return `${days === 7 ? 'week' : `${days} days`} to ${formatDay(toDay)}`
}

export function describeLead(counts: DigestCounts): string {
  const { changed, signals, span } = counts
  if (signals === 0) return 'There are no signals to sum up yet.'
  const unread = describeUnread(counts)
  if (span === null && changed.length === 0)
    return counts.unreadable.length === 0
      ? 'There is no new day of data since the last digest.'
      : [...unread, ...describeEmpty(counts)].join(' ')
  const [when, compared] = span === null ? ['', ''] : describeSpan(span)
  const known = signals - countUnread(counts) - counts.empty.length
  const withData = known === signals ? '' : ' with new data'
  if (changed.length === 0) {
    const which =
      known === 1 ? `the one signal${withData}` : `${known === 2 ? 'either' : 'any'} of the ${known} signals${withData}`
    const calm = `No clear ${findFalls(counts).length > 0 ? 'rise' : 'change'} in ${which}${when}${compared}.`
    // with most signals unread, the others say little of the collection
    const isMostlyUnread = known < signals - known
    return [
      ...(isMostlyUnread ? unread : []),
      calm,
      ...describeCalmSignals(counts),
      ...(isMostlyUnread ? [] : unread),
      ...describeEmpty(counts),
    ].join(' ')
  }
  // what is as high as before did not change against that, but stands out against what is usual
  const isChange = changed.every(({ alerts, news }) => alerts.length > 0 || news === null || movedOf(news) !== null)
  const verb = isChange ? 'changed clearly' : changed.length === 1 ? 'stands out' : 'stand out'
  const usual = isChange || compared === '' ? '' : ' or what is usual'
  const of = withData === '' ? `${known} ${known === 1 ? 'signal' : 'signals'}` : `the ${known} signals${withData}`
  const subject = known === 1 && known !== signals ? 'The only signal with new data' : `${changed.length} of ${of}`
  return [`${subject} ${verb}${when}${compared}${usual}.`, ...(isMuchUnknown(counts) ? unread : [])].join(' ')
}

/** A calm digest names rises of at least this many standard deviations, which may be chance, and at most this number of them. */
const [minUncertain, maxUncertain] = [1.5, 3]

/** What rose against as many days before, but not certainly, the clearest first. */
function findUncertainRises({ measured }: DigestCounts): MeasuredSignal[] {
  const riseOf = ({ news: { stories, before } }: MeasuredSignal) =>
    before === null ? 0 : (stories - before) / Math.sqrt(Math.max(1, stories + before))
  return measured
    .filter((one) => riseOf(one) >= minUncertain)
    .toSorted((a, b) => riseOf(b) - riseOf(a))
    .slice(0, maxUncertain)
}

/** Falls that are no news of their own: a reported peak has passed, or the topic’s share of everything collected did not fall. */
function findFalls({ measured }: DigestCounts): MeasuredSignal[] {
  return measured.filter(({ news }) => directionOf(news) === 'down')
}

/** What a reader of a calm digest may want to look at, or the amounts at least. */
function describeCalmSignals(counts: DigestCounts): string[] {
  const { measured, quiet } = counts
  if (quiet.length === 0) return []
  const list = (some: readonly MeasuredSignal[]) =>
    joinWithAnd(some.map(({ name, news }) => `${name} (${writeFigure(news)})`))
  const rises = findUncertainRises(counts)
  const falls = findFalls(counts).slice(0, maxUncertain)
  // told before, and not over yet
  const high = measured.filter(({ news }) => isStillHigh(news)).slice(0, maxUncertain)
  const [largest] = measured.toSorted((a, b) => b.news.stories - a.news.stories)
  if (largest === undefined)
    return counts.isAllCounted ? [`${quiet.length === 1 ? 'It' : 'Each'} had fewer than ${minTold} documents.`] : []
  return [
    ...(rises.length === 0 ? [] : [`Up, but not certainly: ${list(rises)}.`]),
    ...(falls.length === 0 ? [] : [`Down: ${list(falls)}.`]),
    ...(high.length === 0 ? [] : [`Still high: ${list(high)}.`]),
    ...(rises.length + falls.length + high.length === 0 ? [`The largest is ${list([largest])}.`] : []),
  ]
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

/** Names are given of no more that stayed calm, and of no more of which nothing is known. */
const [maxCalmNamed, maxUnreadNamed] = [5, 20]

/** One line after the entries that says what they and the first line do not; empty where there is nothing to add. */
export function describeClosing(counts: DigestCounts): string {
  const { changed, quiet } = counts
  if (changed.length === 0) return ''
  return [
    ...(quiet.length > 0 && quiet.length <= maxCalmNamed ? [`No clear change: ${joinWithAnd(quiet)}.`] : []),
    ...(isMuchUnknown(counts) ? [] : describeUnread(counts)),
    ...describeEmpty(counts),
  ].join(' ')
}

/** As they were typed: the reader may see why they are not found. */
function describeEmpty({ empty }: DigestCounts): string[] {
  if (empty.length === 0) return []
  const names =
    empty.length > maxUnreadNamed ? `${empty.length} signals` : joinWithAnd(empty.map((name) => `“${name}”`))
  return [`Never found: ${names}; the sources may not cover ${empty.length === 1 ? 'it' : 'them'}.`]
}

function describeUnread({ behind, unreadable, omitted }: DigestCounts): string[] {
  const name = (names: readonly string[]) =>
    names.length <= maxUnreadNamed ? joinWithAnd(names) : `${names.length} signals`
  const [first = '', ...later] = [...new Set(behind.flatMap(({ coveredTo }) => coveredTo ?? []))].toSorted()
  const last = later.at(-1)
  const when = last === undefined ? `on ${formatDay(first)}` : `between ${formatDay(first)} and ${formatDay(last)}`
  const isKnown = behind.every(({ coveredTo }) => coveredTo !== null)
  const ends = isKnown ? `, whose data ends ${when}` : ''
  return [
    ...(behind.length === 0 ? [] : [`No new data on ${name(behind.map((one) => one.name))}${ends}.`]),
    ...(unreadable.length === 0 ? [] : [`Could not be read: ${name(unreadable)}.`]),
    ...(omitted === 0
      ? []
      : [`${omitted} ${omitted === 1 ? 'is' : 'are'} beyond the ${maxSignals} that a digest reads.`]),
  ]
}

/** The days of a digest, and what they are compared with. */
function describeSpan({ fromDay, toDay }: DigestSpan): [when: string, compared: string] {
  const days = daysBetween(fromDay, toDay) + 1
  if (days === 1) return [` on ${formatDay(toDay)}`, '']
  const window = days === 7 ? 'week' : `${days} days`
  return [
    ` in the ${window} from ${formatDayRange(fromDay, toDay)}`,
    days < 7 ? '' : `, compared with the ${window} before`,
  ]
}
