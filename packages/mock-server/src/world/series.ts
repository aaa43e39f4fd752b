import { buildInflections, buildMomentum, buildWeekdays, findEvents } from '@auspex/analytics'
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
import { type FoundDocument, type FoundDocuments, textsOf, type World, type WorldQuery } from './world.ts'

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
  return buildWeekdays(
    days.map((day, at) => {
      const documents = sum(groups.map(({ counts }) => counts[at] ?? 0))
      const total = totals[at] ?? 0
      return { day, documents, total, share: total === 0 ? null : documents / total, isCovered: true }
    }),
  )
}

/** Growth, stage and changes of a series, in stories and as a share of everything published. */
export function measureChanges(
  { days, stories, totals, groups }: DaySeries,
  asOf: string,
): ReturnType<typeof buildMomentum> & { inflections: SignalReport['inflections'] } {
  const series = { counts: [...stories], exposure: [...totals], basis: 'share' as const }
  const counted = groups.map(({ counts }) => ({ counts: Int32Array.from(counts), stories: new Int32Array() }))
  const [first, ...others] = counted
  const withStories = first === undefined ? [] : [{ ...first, stories: Int32Array.from(stories) }, ...others]
  return {
    ...buildMomentum({ series, asOf, groups: withStories }),
    inflections: buildInflections({ topic: { series, days }, firstDay: days[0] ?? asOf, factor: 1 }),
  }
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
