import { setImmediate as yieldTurn } from 'node:timers/promises'
import {
  capitalize,
  compareProfiles,
  daysBetween,
  formatDay,
  formatDayOfYear,
  joinWithAnd,
  plainNumber,
  tellSame,
  tokens,
} from '@auspex/analytics'
import type { DigestItem } from '@auspex/sdk/types'
import { isLike, type DescribedDays, type QuotedTitle, type ReportNews } from '../../reports/index.ts'
import type { MonitorDependencies } from '../monitors/monitor-dependencies.ts'

type ItemDependencies = Pick<MonitorDependencies, 'signals' | 'log'>

/** As many as fit on one screen. */
const maxItems = 6
/** More would make an entry a table. */
const maxRelated = 7

export interface ChangedSignal {
  signalId: string
  name: string
  /** Sentences of its alerts. */
  alerts: readonly string[]
  /** Null where there are only alerts. */
  news: ReportNews | null
  weight: number
}

/** A signal that is told in the entry of another one, because both changed by the same news. */
interface RelatedSignal {
  signalId: string
  name: string
  news: ReportNews
  /** The part of its documents that are also of the other signal. */
  shared: number
}

interface WrittenSignal extends ChangedSignal {
  days: DescribedDays
  title: QuotedTitle | null
  related: RelatedSignal[]
}

/**
 * The entries of a digest, the largest change first. Signals that changed by the same news are one entry, under the largest of them. No title is quoted
 * twice, nor one that tells the same.
 */
export async function writeItems(
  ordered: readonly ChangedSignal[],
  toDay: string,
  deps: ItemDependencies,
): Promise<{ items: DigestItem[]; others: ChangedSignal[] }> {
  const written: WrittenSignal[] = []
  const others: ChangedSignal[] = []
  for (const signal of ordered) {
    const isFull = written.length >= maxItems
    // what comes after the first ones is only looked at for what it shares with them
    if (isFull && others.length >= maxItems) {
      others.push(signal)
      continue
    }
    const days = await describeSignal(signal, deps)
    const elder = findElder(written, signal, days)
    if (elder !== undefined && signal.news !== null) {
      const { signalId, name, news } = signal
      elder.related.push({ signalId, name, news, shared: sharedPart(days, elder.days) })
      elder.title = betterTitle(elder, days)
    } else if (isFull) others.push(signal)
    else {
      const quoted = written.flatMap(({ title }) => title ?? [])
      const title = days.titles.find((one) => !quoted.some((other) => isSameTitle(one, other, days))) ?? null
      written.push({ ...signal, days, title, related: [] })
    }
    await yieldTurn()
  }
  return { items: written.map((signal) => toItem(signal, toDay)), others }
}

function toItem({ signalId, name, alerts, news, title, related }: WrittenSignal, toDay: string): DigestItem {
  const line = news === null ? [] : [writeLine({ name, news, title, related, toDay })]
  return {
    signalId,
    title: capitalize([name, ...related.map((one) => one.name)].join(', ')).slice(0, maxTitle),
    text: shorten([...alerts, ...line].join(' ')),
    ...(related.length > 0 && { related: related.map((one) => ({ signalId: one.signalId, title: one.name })) }),
  }
}

/** The contract's maximum lengths. */
const [maxTitle, maxText] = [600, 1000]

/** Cut after a sentence. */
function shorten(text: string): string {
  if (text.length <= maxText) return text
  const end = text.slice(0, maxText).lastIndexOf('. ')
  return end > 0 ? text.slice(0, end + 1) : `${text.slice(0, maxText - 1)}…`
}

async function describeSignal(
  { signalId, news }: ChangedSignal,
  { signals, log }: ItemDependencies,
): Promise<DescribedDays> {
  const none: DescribedDays = { documentIds: [], profile: new Map(), titles: [], reader: null }
  if (news === null) return none
  const { fromDay, toDay, peak } = news
  try {
    const days = await signals.describeDays(signalId, { firstDay: fromDay, lastDay: toDay, peakDay: peak?.day ?? null })
    // its titles do not report a fall
    return directionOf(news) === 'down' ? { ...days, titles: [] } : days
  } catch (error) {
    log.warn({ err: error, signalId }, 'the days of a signal could not be described')
    return none
  }
}

/** Whether a reader takes it as a rise: more than before, or as much as before and more than usual. */
export function directionOf({ stories, before }: ReportNews): 'up' | 'down' {
  return before !== null && stories < before && !isLike(stories, before) ? 'down' : 'up'
}

/** Two signals changed by the same news if they share this part of the documents of the smaller one, */
const minShared = 0.4
/** or a smaller part, and the words of these days to a degree that makes this sum; */
const [minAlike, minAlikeShared] = [0.6, 0.15]

function findElder(
  written: readonly WrittenSignal[],
  { alerts, news }: ChangedSignal,
  days: DescribedDays,
): WrittenSignal | undefined {
  if (news === null || alerts.length > 0) return undefined
  return written.find((other) => {
    if (other.news === null || directionOf(other.news) !== directionOf(news) || other.related.length >= maxRelated)
      return false
    const shared = sharedPart(days, other.days)
    if (shared >= minShared) return true
    if (shared >= minAlikeShared && shared + compareProfiles(days.profile, other.days.profile) >= minAlike) return true
    // or if what tells it best is the same
    const [best] = days.titles
    return best !== undefined && other.title !== null && isSameTitle(best, other.title, days)
  })
}

