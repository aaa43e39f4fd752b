import {
  createEventDescriber,
  daysBetween,
  type EventDocument,
  findEvents,
  findInflections,
  type InflectionSeries,
  poolSources,
  tokens,
  type TopicEvent,
  descriptionDays,
} from '@auspex/analytics'
import type { KnownEvent } from './known-events.ts'
import type { ArchiveTopic } from './read-archive.ts'

/** How a known event was detected. */
export interface Judgement {
  known: KnownEvent
  /** Whether the archive shows it: its first week has at least five documents more than usual, and twice as many. */
  isVisible: boolean
  /** Days from the known day to the onset of the nearest event; null if none is within a week. */
  daysOff: number | null
  /** The headline of that event, or null. */
  headline: string | null
  isNamed: boolean
  /** Whether `findInflections` has a spike or shift within a week. */
  isInflection: boolean
}

const marginDays = 7
const weekDays = 7
const daysBefore = 56
const minAbove = 5

/** Finds the events of a topic and compares them with the known ones. */
export function judgeTopic({ series, documents }: ArchiveTopic, knownEvents: readonly KnownEvent[]): Judgement[] {
  const events = findEvents(series)
  const inflections = findInflections(sharesOf(series))
  return knownEvents.map((known): Judgement => {
    const { above, usual } = aboveUsual({ series, documents }, known.day)
    const isVisible = above >= minAbove && above >= usual
    const isInflection = inflections.some(
      ({ kind, day }) => kind !== 'coverage_gap' && Math.abs(daysBetween(known.day, day)) <= marginDays,
    )
    const nearest = events.toSorted((a, b) => distance(a, known) - distance(b, known))[0]
    if (nearest === undefined || distance(nearest, known) > marginDays)
      return { known, isVisible, daysOff: null, headline: null, isNamed: false, isInflection }
    const headline = headlineOf(nearest, documents, known.query)
    return {
      known,
      isVisible,
      daysOff: daysBetween(known.day, nearest.onset),
      headline,
      isNamed: isNamedBy(headline, known.names),
      isInflection,
    }
  })
}

/** The series in the form in which reports compute inflections: shares of all sources together. */
function sharesOf({ firstDay, sources }: ArchiveTopic['series']): InflectionSeries {
  const known = sources.map(({ counts, totals = [] }) => ({
    counts: counts.map((count) => count ?? 0),
    totals: totals.map((total) => total ?? 0),
  }))
  const { counts, exposure } = poolSources(known)
  return { firstDay, counts, exposure }
}

function distance({ onset }: TopicEvent, { day }: KnownEvent): number {
  return Math.abs(daysBetween(day, onset))
}

function headlineOf(event: TopicEvent, documents: readonly EventDocument[], query: string): string {
  const { from, to } = descriptionDays(event)
  const isWithin = ({ publishedAt }: EventDocument) =>
    publishedAt.slice(0, 10) >= from && publishedAt.slice(0, 10) <= to
  const within = documents.filter(isWithin)
  const other = documents.filter((document) => !isWithin(document))
  const story = createEventDescriber({ other, queryWords: tokens(query) })(within)
  return story === null ? '' : (within[story.headline]?.title ?? '')
}

/** Names are words as in titles, with or without a plural s; names with special characters ("google+") must match literally. */
function isNamedBy(headline: string, names: readonly string[]): boolean {
  const words = new Set(tokens(headline))
  return names.some((name) =>
    /^[\p{L}\p{N}]+$/u.test(name) ? words.has(name) || words.has(`${name}s`) : headline.toLowerCase().includes(name),
  )
}

/** How far the documents of the week from a day exceed the usual level, and that level: the rate of the preceding 56 days times the week's totals. */
export function aboveUsual({ series, documents }: ArchiveTopic, day: string): { above: number; usual: number } {
  const at = daysBetween(series.firstDay, day)
  const totalOf = (from: number, to: number) =>
    series.sources.reduce(
      (sum, { totals }) => sum + (totals ?? []).slice(from, to).reduce<number>((a, b) => a + (b ?? 0), 0),
      0,
    )
  const countOf = (from: number, to: number) =>
    documents.filter(({ publishedAt }) => {
      const offset = daysBetween(series.firstDay, publishedAt.slice(0, 10))
      return offset >= from && offset < to
    }).length
  const [start, end] = [Math.max(0, at - 3 - daysBefore), at - 3]
  const usual = (countOf(start, end) / Math.max(1, totalOf(start, end))) * totalOf(at, at + weekDays)
  return { above: countOf(at, at + weekDays) - usual, usual }
}
