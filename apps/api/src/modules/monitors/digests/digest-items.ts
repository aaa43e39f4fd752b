import { setImmediate as yieldTurn } from 'node:timers/promises'
import {
  capitalize,
  formatDay,
  formatDayOfYear,
  formatDayRange,
  isReport,
  joinWithAnd,
  reportSame,
  tokens,
} from '@auspex/analytics'
import type { DigestItem } from '@auspex/sdk/types'
import { isShortWindow, type DescribedDays, type QuotedTitle } from '../../reports/index.ts'
import { shorten } from '../destinations/chat-formats.ts'
import {
  countOf,
  describeWindow,
  type DigestNews,
  directionOf,
  isYearly,
  movedOf,
  sayChange,
  sayChangeOnly,
  sayPeakAndUsual,
  sayYears,
  sizeOf,
} from './digest-figures.ts'
import { type ChangeSubject, describeChange, type TitleDependencies } from './digest-titles.ts'

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
  news: DigestNews | null
}

/** A signal in the entry of another one: both changed by the same news. */
interface RelatedSignal {
  signalId: string
  name: string
  news: DigestNews
  /** How many of its documents the other signal has too. */
  shared: number
}

interface Member extends ChangedSignal {
  subject: ChangeSubject
}

/** An entry: signals that changed by the same news, the clearest change first. */
interface WrittenEntry {
  first: Member
  others: (Member & { news: DigestNews })[]
  title: QuotedTitle | null
  /** Whether what its titles report is quoted by another entry. */
  isToldAbove: boolean
}

export interface WrittenItems {
  items: DigestItem[]
  /** Signals that changed and have no entry. */
  others: ChangedSignal[]
}

/**
 * The entries of a digest, the largest change first. Signals that changed by the same news are one entry, under the largest of them. No title is quoted
 * twice, nor one that reports the same. `onlyOf`: how the signals are called of which a single one rose; null where several did. `mustReport`: only entries
 * with a title that reports what happened.
 */
export async function writeItems(
  ordered: readonly ChangedSignal[],
  { toDay, onlyOf, mustReport = false }: { toDay: string; onlyOf: string | null; mustReport?: boolean },
  deps: TitleDependencies,
): Promise<WrittenItems> {
  const written: WrittenEntry[] = []
  const others: ChangedSignal[] = []
  for (const signal of ordered) {
    const isFull = written.length >= maxItems
    // what comes after the first ones is only looked at for what it shares with them
    if (isFull && others.length >= maxItems) {
      others.push(signal)
      continue
    }
    const subject = await describeChange(signal, deps)
    const entry = findEntry(written, signal, subject.days)
    const { news } = signal
    const quoted = written.flatMap(({ title }) => title ?? [])
    if (entry !== undefined && news !== null) {
      entry.others.push({ ...signal, news, subject })
      entry.title = betterTitle(entry, subject, quoted)
    } else if (isFull) others.push(signal)
    else {
      const title = subject.titles.find((one) => !quoted.some((other) => isSameTitle(one, other, subject.days))) ?? null
      const isToldAbove = title === null && subject.titles.length > 0
      // a title that is not shown must not keep another entry from showing it
      if (!mustReport || (title !== null && isReport(title.title)))
        written.push({ first: { ...signal, subject }, others: [], title, isToldAbove })
    }
    await yieldTurn()
  }
  const isOnly = written.length === 1 && others.length === 0
  // what is a part of a yearly event comes with it
  const isOfYear = ({ first }: WrittenEntry) =>
    first.alerts.length === 0 &&
    (isYearly(first.name, first.news) ||
      first.subject.days.commonTerms.some((term) => /\p{Lu}/u.test(term) && isYearly(term, first.news)))
  const entries = [...written.filter((entry) => !isOfYear(entry)), ...written.filter(isOfYear).toSorted(byStories)]
  return {
    items: entries.map((entry) => toItem(entry, { toDay, onlyOf: isOnly ? onlyOf : null, all: written })),
    others,
  }
}

function toItem(
  { first, others, title, isToldAbove }: WrittenEntry,
  { toDay, onlyOf, all }: { toDay: string; onlyOf: string | null; all: readonly WrittenEntry[] },
): DigestItem {
  const { lead, rest } = chooseLead(first, others)
  const { signalId, name, news, subject } = lead
  const related = rest.map((one) => ({
    ...one,
    name: setOff(one.name),
    shared: countShared(one.subject.days, subject.days, one.news.stories),
  }))
  const line =
    news === null
      ? []
      : [
          writeLine({
            name,
            news,
            title,
            isToldAbove,
            subject,
            commonTerms: termsBeside([name, ...rest.map((one) => one.name)], subject.days),
            related,
            partOf: findWhole(
              lead,
              all.filter((entry) => entry.first !== first),
            ),
            toDay,
            onlyOf: lead.alerts.length === 0 && rest.length === 0 ? onlyOf : null,
          }),
        ]
  const { longName } = subject
  return {
    signalId,
    title: shorten(`${capitalize(name)}${longName === null ? '' : ` (${longName})`}`, maxTitle),
    text: cutAfterSentence([...lead.alerts, ...line].join(' ')),
    ...(rest.length > 0 && {
      related: rest.map((one) => ({ signalId: one.signalId, title: shorten(one.name, maxTitle) })),
    }),
  }
}

