import { capitalize, daysBetween, formatDay, formatDayRange, joinWithAnd } from '@auspex/analytics'
import type { DigestItem, DigestScope } from '@auspex/sdk/types'
import { isLike, type ReportNews } from '../../reports/index.ts'
import { shorten } from '../destinations/chat-formats.ts'
import { type ChangedSignal, directionOf, maxTitle } from './digest-items.ts'

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

/** What the sentences around the entries are written from. */
export interface DigestCounts {
  changed: readonly ChangedSignal[]
  /** Names of those that did not clearly change, */
  quiet: readonly string[]
  /** that have no new covered day, */
  behind: readonly string[]
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
  return news.stories > (news.before ?? news.usual ?? 0) && !isLike(news.stories, news.before) ? 'up' : null
}

/** More names would not fit where a program for email shows a subject. */
const maxNamed = 3

/** Those that a subject names: the first entries, of which one is the largest fall where something fell; then what rose with the only one. */
function chooseNamed({ changed, items }: Pick<DigestCounts, 'changed' | 'items'>): ChangedSignal[] {
  const signalOf = (id: string) => changed.filter(({ signalId }) => signalId === id)
  const entries = items.flatMap(({ signalId }) => signalOf(signalId))
  const fall = entries.slice(maxNamed).find(({ news }) => news !== null && directionOf(news) === 'down')
  const isFallNamed = entries.slice(0, maxNamed).some(({ news }) => news !== null && directionOf(news) === 'down')
  const related = (items.length === 1 ? (items[0]?.related ?? []) : []).flatMap(({ signalId }) => signalOf(signalId))
  const first = entries.slice(0, maxNamed)
  return [...first, ...(fall === undefined || isFallNamed ? [] : [fall]), ...related.slice(0, maxNamed - first.length)]
}

/** The news, as the subject of an email says it: `Games: E3 and Venus up, week to 10 June 2012`. */
export function describeTitle(subject: string, counts: DigestCounts): string {
  const { span } = counts
  const named = chooseNamed(counts)
  const list = (some: readonly ChangedSignal[]) => joinWithAnd(some.map(({ name }) => name))
  const alerted = named.filter(({ alerts }) => alerts.length > 0)
  const moved = (direction: 'up' | 'down') =>
    named.filter(({ alerts, news }) => alerts.length === 0 && news !== null && movedOf(news) === direction)
  const [up, down] = [moved('up'), moved('down')]
  const news = [
    ...(alerted.length === 0 ? [] : [`${alerted.length === 1 ? 'alert' : 'alerts'} on ${list(alerted)}`]),
    ...(up.length === 0 ? [] : [`${list(up)} up`]),
    ...(down.length === 0 ? [] : [`${list(down)} down`]),
  ]
  const parts = [
    news.length === 0 ? describeCalm(counts) : capitalize(news.join(', ')),
    ...(span === null ? [] : [describeEnd(span)]),
  ]
  return shorten(`${subject}: ${parts.join(', ')}`, maxTitle)
}

/** Where most signals have no data, silence about them would be taken for calm. */
function describeCalm(counts: DigestCounts): string {
  if (counts.comments > 0) return 'new comments'
  if (counts.span === null) return 'no new data'
  const unknown = countUnknown(counts)
  return isMuchUnknown(counts)
    ? `no clear change in ${counts.signals - unknown} of ${counts.signals} signals, nothing new on the others`
    : 'no clear change'
}

function describeEnd({ fromDay, toDay }: DigestSpan): string {
  const days = daysBetween(fromDay, toDay) + 1
  if (days === 1) return formatDay(toDay)
  return `${days === 7 ? 'week' : `${days} days`} to ${formatDay(toDay)}`
}

