import {
  daysBetween,
  headlineStyle,
  isContextTerm,
  isReport,
  nameSubject,
  reportFactor,
  tokens,
  trimOutletName,
} from '@auspex/analytics'
import type { DescribedDays, QuotedTitle } from '../../reports/index.ts'
import type { DocumentTitle } from '../../library/index.ts'
import type { MonitorDependencies } from '../monitors/monitor-dependencies.ts'
import { type DaysOf, type DigestNews, isYearly } from './digest-figures.ts'
import { findLongName, maxTextsRead } from './long-names.ts'

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
  /** Whether all its titles were read: only then is it known that none says what happened. */
  isRead: boolean
  /** Whether its titles write “the” before the name: the Supreme Court. */
  hasArticle: boolean
}

const unknownSubject: ChangeSubject = {
  days: { documentIds: [], commonTerms: [], titles: [], reader: null },
  titles: [],
  outlet: null,
  names: [],
  longName: null,
  isRead: false,
  hasArticle: false,
  activeDays: 0,
}

/** Titles that are compared. */
const maxTitlesRead = 600

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
    const findWhole = createFindWhole(read)
    const texts = isAbbreviation
      ? await documents.getDocuments(days.documentIds.slice(0, maxTextsRead), { withoutTone: null })
      : []
    return {
      days,
      titles: chooseTitles(days, read, { name, news }).map((title) => latestOf(findWhole(title), read)),
      outlet: mainOutlet(read),
      longName: isAbbreviation ? findLongName(name, texts) : null,
      isRead: days.documentIds.length <= maxTitlesRead && read.some(({ title }) => title !== ''),
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
  /(?<![\p{L}’'])(?:will|won['’]t|may(?! \d)|might|could|would|plan(?:s|ned|ning)? (?:to|for)|set (?:for|to)|(?:is|are|was|were) to|to be|scheduled|expected|due (?:to|on|in)|going to|about to|upcoming|tomorrow|(?:match|game) thread|(?:match|game|season) preview|live ?blog)(?!\p{L})/iu

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
  const quotable = titles.filter(({ title }) => !conjecture.test(title))
  const [announcing, reporting] = [true, false].map((is) =>
    quotable.filter(({ title }) => isAnnouncement(title) === is),
  )
  const nearest = nearestFirst(reporting ?? [], peak ?? news.busiest?.day ?? null)
  // anger and jokes come last, and what is put with feeling may report all the same
  const ranked = [true, false].flatMap((is) => nearest.filter(({ title }) => isReliable(title) === is))
  if (ranked.length > 0 || isYearly(name, news)) return [...ranked, ...(announcing ?? [])]
  // what was reported on another day says more than a joke of the day that stands out
  const onPeak = findNoticed(read, { name, peak })
  const found = onPeak.length > 0 ? onPeak : findNoticed(read, { name, peak: null })
  const noticed = [
    ...found,
    ...(found.length > 0 ? [] : findReported(read, name, announcing ?? [])),
    ...(announcing ?? []),
  ]
  // several names that titles have in common say more than one title that does not report
  const isOfMonth = news.isSpread && daysBetween(news.fromDay, news.toDay) >= minMonthDays
  const areEnough = isOfMonth || noticed.length > 0 || commonTerms.filter((term) => /\p{Lu}/u.test(term)).length > 1
  return areEnough ? noticed : findMostNoticed(read, name)
}

/** Of a long time over which documents are spread, the one that was noticed most tells nothing. */
const minMonthDays = 20

/** Where titles only announce what was to come, those that report it: what was told before it, or on its occasion, is no longer news. */
function findReported(read: readonly DocumentTitle[], name: string, announcing: readonly QuotedTitle[]): QuotedTitle[] {
  if (announcing.length === 0) return []
  return read
    .filter((document) => isNamedIn(name, [document.title]) && !isAnnouncement(document.title))
    .filter((document) => reportsAlone(document, 1))
    .toSorted((a, b) => (b.reactions ?? 0) - (a.reactions ?? 0))
    .slice(0, maxNoticed)
    .flatMap((document) => quote(document, 0))
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
    .filter((document, at) => reportsAlone(document, at < maxReactions ? minReaction : 1))
    .flatMap((document) => quote(document, 0))
    .map((title) => ({ ...title, isDiscussed: true }))
}

/** Somebody's own life, on the occasion of what happened. */
const firstPerson = /^(?:Show|Ask) HN\b|(?<![\p{L}’'.])(?:I|I['’]\p{L}+|my|me|we|our)(?!\p{L})/iu
/** Fewer reactions are a few readers in a small forum. */
const leastReactions = 10
/** What somebody takes from something that others do not see. */
const conjecture = /^(?:it |this )?(?:looks?|seems?|sounds?) like\b/iu
/** Anger and jokes keep less of a report than this. */
const minNoticedFactor = 0.5

