import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  addDays,
  daysBetween,
  findEvents,
  matchesQuery,
  parseQuery,
  type QueryNode,
  titleFingerprint,
  tokens,
  descriptionDays,
  type TopicEvent,
  type TopicSeries,
  type WordReader,
  wordsOfQuery,
} from '@auspex/analytics'
import { type EvalData, type EvalRow, type EvalTask, median, readJsonLines, shareOf } from '../../figures.ts'
import { noiseSeries, seededRandom, type SeriesRandom } from '../changepoints.ts'
import { learn } from '../news/news-pairs.ts'
import { type ArchiveDocument, judgeLabels, readLabels, tellDays } from './labelled-events.ts'

export const eventCorpora = ['forum_reddit_2006_2013', 'forum_hn_stackexchange', 'news_gdelt_2017_2021']
const noiseCount = 400
/** Tolerated share of false marks in series in which nothing happens. */
const falseMarks = { atMost: 0.05 }
const weekDays = 7
const marginDays = 7
const daysBefore = 56

/** Checks that known events are found in real archives, on the right day and with a name, and that hardly any are found where nothing happens. */
export const events: EvalTask = {
  name: 'events',
  run: async (data) => [...(await archiveRows(data)), noiseRow()],
}

/** Something that happened, from public knowledge, and the query for which an archive should show it. */
interface KnownEvent {
  /** The day on which it began (UTC), YYYY-MM-DD. */
  day: string
  query: string
  /** Words of which a title that names the event contains at least one; none of them is part of the query. */
  names: string[]
  /** Held-out events were never looked at individually while the detector was developed. */
  isHeldOut: boolean
}

function readKnownEvents(): KnownEvent[] {
  const [, ...lines] = readFileSync(join(import.meta.dirname, 'known-events.txt'), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => {
    const [day = '', query = '', names = ''] = line.split('|')
    return { day, query, names: names.split(' '), isHeldOut: hash(day) % 2 === 1 }
  })
}

/** FNV-1a of the day alone, so that topics about the same day are in the same half. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const char of text) value = Math.imul(value ^ char.charCodeAt(0), 0x01000193) >>> 0
  // the lowest bit of FNV-1a is a parity of the characters; higher bits are mixed
  return value >>> 15
}

/** How a known event was detected. */
interface Judgement {
  known: KnownEvent
  /** Whether the archive shows it: its first week has at least five documents more than usual, and twice as many. */
  isVisible: boolean
  /** Days from the known day to the onset of the nearest event; null if none is within a week. */
  daysOff: number | null
  /** Whether a headline is quoted, and whether that, or else the terms, names it. */
  isQuoted: boolean
  isNamed: boolean
}

async function archiveRows(data: EvalData): Promise<EvalRow[]> {
  const knownEvents = readKnownEvents()
  const queries = [...new Set([...knownEvents.map(({ query }) => query), ...readLabels().map(({ query }) => query)])]
  const paths = eventCorpora.flatMap((name) => data.path(`corpora/${name}.jsonl.gz`) ?? [])
  const archive = paths.length < eventCorpora.length ? null : await readArchive(paths, queries)
  const reader = archive === null ? null : learn(paths)
  const topics = [...(archive ?? [])].map(([query, topic]) => ({ query, topic }))
  const judgements = topics.flatMap(({ query, topic }) =>
    judgeTopic(topic, { known: knownEvents.filter((event) => event.query === query), reader }),
  )
  const row = (label: string, measure: string, value: () => number, bar: EvalRow['bar']): EvalRow => {
    return { data: label, measure, value: archive === null ? null : value(), bar }
  }
  const halves = [false, true].flatMap((isHeldOut): EvalRow[] => {
    const label = `${knownEvents.filter((event) => event.isHeldOut === isHeldOut).length} events, ${isHeldOut ? 'held out' : 'tuning half'}`
    const half = judgements.filter((judgement) => judgement.known.isHeldOut === isHeldOut)
    const marked = half.filter(({ daysOff }) => daysOff !== null)
    return [
      row(label, 'marked within 7 days', () => marked.length / half.length, { atLeast: 0.9 }),
      row(label, 'days off, median', () => median(marked.map(({ daysOff }) => Math.abs(daysOff ?? 0))), { atMost: 1 }),
      row(label, 'marked events with a headline', () => shareOf(marked, ({ isQuoted }) => isQuoted), undefined),
      row(
        label,
        'headlines that name the event',
        () =>
          shareOf(
            marked.filter(({ isQuoted }) => isQuoted),
            ({ isNamed }) => isNamed,
          ),
        { atLeast: 0.9 },
      ),
      row(
        label,
        'named by the headline, or else by the terms',
        () => shareOf(marked, ({ isNamed }) => isNamed),
        undefined,
      ),
    ]
  })
  return [
    row(
      `list of ${knownEvents.length} known events, ${queries.length} queries`,
      'part that the archives show: 5 documents and twice the usual in a week',
      () => shareOf(judgements, ({ isVisible }) => isVisible),
      { atLeast: 1 },
    ),
    ...halves,
    ...judgeLabels(archive, reader),
    row(
      `${queries.length} topics, their documents dealt at random over the sources' totals`,
      'part that shows any event',
      () =>
        shareOf(
          topics,
          ({ topic }, at) => findEvents(shuffleTopic(topic.series, seededRandom(at * 7_919 + 11))).length > 0,
        ),
      falseMarks,
    ),
  ]
}

