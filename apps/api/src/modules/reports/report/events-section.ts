import {
  addDays,
  createEventDescriber,
  descriptionDays,
  findEvents,
  findLabelWords,
  findNamedSubjects,
  groupHeadlines,
  supportThresholds,
  tokens,
  type TopicEvent,
  type VolumeDay,
  type WordReader,
  wordsOfQuery,
} from '@auspex/analytics'
import type { QueryNode } from '@auspex/analytics'
import type { TopicEvent as PresentedEvent } from '@auspex/sdk/types'
import type { Steps } from '../../../adapters/database/turns/steps.ts'
import type { CopiedText, DayDocuments, DayRange, DocumentId, DocumentTitle } from '../../library/index.ts'
import type { CoveredTopic } from './covered-topic.ts'
import {
  chooseTitles,
  createReportFinder,
  type DescribedEvents,
  maxTerm,
  presentCopies,
  type PresentedStory,
  presentOutstanding,
  presentStory,
  tellEvent,
} from './present-document.ts'
import { busiestDays, earlierOf, laterOf, leadingFirst, maxTitlesListed, maxTitlesWithin } from './highest-bar.ts'
import { compareAscending } from '../../../kernel/fold-text.ts'

/** How events are found, as described in docs/measures.md. */
export const eventMethod = 'local gamma-Poisson base and scan of bursts'
/** Number of events that are described: each costs reading the titles of its days. */
const maxEvents = 8
const maxEventsTold = 4
const maxEventsThroughout = 2
/** Titles read of all other days. */
const maxTitlesOutside = 200
/** All titles of a topic are read where no event of this many stories was found, up to this many: one subject may stand out that is no event. */
const minLargeEvent = 15
const maxTitlesRead = 1_000
/** Titles among which the largest groups of a topic are looked for, */
const maxTitlesGrouped = 100
/** and documents that are read of each to quote one. */
const maxReadOfGroup = 2
/** A text, or an event, that fills a smaller part of the highest bar is not what made it high. */
const minPartOfBar = 0.25
const minDays = 14
const maxValue = 10_000_000_000

/** The events of a topic and the documents whose titles describe them. */
export interface FoundEvents {
  /** The largest events, up to the number that is described. */
  events: readonly TopicEvent[]
  found: number
  reason: string | null
  /** How many documents each document read represents; above 1 for a sample. */
  factor: number
  /** Documents on the days of each of `events`, copies included. */
  documents: readonly number[]
  /** Documents to read for each of `events`, and for the topic's other days. */
  within: readonly (readonly DocumentId[])[]
  /** The same of all days of the largest events that are longer than the days that describe them; empty for others. */
  throughout: readonly (readonly DocumentId[])[]
  /** The same of the first days of such an event that peaked later. */
  beginnings: readonly (readonly DocumentId[])[]
  outside: readonly DocumentId[]
  /** The days of the highest bar of the chart, and documents to read of them; null where the first event says what made it high. */
  busiest: BusiestBar | null
  /** A sample of all documents up to the last day, among which the largest groups are looked for. */
  sample: readonly DocumentId[]
  /** All documents of a topic without a large event; empty for others, and for one that is too large. */
  all: readonly DocumentId[]
}

interface BusiestBar extends DayRange {
  documents: number
  within: readonly DocumentId[]
  /** The text that fills a large part of it; null where none does. */
  copies: CopiedText | null
}

export interface EventsInput {
  topic: CoveredTopic
  dayDocuments: DayDocuments
  /** First day that the report shows; the series may begin earlier. */
  firstDay: string
  factor: number
  /** The days that the report shows, with their documents. */
  days: readonly VolumeDay[]
}