/** Whether it is not told in jest, or as what somebody thinks. */
function isReliable(title: string): boolean {
  return reportFactor(title) >= minNoticedFactor && !conjecture.test(title)
}

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
    headlineStyle(title) >= minStyle && isReliable(title) && !title.includes('?')
  const quotable = [...named.filter(isPlain), ...named].flatMap((document) =>
    quote(document, 0).map((one) => ({ ...one, isDiscussed: (document.reactions ?? 0) >= minReactions })),
  )
  return quotable.slice(0, 1)
}

/** Whether a title reports what happened, on its own day, in words that need no background. */
function reportsAlone({ title, publishedAt }: DocumentTitle, minFactor: number): boolean {
  const year = /[([](\d{4})[)\]]/u.exec(title)?.[1]
  const isOld = year !== undefined && !publishedAt.startsWith(year)
  const isPlain =
    headlineStyle(title) >= minStyle &&
    reportFactor(title) >= minFactor &&
    !title.includes('?') &&
    !conjecture.test(title)
  return isReport(title) && isPlain && !isOld
}

/** Whether a title names a signal. */
function isNamedIn(name: string, titles: readonly string[]): boolean {
  const words = tokens(name)
  return titles.some((title) => {
    const own = new Set(tokens(title))
    return words.length > 0 && words.every((word) => own.has(word))
  })
}

/** Finds the same words with more of their punctuation: some archives drop the commas and apostrophes of what they copy. */
function createFindWhole(read: readonly DocumentTitle[]): (title: QuotedTitle) => QuotedTitle {
  const wordsOf = (text: string) => tokens(text.replaceAll("'", '’')).join(' ')
  const signsOf = (text: string) => text.match(/[,;:’'?!-]/gu)?.length ?? 0
  const all = read.map((document) => ({ document, words: wordsOf(document.title) }))
  return (title) => {
    const words = wordsOf(title.words)
    return (
      all
        // to quote each of them would take long
        .filter((one) => one.words.includes(words) && signsOf(one.document.title) > signsOf(title.words))
        .flatMap(({ document }) => quote(document, title.score))
        .filter((one) => wordsOf(one.words) === words)
        .reduce(
          (best, one) => (signsOf(one.words) > signsOf(best.words) ? { ...title, words: one.words } : best),
          title,
        )
    )
  }
}

/** An amount, which is no part of a name or a date, and no length of time. */
const amount = String.raw`(?<![\p{L}\p{N}/.,-])(\d{1,3}(?:,\d{3})+|\d{1,7})(?![\p{L}\p{N}/-]|,\d|\.\d| (?:hours?|days?|weeks?|months?|years?)(?!\p{L}))`
const nearly = String.raw`(?:(?:at least|more than|over|about|nearly|up to) )?`
const rises = String.raw`(?:\p{L}+ )?(?:to|at|tops|passes|reaches|exceeds|hits) `
/** How titles write an amount that grows while a story unfolds, `56 dead` or `death toll rises to 56`: at the end only the largest is true. */
const counts: readonly (readonly RegExp[])[] = [
  [
    behind('kill|kills|killed|killing', nearly),
    before('dead|deaths|died|die|dies|killed'),
    behind('toll|deaths', `(?:${rises})?${nearly}`),
  ],
  [before('cases|infected|infections|patients'), behind('cases|infections', `(?:${rises})?${nearly}`)],
]

function before(words: string): RegExp {
  return new RegExp(String.raw`${amount}(?: \p{L}+){0,2} (?:${words})(?!\p{L})`, 'iu')
}

function behind(words: string, between: string): RegExp {
  return new RegExp(String.raw`(?<!\p{L})(?:${words}):? (?:${between})${amount}`, 'iu')
}

const numberWords = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
/** What is larger by more is the amount of another event. */
const maxGrowth = 20
const minSharedWords = 3

function amountIn(title: string, patterns: readonly RegExp[]): number | null {
  const text = title.replaceAll(/\p{L}+/gu, (word) => {
    const at = numberWords.indexOf(word.toLowerCase())
    return at === -1 ? word : String(at + 2)
  })
  const digits = patterns.flatMap((pattern) => pattern.exec(text)?.[1] ?? [])[0]
  // a year
  if (digits === undefined || /^(?:19|20)\d\d$/u.test(digits)) return null
  return Number(digits.replaceAll(/\D/gu, ''))
}

/** A title with an amount gives way to a report with the largest of the same, which says how things stand at the end of the days. */
function latestOf(title: QuotedTitle, read: readonly DocumentTitle[]): QuotedTitle {
  const patterns = counts.find((some) => amountIn(title.title, some) !== null) ?? []
  const own = amountIn(title.title, patterns)
  if (own === null) return title
  const ownWords = new Set(tokens(title.title).filter((word) => word.length > 3))
  const larger = read
    .flatMap((one) => {
      const other = one.publishedAt.slice(0, 10) < title.day ? null : amountIn(one.title, patterns)
      if (other === null || other <= own || other > maxGrowth * own || isCut(one.title)) return []
      const isSame = tokens(one.title).filter((word) => ownWords.has(word)).length >= minSharedWords
      return isSame && reportsAlone(one, 1) ? [{ one, other }] : []
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

/** A name is mentioned if this share of the titles have it, and at least this many. */
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