function noiseRow(): EvalRow {
  const firstDay = '2020-01-01'
  const series = Array.from({ length: noiseCount }, (_, seed) => noiseSeries(seed * 7_919 + 3))
  return {
    data: `${noiseCount} series of counts with a weekly pattern and no change`,
    measure: 'part that shows any event',
    value: shareOf(series, (counts) => findEvents({ firstDay, sources: [{ counts }] }).length > 0),
    bar: falseMarks,
  }
}

/** Finds the events of a topic and compares them with the known ones. */
function judgeTopic(
  { series, documents }: ArchiveTopic,
  { known: knownEvents, reader }: { known: readonly KnownEvent[]; reader: WordReader | null },
): Judgement[] {
  const eventsOfTopic = findEvents(series)
  return knownEvents.map((known): Judgement => {
    const distance = ({ onset }: TopicEvent) => Math.abs(daysBetween(known.day, onset))
    const { above, usual } = compareWithUsual({ series, documents }, known.day)
    const nearest = eventsOfTopic.toSorted((a, b) => distance(a) - distance(b))[0]
    const event = nearest !== undefined && distance(nearest) <= marginDays ? nearest : null
    const description =
      event === null ? null : tellDays(descriptionDays(event), { documents, query: known.query, reader })
    return {
      known,
      isVisible: above >= 5 && above >= usual,
      daysOff: event === null ? null : daysBetween(known.day, event.onset),
      isQuoted: description?.headline != null,
      isNamed:
        description !== null && isNamedBy(description.headline?.title ?? description.terms.join(' '), known.names),
    }
  })
}

/** Names are words as in titles, with or without a plural s; names with special characters ("google+") must match literally. */
function isNamedBy(headline: string, names: readonly string[]): boolean {
  const words = new Set(tokens(headline))
  return names.some((name) =>
    /^[\p{L}\p{N}]+$/u.test(name) ? words.has(name) || words.has(`${name}s`) : headline.toLowerCase().includes(name),
  )
}

/** How far the documents of the week from a day exceed the usual level, and that level: the rate of the preceding 56 days times the week's totals. */
function compareWithUsual({ series, documents }: ArchiveTopic, day: string): { above: number; usual: number } {
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

/** The topic as if its documents were independent of time: each source's documents of the topic are dealt at random over all its documents. */
function shuffleTopic({ firstDay, sources }: TopicSeries, random: SeriesRandom): TopicSeries {
  return {
    firstDay,
    sources: sources.map(({ counts, totals = [] }) => {
      let all = 0
      const ends = totals.map((total) => (all += total ?? 0))
      const shuffled = counts.map(() => 0)
      for (let left = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0); left > 0; left--) {
        const day = firstAbove(ends, random.next() * all)
        shuffled[day] = (shuffled[day] ?? 0) + 1
      }
      return { counts: shuffled, totals }
    }),
  }
}

function firstAbove(ends: readonly number[], value: number): number {
  let [low, high] = [0, ends.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ends[middle] ?? 0) > value) high = middle
    else low = middle + 1
  }
  return low
}

/** A topic in the archive: its stories by day and group of sources, counted as in reports, and its documents, oldest first. */
interface ArchiveTopic {
  series: TopicSeries
  documents: ArchiveDocument[]
}

