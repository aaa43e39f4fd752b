import { setImmediate as yieldTurn } from 'node:timers/promises'
import {
  addDays,
  capitalize,
  daysBetween,
  formatDay,
  formatDayOfYear,
  joinWithAnd,
  reportSame,
  tokens,
} from '@auspex/analytics'
import type { DigestItem } from '@auspex/sdk/types'
import { isShortWindow, type DescribedDays, type QuotedTitle, type ReportNews } from '../../reports/index.ts'
import { shorten } from '../destinations/chat-formats.ts'
import type { MonitorDependencies } from '../monitors/monitor-dependencies.ts'
import {
  countOf,
  countWith,
  describeWindow,
  directionOf,
  sayChange,
  sayChangeOnly,
  sayPeak,
  sayUsual,
} from './digest-figures.ts'

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

/** A signal in the entry of another one: both changed by the same news. */
interface RelatedSignal {
  signalId: string
  name: string
  news: ReportNews
  /** How many of its documents the other signal has too. */
  shared: number
}

interface Member extends ChangedSignal {
  days: DescribedDays
}

/** An entry: signals that changed by the same news, the clearest change first. */
interface WrittenEntry {
  first: Member
  others: (Member & { news: ReportNews })[]
  title: QuotedTitle | null
}

/**
 * The entries of a digest, the largest change first. Signals that changed by the same news are one entry, under the largest of them. No title is quoted
 * twice, nor one that reports the same.
 */
export async function writeItems(
  ordered: readonly ChangedSignal[],
  toDay: string,
  deps: ItemDependencies,
): Promise<{ items: DigestItem[]; others: ChangedSignal[] }> {
  const written: WrittenEntry[] = []
  const others: ChangedSignal[] = []
  for (const signal of ordered) {
    const isFull = written.length >= maxItems
    // what comes after the first ones is only looked at for what it shares with them
    if (isFull && others.length >= maxItems) {
      others.push(signal)
      continue
    }
    const days = await describeSignal(signal, deps)
    const entry = findEntry(written, signal, days)
    const { news } = signal
    const quoted = written.flatMap(({ title }) => title ?? [])
    if (entry !== undefined && news !== null) {
      entry.others.push({ ...signal, news, days })
      entry.title = betterTitle(entry, days, quoted)
    } else if (isFull) others.push(signal)
    else {
      const title = days.titles.find((one) => !quoted.some((other) => isSameTitle(one, other, days))) ?? null
      written.push({ first: { ...signal, days }, others: [], title })
    }
    await yieldTurn()
  }
  return { items: written.map((entry) => toItem(entry, toDay)), others }
}

function toItem({ first, others, title }: WrittenEntry, toDay: string): DigestItem {
  const { lead, rest } = chooseLead(first, others)
  const { signalId, name, alerts, news, days } = lead
  const related = rest.map((one) => ({
    ...one,
    name: setOff(one.name),
    shared: countShared(one.days, days, one.news.stories),
  }))
  const line =
    news === null
      ? []
      : [
          writeLine({
            name,
            news,
            title,
            commonTerms: termsBeside([name, ...rest.map((one) => one.name)], days),
            related,
            toDay,
          }),
        ]
  const [second] = related
  const heading =
    news !== null && second !== undefined && isPair(related, { name, news }) ? `${name} and ${second.name}` : name
  return {
    signalId,
    title: shorten(capitalize(heading), maxTitle),
    text: cutAfterSentence([...alerts, ...line].join(' ')),
    ...(rest.length > 0 && {
      related: rest.map((one) => ({ signalId: one.signalId, title: shorten(one.name, maxTitle) })),
    }),
  }
}

/** Names that titles have in common and that the entry does not have already: other words say too little. */
function termsBeside(names: readonly string[], { commonTerms }: DescribedDays): string[] {
  const named = new Set(names.flatMap((name) => tokens(name)))
  return commonTerms.filter((term) => /\p{Lu}/u.test(term) && !tokens(term).every((word) => named.has(word)))
}

/** A name that begins with a number, such as “47%”, would be read as an amount within a sentence. */
function setOff(name: string): string {
  return /^\p{N}/u.test(name) ? `“${name}”` : name
}

