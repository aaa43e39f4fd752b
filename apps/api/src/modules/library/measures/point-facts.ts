import { type RawBuilder, sql } from 'kysely'
import { type DocumentFilter, toCondition } from '../document-filter.ts'
import { type PeriodFacts, type PointFacts, type PointWindow, withTopicTones } from './point-tones.ts'
import { type DocumentId, fromDocumentId, toDocumentId } from '../document-id.ts'
import type { TopicLibrary } from '../topic-reading.port.ts'

/** Maximum number of documents per side whose words are read. Ids are hashes, so the lowest ones are a fair sample. */
export const maxSampledDocuments = 250
export const maxPointStories = 5
export const maxEarliest = 30
/** Words that are scored; those that rose most by a rough measure. */
export const maxTerms = 250

interface Row {
  facts: {
    point: number
    after: [n: number, read: number, known: number, sum: number, squares: number] | null
    before: [n: number, read: number, known: number, sum: number, squares: number] | null
    storyCount: number
    stories: [cluster: string, n: number, outlets: number, first: string][] | null
    terms: [term: string, after: number, before: number][] | null
    totals: [after: number, before: number] | null
    early: string[] | null
    sample: string[] | null
  }
}

/** Reads the facts of a point's days, compared with those of the days before. */
export function createPointFacts(library: TopicLibrary) {
  const { database } = library
  return {
    /** The facts of each window, in order; one statement for all. */
    async readPoints(filter: DocumentFilter, windows: readonly PointWindow[]): Promise<PointFacts[]> {
      const { rows } = await pointsStatement(filter, windows).execute(database.analysis)
      return withTopicTones(
        library,
        filter,
        windows,
        rows.map(({ facts }) => toPointFacts(facts)),
      )
    },

    /** Which of the documents contain each word, in the order of the documents. */
    async findHolders(
      ids: readonly DocumentId[],
      terms: readonly string[],
    ): Promise<ReadonlyMap<string, readonly DocumentId[]>> {
      const { rows } = await sql<{ term: string; ids: string[] }>`
        with asked as (select id, place from unnest(${ids.flatMap((id) => fromDocumentId(id) ?? [])}::bigint[]) with ordinality as a (id, place))
        select t.term, json_agg(d.id::text order by a.place) as ids
        from asked a join document d on d.id = a.id join unnest(${[...terms]}::text[]) as t (term) on t.term = any(tsvector_to_array(d.tsv))
        group by t.term`.execute(database.kysely)
      return new Map(rows.map(({ term, ids: holders }) => [term, holders.map(toDocumentId)]))
    },
  }
}

function pointsStatement(filter: DocumentFilter, windows: readonly PointWindow[]): RawBuilder<Row> {
  const days = windows.flatMap((window) => Object.values(window) as string[]).toSorted() // all its fields are days
  const spans = windows.flatMap(({ from, to, beforeFrom, beforeTo }, point) => [
    { point, after: true, first: from, last: to },
    { point, after: false, first: beforeFrom, last: beforeTo },
  ])
  const bounded = { ...filter, fromDay: days[0] ?? null, toDay: days.at(-1) ?? null }
  const side = (isAfter: boolean) => sql`(
    select json_build_array(s.n, least(s.n, ${maxSampledDocuments}::int), s.known, s.sum, s.squares) from side s where s.point = p.point and s.after = ${isAfter}::boolean)`
  return sql<Row>`
    with span as (
      select * from jsonb_to_recordset(${JSON.stringify(spans)}::jsonb) as w (point int, after boolean, first date, last date)
    ),
    m as materialized (
      select s.point, s.after, d.id, d.cluster_id, d.ts, d.outlet_id, d.tone,
        coalesce(d.score, 0)::bigint + coalesce(d.comments, 0) as reactions
      from document d join span s on d.day between s.first and s.last where ${toCondition(bounded)}
    ),
    side as (
      select point, after, count(*)::int as n, count(tone)::int as known, coalesce(sum(tone::float8), 0) as sum,
        coalesce(sum(tone::float8 * tone), 0) as squares
      from m group by point, after
    ),
    read as materialized (
      select point, after, id from (select point, after, id, row_number() over (partition by point, after order by id) as place from m) as x
      where place <= ${maxSampledDocuments}
    ),
    term as materialized (
      select point, term, count(*) filter (where after)::int as a, count(*) filter (where not after)::int as b
      from (select r.point, r.after, unnest(tsvector_to_array(d.tsv)) as term from read r join document d on d.id = r.id) as u
      group by point, term
    ),
    total as (select point, sum(a)::int as a, sum(b)::int as b from term group by point),
    term_top as (
      select t.point, t.term, t.a, t.b, row_number() over (
        partition by t.point order by (t.a - t.b * x.a::float8 / greatest(1, x.b)) / sqrt(t.a + t.b) desc, t.term) as place
      from term t join total x on x.point = t.point where t.a >= 2
    ),
    story as (
      select point, cluster_id, count(*)::int as n, count(distinct outlet_id)::int as o, (array_agg(id order by ts, id))[1] as first, max(reactions) as reactions
      from m where after group by point, cluster_id
    ),
    story_top as (
      select *, row_number() over (partition by point order by n desc, o desc, reactions desc, first) as place from story
    ),
    early as (select point, id, row_number() over (partition by point order by ts, id) as place from m where after)
    select json_build_object(
      'point', p.point, 'after', ${side(true)}, 'before', ${side(false)},
      'storyCount', (select count(*)::int from story s where s.point = p.point),
      'stories', (select json_agg(json_build_array(s.cluster_id::text, s.n, s.o, s.first::text) order by s.place) from story_top s where s.point = p.point and s.place <= ${maxPointStories}),
      'terms', (select json_agg(json_build_array(t.term, t.a, t.b) order by t.place) from term_top t where t.point = p.point and t.place <= ${maxTerms}),
      'totals', (select json_build_array(x.a, x.b) from total x where x.point = p.point),
      'early', (select json_agg(e.id::text order by e.place) from early e where e.point = p.point and e.place <= ${maxEarliest}),
      'sample', (select json_agg(r.id::text order by r.id) from read r where r.point = p.point and r.after)
    ) as facts
    from (select distinct point from span) as p order by p.point`
}

function toPointFacts(facts: Row['facts']): PointFacts {
  const [after = 0, before = 0] = facts.totals ?? []
  return {
    after: toSide(facts.after),
    before: toSide(facts.before),
    storyCount: facts.storyCount,
    stories: (facts.stories ?? []).map(([cluster, documents, outlets, first]) => ({
      storyCluster: toDocumentId(cluster),
      documents,
      outlets,
      firstId: toDocumentId(first),
    })),
    terms: (facts.terms ?? []).map(([term, a, b]) => ({ term, after: a, before: b })),
    termTotals: { after, before },
    early: (facts.early ?? []).map(toDocumentId),
    sample: (facts.sample ?? []).map(toDocumentId),
  }
}

function toSide(side: Row['facts']['after']): PeriodFacts {
  const [documents = 0, read = 0, n = 0, sum = 0, sumSquares = 0] = side ?? []
  return { documents, read, tone: { n, sum, sumSquares } }
}