/** The part of the documents of the smaller signal that both have. */
function sharedPart({ documentIds }: DescribedDays, { documentIds: others }: DescribedDays): number {
  const known = new Set(others)
  const common = documentIds.filter((id) => known.has(id)).length
  return common / Math.max(1, Math.min(documentIds.length, others.length))
}

/** A title of a related signal says the common news better with this many times the score. */
const minBetter = 2

function betterTitle({ title, days: { documentIds } }: WrittenSignal, days: DescribedDays): QuotedTitle | null {
  const [best] = days.titles
  const isOfBoth = best !== undefined && documentIds.includes(best.documentId)
  return isOfBoth && (title === null || best.score >= minBetter * title.score) ? best : title
}

function isSameTitle(one: QuotedTitle, other: QuotedTitle, { reader }: DescribedDays): boolean {
  return one.documentId === other.documentId || tellSame(one.title, other.title, reader)
}

/** What an entry of a digest says. */
interface LineInput {
  name: string
  news: ReportNews
  /** What the days were about; null for nothing that can be quoted. */
  title: QuotedTitle | null
  related: readonly RelatedSignal[]
  /** The last day of most signals of the digest: a line about other days says so. */
  toDay: string
}

/** Its figures in one form for all entries, so that they can be compared: the new amount first, then that of before, the day that stands out, and a title. */
export function writeLine({ name, news, title, related, toDay }: LineInput): string {
  const own = news.toDay === toDay ? '' : ` (to ${formatDay(news.toDay)})`
  return [
    `${capitalize(sayChange(news))}${own}${sayPeak(news)}${sayUsual(news)}.`,
    ...(related.length === 0 ? [] : [sayRelated(related, { name, news })]),
    ...(title === null ? [] : [`${title.isDiscussed ? 'Much discussed: ' : ''}${title.words} (${title.outlet}).`]),
  ].join(' ')
}

/** The figures alone, for a list of further signals. */
export function writeFigure(news: ReportNews): string {
  return `${sayChange(news)}${sayUsual(news)}`
}

function countOf(stories: number): string {
  return stories === 0 ? 'none' : plainNumber({ value: stories, unit: 'stories', noun: null }).text
}

function countWith({ stories, noun }: Pick<ReportNews, 'stories' | 'noun'>): string {
  return stories === 0 ? `no ${noun}` : plainNumber({ value: stories, unit: 'stories', noun }).text
}

/** `203 posts, up from 7`. */
function sayChange(news: ReportNews): string {
  const { stories, before, usual } = news
  const counted = countWith(news)
  if (before === null) return usual === null ? counted : `${counted}, where ${sayUsually(news, usual)} would be usual`
  if (before === stories) return `${counted}, as many as before`
  return `${counted}, ${stories > before ? 'up' : 'down'} from ${countOf(before)}`
}

/** What was usual, where the change is clear only beside that, because the days before were high already. */
function sayUsual(news: ReportNews): string {
  const { stories, before, usual } = news
  const isClearBeside = isLike(stories, before) && usual !== null && !isLike(stories, usual)
  return isClearBeside ? `; ${sayUsually(news, usual)} were usual before that` : ''
}

/** `about 4 a week`. */
function sayUsually({ fromDay, toDay }: ReportNews, usual: number): string {
  const days = daysBetween(fromDay, toDay) + 1
  const each = days === 1 ? 'a day' : days === 7 ? 'a week' : `in ${days} days`
  return usual < 1 ? 'hardly any' : `about ${countOf(Math.round(usual))} ${each}`
}

function sayPeak(news: ReportNews): string {
  const { peak, stories } = news
  // a day of a fall is what stayed, and not what happened
  if (peak === null || directionOf(news) === 'down') return ''
  return `, ${peak.stories === stories ? 'all' : countOf(peak.stories)} of them on ${formatDayOfYear(peak.day)}`
}

const numberWords = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven']

/** From this part on, most documents of a signal are those of another; from the second on, all. */
const [mostShared, allShared] = [0.55, 0.95]

function sayRelated(related: readonly RelatedSignal[], { name, news }: { name: string; news: ReportNews }): string {
  const [first] = related
  const moved = directionOf(news) === 'up' ? 'rose' : 'fell'
  if (first === undefined) return ''
  const isAmong = related.every(({ shared, news: own }) => shared >= mostShared && own.stories <= news.stories)
  if (related.length > 1) {
    const listed = related.map((one, at) => {
      const change = sayChange(one.news)
      return `${one.name} (${at === 0 ? change : change.replace(` ${one.news.noun}`, '')})`
    })
    return `${numberWords[related.length]} signals ${moved} with it: ${joinWithAnd(listed)}${isAmong ? `, most of them among these ${countOf(news.stories)}` : ''}.`
  }
  const change = sayChange(first.news).slice(countWith(first.news).length)
  if (isNarrower(first, name) && first.shared >= allShared && first.news.stories < news.stories)
    return `${countOf(first.news.stories)} of these ${countOf(news.stories)} name ${first.name}${change}.`
  return `${capitalize(first.name)} ${moved} with it: ${sayChange(first.news)}${isAmong ? ', most of them among these' : ''}.`
}

/** Whether a name has all words of another, such as Hurricane Sandy of hurricane: whatever names the first names the other. */
function isNarrower({ name }: RelatedSignal, other: string): boolean {
  const words = new Set(tokens(name))
  return tokens(other).every((word) => words.has(word))
}