/** An entry is called by the signal that changed by most posts: a narrow one may have changed more clearly, but is a part of the news. */
function chooseLead(first: Member, others: WrittenEntry['others']): { lead: Member; rest: WrittenEntry['others'] } {
  const { news } = first
  if (news === null) return { lead: first, rest: others }
  const changeOf = ({ stories, before }: ReportNews) => Math.abs(stories - (before ?? 0))
  const members = [{ ...first, news }, ...others]
  const lead = members.reduce((best, one) => (changeOf(one.news) > changeOf(best.news) ? one : best))
  return { lead, rest: members.filter((one) => one !== lead) }
}

/** The contract's maximum length of a title, and that of a text. */
export const maxTitle = 600
const maxText = 1000

function cutAfterSentence(text: string): string {
  if (text.length <= maxText) return text
  const end = text.slice(0, maxText).lastIndexOf('. ')
  return end > 0 ? text.slice(0, end + 1) : shorten(text, maxText)
}

/** One title does not say what a longer time was about. */
const maxFallDays = 7

async function describeSignal(
  { signalId, news }: ChangedSignal,
  { signals, log }: ItemDependencies,
): Promise<DescribedDays> {
  const none: DescribedDays = { documentIds: [], commonTerms: [], titles: [], reader: null }
  if (news === null) return none
  const { fromDay, toDay, peak } = news
  const describe = async (firstDay: string, lastDay: string, peakDay: string | null) =>
    signals.describeDays(signalId, { firstDay, lastDay, peakDay })
  try {
    const days = await describe(fromDay, toDay, peak?.day ?? null)
    if (directionOf(news) === 'up') return days
    // a fall is explained by what was reported before it
    const length = daysBetween(fromDay, toDay) + 1
    if (length > maxFallDays) return { ...days, titles: [], commonTerms: [] }
    const { titles } = await describe(addDays(fromDay, -length), addDays(fromDay, -1), null)
    return { ...days, titles, commonTerms: [] }
  } catch (error) {
    log.warn({ err: error, signalId }, 'the days of a signal could not be described')
    return none
  }
}

/** Two signals changed by the same news if they share this part of the documents of the smaller one; with less each is news of its own. */
const minShared = 0.35

function findEntry(
  written: readonly WrittenEntry[],
  { alerts, news }: ChangedSignal,
  days: DescribedDays,
): WrittenEntry | undefined {
  // what only had a day that stands out did not rise or fall with others
  if (news === null || alerts.length > 0 || (directionOf(news) === 'up' && news.stories <= (news.before ?? 0)))
    return undefined
  return written.find(({ first, others }) => {
    if (first.news === null || first.news.toDay !== news.toDay || others.length >= maxRelated) return false
    if (directionOf(first.news) !== directionOf(news)) return false
    return sharedPart(days, first.days) >= minShared
  })
}

/** The part of the documents of the smaller signal that both have. */
function sharedPart({ documentIds }: DescribedDays, { documentIds: others }: DescribedDays): number {
  const known = new Set(others)
  const common = documentIds.filter((id) => known.has(id)).length
  return common / Math.max(1, Math.min(documentIds.length, others.length))
}

/** A title of a related signal says the common news better with this many times the probability of being quoted. */
const minBetter = 1.25

function betterTitle(
  { title, first }: WrittenEntry,
  days: DescribedDays,
  quoted: readonly QuotedTitle[],
): QuotedTitle | null {
  const best = days.titles.find((one) => !quoted.some((other) => isSameTitle(one, other, days)))
  if (best === undefined) return title
  if (title === null) return best
  const isOfBoth = first.days.documentIds.includes(best.documentId)
  return isOfBoth && best.score >= minBetter * title.score ? best : title
}

/** How many stories of a signal are also about another; estimated where it has copies, which are documents of one story. */
function countShared(days: DescribedDays, other: DescribedDays, stories: number): number {
  const known = new Set(other.documentIds)
  const common = days.documentIds.filter((id) => known.has(id)).length
  return Math.min(stories, Math.round((common / Math.max(1, days.documentIds.length)) * stories))
}

function isSameTitle(one: QuotedTitle, other: QuotedTitle, { reader }: DescribedDays): boolean {
  return one.documentId === other.documentId || reportSame(one.title, other.title, reader)
}