/** Finds the events of the days that a report shows, by stories and not by copies, and chooses the documents that describe them. */
export function findTopicEvents({ topic, dayDocuments, firstDay, factor, days: shown }: EventsInput): FoundEvents {
  const { days, groups } = topic
  const noEvents = {
    events: [],
    found: 0,
    factor,
    documents: [],
    within: [],
    throughout: [],
    beginnings: [],
    outside: [],
    busiest: null,
    sample: [],
    all: [],
  }
  const shownDays = { from: shown[0]?.day ?? firstDay, to: shown.at(-1)?.day ?? firstDay }
  const readAll = () =>
    factor === 1 && documentsOf(topic, shownDays) <= maxTitlesRead ? dayDocuments.within(shownDays, maxTitlesRead) : []
  if (days.length < minDays)
    return { ...noEvents, all: readAll(), reason: `The series has ${days.length} days; events need ${minDays}.` }
  const sources = groups
    .filter(({ documents, runs }) => documents > 0 && runs.length > 0)
    .map(({ holding, stories, totals, runs }) => {
      const covered = (values: Int32Array) => {
        const series: (number | null)[] = []
        for (const { from, to } of runs) {
          while (series.length < from) series.push(null)
          for (let day = from; day < to; day += 1) series.push((values[day] ?? 0) / factor)
        }
        while (series.length < values.length) series.push(null)
        return series
      }
      return { counts: covered(stories), ...(holding.complete && { totals: covered(totals) }) }
    })
  const all = findEvents({ firstDay: days[0] ?? firstDay, sources }).filter(({ onset }) => onset >= firstDay)
  const events = leadingFirst(all, shown).slice(0, maxEvents)
  const ranges = events.map(descriptionDays)
  const eventDays: DayRange[] = events.map(({ onset, until }) => ({ from: onset, to: until ?? days.at(-1) ?? onset }))
  const documents = eventDays.map((range) => documentsOf(topic, range))
  const bar = busiestDays(shown)
  const isTold = (range: DayRange) => {
    const [first, own] = [events[0], eventDays[0]]
    if (first === undefined || own === undefined || first.peak < range.from || first.peak > range.to) return false
    const common = { from: laterOf(range.from, own.from), to: earlierOf(range.to, own.to) }
    return documentsOf(topic, common) >= minPartOfBar * documentsOf(topic, range)
  }
  const busiest = bar && readBar(bar, { isTold: isTold(bar), dayDocuments, topic, isSampled: factor > 1 })
  const described = busiest === null ? eventDays : [...eventDays, busiest]
  const within = ranges.map((range, at) =>
    dayDocuments.within(range, at < maxEventsTold ? maxTitlesWithin : maxTitlesListed),
  )
  const throughout = eventDays.map((range, at) =>
    at >= maxEventsThroughout || range.to === ranges[at]?.to ? [] : dayDocuments.within(range, maxTitlesWithin),
  )
  const beginnings = events.map(({ onset }, at) =>
    at >= maxEventsThroughout || ranges[at]?.from === onset
      ? []
      : dayDocuments.within({ from: onset, to: addDays(ranges[at]?.from ?? onset, -1) }, maxTitlesWithin),
  )
  const outside = described.length === 0 ? [] : dayDocuments.outside([...described, daysToCome(days)], maxTitlesOutside)
  return {
    events,
    found: all.length,
    reason: null,
    factor,
    documents,
    within,
    throughout,
    beginnings,
    outside,
    busiest,
    sample:
      described.length === 0
        ? dayDocuments.outside([daysToCome(days)], maxTitlesGrouped)
        : sampleOf({
            within,
            outside,
            documents,
            busiest,
            all: documentsOf(topic, { from: days[0] ?? '', to: days.at(-1) ?? '' }),
          }),
    all: all.every(({ count }) => count < minLargeEvent) ? readAll() : [],
  }
}

/** Of the documents that are read anyway, as many of the days of each event, of the bar, and of all other days as there are in the topic. */
function sampleOf({
  within,
  outside,
  documents,
  busiest,
  all,
}: Pick<FoundEvents, 'within' | 'outside' | 'documents' | 'busiest'> & { all: number }): DocumentId[] {
  const partOf = (count: number) => Math.round((maxTitlesGrouped * count) / Math.max(1, all))
  const ofEvents = within.flatMap((ids, at) => ids.slice(0, partOf(documents[at] ?? 0)))
  const ofBar = busiest?.within.slice(0, partOf(busiest.documents)) ?? []
  const others = all - documents.reduce((sum, count) => sum + count, 0) - (busiest?.documents ?? 0)
  return [...new Set([...ofEvents, ...ofBar, ...outside.slice(0, Math.max(0, partOf(others)))])]
}

/** What is read of the highest bar; null where the first event tells it and no text in copies fills it. */
function readBar(
  bar: DayRange,
  {
    isTold,
    dayDocuments,
    topic,
    isSampled,
  }: { isTold: boolean; dayDocuments: DayDocuments; topic: CoveredTopic; isSampled: boolean },
): BusiestBar | null {
  // a sample holds too few copies of a text to count them
  const documents = documentsOf(topic, bar)
  const text = isSampled ? null : dayDocuments.mostCopied(bar)
  const copies = text !== null && text.documents >= minPartOfBar * documents ? text : null
  return isTold && copies === null
    ? null
    : { ...bar, documents, copies, within: dayDocuments.within(bar, maxTitlesListed) }
}

/** Documents dated after the last day of a report say nothing about its other days. */
function daysToCome(days: readonly string[]): DayRange {
  return { from: addDays(days.at(-1) ?? '', 1), to: '9999-12-31' }
}

function documentsOf({ days, groups }: CoveredTopic, { from, to }: DayRange): number {
  const begin = Math.max(0, days.indexOf(from))
  const end = days.indexOf(to) + 1
  return groups.reduce(
    (sum, { counts }) => sum + counts.subarray(begin, end).reduce((subtotal, count) => subtotal + count, 0),
    0,
  )
}

/** The documents whose titles `buildEvents` reads, each once. */
export function describedDocuments({
  within,
  throughout,
  beginnings,
  outside,
  busiest,
  sample,
  all,
}: FoundEvents): DocumentId[] {
  return [
    ...new Set([
      ...within.flat(),
      ...throughout.flat(),
      ...beginnings.flat(),
      ...outside,
      ...(busiest?.within ?? []),
      ...(busiest?.copies ? [busiest.copies.documentId] : []),
      ...sample,
      ...all,
    ]),
  ]
}

