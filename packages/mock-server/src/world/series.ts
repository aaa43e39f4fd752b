import {
  beginOf,
  buildInflections,
  buildMomentum,
  buildWeekdays,
  type DailyVolume,
  findEvents,
  type IntervalFacts,
  intervalFor,
  nextOf,
  type VolumeDay,
} from '@auspex/analytics'
import { addDays, listDays } from '@auspex/contract/days'
import type { DocumentKind, EventDocument, SignalReport, SourceKey, TopicEvent } from '@auspex/sdk/types'
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

/** The volume of every day, and the distinct stories and outlets of weeks and months. */
export function measureVolume({ documents, firstDay, lastDay }: MeasuredSignal, series: DaySeries): DailyVolume {
  const { days, groups, totals, stories } = series
  const byDay = groupDocuments(documents, ({ day }) => day)
  const volumeDays = days.map((day, at): VolumeDay => {
    const within = byDay.get(day) ?? []
    const total = totals[at] ?? 0
    return {
      day,
      documents: within.length,
      storyClusters: distinct(within, ({ storyCluster }) => storyCluster),
      firstTellings: stories[at] ?? 0,
      outlets: distinct(within, ({ outlet }) => outlet),
      total,
      share: total === 0 ? null : within.length / total,
      isCovered: true,
      groups: groups.map(({ counts }) => counts[at] ?? 0),
    }
  })
  const countBy = (beginOfDay: (day: string) => string) =>
    [...groupDocuments(documents, ({ day }) => beginOfDay(day))].map(([begin, within]): IntervalFacts => ({
      firstDay: begin,
      clusters: distinct(within, ({ storyCluster }) => storyCluster),
      outlets: distinct(within, ({ outlet }) => outlet),
    }))
  return {
    section: 'volume',
    days: volumeDays,
    before: [],
    weeks: countBy((day) => beginOf(day, 'week')),
    months: countBy((day) => beginOf(day, 'month')),
    groups: groups.map(({ source, kind, counts }) => ({
      source,
      kind,
      label: worldSources[source].kinds.length > 1 ? `${sourceLabel(source)} ${kind}s` : sourceLabel(source),
      documents: sum(counts),
      total: sum(counts) + sum(days.map((day) => libraryTotal(source, day))),
      complete: true,
      spans: [{ firstDay, lastDay }],
      endsOn: null,
      uncoveredDocuments: 0,
    })),
    weekdays: buildWeekdays(volumeDays),
    sources: tally(documents, ({ source }) => source).map(([source, count]) => ({ source, documents: count })),
    kinds: tally(documents, ({ kind }) => kind).map(([kind, count]) => ({ kind, documents: count })),
  }
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

export function measureEvents(
  { documents, query, world }: MeasuredSignal,
  { days, stories, totals }: DaySeries,
): SignalReport['events'] {
  const section = {
    section: 'events',
    method: 'scan for rises above the usual share, familywise 5%',
    // what comes up with a topic of this world comes up on all of its days
    outstanding: null,
  } as const
  if (days.length < 28)
    return {
      ...section,
      events: [],
      found: 0,
      reason: `The series has ${days.length} days; events need 28.`,
      busiest: null,
    }
  const { terms } = world.contextsOf(query)
  const tellDays = (from: string, to: string | null) => {
    const within = documents.filter(({ day }) => day >= from && day <= (to ?? days.at(-1) ?? day))
    const [largest] = tally(within, ({ storyCluster }) => storyCluster)
    const telling = within.filter(({ storyCluster }) => storyCluster === largest?.[0])
    const first = telling[0] === undefined ? null : toEventDocument(telling[0])
    const named = tally(
      within.flatMap(({ contexts }) => contexts),
      (term) => term,
    ).map(([term]) => term)
    const topTerms = named.filter((term) => terms.includes(term)).slice(0, 5)
    return { documents: within.length, headline: first, first, retellings: telling.length, terms: topTerms }
  }
  const found = findEvents({ firstDay: days[0] ?? '', sources: [{ counts: stories, totals }] })
  const events = found.slice(0, 20).map(({ onset, peak, until, count, expected, excess, surprise }): TopicEvent => {
    const told = tellDays(onset, until)
    const { value, low, high } = excess
    return {
      onset,
      peak,
      until,
      stories: count,
      expected,
      excess: { value, low, high, n: count, method: 'gamma-Poisson prediction' },
      surprise,
      ...told,
      retellings: Math.max(0, told.retellings - 1),
    }
  })
  // what made the highest bar of the chart, unless the first event says it
  const interval = intervalFor(days.length)
  const [bar] = tally(documents, ({ day }) => beginOf(day, interval))
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const [from, end] = bar === undefined ? ['', ''] : [bar[0], addDays(nextOf(bar[0], interval), -1)]
  const isTold = events[0] !== undefined && events[0].peak >= from && events[0].peak <= end
  const [firstDay, lastDay] = [from > first ? from : first, end < last ? end : last]
  const { documents: _count, ...told } = tellDays(firstDay, lastDay)
  const busiest = bar === undefined || isTold ? null : { firstDay, lastDay, ...told }
  return { ...section, events, found: found.length, reason: null, busiest }
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

/** Documents by what they have in common, in their order. */
export function groupDocuments<Document extends FoundDocument>(
  documents: readonly Document[],
  keyOf: (document: Document) => string | null,
): Map<string, Document[]> {
  const groups = new Map<string, Document[]>()
  for (const document of documents) {
    const key = keyOf(document)
    if (key === null) continue
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [document])
    else group.push(document)
  }
  return groups
}

export function distinct<Item>(items: readonly Item[], keyOf: (item: Item) => string | null): number {
  return new Set(items.flatMap((item) => keyOf(item) ?? [])).size
}

export function sum(values: readonly number[]): number {
  let total = 0
  for (const value of values) total += value
  return total
}
