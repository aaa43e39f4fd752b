import {
  createEventDescriber,
  createTopicMatcher,
  headlineStyle,
  isContextTerm,
  isReport,
  nameSubject,
  tokens,
  wordsOfQuery,
} from '@auspex/analytics'
import { addDays } from '@auspex/contract/days'
import type { DaySpan } from '@auspex/sdk/types'
import { commonLanguage, type DocumentTitle } from '../library/index.ts'
import { findSignal, resolveFilter } from './find-signal.ts'
import { toQuoted } from './report/highest-bar.ts'
import { toEventDocument } from './report/events-section.ts'
import type { ReportDependencies } from './report-dependencies.ts'

/** A title of some days, as a sentence quotes it. */
export interface QuotedTitle {
  documentId: string
  /** In quotation marks. */
  words: string
  outlet: string
  /** A headline says what many titles of these days say; people reacted to what was noticed; an example is one of several. */
  role: 'headline' | 'noticed' | 'example'
}

export interface DescribedDays {
  /** Documents of these days, up to a number that hardly any signal reaches: two signals can be compared by them. */
  documentIds: readonly string[]
  /** Titles that say what the days were about, the best first; empty where none does. */
  titles: readonly QuotedTitle[]
}

/** Documents that are listed of the days, and titles that are read of them and of the days before. */
const [maxListed, maxWithin, maxBefore] = [5000, 400, 200]
/** Days before them that they are compared with. */
const daysBefore = 180
/** Any: the same days of a signal are always described by the same documents. */
const seed = 1

/** What the documents of some days report that those before do not, by titles that name the topic. Throws `signals.not_found`. */
export async function describeDays(
  signalId: string,
  { firstDay, lastDay }: DaySpan,
  deps: ReportDependencies,
): Promise<DescribedDays> {
  const { documents } = deps
  const query = await findSignal(signalId, deps)
  const { filter } = await resolveFilter(query, deps)
  const draw = async (fromDay: string, toDay: string, limit: number) =>
    (await documents.drawDocuments({ ...filter, fromDay, toDay }, { limit, seed })).ids
  const documentIds = await draw(firstDay, lastDay, maxListed)
  const within = await documents.getTitles(documentIds.slice(0, maxWithin))
  const isAbout = createTopicMatcher(query.node)
  const titles = within.filter(({ title }) => isAbout(tokens(title)) && isReport(title)).toSorted(byTime)
  if (titles.length === 0) return { documentIds, titles: [] }
  const other = await documents.getTitles(await draw(addDays(firstDay, -daysBefore), addDays(firstDay, -1), maxBefore))
  const reader = await documents.findWords(commonLanguage(titles) ?? '')
  const queryWords = wordsOfQuery(query.node).flatMap(({ text }) => tokens(text))
  const describe = createEventDescriber({ other, queryWords, reader })
  const sharing = countSharing(titles, { other, queryWords })
  const quoted: QuotedTitle[] = []
  let rest = titles
  for (let round = 0; round < maxRounds && rest.length > 0; round += 1) {
    const story = describe(rest)
    const [headline, noticed] = [rest[story?.headline ?? -1], rest[story?.mostNoticed ?? -1]]
    quoted.push(
      ...quote(headline, 'headline'),
      ...quote(noticed && sharing(noticed) > 0 ? noticed : undefined, 'noticed'),
    )
    const members = new Set(story?.members)
    rest = rest.filter((title, at) => !members.has(at) && title !== noticed)
  }
  return { documentIds, titles: [...quoted, ...exampleTitles(titles, sharing)] }
}

/** A word that fewer titles have says nothing about these days. */
const minHolders = 3
const maxExamples = 3

/** How much the words of a title say of these days: those that several titles have, and that titles before have less often. */
function countSharing(
  titles: readonly DocumentTitle[],
  { other, queryWords }: { other: readonly DocumentTitle[]; queryWords: readonly string[] },
): (title: DocumentTitle) => number {
  const wordsOf = ({ title }: DocumentTitle) =>
    [...new Set(tokens(title))].filter((word) => word.length > 2 && isContextTerm(word) && !queryWords.includes(word))
  const count = (all: readonly DocumentTitle[]) => {
    const holders = new Map<string, number>()
    for (const word of all.flatMap(wordsOf)) holders.set(word, (holders.get(word) ?? 0) + 1)
    return holders
  }
  const [within, before] = [count(titles), count(other)]
  const weightOf = (word: string) => {
    const holders = within.get(word) ?? 0
    const [now, then] = [holders / titles.length, (1 + (before.get(word) ?? 0)) / (1 + other.length)]
    return holders < minHolders ? 0 : Math.max(0, holders * Math.log(now / then))
  }
  return (title) => {
    const words = wordsOf(title)
    return words.reduce((sum, word) => sum + weightOf(word), 0) / Math.sqrt(Math.max(1, words.length))
  }
}

/** Titles whose words say most of these days, for days on which no headline stands for many. */
function exampleTitles(
  titles: readonly DocumentTitle[],
  sharing: (title: DocumentTitle) => number,
): readonly QuotedTitle[] {
  return titles
    .map((title) => ({ title, weight: sharing(title) * headlineStyle(title.title) }))
    .filter(({ title, weight }) => weight > 0 && headlineStyle(title.title) >= minStyle)
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, maxExamples)
    .flatMap(({ title }) => quote(title, 'example'))
}

/** Titles that ask, exclaim or speak of their author have less. */
const minStyle = 0.9

/** What another signal quotes already leaves the next ones. */
const maxRounds = 3

function byTime(one: DocumentTitle, other: DocumentTitle): number {
  return one.publishedAt < other.publishedAt ? -1 : one.publishedAt > other.publishedAt ? 1 : 0
}

/** Empty where a sentence cannot quote it. */
function quote(title: DocumentTitle | undefined, role: QuotedTitle['role']): QuotedTitle[] {
  if (title === undefined) return []
  const { words, outlet } = nameSubject({ headline: toQuoted(toEventDocument(title)), mostNoticed: null })
  return words === '' ? [] : [{ documentId: title.documentId, words, outlet, role }]
}
