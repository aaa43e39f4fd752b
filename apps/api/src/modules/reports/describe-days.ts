import {
  createTopicMatcher,
  findCommonTerms,
  headlineStyle,
  isReport,
  nameSubject,
  rankReports,
  reportFactor,
  tokens,
  type WordReader,
  wordsOfQuery,
} from '@auspex/analytics'
import { addDays } from '@auspex/contract/days'
import type { DaySpan } from '@auspex/sdk/types'
import { foldText } from '../../kernel/fold-text.ts'
import { commonLanguage, type DocumentTitle } from '../library/index.ts'
import { findSignal, resolveFilter } from './find-signal.ts'
import { toQuoted } from './report/highest-bar.ts'
import { toEventDocument } from './report/present-document.ts'
import type { ReportDependencies } from './report-dependencies.ts'

/** A title of some days, as a sentence quotes it. */
export interface QuotedTitle {
  documentId: string
  title: string
  /** In quotation marks. */
  words: string
  outlet: string
  /** The day on which it was published. */
  day: string
  /** Whether it has twice the reactions of any other title of these days. */
  isDiscussed: boolean
  /** How well it reports these days, for comparison with other titles. */
  score: number
}

export interface DescribedDays {
  /** Documents of these days, up to a number that hardly any signal reaches: two signals can be compared by them. */
  documentIds: readonly string[]
  /** What many of the titles have in common, for days that no title stands for. */
  commonTerms: readonly string[]
  /** Titles that report what happened, the best first; empty where none does. */
  titles: readonly QuotedTitle[]
  /** What the words of the titles mean; null where that is unknown. */
  reader: WordReader | null
}

/** Documents that are listed of the days, and titles that are read of them and of the days before. */
const [maxListed, maxWithin, maxBefore] = [5000, 600, 200]
/** Days before them that they are compared with. */
const daysBefore = 180
/** Any: the same days of a signal are always described by the same documents. */
const seed = 1
/** What other signals quote already leaves the next ones. */
const maxTitles = 8

/** What the documents of some days report that those before do not. `peakDay` is one that stands out among them. Throws `signals.not_found`. */
export async function describeDays(
  signalId: string,
  { firstDay, lastDay, peakDay }: DaySpan & { peakDay: string | null },
  deps: ReportDependencies,
): Promise<DescribedDays> {
  const { documents } = deps
  const query = await findSignal(signalId, deps)
  const { filter } = await resolveFilter(query, deps)
  const draw = async (fromDay: string, toDay: string, limit: number) =>
    (await documents.drawDocuments({ ...filter, fromDay, toDay }, { limit, seed })).ids
  const documentIds = await draw(firstDay, lastDay, maxListed)
  const all = await documents.getTitles(documentIds.slice(0, maxWithin))
  const language = commonLanguage(all)
  const within = all.filter(({ lang }) => lang === null || lang === language).toSorted(byTime)
  const other = await documents.getTitles(await draw(addDays(firstDay, -daysBefore), addDays(firstDay, -1), maxBefore))
  const reader = await documents.findWords(language ?? '')
  const queryWords = wordsOfQuery(query.node).flatMap(({ text }) => tokens(text))
  const matches = createTopicMatcher(query.node)
  const isAbout = (title: string) => matches(tokens(title))
  const inputOf = (day: string | null) => ({ within, other, queryWords, isAbout, reader, peakDay: day })
  const rankFor = (day: string | null) => rankReports(inputOf(day))
  const ofPeak = rankFor(peakDay)
  const ranked = ofPeak.length > 0 || peakDay === null ? ofPeak : rankFor(null)
  const noticed = ranked.length > 0 ? undefined : findNoticed(within, isAbout, peakDay)
  return {
    documentIds,
    commonTerms: findCommonTerms(inputOf(peakDay)),
    titles:
      ranked.length > 0
        ? ranked.slice(0, maxTitles).flatMap(({ document, ...rank }) => quote(within[document], rank))
        : noticed === undefined
          ? []
          : [noticed],
    reader,
  }
}

/** Fewer points and comments may be those of a few friends; fewer outlets, those of one publisher. */
const [minReactions, minOutlets] = [50, 4]
/** What is much discussed has this many, and this many times those of any other title. */
const [minDiscussed, minLead] = [100, 2]
/** Titles that were noticed most, among which one that reports is looked for. */
const maxNoticed = 8
/** What happened is often first reported on the day before the one with most posts. */
const daysBeforePeak = 2
/** A title of a person's own, or one that advises, is not what happened. */
const minStyle = 0.9
/** What is only a first report, or says how somebody feels, is not. */
const minReport = 0.6

