import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../adapters/database/database.port.ts'
import { type DocumentFilter, toCondition } from '../document-filter.ts'

type Tone = [negative: number, neutral: number, positive: number, unknown: number, sum: number, squares: number]
type VoiceFacts = [
  name: string,
  group: string,
  stories: number,
  followers: number,
  n: number,
  score: number | null,
  comments: number | null,
  tone: Tone,
  first: string,
  last: string,
]

/** The countable facts of a report, grouped by PostgreSQL: slow, and implemented independently of `count-rows.ts`. */
export interface SqlFacts {
  total: { n: number; c: number; o: number; a: number; tone: Tone }
  days: [day: string, n: number, clusters: number, tone: Tone][] | null
  groupDays: [source: number, kind: number, day: string, n: number][] | null
  groupStoryDays: [source: number, kind: number, day: string, n: number][] | null
  weeks: [monday: string, clusters: number, outlets: number][] | null
  months: [first: string, clusters: number, outlets: number][] | null
  kinds: [kind: number, n: number, tone: Tone][] | null
  countries: [country: string | null, basis: number | null, n: number, tone: Tone][] | null
  outlets: VoiceFacts[] | null
  authors: VoiceFacts[] | null
  newest: string[] | null
  engaged: string[] | null
}

const tone = sql`json_build_array(
  count(*) filter (where tone_label = 1), count(*) filter (where tone_label = 2), count(*) filter (where tone_label = 3),
  count(*) filter (where tone_label = 0), coalesce(sum(tone::float8), 0), coalesce(sum(tone::float8 * tone), 0))`
const voice = sql`count(*)::int as n, sum(score)::float8 as score, sum(comments)::float8 as comments, ${tone} as tone,
  min(day) as first, max(day) as last`
const forum = sql`count(*) filter (where kind in (2, 3, 4, 5))`
const news = sql`count(*) filter (where kind = 1)`
const other = sql`count(*) filter (where kind > 5)`
const group = sql`case when ${news} >= ${forum} and ${news} >= ${other} then 'news' when ${forum} >= ${other} then 'forum' else 'other' end`
/** The top voices of each group; `id` is the column that identifies a voice. */
const topVoices = (id: RawBuilder<unknown>) => sql`(
  select *, row_number() over (partition by grp order by weight desc, n desc, id) as place from (
    select ${id} as id, ${group} as grp, ${voice} from m where ${id} is not null group by ${id}) as x
  join (
    select v, count(*)::int as stories, sum(f)::int as followers, round(sum(1 + ln(1 + f) / ln(2))::numeric, 6) as weight from (
      select a.v, (select count(*) from tellings b where b.s = a.s and b.t > a.t)::float8 as f
      from tellings a) as followed
    group by v) as standing on standing.v = x.id)`
const tellings = (id: RawBuilder<unknown>) =>
  sql`select ${id} as v, cluster_id as s, min(ts) as t from m where ${id} is not null group by ${id}, cluster_id`
const isListed = sql`place <= case grp when 'other' then 6 else 12 end`
const chatter = sql`kind in (2, 3, 4, 5)`
const hasReactions = sql`(score is not null or comments is not null)`
const reactions = sql`coalesce(score, 0)::bigint + coalesce(comments, 0)`

/** Counts a filter's documents in SQL alone, as a reference for `readReportFacts`. */
export async function readFactsBySql(database: Database, filter: DocumentFilter): Promise<SqlFacts> {
  const { rows } = await sql<{ facts: SqlFacts }>`
with m as materialized (select d.* from document d where ${toCondition(filter)}),
outlet_top as (with tellings as (${tellings(sql`outlet_id`)}) select * from ${topVoices(sql`outlet_id`)} as x where ${isListed}),
author_top as (with tellings as (${tellings(sql`author_id`)}) select * from ${topVoices(sql`author_id`)} as x where ${isListed})
select json_build_object(
  'total', (select json_build_object('n', count(*), 'c', count(distinct cluster_id), 'o', count(distinct outlet_id),
                                     'a', count(distinct author_id), 'tone', ${tone}) from m),
  'days', (select json_agg(json_build_array(d, n, c, tone) order by d) from (
             select day as d, count(*) as n, count(distinct cluster_id) as c, ${tone} as tone from m group by day) as x),
  'groupDays', (select json_agg(json_build_array(s, k, d, n) order by s, k, d) from (
             select day as d, source_id as s, kind as k, count(*) as n from m group by day, source_id, kind) as x),
  'groupStoryDays', (select json_agg(json_build_array(s, k, d, n) order by s, k, d) from (
             select day as d, source_id as s, kind as k, count(*) as n from (
               select distinct on (cluster_id, date_trunc('week', day)) day, source_id, kind from m
               order by cluster_id, date_trunc('week', day), ts, id) as told
             group by day, source_id, kind) as x),
  'weeks', (select json_agg(json_build_array(w, c, o) order by w) from (
             select date_trunc('week', day)::date as w, count(distinct cluster_id) as c, count(distinct outlet_id) as o
             from m group by 1) as x),
  'months', (select json_agg(json_build_array(w, c, o) order by w) from (
             select date_trunc('month', day)::date as w, count(distinct cluster_id) as c, count(distinct outlet_id) as o
             from m group by 1) as x),
  'kinds', (select json_agg(json_build_array(k, n, tone) order by n desc, k) from (
             select kind as k, count(*) as n, ${tone} as tone from m group by kind) as x),
  'countries', (select json_agg(json_build_array(k, b, n, tone) order by n desc, k, b) from (
             select country as k, country_basis as b, count(*) as n, ${tone} as tone from m group by country, country_basis) as x),
  'outlets', (select json_agg(json_build_array(o.name, t.grp, t.stories, t.followers, t.n, t.score, t.comments, t.tone, t.first, t.last) order by t.weight desc, t.n desc, o.id)
              from outlet_top t join outlet o on o.id = t.id),
  'authors', (select json_agg(json_build_array(a.name, t.grp, t.stories, t.followers, t.n, t.score, t.comments, t.tone, t.first, t.last) order by t.weight desc, t.n desc, a.id)
              from author_top t join author a on a.id = t.id),
  'newest', (select json_agg(id::text order by ts desc, id) from (
      (select id, ts from m where not ${chatter} order by ts desc, id limit 24)
      union all (select id, ts from m where ${chatter} order by ts desc, id limit 24)) as x),
  'engaged', (select json_agg(id::text order by e desc, id) from (
      (select id, ${reactions} as e from m where ${hasReactions} and not ${chatter} order by e desc, id limit 12)
      union all (select id, ${reactions} as e from m where ${hasReactions} and ${chatter} order by e desc, id limit 12)) as x)
) as facts`.execute(database.kysely)
  const [row] = rows
  if (row === undefined) throw new TypeError('A statement without a table returned no row')
  return row.facts
}
