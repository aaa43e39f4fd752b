import {
  formatDayOfYear,
  headlineStyle,
  isContextTerm,
  isReport,
  joinWithAnd,
  nameSubject,
  reportFactor,
  tokens,
  trimOutletName,
} from '@auspex/analytics'
import type { DescribedDays, QuotedTitle } from '../../reports/index.ts'
import type { DocumentTitle } from '../../library/index.ts'
import type { MonitorDependencies } from '../monitors/monitor-dependencies.ts'
import { type DaysOf, type DigestNews, isYearly } from './digest-figures.ts'

export type TitleDependencies = Pick<MonitorDependencies, 'signals' | 'documents' | 'log'>

/** What a signal's days were about. */
export interface ChangeSubject extends DaysOf {
  days: DescribedDays
  /** Titles that can be quoted, the best first. */
  titles: readonly QuotedTitle[]
  /** The community that most of its posts are in; null where none is. */
  outlet: string | null
  /** Names that several titles have beside that of the signal. */
  names: readonly string[]
  /** What an abbreviation stands for, as its documents spell it out; null for other names. */
  longName: string | null
  /** Whether its titles write “the” before the name: the Supreme Court. */
  hasArticle: boolean
}

const unknownSubject: ChangeSubject = {
  days: { documentIds: [], commonTerms: [], titles: [], reader: null },
  titles: [],
  outlet: null,
  names: [],
  longName: null,
  hasArticle: false,
  activeDays: 0,
}

/** Titles that are compared, and texts that are searched for what an abbreviation means. */
const [maxTitlesRead, maxTextsRead, maxTextLength] = [600, 150, 5000]

/** Reads what the documents of a signal's days say. A failure leaves the digest its figures. */
export async function describeChange(
  { signalId, name, news }: { signalId: string; name: string; news: DigestNews | null },
  { signals, documents, log }: TitleDependencies,
): Promise<ChangeSubject> {
  if (news === null) return unknownSubject
  const { fromDay: firstDay, toDay: lastDay, peak } = news
  try {
    const days = await signals.describeDays(signalId, { firstDay, lastDay, peakDay: peak?.day ?? null })
    const read = await documents.getTitles(days.documentIds.slice(0, maxTitlesRead))
    const isAbbreviation = /^\p{Lu}{2,6}$/u.test(name)
    const texts = isAbbreviation ? await documents.getDocuments(days.documentIds.slice(0, maxTextsRead)) : []
    return {
      days,
      titles: chooseTitles(days, read, { name, news }).map((title) => latestOf(wholeOf(title, read), read)),
      outlet: mainOutlet(read),
      longName: isAbbreviation ? (findLongName(name, texts) ?? spelledByOne(name, days.commonTerms)) : null,
      names: findNames(read, name),
      hasArticle: isWrittenWithArticle(name, read),
      activeDays: new Set(read.map(({ publishedAt }) => publishedAt.slice(0, 10))).size,
    }
  } catch (error) {
    log.warn({ err: error, signalId }, 'the days of a signal could not be described')
    return unknownSubject
  }
}

/** What a title says of days to come, which are over when it is read. */
const announcement =
  /(?<![\p{L}’'])(?:will|won['’]t|may(?! \d)|might|could|would|plan(?:s|ned|ning)? (?:to|for)|set (?:for|to)|(?:is|are|was|were) to|to be|scheduled|expected|due (?:to|on|in)|going to|about to|upcoming|tomorrow)(?!\p{L})/iu

function isAnnouncement(title: string): boolean {
  return announcement.test(title)
}

/** Titles that can be quoted: those that tell what happened before those that announce it, and the most noticed one where none does. */
function chooseTitles(
  { titles, commonTerms }: DescribedDays,
  read: readonly DocumentTitle[],
  { name, news }: { name: string; news: DigestNews },
): QuotedTitle[] {
  const peak = news.peak?.day ?? null
  const [announced, told] = [true, false].map((is) => titles.filter(({ title }) => isAnnouncement(title) === is))
  const ranked = nearestFirst(told ?? [], peak ?? news.busiest?.day ?? null)
  if (ranked.length > 0 || isYearly(name, news)) return [...ranked, ...(announced ?? [])]
  const noticed = [...findNoticed(read, { name, peak }), ...(announced ?? [])]
  // several names that titles have in common say more than one title that does not report
  const isTold = noticed.length > 0 || commonTerms.filter((term) => /\p{Lu}/u.test(term)).length > 1
  return isTold ? noticed : findMostNoticed(read, name)
}

