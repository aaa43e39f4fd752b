import {
  addDays,
  daysBetween,
  type EventDocument,
  matchesQuery,
  parseQuery,
  type QueryNode,
  titleFingerprint,
  tokens,
  type TopicSeries,
  wordsOfQuery,
} from '@auspex/analytics'
import { readJsonLines } from '../../figures.ts'

/** A topic in the archive: its stories by day and group of sources, counted as in reports, and its documents, oldest first. */
export interface ArchiveTopic {
  series: TopicSeries
  documents: EventDocument[]
}

/** The columns of a corpus that are used. */
interface CorpusRow {
  source: string
  kind: string
  title: string | null
  body: string | null
  published_at: string
  engagement?: { score?: number | null; comments?: number | null } | null
}

interface GroupedDocument extends EventDocument {
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
      const group = groupOf(row)
      const day = row.published_at.slice(0, 10)
      const ofGroup = totals.get(group) ?? new Map<string, number>()
      totals.set(group, ofGroup.set(day, (ofGroup.get(day) ?? 0) + 1))
      const { score = null, comments = null } = row.engagement ?? {}
      const reactions = score === null && comments === null ? null : (score ?? 0) + (comments ?? 0)
      const document = { title: row.title ?? '', outlet: row.source, publishedAt: row.published_at, reactions, group }
      for (const word of new Set([...title, ...body]))
        for (const topic of byWord.get(word) ?? [])
          if (matchesQuery(topic.node, title, body)) topic.documents.push(document)
    }
  }
  return new Map(topicQueries.map(({ query, documents }) => [query, toTopic(documents, totals)]))
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
const weekDays = 7

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
