import { findCommonTerms, nameSubject, rankReports, tokens, type WordReader, wordsOfQuery } from '@auspex/analytics'
import { addDays } from '@auspex/contract/days'
import type { DaySpan } from '@auspex/sdk/types'
import { commonLanguage, type DocumentTitle } from '../library/index.ts'
import { findSignal, resolveFilter } from './find-signal.ts'
import { toQuoted } from './report/highest-bar.ts'
import { toEventDocument } from './report/present-document.ts'
import type { ReportDependencies } from './report-dependencies.ts'
import { compareAscending } from '../../kernel/fold-text.ts'

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
  /** The probability that an editor would quote it for these days. */
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
  const described = { within, other, queryWords, reader, peakDay }
  return {
    documentIds,
    commonTerms: findCommonTerms(described),
    titles: rankReports(described)
      .slice(0, maxTitles)
      .flatMap(({ document, ...rank }) => quote(within[document], rank)),
    reader,
  }
}

function byTime(one: DocumentTitle, other: DocumentTitle): number {
  return compareAscending(one.publishedAt, other.publishedAt)
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