/** A title from farther away than a day tells less of what made the day that stands out. */
const distantFactor = 0.8

function nearestFirst(titles: readonly QuotedTitle[], peak: string | null): readonly QuotedTitle[] {
  const worth = ({ day, score }: QuotedTitle) => score * (isNear(day, peak) ? 1 : distantFactor)
  return titles.toSorted((a, b) => worth(b) - worth(a))
}

function isNear(day: string, peak: string | null): boolean {
  return peak === null || Math.abs(Date.parse(day) - Date.parse(peak)) <= 86_400_000
}

/** Of the titles that people reacted to most, this number are looked at, with at least so many reactions. */
const [maxNoticed, minReactions] = [8, 30]
/** The first of them may tell what somebody said of it (`reportFactor`). */
const [maxReactions, minReaction] = [3, 0.7]
const minStyle = 0.8

/** Where no title is likely to be quoted: those that were noticed most, name the topic, and say what happened. */
function findNoticed(
  read: readonly DocumentTitle[],
  { name, peak }: { name: string; peak: string | null },
): QuotedTitle[] {
  return read
    .filter(
      ({ title, reactions, publishedAt }) =>
        (reactions ?? 0) >= minReactions && isNear(publishedAt.slice(0, 10), peak) && isNamedIn(name, [title]),
    )
    .toSorted((a, b) => (b.reactions ?? 0) - (a.reactions ?? 0))
    .slice(0, maxNoticed)
    .filter((document, at) => tellsAlone(document, at < maxReactions ? minReaction : 1))
    .flatMap((document) => quote(document, 0))
    .map((title) => ({ ...title, isDiscussed: true }))
}

/** Somebody's own life, on the occasion of what happened. */
const firstPerson = /^(?:Show|Ask) HN\b|(?<![\p{L}’'.])(?:I|I['’]\p{L}+|my|me|we|our)(?!\p{L})/iu
/** Fewer reactions are a few readers in a small forum. */
const leastReactions = 10
/** Anger and jokes keep less of a report than this. */
const minNoticedFactor = 0.5

/** Where no title reports: the one that most people reacted to, and that names the topic, a plain one before a question. */
function findMostNoticed(read: readonly DocumentTitle[], name: string): QuotedTitle[] {
  const named = read
    .filter(
      ({ title, reactions }) =>
        (reactions ?? 0) >= leastReactions && isNamedIn(name, [title]) && !firstPerson.test(title),
    )
    .toSorted((a, b) => (b.reactions ?? 0) - (a.reactions ?? 0))
    .slice(0, maxNoticed)
  const isPlain = ({ title }: DocumentTitle) =>
    headlineStyle(title) >= minStyle && reportFactor(title) >= minNoticedFactor && !title.includes('?')
  const quotable = [...named.filter(isPlain), ...named].flatMap((document) =>
    quote(document, 0).map((one) => ({ ...one, isDiscussed: (document.reactions ?? 0) >= minReactions })),
  )
  return quotable.slice(0, 1)
}

/** Whether a title tells what happened to somebody who knows nothing of it, and on its own day. */
function tellsAlone({ title, publishedAt }: DocumentTitle, minFactor: number): boolean {
  const year = /[([](\d{4})[)\]]/u.exec(title)?.[1]
  const isOld = year !== undefined && !publishedAt.startsWith(year)
  const isPlain = headlineStyle(title) >= minStyle && reportFactor(title) >= minFactor && !title.includes('?')
  return isReport(title) && isPlain && !isOld
}

/** Whether a title names a signal. */
function isNamedIn(name: string, titles: readonly string[]): boolean {
  const words = tokens(name)
  return titles.some((title) => {
    const own = new Set(tokens(title))
    return words.every((word) => own.has(word))
  })
}

