import { setImmediate as yieldTurn } from 'node:timers/promises'
import {
  capitalize,
  formatDay,
  formatDayOfYear,
  isNearDuplicate,
  joinWithAnd,
  plainNumber,
  tokens,
} from '@auspex/analytics'
import type { DigestItem } from '@auspex/sdk/types'
import { isLike, type QuotedTitle, type ReportNews } from '../../reports/index.ts'
import type { MonitorDependencies } from '../monitors/monitor-dependencies.ts'

type ItemDependencies = Pick<MonitorDependencies, 'signals' | 'log'>

/** As many as fit on one screen. */
const maxItems = 6
export interface ChangedSignal {
  signalId: string
  name: string
  /** Sentences of its alerts. */
  alerts: readonly string[]
  /** Null where there are only alerts. */
  news: ReportNews | null
  weight: number
}

/** A larger part of the documents of a signal makes it a part of another one, of which they are counted too. */
const minSharedPart = 0.6

interface WrittenSignal extends ChangedSignal {
  documentIds: ReadonlySet<string>
  title: QuotedTitle | null
  parts: { name: string; news: ReportNews }[]
}

/**
 * The signals that have a line of their own. One most of whose documents also belong to another is told with that: it is the same news. No title is
 * quoted twice, nor one that says the same.
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
    const { documentIds, titles } = await describeSignal(signal, deps)
    const whole = signal.alerts.length > 0 ? undefined : written.find((other) => isPart(documentIds, other.documentIds))
    if (whole?.news && signal.news !== null && whole.parts.length < maxParts)
      whole.parts.push({ name: signal.name, news: signal.news })
    else if (isFull) others.push(signal)
    else {
      const quoted = written.flatMap(({ title }) => title ?? [])
      const title = titles.find((one) => !quoted.some((other) => saysSame(one, other))) ?? null
      written.push({ ...signal, documentIds, title, parts: [] })
    }
    await yieldTurn()
  }
  return {
    items: written.map(({ signalId, name, alerts, news, title, parts }, turn) => ({
      signalId,
      title: capitalize(name),
      text: shorten([...alerts, ...(news === null ? [] : [writeLine({ news, title, parts, toDay }, turn)])].join(' ')),
    })),
    others,
  }
}

/** More would make a line of figures. */
const maxParts = 3

async function describeSignal(
  { signalId, news }: ChangedSignal,
  { signals, log }: ItemDependencies,
): Promise<{ documentIds: ReadonlySet<string>; titles: readonly QuotedTitle[] }> {
  const none = { documentIds: new Set<string>(), titles: [] }
  if (news === null) return none
  try {
    const { documentIds, titles } = await signals.describeDays(signalId, {
      firstDay: news.fromDay,
      lastDay: news.toDay,
    })
    // its titles do not report a fall
    const isFall = news.before !== null && news.stories < news.before && !isLike(news.stories, news.before)
    return { documentIds: new Set(documentIds), titles: isFall ? [] : titles }
  } catch (error) {
    log.warn({ err: error, signalId }, 'the days of a signal could not be described')
    return none
  }
}

function isPart(documentIds: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return (
    documentIds.size > 0 && [...documentIds].filter((id) => others.has(id)).length >= minSharedPart * documentIds.size
  )
}

function saysSame(one: QuotedTitle, other: QuotedTitle): boolean {
  return (
    one.documentId === other.documentId || isNearDuplicate(new Set(tokens(one.words)), new Set(tokens(other.words)))
  )
}

/** The contract's maximum length, cut after a sentence. */
function shorten(text: string): string {
  const maxLength = 1000
  if (text.length <= maxLength) return text
  const end = text.slice(0, maxLength).lastIndexOf('. ')
  return end > 0 ? text.slice(0, end + 1) : `${text.slice(0, maxLength - 1)}…`
}

/** What a line of a digest says of a signal. */
interface LineInput {
  news: ReportNews
  /** What the days were about; null for nothing that can be quoted. */
  title: QuotedTitle | null
  /** Signals most of whose documents are among those of this one. */
  parts: readonly { name: string; news: ReportNews }[]
  /** The last day of most signals of the digest: a line about other days says so. */
  toDay: string
}

/**
 * One line about a signal: its figures, the day that stands out, and a title. `turn` is its place: neighbouring lines are worded differently, because
 * a reader takes a repeated frame for a table and stops reading the words.
 */
export function writeLine({ news, title, parts, toDay }: LineInput, turn: number): string {
  const own = news.toDay === toDay ? '' : ` (to ${formatDay(news.toDay)})`
  return [
    `${capitalize(sayAmount(news, turn))}${own}${sayPeak(news, turn)}.`,
    ...(parts.length === 0 ? [] : [sayParts(parts, news)]),
    ...(title === null ? [] : [quoteTitle(title, turn)]),
  ].join(' ')
}