function byStories({ first: a }: WrittenEntry, { first: b }: WrittenEntry): number {
  return (b.news?.stories ?? 0) - (a.news?.stories ?? 0)
}

/** A part of a signal's documents from which on it is said that they also name one with more. */
const minSaid = 0.25

/** The entry with more documents that most of those of a signal also name, if not so many that both are one entry. */
function findWhole(
  { news, subject }: Member,
  others: readonly WrittenEntry[],
): { name: string; shared: number } | null {
  if (news === null) return null
  const [most] = others
    .filter(({ first }) => (first.news?.stories ?? 0) > news.stories)
    .map(({ first }) => ({
      name: withArticle(first.name, first.subject),
      shared: countShared(subject.days, first.subject.days, news.stories),
    }))
    .toSorted((a, b) => b.shared - a.shared)
  return most === undefined || most.shared < minSaid * news.stories ? null : most
}

/** Names that titles have in common and that the entry does not have already: other words say too little. */
function termsBeside(names: readonly string[], { commonTerms }: DescribedDays): string[] {
  const named = new Set(names.flatMap((name) => tokens(name)))
  return commonTerms.filter((term) => /\p{Lu}/u.test(term) && !tokens(term).every((word) => named.has(word)))
}

function withArticle(name: string, { hasArticle }: ChangeSubject): string {
  return hasArticle ? `the ${name}` : setOff(name)
}

/** `8 of the 15 name the Supreme Court`. */
function sayShared(shared: number, stories: number, name: string): string {
  if (shared === stories) return stories === 1 ? `it names ${name}` : `all ${countOf(stories)} name ${name}`
  return `${countOf(shared)} of the ${countOf(stories)} ${shared === 1 ? 'names' : 'name'} ${name}`
}

/** A name that begins with a number, such as “47%”, would be read as an amount within a sentence. */
function setOff(name: string): string {
  return /^\p{N}/u.test(name) ? `“${name}”` : name
}

