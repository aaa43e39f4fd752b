import { sql } from 'kysely'
import { ch, longs, type Fragment } from '../../../../adapters/clickhouse/statement.ts'
import { decode, decodeCountry, kindCodes } from '../../document-codes.ts'
import { fromDocumentId, toDocumentId } from '../../document-id.ts'
import type { DocumentStore } from '../../document-store.port.ts'
import { maxDocuments, maxNames, maxStories, type NamedHits, type StoryDocument } from '../../measures/stories.ts'
import { decodeSource } from '../../source-codes.ts'
import type { ListParts } from '../lists/list-keys.ts'
import { asFloat64, asInt32, asInt64, asText, asUint16, selectColumns } from '../select-columns.ts'
import { countWhere } from '../topic-reading.ts'
import { countPerStory, numberStories } from '../lists/number-stories.ts'
import { firstRows } from '../lists/listed-rows.ts'
import type { ClickhouseEngine } from '../../../../adapters/clickhouse/engine.port.ts'
import { compareAscending } from '../../../../kernel/fold-text.ts'

/** Reads headlines, their stories and the names in them. */
export function createClickhouseStories({ engine, database, toCondition }: ListParts): DocumentStore['stories'] {
  return {
    async readHeadlines(filter) {
      const rows = await selectColumns(
        engine,
        {
          ms: asFloat64(ch`ms`),
          source: asUint16(ch`source`),
          kind: asUint16(ch`kind`),
          outlet: asInt32(ch`outlet`),
          cluster: asInt64(ch`cluster`),
          title: asText(ch`title`),
        },
        ch`where ${await toCondition(filter)} and title <> ''`,
      )
      return rows.title.map((title, row) => ({
        day: toDay(rows.ms[row] ?? 0),
        source: decodeSource(rows.source[row] ?? 0),
        kind: decode(kindCodes, rows.kind[row] ?? 0),
        outletId: rows.outlet[row] ?? 0,
        clusterId: String(rows.cluster[row]),
        title,
      }))
    },

    async readStories(filter) {
      const condition = ch`${await toCondition(filter)} and title <> ''`
      const columns = { cluster: asInt64(ch`cluster`), outlet: asInt32(ch`outlet`) }
      const headlineRows = await selectColumns(engine, columns, ch`where ${condition}`)
      const largest = largestStories(headlineRows, maxStories)
      if (largest.length === 0) return []
      const rows = await selectColumns(
        engine,
        {
          id: asInt64(ch`id`),
          cluster: asInt64(ch`cluster`),
          ms: asFloat64(ch`ms`),
          outlet: asText(ch`outlet_name`),
          country: asUint16(ch`country`),
          tone: asFloat64(ch`tone`),
          title: asText(ch`title`),
        },
        ch`where ${condition} and cluster in (select arrayJoin(${longs(largest)}))`,
      )
      const documents = rows.title.map((title, row): StoryDocument => ({
        id: String(rows.id[row]),
        clusterId: String(rows.cluster[row]),
        publishedAt: new Date(rows.ms[row] ?? 0),
        day: toDay(rows.ms[row] ?? 0),
        outlet: rows.outlet[row] ?? '',
        country: decodeCountry(rows.country[row] ?? 0),
        tone: toTone(rows.tone[row]),
        title,
      }))
      return placeInStories(documents)
    },

    async countCopies(filter, storyClusters) {
      const ids = storyClusters.flatMap((story) => fromDocumentId(story) ?? [])
      if (ids.length === 0) return new Map()
      const copyRows = await selectColumns(
        engine,
        { cluster: asInt64(ch`cluster`), outlet: asInt32(ch`outlet`), documents: asInt32(ch`count()`) },
        ch`where ${await toCondition(filter)} and cluster in (select arrayJoin(${longs(ids)})) group by cluster, outlet`,
      )
      const stories = new Map<string, { documents: number; outlets: Set<number> }>()
      for (let row = 0; row < copyRows.length; row += 1) {
        const story = toDocumentId(String(copyRows.cluster[row]))
        const counts = stories.get(story) ?? { documents: 0, outlets: new Set() }
        counts.documents += copyRows.documents[row] ?? 0
        counts.outlets.add(copyRows.outlet[row] ?? 0)
        stories.set(story, counts)
      }
      return new Map(
        [...stories].map(([story, { documents, outlets }]) => [story, { documents, outlets: outlets.size }]),
      )
    },

    async readNames(filter) {
      const condition = await toCondition(filter)
      const [documents, hits] = await Promise.all([
        countWhere(engine, condition),
        countEntities(engine, condition, { least: 3, most: maxNames }),
      ])
      const isDemo = filter.world === 'demo'
      const background = isDemo ? sql`e.demo_documents` : sql`e.documents`
      const { rows: names } = await sql<NamedHits>`
        select e.name as term, h.n as hits, ${background} as background
        from unnest(${hits.map(({ entity }) => entity)}::int[], ${hits.map(({ n }) => n)}::int[]) as h (entity, n) join entity e on e.id = h.entity
        order by h.n desc, e.name`.execute(database.kysely)
      const { rows } = await sql<{ documents: number }>`
        select documents from entity_library where demo = ${isDemo}::boolean`.execute(database.kysely)
      return { names, documents, library: rows[0]?.documents ?? 0 }
    },
  }
}