/** The figures alone, for a list of further signals. */
export function writeFigure(news: ReportNews): string {
  return sayAmount(news, 0)
}

function countOf(stories: number): string {
  return plainNumber({ value: stories, unit: 'stories', noun: null }).text
}

function countWith({ stories, noun }: Pick<ReportNews, 'stories' | 'noun'>): string {
  return stories === 0 ? `no ${noun}` : plainNumber({ value: stories, unit: 'stories', noun }).text
}

/** How many, beside how many before. */
function sayAmount(news: ReportNews, turn: number): string {
  const { stories, before, usual } = news
  const counted = countWith(news)
  const usually = usual === null ? null : usual < 1 ? 'hardly any' : `about ${countOf(Math.round(usual))}`
  if (before === null) return usually === null ? counted : `${counted} instead of ${usually}`
  if (isLike(stories, before)) {
    const previous = stories === before ? 'as many as before' : `after ${countOf(before)}`
    if (usually === null || isLike(stories, usual)) return `${counted}, ${previous}`
    return pick(
      [
        `${counted}, ${previous} (${usually} would be usual)`,
        `${counted} instead of a usual ${countOf(Math.round(usual ?? 0))}, ${previous}`,
      ],
      turn,
    )
  }
  return before === 0 ? sayNew(counted, turn) : sayChange(news, counted, turn)
}

function sayNew(counted: string, turn: number): string {
  return pick([`${counted}, up from none`, `${counted}, after none`, `${counted}, where there had been none`], turn)
}

function sayChange({ stories, before, noun }: ReportNews, counted: string, turn: number): string {
  const previous = countOf(before ?? 0)
  const isUp = stories > (before ?? 0)
  return pick(
    [
      `${counted}, ${isUp ? 'up' : 'down'} from ${previous}`,
      `from ${countWith({ stories: before ?? 0, noun })} ${isUp ? 'to' : 'down to'} ${stories === 0 ? 'none' : countOf(stories)}`,
      `${sayRatio(stories, before ?? 1, noun)}: ${countOf(stories)}, after ${previous}`,
    ],
    turn,
  )
}

const multiples = [
  '',
  '',
  'twice',
  'three times',
  'four times',
  'five times',
  'six times',
  'seven times',
  'eight times',
  'nine times',
  'ten times',
]
/** A ratio this near to a whole number is that number, as a part of it. */
const multipleWithin = 0.08
const maxWordedRatio = 10

/** `four times as many posts`, `60% more posts`, `a third fewer posts`. */
function sayRatio(stories: number, before: number, noun: string): string {
  const ratio = stories / before
  if (ratio < 1) return `${Math.round(100 * (1 - ratio))}% fewer ${noun}`
  const whole = Math.round(ratio)
  if (ratio < 1.9) return `${Math.round(100 * (ratio - 1))}% more ${noun}`
  if (whole > maxWordedRatio) return `${countOf(whole)} times as many ${noun}`
  const isNear = Math.abs(ratio - whole) <= multipleWithin * whole
  return isNear
    ? `${whole === 2 ? 'twice' : multiples[whole]} as many ${noun}`
    : `more than ${multiples[Math.floor(ratio)]} as many ${noun}`
}

function sayPeak({ peak, stories, before }: ReportNews, turn: number): string {
  // a day of a fall is what stayed, and not what happened
  if (peak === null || (before !== null && stories < before && !isLike(stories, before))) return ''
  const [day, count] = [formatDayOfYear(peak.day), countOf(peak.stories)]
  // after an aside about other days a clause would belong to these
  if (isLike(stories, before)) return `. The busiest day was ${day}, with ${count}`
  return pick(
    [`, ${count} of them on ${day}`, `, with ${count} on ${day} alone`, `. The busiest day was ${day}, with ${count}`],
    turn,
  )
}

const roleWords: Readonly<Record<QuotedTitle['role'], readonly string[]>> = {
  headline: [''],
  noticed: ['Much discussed: ', 'Among the most discussed: '],
  example: ['One of them: ', 'Among them: '],
}

function quoteTitle({ words, outlet, role }: QuotedTitle, turn: number): string {
  return `${pick(roleWords[role], turn)}${words} (${outlet}).`
}

function sayParts(parts: LineInput['parts'], { noun, stories }: ReportNews): string {
  const names = parts.map(({ name, news }) => `${name} (${writeFigure(news).replace(` ${noun}`, '')})`)
  return `Most ${noun} about ${joinWithAnd(names)} are among these ${countOf(stories)}.`
}

/** The wording of a place: no two neighbours have the same. */
function pick(wordings: readonly string[], turn: number): string {
  return wordings[turn % wordings.length] ?? ''
}