/** What an entry of a digest says. */
interface LineInput {
  name: string
  news: ReportNews
  /** What the days were about, or those before a fall; null for nothing that can be quoted. */
  title: QuotedTitle | null
  /** What many titles say, where no title stands for the days. */
  commonTerms?: readonly string[]
  related: readonly RelatedSignal[]
  /** The last day of most signals of the digest: a line about other days says so. */
  toDay: string
}

/** Its figures in one form for all entries, so that they can be compared: the new amount first, then that of before, the day that stands out, and a title. */
export function writeLine({ name, news, title, commonTerms = [], related, toDay }: LineInput): string {
  const own = news.toDay === toDay ? '' : ` (to ${formatDay(news.toDay)})`
  const isOfTwo = isPair(related, { name, news })
  return [
    ...(isOfTwo
      ? [capitalize(sayPair(related, { news, own }))]
      : [`${capitalize(sayChange(news))}${own}${sayPeak(news)}.`]),
    ...sayUsual(news, isOfTwo ? name : null).map((usual) => `${capitalize(usual)} until then.`),
    ...(news.before === null && !isShortWindow(news) ? [`The ${describeWindow(news)} before is not covered.`] : []),
    ...(related.length === 0 || isOfTwo ? [] : [sayRelated(related, { name, news })]),
    ...(title === null ? sayTerms(commonTerms) : [quoteTitle(title, news)]),
  ].join(' ')
}

/** Fewer words say nothing. */
const minCommonTerms = 2

function sayTerms(words: readonly string[]): string[] {
  return words.length < minCommonTerms ? [] : [`Titles most often mention ${joinWithAnd(words)}.`]
}

/** A title with its forum and its day: “today” in it is not today. */
function quoteTitle({ words, outlet, day, isDiscussed }: QuotedTitle, news: ReportNews): string {
  const isFall = directionOf(news) === 'down'
  const role = isFall ? `The ${describeWindow(news)} before: ` : isDiscussed ? 'Much discussed: ' : ''
  return `${role}${words} (${outlet}${news.fromDay === news.toDay ? '' : `, ${formatDayOfYear(day)}`}).`
}

const numberWords = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven']

/** Whether two signals share an entry, neither of which is only a part of the other. */
function isPair(related: readonly RelatedSignal[], { name, news }: { name: string; news: ReportNews }): boolean {
  const [first] = related
  return first !== undefined && related.length === 1 && !isPartOf(first, { name, news })
}

/** Whether all of a signal's stories are also about another, as its name says. */
function isPartOf(one: RelatedSignal, { name, news }: { name: string; news: ReportNews }): boolean {
  return isNarrower(one, name) && one.shared === one.news.stories && one.news.stories < news.stories
}

/** `50 posts, up from 22; 20 on 3 May; SOPA 113, after 99; 47 name both.` The first is named by the heading. */
function sayPair([other]: readonly RelatedSignal[], { news, own }: { news: ReportNews; own: string }): string {
  if (other === undefined) return ''
  const isSame = other.shared === other.news.stories && other.shared === news.stories
  const shared = other.shared === 0 ? '' : `; ${isSame ? 'all' : countOf(other.shared)} name both`
  return `${sayChange(news)}${own}${sayPeak(news)}; ${other.name} ${sayChangeOnly(other.news)}${shared}.`
}

function sayRelated(related: readonly RelatedSignal[], { name, news }: { name: string; news: ReportNews }): string {
  const [first] = related
  if (first === undefined) return ''
  const moved = directionOf(news) === 'up' ? 'rose' : 'fell'
  if (related.length > 1) {
    const listed = related.map((one, at) => {
      const shared = one.shared === 0 ? '' : `; ${sayShared(one)} name ${name}`
      return `${one.name} (${at === 0 ? sayChange(one.news) : sayChangeOnly(one.news)}${shared})`
    })
    return `${numberWords[related.length]} signals ${moved} too: ${joinWithAnd(listed)}.`
  }
  const change = sayChange(first.news).slice(countWith(first.news).length)
  return `${countOf(first.news.stories)} of these ${countOf(news.stories)} name ${first.name}${change}.`
}

function sayShared({ shared, news }: RelatedSignal): string {
  return shared === news.stories ? 'all' : countOf(shared)
}

/** Whether a name has all words of another, such as Hurricane Sandy of hurricane: whatever names the first names the other. */
function isNarrower({ name }: RelatedSignal, other: string): boolean {
  const words = new Set(tokens(name))
  return tokens(other).every((word) => words.has(word))
}
