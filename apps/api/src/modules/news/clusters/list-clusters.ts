import type { Actor } from '../../../kernel/actor.ts'
import type { DocumentId } from '../../library/index.ts'
import type { NewsDependencies } from '../news-dependencies.ts'
import type { ClusterFacts } from './cluster-facts.ts'
import { formatDay, momentum, toEstimate } from '@auspex/analytics'
import type { NewsCluster, NewsClusterPage, NewsInput } from '@auspex/sdk/types'
import { type Kysely, sql } from 'kysely'
import { pageOffset, toPageInfo, toPageRequest } from '../../../kernel/page.ts'
import { count, describeTellers, factor, plural } from '../../markets/index.ts'
import { chooseArticles } from '../reading/choose-articles.ts'
import { toHidden } from '../reading/list-news.ts'
import { toStored } from './cluster-id.ts'
import { type ClusterRow, type StoredCluster, toCluster } from './clusters.repository.ts'

/** Maximum number of listed articles whose stories are read: the newest. */
const maxArticles = 20_000

/** The stories of the articles in a list. Throws what `chooseArticles` throws. */
export async function listClusters(input: NewsInput, actor: Actor, deps: NewsDependencies): Promise<NewsClusterPage> {
  const { feedId, filter, mutes } = await chooseArticles(input, actor, deps)
  const page = toPageRequest(input)
  const now = deps.clock.now()
  const articles = await deps.documents.articles.listIds(filter, maxArticles)
  const [{ clusters, total }, { hidden }, pending] = await Promise.all([
    listRankedClusters(
      deps.database.kysely,
      {
        ids: articles.map(({ documentId }) => documentId),
        readIds: filter.readIds,
        now,
        asOf: toReadingTime(filter.toDay, now),
      },
      { perPage: page.perPage, offset: pageOffset(page) },
    ),
    mutes.length === 0
      ? { hidden: [] }
      : deps.documents.articles.list(filter, { perPage: 1, offset: 0, after: null, order: 'newest' }),
    deps.documents.articles.countPending(),
  ])
  return {
    items: clusters.map((cluster) => presentCluster(cluster, now)),
    page: toPageInfo(page, total),
    ...(feedId !== null && { feedId }),
    hidden: toHidden(hidden, mutes),
    pending,
  }
}

/** The end of the requested days, but never in the future: an archive is read as of its last day. */
function toReadingTime(toDay: string, now: Date): Date {
  return new Date(Math.min(now.getTime(), Date.parse(toDay) + dayMs))
}

const dayMs = 86_400_000
/** A story is over after this many days without an article. */
const overDays = 5

/** Maps a story to the contract. */
export function presentCluster(cluster: ListedCluster, now: Date): NewsCluster {
  const { facts, documents, outlets, lastDay, dayBefore, unread, merged, firstAt, lastAt } = cluster
  // no outlet is the first teller of more than one text, and no text has two first tellers
  const tellers = facts.tellers ?? Math.min(outlets, facts.tellings)
  const estimate = momentum({ counts: [dayBefore, lastDay], windowDays: 1 })
  const growth = 'unknown' in estimate ? null : toEstimate(estimate, { n: lastDay + dayBefore, basis: 'count' })
  const silentMs = now.getTime() - lastAt.getTime()
  return {
    id: cluster.id,
    title: facts.title,
    topic: null,
    terms: facts.terms,
    documents,
    independentOutlets: tellers,
    outletCount: outlets,
    outlets: facts.outlets,
    growth,
    // computing it would need the words of four weeks of headlines
    novelty: null,
    why: describeReasons({
      documents,
      tellers,
      outlets,
      lastDay,
      dayBefore,
      lastAt,
      isToCome: silentMs < 0,
      low: growth?.low ?? null,
    }),
    toneMean: facts.toneMean,
    firstPublishedAt: firstAt.toISOString(),
    lastPublishedAt: lastAt.toISOString(),
    documentIds: facts.documentIds,
    life: {
      brief: writeBrief(facts),
      tellings: facts.tellings,
      countries: facts.countries,
      unread,
      phase: silentMs <= dayMs ? 'developing' : silentMs > overDays * dayMs ? 'over' : 'quiet',
      merged,
    },
  }
}

