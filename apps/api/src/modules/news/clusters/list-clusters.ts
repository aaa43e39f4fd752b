import { momentum, formatDay } from '@auspex/analytics'
import type { NewsCluster, NewsClusterPage, NewsInput } from '@auspex/sdk/types'
import type { Actor } from '../../../kernel/actor.ts'
import { pageOffset, toPageInfo, toPageRequest } from '../../../kernel/page.ts'
import { toEstimate } from '../../reports/index.ts'
import { count, factor, plural, describeTellers } from '../../markets/index.ts'
import { chooseArticles } from '../reading/choose-articles.ts'
import { toHidden } from '../reading/list-news.ts'
import type { ClusterFacts } from './cluster-facts.ts'
import { type ListedCluster, listRankedClusters } from './ranked-clusters.ts'
import type { NewsDependencies } from '../news-dependencies.ts'

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
        asOf: asOf(filter.toDay, now),
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
function asOf(toDay: string, now: Date): Date {
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
    : sentences.map((one) => (/[.!?…。！？]["”’»)]?$/u.test(one) ? one : `${one}.`)).join(' ')
}

function isSame(one: string, other: string): boolean {
  const lettersOf = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  return lettersOf(one) === lettersOf(other)
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
