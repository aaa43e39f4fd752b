import {
  findEvents,
  findInflections,
  momentum,
  showableRatio,
  stage,
  weekdaySeason,
  whyRatioIsHidden,
} from '@auspex/analytics'
import { addDays, countDays, listDays, mondayOf } from '@auspex/contract/days'
import type {
  DocumentKind,
  EventDocument,
  SeriesInterval,
  SignalReport,
  SourceKey,
  TopicEvent,
  VolumePoint,
  VolumeSection,
} from '@auspex/sdk/types'
import { libraryTotal, sourceKeys, sourceLabel, worldSources } from './sources.ts'
import { type FoundDocument, type FoundDocuments, textsOf, type World } from './world.ts'
import type { WorldQuery } from './world-query.ts'

export const chatterKinds: ReadonlySet<DocumentKind> = new Set(['post', 'comment', 'question', 'answer'])

/** A query with what was found and the id of its signal. */
export interface MeasuredSignal extends FoundDocuments {
  signalId: string
  query: WorldQuery
  world: World
}

/** A source and a kind of its documents, counted together. */
interface Group {
  source: SourceKey
  kind: DocumentKind
  /** Documents of each day. */
  counts: number[]
}

/** The series of a signal by day, from which sections are built. */
export interface DaySeries {
  days: readonly string[]
  groups: readonly Group[]
  /** Stories that were first told on each day. */
  stories: number[]
  totals: number[]
}

export function readSeries({ documents, firstDay, lastDay, query }: MeasuredSignal): DaySeries {
  const days = listDays(firstDay, lastDay)
  const places = new Map(days.map((day, at) => [day, at]))
  const groups = new Map<string, Group>()
  const stories = days.map(() => 0)
  const seen = new Set<string>()
  for (const { day, source, kind, storyCluster } of documents) {
    const at = places.get(day)
    if (at === undefined) continue
    const key = `${source} ${kind}`
    const group = groups.get(key) ?? { source, kind, counts: days.map(() => 0) }
    groups.set(key, group)
    group.counts[at] = (group.counts[at] ?? 0) + 1
    if (!seen.has(storyCluster)) stories[at] = (stories[at] ?? 0) + 1
    seen.add(storyCluster)
  }
  const measured = query.echo.sources.length === 0 ? sourceKeys : query.echo.sources
  const totals = days.map((day, at) => {
    const count = [...groups.values()].reduce((all, { counts }) => all + (counts[at] ?? 0), 0)
    return count + measured.reduce((all, source) => all + libraryTotal(source, day), 0)
  })
  return { days, groups: [...groups.values()], stories, totals }
}

/** Which points of a series to show. */
export interface SeriesPart {
  interval?: SeriesInterval | undefined
  from?: string | null | undefined
  to?: string | null | undefined
}

export function intervalFor(firstDay: string, lastDay: string): SeriesInterval {
  const days = countDays(firstDay, lastDay)
  return days <= 120 ? 'day' : days <= 3 * 366 ? 'week' : 'month'
}

interface Bucket {
  firstDay: string
  lastDay: string
}

/** The intervals of a signal's days, or of those that include the requested ones. */
export function bucketsOf(
  { firstDay, lastDay }: FoundDocuments,
  part: SeriesPart,
): { interval: SeriesInterval; buckets: Bucket[] } {
  const from = part.from != null && part.from > firstDay ? part.from : firstDay
  const to = part.to != null && part.to < lastDay ? part.to : lastDay
  if (from > to) return { interval: part.interval ?? 'day', buckets: [] }
  const interval = part.interval ?? intervalFor(from, to)
  const beginOf = (day: string) =>
    interval === 'day' ? day : interval === 'week' ? mondayOf(day) : `${day.slice(0, 7)}-01`
  const nextOf = (begin: string) =>
    interval === 'month' ? `${addDays(begin, 31).slice(0, 7)}-01` : addDays(begin, interval === 'week' ? 7 : 1)
  const buckets: Bucket[] = []
  for (let begin = beginOf(from); begin <= to; begin = nextOf(begin)) {
    const end = addDays(nextOf(begin), -1)
    buckets.push({ firstDay: begin > firstDay ? begin : firstDay, lastDay: end < lastDay ? end : lastDay })
  }
  return { interval, buckets }
}