export function describeLead(counts: DigestCounts): string {
  const { changed, signals, span } = counts
  if (signals === 0) return 'There are no signals to sum up yet.'
  const unknown = isLeading(counts) ? [describeUnknown(counts)] : []
  if (span === null && changed.length === 0)
    return counts.unreadable.length === 0 ? 'There is no new day of data since the last digest.' : unknown.join(' ')
  const [when, compared] = span === null ? ['', ''] : describeSpan(span)
  if (changed.length === 0) {
    const known = signals - countUnknown(counts)
    const which = known === 1 ? 'the one signal' : `the ${known} signals`
    return [
      `Nothing clearly changed${when}${compared} in ${which}${known === signals ? '' : ' with new data'}.`,
      ...unknown,
    ].join(' ')
  }
  const known = signals - countUnknown(counts)
  const of =
    known === signals
      ? `${signals} ${signals === 1 ? 'signal' : 'signals'}`
      : `the ${known} ${known === 1 ? 'signal' : 'signals'} with new data`
  const before = compared.replace(/,$/u, '')
  // what is as high as before did not change against that, but stands out against what is usual
  const isChange = changed.every(({ alerts, news }) => alerts.length > 0 || news === null || movedOf(news) !== null)
  const verb = isChange ? 'changed clearly' : changed.length === 1 ? 'stands out' : 'stand out'
  const usual = isChange || before === '' ? '' : ' or what is usual'
  const subject = known === 1 && known !== signals ? 'The only signal with new data' : `${changed.length} of ${of}`
  return [`${subject} ${verb}${when}${before}${usual}.`, ...unknown].join(' ')
}

/** From this number and part of the signals on, those about which nothing can be said come first: the reader must not take them for calm. */
const [minUnknown, minUnknownPart] = [3, 0.15]

function countUnknown({ behind, empty, unreadable, omitted }: DigestCounts): number {
  return behind.length + empty.length + unreadable.length + omitted
}

function isMuchUnknown(counts: DigestCounts): boolean {
  return countUnknown(counts) >= Math.max(minUnknown, minUnknownPart * counts.signals)
}

function isLeading(counts: DigestCounts): boolean {
  return isMuchUnknown(counts) || (counts.changed.length === 0 && countUnknown(counts) > 0)
}

/** Names are given of no more that stayed calm, and of no more of which nothing is known. */
const [maxCalmNamed, maxUnknownNamed] = [5, 12]

/** One line after the entries that says what they and the first line do not; empty where there is nothing to add. */
export function describeClosing(counts: DigestCounts): string {
  const { changed, quiet, behind, empty, unreadable, omitted } = counts
  if (changed.length === 0) return ''
  return [
    ...(quiet.length > 0 && quiet.length <= maxCalmNamed ? [`No clear change: ${joinWithAnd(quiet)}.`] : []),
    ...(isLeading(counts) || behind.length === 0 ? [] : [`No new days of data: ${joinWithAnd(behind)}.`]),
    ...(isLeading(counts) || empty.length === 0 ? [] : [describeEmpty(empty)]),
    ...(isLeading(counts) || unreadable.length === 0 ? [] : [`Could not be read: ${joinWithAnd(unreadable)}.`]),
    ...(isLeading(counts) || omitted === 0 ? [] : [`${capitalize(sayOmitted(omitted))}.`]),
  ].join(' ')
}

/** As it was typed: the reader may see why it is not found. */
function describeEmpty(names: readonly string[]): string {
  const quoted = joinWithAnd(names.map((name) => `“${name}”`))
  return `No document in the library has ever matched ${quoted}: check the spelling, or add sources.`
}

/** `6 have no new data and 2 could not be read (ACTA and Iran).` Empty for none. */
function describeUnknown({ behind, empty, unreadable, omitted }: DigestCounts): string {
  const nameFew = (names: readonly string[]) => (names.length <= maxUnknownNamed ? ` (${joinWithAnd(names)})` : '')
  const have = (names: readonly string[]) => `${names.length} ${names.length === 1 ? 'has' : 'have'}`
  const parts = [
    ...(behind.length === 0 ? [] : [`${have(behind)} no new days of data${nameFew(behind)}`]),
    ...(empty.length === 0
      ? []
      : [`${empty.length} ${empty.length === 1 ? 'was' : 'were'} never found${nameFew(empty)}`]),
    ...(unreadable.length === 0 ? [] : [`${unreadable.length} could not be read${nameFew(unreadable)}`]),
    ...(omitted === 0 ? [] : [sayOmitted(omitted)]),
  ]
  return parts.length === 0 ? '' : `${joinWithAnd(parts)}.`
}

function sayOmitted(omitted: number): string {
  return `${omitted} ${omitted === 1 ? 'is' : 'are'} beyond the ${maxSignals} that a digest reads`
}

/** The days of a digest, and what they are compared with. */
function describeSpan({ fromDay, toDay }: DigestSpan): [when: string, compared: string] {
  const days = daysBetween(fromDay, toDay) + 1
  if (days === 1) return [` on ${formatDay(toDay)}`, '']
  const window = days === 7 ? 'week' : `${days} days`
  return [
    ` in the ${window} from ${formatDayRange(fromDay, toDay)}`,
    days < 7 ? '' : `, compared with the ${window} before,`,
  ]
}