/** The brief beside the headline; adds a full stop to a headline used as a sentence. Null when there is nothing to say. */
function writeBrief({ title, brief }: ClusterFacts): string | null {
  const sentences = brief.filter((sentence) => !isSame(sentence, title))
  return sentences.length === 0
    ? null
    : sentences.map((sentence) => (/[.!?…。！？]["”’»)]?$/u.test(sentence) ? sentence : `${sentence}.`)).join(' ')
}

function isSame(a: string, b: string): boolean {
  const lettersOf = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  return lettersOf(a) === lettersOf(b)
}

interface Reasons {
  documents: number
  outlets: number
  /** Articles of the last day and of the day before. */
  lastDay: number
  dayBefore: number
  lastAt: Date
  /** Outlets with their own text. */
  tellers: number
  /** Lower bound of the growth; null when unknown. */
  low: number | null
  /** Whether its last article is dated in the future. */
  isToCome: boolean
}

function describeReasons({ documents, tellers, outlets, lastDay, dayBefore, lastAt, low, isToCome }: Reasons): string {
  const outletsText = describeTellers({ tellers, outlets, documents: plural(documents, 'article') })
  if (lastDay + dayBefore === 0)
    return `${outletsText}, the last ${isToCome ? 'dated' : 'on'} ${formatDay(lastAt.toISOString().slice(0, 10))}.`
  const growthClause = low !== null && low > 1 ? `, at least ${factor(low)} times as many` : ''
  return `${outletsText}: ${count(lastDay)} in the last 24 hours and ${count(dayBefore)} in the 24 before${growthClause}.`
}

/** A story with counts of the articles in a list. */
interface ListedCluster extends StoredCluster {
  /** Articles of the list that the person has not read. */
  unread: number
  /** Articles of the last day and of the day before. */
  lastDay: number
  dayBefore: number
  merged: number
}

/** Days without an article after which a story's score has halved. */
const halfLifeDays = 2
/** Single articles are shown in the feed only; a story needs at least two. */
const minDocuments = 2

/**
 * The stories of the given articles, sorted by their score at `asOf`: many outlets and recent articles rank first. The score of an old story underflows,
 * so its logarithm is compared.
 */
async function listRankedClusters(
  db: Kysely<object>,
  listOptions: { ids: readonly DocumentId[]; readIds: readonly DocumentId[]; now: Date; asOf: Date },
  page: { perPage: number; offset: number },
): Promise<{ clusters: ListedCluster[]; total: number }> {
  const { ids, readIds, now, asOf } = listOptions
  const isListed = sql`c.joined_id is null and c.documents >= ${minDocuments}`
  // counted separately: a page after the last has no row to hold the total
  const countResult = await sql<{ total: number }>`
    select count(*)::int as total from news_cluster c
    where ${isListed} and c.id in (select cluster_id from news_cluster_member where document_id in (select unnest(${toStored(ids)}::bigint[])))`.execute(
    db,
  )
  const { rows } = await sql<ClusterRow & { unread: number; last_day: number; day_before: number; merged: number }>`
    with told as materialized (
      select cluster_id, count(*) filter (where document_id not in (select unnest(${toStored(readIds)}::bigint[])))::int as unread
      from news_cluster_member where document_id in (select unnest(${toStored(ids)}::bigint[])) group by cluster_id
    ),
    page as (
      select c.*, told.unread,
        ln((c.outlets + ln(c.documents))::double precision)
          - ln(2::double precision) * greatest(0, extract(epoch from (${asOf}::timestamptz - c.last_at)))::double precision / 86400 / ${halfLifeDays}::int as worth
      from news_cluster c join told on told.cluster_id = c.id where ${isListed}
      order by worth desc, c.id limit ${page.perPage} offset ${page.offset}
    )
    select page.id, page.is_demo, page.documents, page.outlets, page.first_at, page.last_at, page.facts, page.unread,
      (select count(*)::int from news_cluster j where j.joined_id = page.id) as merged,
      (select count(*)::int from news_cluster_member m where m.cluster_id = page.id
        and m.published_at > ${now}::timestamptz - interval '1 day' and m.published_at <= ${now}::timestamptz) as last_day,
      (select count(*)::int from news_cluster_member m where m.cluster_id = page.id
        and m.published_at > ${now}::timestamptz - interval '2 days' and m.published_at <= ${now}::timestamptz - interval '1 day') as day_before
    from page order by page.worth desc, page.id`.execute(db)
  return {
    clusters: rows.map((row) => ({
      ...toCluster(row),
      unread: row.unread,
      lastDay: row.last_day,
      dayBefore: row.day_before,
      merged: row.merged,
    })),
    total: countResult.rows[0]?.total ?? 0,
  }
}