export function measureVolume(signal: MeasuredSignal, series: DaySeries, part: SeriesPart): VolumeSection {
  const { documents, firstDay, lastDay } = signal
  const { interval, buckets } = bucketsOf(signal, part)
  const groups = series.groups
  const points = inBuckets(documents, buckets).map(
    ({ firstDay: first, lastDay: last, documents: within }): VolumePoint => {
      const [from, to] = [countDays(firstDay, first) - 1, countDays(firstDay, last)]
      const total = sum(series.totals.slice(from, to))
      return {
        firstDay: first,
        lastDay: last,
        documents: within.length,
        storyClusters: distinct(within, ({ storyCluster }) => storyCluster),
        outlets: distinct(within, ({ outlet }) => outlet),
        total,
        share: total === 0 ? null : Number((within.length / total).toPrecision(6)),
        coveredDays: to - from,
        groups: groups.map(({ counts }) => sum(counts.slice(from, to))),
      }
    },
  )
  return {
    section: 'volume',
    interval,
    points,
    groups: groups.map(({ source, kind, counts }) => ({
      source,
      kind,
      label: worldSources[source].kinds.length > 1 ? `${sourceLabel(source)} ${kind}s` : sourceLabel(source),
      documents: sum(counts),
      total: sum(counts) + sum(series.days.map((day) => libraryTotal(source, day))),
      complete: true,
      spans: [{ firstDay, lastDay }],
      endsOn: null,
      uncoveredDocuments: 0,
    })),
    weekdays: measureWeekdays(series),
    sources: tally(documents, ({ source }) => source).map(([source, count]) => ({ source, documents: count })),
    kinds: tally(documents, ({ kind }) => kind).map(([kind, count]) => ({ kind, documents: count })),
  }
}

function measureWeekdays({ days, groups, totals }: DaySeries): VolumeSection['weekdays'] {
  const method = 'ratio to the seven days around, autocorrelation at 7 and 14 days'
  const counts = days.map((_, at) => groups.reduce((all, group) => all + (group.counts[at] ?? 0), 0))
  const { repeats, levels } = weekdaySeason({ counts, exposure: totals })
  const weeks = Math.floor(days.length / 7)
  if (days[0] === undefined || levels === null)
    return { repeats: null, weekdays: [], weeks, method, reason: 'There are fewer than four weeks to compare.' }
  const begin = new Date(`${days[0]}T00:00:00Z`).getUTCDay() || 7
  const round = (value: number, max: number) => Math.min(max, Math.max(0, Math.round(value * 10_000) / 10_000))
  const weekdays = levels.map(({ level, low, high }, index) => ({
    weekday: ((begin - 1 + index) % 7) + 1,
    level: round(level, 7),
    low: round(low, 7),
    high: round(high, 1000),
    documents: counts.reduce((all, count, at) => all + (at % 7 === index ? count : 0), 0),
  }))
  return { repeats, weekdays: weekdays.toSorted((a, b) => a.weekday - b.weekday), weeks, method, reason: null }
}

/** Growth and stage of a series, in stories and as a share of everything published. */
export function measureMomentum(
  { stories, totals, groups }: DaySeries,
  asOf: string,
): Pick<SignalReport, 'momentum' | 'stage'> {
  const windowDays = [28, 7].find((length) => stories.length >= 2 * length) ?? 7
  const input = { counts: stories, exposure: totals, windowDays }
  const growth = momentum(input)
  const end = stories.length
  const window = (counts: readonly number[], last: number) =>
    sum(counts.slice(Math.max(0, last - windowDays), Math.max(0, last)))
  const documents = (last: number) => sum(groups.map(({ counts }) => window(counts, last)))
  const [last, before] = [window(stories, end), window(stories, end - windowDays)]
  const estimate =
    'unknown' in growth
      ? null
      : {
          value: growth.ratio,
          low: growth.low,
          high: growth.high,
          n: last + before,
          method: 'quasi-Poisson log ratio of shares',
        }
  const ratio = showableRatio(estimate)
  const hidden = estimate === null ? null : whyRatioIsHidden(estimate)
  const reason =
    'unknown' in growth
      ? growth.unknown === 'series-too-short'
        ? 'The series is shorter than two windows of a week.'
        : 'There are no stories in the two windows.'
      : hidden === null
        ? null
        : hidden === 'too-few'
          ? 'The two windows have too few stories to state a ratio.'
          : 'The stories are too unevenly spread over the two windows to state a ratio.'
  const found = stage(input)
  const isChange = found === 'emerging' || found === 'rising' || found === 'declining'
  const named = hidden === 'too-few' && isChange ? null : found
  return {
    momentum: {
      section: 'momentum',
      ratio,
      reason,
      current: documents(end),
      previous: documents(end - windowDays),
      stories: last,
      previousStories: before,
      windowDays,
      basis: 'share',
      asOf,
    },
    stage: {
      section: 'stage',
      stage: named,
      asOf,
      reason:
        named === null
          ? (reason ?? 'The stage is unknown.')
          : `${last} stories in the last ${windowDays} covered days, ${before} in those before.`,
    },
  }
}