/** The same words with more of their punctuation: some archives drop the commas and apostrophes of what they copy. */
function wholeOf(title: QuotedTitle, read: readonly DocumentTitle[]): QuotedTitle {
  const words = tokens(title.words).join(' ')
  const signsOf = (text: string) => text.match(/[,;:’'?!-]/gu)?.length ?? 0
  const whole = read
    .flatMap((document) => quote(document, title.score))
    .filter((one) => tokens(one.words).join(' ') === words)
    .reduce<QuotedTitle | null>(
      (best, one) => (best === null || signsOf(one.words) > signsOf(best.words) ? one : best),
      null,
    )
  return whole === null || signsOf(whole.words) <= signsOf(title.words) ? title : { ...title, words: whole.words }
}

/** What a story counts while it goes on, so that only the largest amount is true at the end. */
const counts: readonly RegExp[] = [
  /(?<!\p{L})(?:death toll|deaths?|dead|dies|died|killed|kills)(?!\p{L})/iu,
  /(?<!\p{L})(?:cases|infected|infections|patients)(?!\p{L})/iu,
]
/** The amount beside it: `death toll rises to 56`, `56 dead`. */
const [after, before] = [/^[^\d:–;]{0,20}(\d[\d,]*)/u, /(\d[\d,]*)[^\d:–;]{0,15}$/u]
const numberWords = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
/** What is larger by more is the amount of another event. */
const maxGrowth = 20
const minSharedWords = 3

function amountIn(title: string, count: RegExp): number | null {
  const text = title.replaceAll(/\p{L}+/gu, (word) => {
    const at = numberWords.indexOf(word.toLowerCase())
    return at === -1 ? word : String(at + 2)
  })
  const found = count.exec(text)
  if (found === null) return null
  const behind = after.exec(text.slice(found.index + found[0].length))?.[1]
  const digits = behind ?? before.exec(text.slice(0, found.index))?.[1]
  // a year
  if (digits === undefined || /^(?:19|20)\d\d$/u.test(digits)) return null
  return Number(digits.replaceAll(/\D/gu, ''))
}

/** A title with an amount gives way to that with the largest of the same, which says how things stand at the end of the days. */
function latestOf(title: QuotedTitle, read: readonly DocumentTitle[]): QuotedTitle {
  const count = counts.find((pattern) => pattern.test(title.title))
  if (count === undefined) return title
  const amount = amountIn(title.title, count) ?? 0
  const own = new Set(tokens(title.title).filter((word) => word.length > 3))
  const larger = read
    .flatMap((one) => {
      const other = amountIn(one.title, count) ?? 0
      const isSame = tokens(one.title).filter((word) => own.has(word)).length >= minSharedWords
      const isLarger = other > amount && (amount === 0 || other <= maxGrowth * amount)
      return isSame && isLarger && one.publishedAt.slice(0, 10) >= title.day && !isCut(one.title)
        ? [{ one, other }]
        : []
    })
    .toSorted((a, b) => b.other - a.other || (a.one.publishedAt < b.one.publishedAt ? 1 : -1))
  return larger.flatMap(({ one }) => quote(one, title.score))[0] ?? title
}

/** Whether the end of a title is missing. */
function isCut(title: string): boolean {
  return /(?:…|\.\.\.|\s\p{Ll})$/u.test(title)
}

/** Empty where a sentence cannot quote it. */
function quote({ documentId, title, outlet, publishedAt }: DocumentTitle, score: number): QuotedTitle[] {
  const headline = { id: documentId, title: trimOutletName(title, outlet), outlet, publishedAt, body: null }
  const named = nameSubject({ headline, mostNoticed: null })
  if (named.words === '') return []
  const words = named.words.replaceAll(/(?<=[\p{L}\p{N}])'/gu, '’').replaceAll(/\s(?:--?|—)\s/gu, ' – ')
  return [{ documentId, title, words, outlet: named.outlet, day: publishedAt.slice(0, 10), isDiscussed: false, score }]
}

/** A community has most if it has this part of the posts, and this many. */
const [minOutletPart, minOutlet] = [0.5, 3]

function mainOutlet(read: readonly DocumentTitle[]): string | null {
  const [first] = [...Map.groupBy(read, ({ outlet }) => outlet)].toSorted(([, a], [, b]) => b.length - a.length)
  if (first === undefined || first[1].length < Math.max(minOutlet, minOutletPart * read.length)) return null
  const name = /(?:^|\/)(r\/\w+)$/u.exec(first[0])?.[1]
  return name ?? null
}

/** Fewer titles with “the” do not show how a name is written. */
const minWithArticle = 3

/** Whether titles that put a word before a name that is capitalized write “the” at least as often as none. */
function isWrittenWithArticle(name: string, read: readonly DocumentTitle[]): boolean {
  if (!/^\p{Lu}\p{Ll}/u.test(name)) return false
  const titles = read.map(({ title }) => ` ${title.toLowerCase()} `)
  const countAfter = (words: readonly string[]) =>
    titles.filter((title) => words.some((word) => title.includes(` ${word} ${name.toLowerCase()} `))).length
  const count = countAfter(['the'])
  return count >= minWithArticle && count >= countAfter(['in', 'of', 'on', 'by', 'at', 'for', 'from', 'to', 'with'])
}

/** What an abbreviation stands for, as its documents write it beside it: `Litecoin (LTC)`, `LTC (Litecoin)`. */
function findLongName(name: string, texts: readonly { title: string; body: string | null }[]): string | null {
  const patterns = [
    new RegExp(`((?:[\\p{L}’'-]+ ){0,7}[\\p{L}’'-]+) \\(${name}\\)`, 'gu'),
    new RegExp(`(?<!\\p{L})${name} \\(((?:[\\p{L}’'-]+ ){0,7}[\\p{L}’'-]+)\\)`, 'gu'),
  ]
  const found = texts
    .flatMap(({ title, body }) => [title, body?.slice(0, maxTextLength) ?? ''])
    .filter((text) => text.includes(name))
    .flatMap((text) => patterns.flatMap((pattern) => [...text.matchAll(pattern)]))
    .flatMap(([, words = '']) => spelledBy(name, words) ?? [])
  const [most] = [...Map.groupBy(found, (words) => words.toLowerCase()).values()].toSorted(
    (a, b) => b.length - a.length,
  )
  return most?.[0] ?? null
}

/** The last words whose first letters are those of an abbreviation, or one word that has its letters in order. */
function spelledBy(name: string, words: string): string | null {
  const all = words.split(' ')
  const letters = name.toLowerCase().split('')
  for (let from = all.length - 1; from >= 0; from -= 1) {
    const some = all.slice(from)
    const initials = some
      .filter((word) => !/^(?:of|and|the|for|in|on|to)$/iu.test(word))
      .map((word) => word[0]?.toLowerCase())
    if (initials.join('') === letters.join('')) return some.join(' ')
  }
  return spelledByOne(name, all.slice(-1))
}

/** The first of some words that has the letters of an abbreviation in order: Litecoin of LTC. */
function spelledByOne(name: string, words: readonly string[]): string | null {
  const letters = name.toLowerCase().split('')
  const isLong = (word: string) => {
    let at = -1
    const isInOrder = letters.every((letter) => (at = word.indexOf(letter, at + 1)) >= 0)
    return isInOrder && word[0] === letters[0] && word.length > letters.length
  }
  return words.find((word) => isLong(word.toLowerCase())) ?? null
}

/** A name is told that this part of the titles have, and this many. */
const [minNamesPart, minNames] = [0.08, 3]
/** Titles in which a larger part of the words are capitalized do not show what is a name. */
const maxCapitalPart = 0.6

/** The names that most titles have beside that of the signal, at most two. */
function findNames(read: readonly DocumentTitle[], name: string): string[] {
  const own = new Set(tokens(name))
  const plain = read.flatMap(({ title }) => {
    const words = title.match(/\p{L}[\p{L}’'-]+/gu) ?? []
    const capitals = words.filter((word) => /^\p{Lu}/u.test(word))
    // the first word of a title is capitalized, whatever it is
    return capitals.length > maxCapitalPart * words.length ? [] : [new Set(words.slice(1))]
  })
  const holders = new Map<string, number>()
  for (const words of plain)
    for (const word of words)
      if (/^\p{Lu}\p{Ll}{2,}$/u.test(word) && !own.has(word.toLowerCase()) && isContextTerm(word.toLowerCase()))
        holders.set(word, (holders.get(word) ?? 0) + 1)
  return [...holders]
    .filter(([, count]) => count >= Math.max(minNames, minNamesPart * read.length))
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 2)
    .map(([word]) => word)
}

/** What a line says in place of a headline, so that a reader knows that none was forgotten. */
export function describeWithoutTitle(
  terms: readonly string[],
  { outlet, names, longName }: ChangeSubject,
  isYearlyEvent: boolean,
): string[] {
  if (terms.length > 1) return [`Titles most often mention ${joinWithAnd(terms)}.`]
  if (isYearlyEvent) return []
  const named = [...new Set([...terms, ...names])].filter((one) => one !== longName).slice(0, 2)
  const where = outlet === null ? [] : [`most are in ${outlet}`]
  const about = named.length === 0 ? [] : [`several name ${joinWithAnd(named)}`]
  return [
    `${['No headline says what happened', ...[joinWithAnd([...where, ...about])].filter((part) => part !== '')].join('; ')}.`,
  ]
}

/** Where else a post was made: `(x-post from r/space)`. */
const aside = / ?[([]x-?\/?post[^)\]]*[)\]]/iu

/** A title with its forum and its day: “today” in it is not today. */
export function sayTitle({ words, outlet, day, isDiscussed }: QuotedTitle, { fromDay, toDay }: DigestNews): string {
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