/**
 * Describes each event by the titles of its peak week compared with those of the topic's other days, and finds the topic's largest groups. Pauses
 * between the parts of each: comparing the titles of one takes up to fifty milliseconds.
 */
export function* buildEvents(
  {
    events: found,
    found: foundCount,
    reason,
    factor,
    documents,
    within,
    throughout,
    beginnings,
    outside,
    busiest,
    sample,
    all,
  }: FoundEvents,
  { titles, node, words }: { titles: readonly DocumentTitle[]; node: QueryNode; words: WordReader | null },
): Steps<DescribedEvents> {
  const byId = new Map(titles.map((headline) => [headline.documentId, headline]))
  const titlesOf = (ids: readonly DocumentId[]) =>
    ids.flatMap((id) => byId.get(id) ?? []).toSorted((a, b) => compareAscending(a.publishedAt, b.publishedAt))
  const queryWords = wordsOfQuery(node).flatMap(({ text }) => tokens(text))
  const describeEvent = createEventDescriber({ other: titlesOf(outside), queryWords, reader: words })
  const headlineScores = new Map<string, number>()
  function* describeStory(
    ids: readonly DocumentId[],
    days: { isBurst: boolean; peakDay?: string },
  ): Steps<PresentedStory> {
    const storyTitles = titlesOf(ids)
    const story = yield* describeEvent(storyTitles, days)
    const id = storyTitles[story?.headline ?? -1]?.documentId
    if (id !== undefined) headlineScores.set(id, Math.max(headlineScores.get(id) ?? 0, story?.score ?? 0))
    return presentStory(storyTitles, story)
  }
  const sampled = titlesOf(sample)
  const events = []
  for (const [index, event] of found.entries()) {
    yield
    const figures = presentEvent(event, { factor, documents: documents[index] ?? 0 })
    const story = yield* describeStory(within[index] ?? [], { isBurst: true, peakDay: event.peak })
    const [whole = [], beginning = []] = [throughout[index], beginnings[index]]
    const first = beginning.length === 0 ? null : yield* describeStory(beginning, { isBurst: true })
    const isWholeRead = (first ?? story).headline === null && story.headline === null && whole.length > 0
    const course = isWholeRead ? yield* describeStory(whole, { isBurst: true, peakDay: event.peak }) : null
    events.push({ ...figures, ...tellEvent({ peak: story, first, course }, headlineScores) })
  }
  yield
  const busiestSection = busiest && {
    firstDay: busiest.from,
    lastDay: busiest.to,
    copies: presentCopies(busiest.copies, byId),
    ...(yield* describeStory(busiest.within, { isBurst: false })),
  }
  yield
  const labels = findLabelWords(sampled)
  yield
  const findReports = createReportFinder(queryWords)
  const [ofTopic, ofBar] = [titles, titlesOf(busiest?.within ?? [])].map(findReports)
  const reports = {
    ofEvents: within.map((ids, at) => {
      const days = [...ids, ...(throughout[at] ?? []), ...(beginnings[at] ?? [])]
      return findReports(titlesOf([...new Set(days)])).find(({ isClear }) => isClear)?.title ?? null
    }),
    ofBar: ofBar?.find(({ isClear }) => isClear)?.title ?? null,
    ofTopic: ofTopic ?? [],
  }
  yield
  const names = findNamedSubjects(all.length > 0 ? titlesOf(all) : sampled, { queryWords, reader: words })
  yield
  const outstanding = yield* presentOutstanding(titlesOf(all), { queryWords, reader: words })
  yield
  return {
    events: {
      section: 'events',
      events,
      busiest: busiestSection,
      outstanding,
      found: foundCount,
      reason,
      method: eventMethod,
    },
    headlineScores,
    reports,
    names,
    labels,
    ...(all.length < supportThresholds.steady.min
      ? chooseTitles(titlesOf(all), { node, queryWords, reader: words })
      : { titles: [], titleScore: 0 }),
    subjects: groupHeadlines(sampled, { queryWords, reader: words }).map((group) => ({
      terms: group.terms.map((term) => term.slice(0, maxTerm)),
      ids: group.documents.slice(0, maxReadOfGroup).flatMap((at) => sampled[at]?.documentId ?? []),
    })),
  }
}

function presentEvent(
  { onset, peak, until, count, expected, excess, surprise }: TopicEvent,
  { factor, documents }: { factor: number; documents: number },
): Omit<PresentedEvent, keyof PresentedStory> {
  const scaled = (value: number) => Math.min(maxValue, Math.round(value * factor * 100) / 100)
  const stories = Math.round(count * factor)
  return {
    onset,
    peak,
    until,
    stories,
    documents,
    expected: scaled(expected),
    excess: {
      value: scaled(excess.value),
      low: scaled(excess.low),
      high: scaled(excess.high),
      n: stories,
      method: eventMethod,
    },
    surprise: Math.round(surprise * 100) / 100,
  }
}