export function measureInflections({ days, stories, totals }: DaySeries): SignalReport['inflections'] {
  const section = {
    section: 'inflections',
    basis: 'share',
    method: 'PELT and two-state bursts, false discovery rate 5%',
  } as const
  if (days.length < 14)
    return { ...section, points: [], found: 0, reason: `The series has ${days.length} days; changes need 14.` }
  const found = findInflections({ firstDay: days[0] ?? '', counts: stories, exposure: totals })
  const points = found.flatMap((point) => {
    if (point.kind === 'coverage_gap') return []
    const { day, endDay, kind, change, before, after, countBefore, countAfter, pValue } = point
    const estimate = {
      value: change.ratio,
      low: Math.max(0, change.low),
      high: Math.min(1e9, change.high),
      n: countBefore + countAfter,
      method: 'log ratio of shares with the scatter of days',
    }
    return [{ day, endDay, kind, change: showableRatio(estimate), before, after, pValue }]
  })
  return { ...section, points: points.slice(0, 50), found: points.length, reason: null }
}

export function measureEvents({ documents, query, world }: MeasuredSignal, series: DaySeries): SignalReport['events'] {
  const method = 'scan for rises above the usual share, familywise 5%'
  const { days, stories, totals } = series
  if (days.length < 28)
    return {
      section: 'events',
      events: [],
      found: 0,
      reason: `The series has ${days.length} days; events need 28.`,
      method,
    }
  const found = findEvents({ firstDay: days[0] ?? '', sources: [{ counts: stories, totals }] })
  const { terms } = world.contextsOf(query)
  const events = found.slice(0, 20).map((event): TopicEvent => {
    const within = documents.filter(
      ({ day }) => day >= event.onset && day <= (event.until ?? series.days.at(-1) ?? day),
    )
    const [largest] = tally(within, ({ storyCluster }) => storyCluster)
    const telling = within.filter(({ storyCluster }) => storyCluster === largest?.[0])
    const first = telling[0] === undefined ? null : toEventDocument(telling[0])
    const named = tally(
      within.flatMap(({ contexts }) => contexts),
      (term) => term,
    ).map(([term]) => term)
    return {
      onset: event.onset,
      peak: event.peak,
      until: event.until,
      stories: event.count,
      documents: within.length,
      expected: event.expected,
      excess: {
        value: event.excess.value,
        low: event.excess.low,
        high: event.excess.high,
        n: event.count,
        method: 'gamma-Poisson prediction',
      },
      surprise: event.surprise,
      headline: first,
      first,
      retellings: Math.max(0, telling.length - 1),
      terms: named.filter((term) => terms.includes(term)).slice(0, 5),
    }
  })
  return { section: 'events', events, found: found.length, reason: null, method }
}

function toEventDocument(document: FoundDocument): EventDocument {
  const { id, outlet, publishedAt } = document
  return { documentId: id, title: textsOf(document).title, outlet, publishedAt }
}

/** How many there are of each, most first. */
export function tally<Item, Key extends string>(items: readonly Item[], keyOf: (item: Item) => Key): [Key, number][] {
  const counts = new Map<Key, number>()
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1)
  return [...counts].toSorted(([a, more], [b, fewer]) => fewer - more || (a < b ? -1 : 1))
}

export function inBuckets(
  documents: readonly FoundDocument[],
  buckets: readonly Bucket[],
): (Bucket & { documents: FoundDocument[] })[] {
  let at = 0
  return buckets.map((bucket) => {
    const within: FoundDocument[] = []
    for (; at < documents.length && (documents[at]?.day ?? '') <= bucket.lastDay; at += 1) {
      const document = documents[at]
      if (document !== undefined && document.day >= bucket.firstDay) within.push(document)
    }
    return { ...bucket, documents: within }
  })
}

export function distinct<Item>(items: readonly Item[], keyOf: (item: Item) => string | null): number {
  return new Set(items.flatMap((item) => keyOf(item) ?? [])).size
}

export function sum(values: readonly number[]): number {
  let total = 0
  for (const value of values) total += value
  return total
}