/** The columns of a corpus that are used. */
interface CorpusRow {
  id: string
  source: string
  kind: string
  title: string | null
  body: string | null
  published_at: string
  engagement?: { score?: number | null; comments?: number | null } | null
}

interface GroupedDocument extends ArchiveDocument {
  group: string
}

/** Reads gzipped JSON Lines and returns each query's topic; all topics have the same days. */
export async function readArchive(
  paths: readonly string[],
  queries: readonly string[],
): Promise<Map<string, ArchiveTopic>> {
  const topicQueries = queries.map((query) => ({ query, node: toNode(query), documents: [] as GroupedDocument[] }))
  const byWord = new Map<string, typeof topicQueries>()
  for (const topic of topicQueries) {
    const word = wordsOfQuery(topic.node)[0]?.text ?? ''
    byWord.set(word, [...(byWord.get(word) ?? []), topic])
  }
  const totals = new Map<string, Map<string, number>>()
  for (const path of paths) {
    for await (const row of readJsonLines<CorpusRow>(path)) {
      const [title, body] = [tokens(row.title ?? ''), tokens(row.body ?? '')]
      const document = toDocument(row)
      const day = row.published_at.slice(0, 10)
      const ofGroup = totals.get(document.group) ?? new Map<string, number>()
      totals.set(document.group, ofGroup.set(day, (ofGroup.get(day) ?? 0) + 1))
      const candidates = [...new Set([...title, ...body])].flatMap((word) => byWord.get(word) ?? [])
      for (const topic of candidates) if (matchesQuery(topic.node, title, body)) topic.documents.push(document)
    }
  }
  return new Map(topicQueries.map(({ query, documents }) => [query, toTopic(documents, totals)]))
}

function toDocument(row: CorpusRow): GroupedDocument {
  const { score = null, comments = null } = row.engagement ?? {}
  return {
    id: row.id,
    title: row.title ?? '',
    outlet: row.source,
    publishedAt: row.published_at,
    reactions: score === null && comments === null ? null : (score ?? 0) + (comments ?? 0),
    group: groupOf(row),
  }
}

function toNode(query: string): QueryNode {
  const parsed = parseQuery(query)
  if (!parsed.ok) throw new Error(`${query} is no query: ${parsed.message}`)
  return parsed.query
}

/** Communities of one forum form a group, and so do news sites, because the archives collected them together. */
function groupOf({ source, kind }: CorpusRow): string {
  return kind === 'news' ? 'news' : (source.split('/')[0] ?? source)
}

function toTopic(
  documents: readonly GroupedDocument[],
  totals: ReadonlyMap<string, Map<string, number>>,
): ArchiveTopic {
  const days = [...totals.values()].flatMap((ofGroup) => [...ofGroup.keys()]).toSorted()
  const [firstDay = '', lastDay = ''] = [days[0], days.at(-1)]
  const length = daysBetween(firstDay, lastDay) + 1
  const ordered = documents.toSorted((a, b) =>
    a.publishedAt < b.publishedAt ? -1 : a.publishedAt > b.publishedAt ? 1 : 0,
  )
  const stories = foldCopies(ordered)
  const sources = [...totals].map(([group, ofGroup]) => {
    const counts = Array.from({ length }, () => 0)
    for (const { publishedAt } of stories.filter((document) => document.group === group)) {
      const at = daysBetween(firstDay, publishedAt.slice(0, 10))
      counts[at] = (counts[at] ?? 0) + 1
    }
    return { counts, totals: Array.from({ length }, (_, at) => ofGroup.get(addDays(firstDay, at)) ?? 0) }
  })
  return { series: { firstDay, sources }, documents: ordered }
}

const someMonday = '1970-01-05'

/** Keeps the first of each week's documents with equal titles, except for short titles, which different stories share. */
function foldCopies(documents: readonly GroupedDocument[]): GroupedDocument[] {
  const seenStories = new Set<string>()
  return documents.filter(({ title, publishedAt }) => {
    const fingerprint = titleFingerprint(tokens(title))
    const story = `${fingerprint} ${Math.floor(daysBetween(someMonday, publishedAt.slice(0, 10)) / weekDays)}`
    if (fingerprint === null) return true
    if (seenStories.has(story)) return false
    seenStories.add(story)
    return true
  })
}