/** Groups documents by story id, newest first, up to the maximum read per story. */
function placeInStories(documents: readonly StoryDocument[]): StoryDocument[] {
  const inOrder = documents.toSorted(
    (a, b) =>
      compareIds(a.clusterId, b.clusterId) ||
      b.publishedAt.getTime() - a.publishedAt.getTime() ||
      compareIds(a.id, b.id),
  )
  const countByStory = new Map<string, number>()
  return inOrder.flatMap((document) => {
    const rank = (countByStory.get(document.clusterId) ?? 0) + 1
    countByStory.set(document.clusterId, rank)
    return rank > maxDocuments ? [] : [document]
  })
}

/** Compares stored ids as the database sorts them: longer ones are larger. */
function compareIds(one: string, other: string): number {
  return one.length - other.length || compareAscending(one, other)
}

function toDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

function toTone(tone: number | undefined): number | null {
  return tone === undefined || Number.isNaN(tone) ? null : tone
}

/** Documents with a headline. */
interface HeadlineRows {
  readonly length: number
  readonly cluster: BigInt64Array
  readonly outlet: Int32Array
}

/** The stories with the most outlets, then the most documents; omits stories of a single outlet. */
export function largestStories(rows: HeadlineRows, limit: number): string[] {
  const stories = numberStories(rows)
  const { documents, outlets } = countPerStory(stories, rows.outlet)
  const cluster = new BigInt64Array(stories.stories)
  for (const [row, index] of stories.numbers.entries()) cluster[index] = rows.cluster[row] ?? 0n
  const sharedStories = Array.from(outlets.keys()).filter((index) => (outlets[index] ?? 0) > 1)
  const largest = firstRows(
    sharedStories,
    limit,
    (one, other) =>
      (outlets[other] ?? 0) - (outlets[one] ?? 0) ||
      (documents[other] ?? 0) - (documents[one] ?? 0) ||
      ((cluster[one] ?? 0n) < (cluster[other] ?? 0n) ? -1 : 1),
  )
  return largest.map((index) => String(cluster[index]))
}

/** An entity, and how many documents name it. */
interface EntityHits {
  entity: number
  n: number
}

/** The entities that the most documents of a condition name, ties by number; omits those that fewer than `least` documents name. */
async function countEntities(
  engine: ClickhouseEngine,
  condition: Fragment,
  { least, most }: { least: number; most: number },
): Promise<EntityHits[]> {
  const rows = await selectColumns(
    engine,
    { entity: asInt32(ch`arrayJoin(entities) as named_entity`), n: asInt32(ch`count()`) },
    ch`where ${condition} group by named_entity`,
  )
  const counted = new Map<number, number>()
  for (const [row, entity] of rows.entity.entries())
    counted.set(entity, (counted.get(entity) ?? 0) + (rows.n[row] ?? 0))
  return [...counted]
    .map(([entity, n]) => ({ entity, n }))
    .filter(({ n }) => n >= least)
    .toSorted((a, b) => b.n - a.n || a.entity - b.entity)
    .slice(0, most)
}