/**
 * What people reacted to most, or most outlets printed, from shortly before the day that stands out, if it reports and names the topic. Undefined where
 * it does not.
 */
export function findNoticed(
  within: readonly DocumentTitle[],
  isAbout: (title: string) => boolean,
  peakDay: string | null,
): QuotedTitle | undefined {
  const firstDay = peakDay === null ? '' : addDays(peakDay, -daysBeforePeak)
  const texts = readTexts(within.filter(({ publishedAt }) => publishedAt.slice(0, 10) >= firstDay))
  const about = texts.filter(({ document }) => isAbout(document.title))
  const orders = [
    about.filter(({ reactions }) => reactions >= minReactions).toSorted((a, b) => b.reactions - a.reactions),
    about.filter(({ outlets }) => outlets >= minOutlets).toSorted((a, b) => b.outlets - a.outlets),
  ]
  // reactions and outlets are no common measure: what is first in one order is as much noticed as what is first in the other
  const noticed = Array.from({ length: maxNoticed }, (_, place) => orders.flatMap((order) => order[place] ?? [])).flat()
  const quoted = [...new Set(noticed)]
    .slice(0, maxNoticed)
    .flatMap((text) => quote(text.document, { isDiscussed: isMostDiscussed(text, texts), score: 0 }))
    .filter(({ words }) => tellsWhatHappened(words.replaceAll(/^“|”$/gu, '')))
  // one that was planned, or answers what happened, where no other was noticed as much
  return (
    quoted.find(({ title }) => reportFactor(title) === 1) ??
    quoted.find(({ title }) => reportFactor(title) >= minReport)
  )
}

/** A title with all its copies. */
interface NoticedText {
  /** The copy that people reacted to most. */
  document: DocumentTitle
  reactions: number
  outlets: number
}

/** The titles of documents, each once: without those that have none, which are no copies of each other. */
function readTexts(documents: readonly DocumentTitle[]): NoticedText[] {
  return [...Map.groupBy(documents, ({ title }) => foldText(title))].flatMap(([folded, copies]) => {
    const [document] = copies.toSorted((a, b) => (b.reactions ?? 0) - (a.reactions ?? 0))
    if (document === undefined || folded === '') return []
    return { document, reactions: document.reactions ?? 0, outlets: new Set(copies.map(({ outlet }) => outlet)).size }
  })
}

function isMostDiscussed(text: NoticedText, texts: readonly NoticedText[]): boolean {
  const next = texts.reduce((most, other) => (other === text ? most : Math.max(most, other.reactions)), 0)
  return text.reactions >= Math.max(minDiscussed, minLead * next)
}

/** How forums tell a death. */
const deathPattern =
  /^(?:R\.?I\.?P\.?|Rest in peace),? \p{Lu}\S+(?: \p{Lu}\S+){1,3}(?:,? \(?\d{4}\s?[-–]\s?\d{4}\)?)?$/u

/** Jokes in these words ("RIP my inbox") have a style of their own. */
function tellsWhatHappened(title: string): boolean {
  return headlineStyle(title) >= minStyle && (deathPattern.test(title) || isReport(title))
}

function byTime(one: DocumentTitle, other: DocumentTitle): number {
  return one.publishedAt < other.publishedAt ? -1 : one.publishedAt > other.publishedAt ? 1 : 0
}

/** Empty where a sentence cannot quote it. */
function quote(
  document: DocumentTitle | undefined,
  { isDiscussed, score }: Pick<QuotedTitle, 'isDiscussed' | 'score'>,
): QuotedTitle[] {
  if (document === undefined) return []
  const { words, outlet } = nameSubject({ headline: toQuoted(toEventDocument(document)), mostNoticed: null })
  const { documentId, title, publishedAt } = document
  return words === ''
    ? []
    : [{ documentId, title, words: setMarks(words), outlet, day: publishedAt.slice(0, 10), isDiscussed, score }]
}

/** Titles come with typewriter marks or printed ones; side by side they look like mistakes. */
function setMarks(words: string): string {
  return words
    .replaceAll(/(?<=[\p{L}\p{N}])'/gu, '’')
    .replaceAll(/'(?=[\p{L}\p{N}])/gu, '‘')
    .replaceAll(/\s(?:--?|—)\s/gu, ' – ')
}