/** An entry is called by its alert, or else by the signal that changed by most posts: a narrow one may have changed more clearly, but is a part of the news. */
function chooseLead(first: Member, others: WrittenEntry['others']): { lead: Member; rest: WrittenEntry['others'] } {
  const { news, alerts } = first
  if (news === null || alerts.length > 0) return { lead: first, rest: others }
  const members = [{ ...first, news }, ...others]
  const lead = members.reduce((best, one) => (sizeOf(one.news) > sizeOf(best.news) ? one : best))
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

/** Two signals changed by the same news if this part of the documents of the smaller one are of both; with fewer each is news of its own. */
const minShared = 2 / 3

function findEntry(
  written: readonly WrittenEntry[],
  { alerts, news }: ChangedSignal,
  days: DescribedDays,
): WrittenEntry | undefined {
  // what only had a day that stands out did not rise with others
  if (news === null || alerts.length > 0 || movedOf(news) !== 'up') return undefined
  return written.find(({ first, others }) => {
    if (first.news === null || first.news.toDay !== news.toDay || others.length >= maxRelated) return false
    if (movedOf(first.news) !== 'up') return false
    return sharedPart(days, first.subject.days) >= minShared
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
  { titles, days }: ChangeSubject,
  quoted: readonly QuotedTitle[],
): QuotedTitle | null {
  const best = titles.find((one) => !quoted.some((other) => isSameTitle(one, other, days)))
  const isOfBoth = best !== undefined && first.subject.days.documentIds.includes(best.documentId)
  return isOfBoth && (title === null || best.score >= minBetter * title.score) ? best : title
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
  news: DigestNews
  /** What the days were about; null for nothing that can be quoted. */
  title: QuotedTitle | null
  isToldAbove?: boolean
  subject: ChangeSubject
  /** What many titles say, where no title stands for the days. */
  commonTerms?: readonly string[]
  related: readonly RelatedSignal[]
  /** An entry above that many of its documents also name. */
  partOf?: { name: string; shared: number } | null
  /** The last day of most signals of the digest: a line about other days says so. */
  toDay: string
  onlyOf?: string | null
}

/** Its figures in one form for all entries, so that they can be compared: the new amount first, then that of before, the day that stands out, and a title. */
export function writeLine({
  name,
  news,
  title,
  isToldAbove = false,
  subject,
  commonTerms = [],
  related,
  partOf = null,
  toDay,
  onlyOf = null,
}: LineInput): string {
  const own = news.toDay === toDay ? '' : ` (to ${formatDay(news.toDay)})`
  const change = `${sayChange(news)}${own}`
  const both = partOf === null ? '' : `; ${sayShared(partOf.shared, news.stories, partOf.name)}`
  const only = onlyOf === null ? '' : `: ${sayOnly(news, onlyOf)}`
  return [
    `${capitalize(change)}${sayPeakAndUsual(news, subject)}${sayYears(name, news)}${both}${only}.`,
    ...(news.before === null && !isShortWindow(news) ? [`The ${describeWindow(news)} before is not covered.`] : []),
    ...(related.length === 0 ? [] : [sayRelated(related, withArticle(name, subject))]),
    ...explainRise({ name, news, title, isToldAbove, subject, commonTerms }),
  ].join(' ')
}

/** What a rise is about; nothing for a fall, and for a rise that the lines above explain. */
function explainRise({
  name,
  news,
  title,
  isToldAbove,
  subject,
  commonTerms = [],
}: Pick<LineInput, 'name' | 'news' | 'title' | 'isToldAbove' | 'subject' | 'commonTerms'>): string[] {
  if (directionOf(news) === 'down') return []
  if (title !== null) return [sayTitle(title, news)]
  return isToldAbove === true ? [] : describeWithoutTitle(commonTerms, subject, isYearly(name, news))
}

/** What a line says in place of a headline, so that a reader knows that none was forgotten. */
function describeWithoutTitle(
  terms: readonly string[],
  { outlet, names, longName, isRead }: ChangeSubject,
  isYearlyEvent: boolean,
): string[] {
  if (terms.length > 1) return [`Titles most often mention ${joinWithAnd(terms)}.`]
  if (isYearlyEvent) return []
  const named = [...new Set([...terms, ...names])].filter((one) => one !== longName).slice(0, 2)
  const where = outlet === null ? [] : [`most are in ${outlet}`]
  const about = named.length === 0 ? [] : [`several name ${joinWithAnd(named)}`]
  const parts = [...(isRead ? ['No headline says what happened'] : []), joinWithAnd([...where, ...about])]
  const line = parts.filter((part) => part !== '').join('; ')
  return line === '' ? [] : [`${capitalize(line)}.`]
}

/** Where else a post was made: `(x-post from r/space)`. */
const aside = / ?[([]x-?\/?post[^)\]]*[)\]]/iu

/** A title with its forum and its day: “today” in it is not today. */
function sayTitle({ words, outlet, day, isDiscussed }: QuotedTitle, { fromDay, toDay }: DigestNews): string {
  return `${isDiscussed ? 'Much discussed: ' : ''}${withoutSite(words.replace(aside, ''), outlet)} (${outlet}${fromDay === toDay ? '' : `, ${formatDayOfYear(day)}`}).`
}

/** Some archives add the section and the site to a title: `… – Business – example.org`. */
function withoutSite(words: string, outlet: string): string {
  const parts = words.replace(/”$/u, '').split(' – ')
  const isSite = parts.length > 1 && parts.at(-1)?.toLowerCase().replaceAll(' ', '') === outlet.toLowerCase()
  if (!isSite) return words
  const isSection = parts.length > 2 && tokens(parts.at(-2) ?? '').length <= 3
  return `${parts.slice(0, isSection ? -2 : -1).join(' – ')}”`
}

/** `the only clear rise among 20 signals (2 to 8 July 2012 against the week before)`. */
function sayOnly(news: DigestNews, signals: string): string {
  return `the only clear rise among ${signals} (${formatDayRange(news.fromDay, news.toDay)} against the ${describeWindow(news)} before)`
}

/** `Bankruptcy rose with it: 14 posts, up from 4; 13 of the 14 name Detroit.` */
function sayRelated(related: readonly RelatedSignal[], name: string): string {
  const [first] = related
  if (first === undefined) return ''
  const shared = (one: RelatedSignal) => (one.shared === 0 ? '' : `; ${sayShared(one.shared, one.news.stories, name)}`)
  if (related.length === 1) return `${capitalize(first.name)} rose with it: ${sayChange(first.news)}${shared(first)}.`
  const listed = related.map(
    (one, at) => `${one.name} (${at === 0 ? sayChange(one.news) : sayChangeOnly(one.news)}${shared(one)})`,
  )
  return `With it rose ${joinWithAnd(listed)}.`
}

/** The figures of a signal that has no entry. */
export function writeOther({ name, news }: ChangedSignal): string {
  return news === null ? name : `${name} (${sayChange(news)})`
}
