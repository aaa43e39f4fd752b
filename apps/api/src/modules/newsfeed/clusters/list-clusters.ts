import { momentum, sayDay } from '@auspex/analytics'
import type { NewsCluster, NewsClusterPage, NewsInput } from '@auspex/sdk/types'
import type { Actor } from '../../../kernel/actor.ts'
import { pageOffset, toPageInfo, toPageRequest } from '../../../kernel/page.ts'
import { toEstimate } from '../../signals/index.ts'
import { count, factor, plural } from '../../trends/index.ts'
import { chooseArticles } from '../reading/choose-articles.ts'
import { type ListDependencies, toHidden } from '../reading/list-news.ts'
import type { ListedCluster } from './clusters.repository.ts'

/** Articles of a list whose stories are read: the newest. */
const mostArticles = 20_000

/** The stories that the articles of a list tell. Throws what `chooseArticles` throws. */
export async function listClusters(input: NewsInput, actor: Actor, deps: ListDependencies): Promise<NewsClusterPage> {
  const { filter, mutes } = await chooseArticles(input, actor, deps)
  const page = toPageRequest(input)
  const now = deps.clock.now()
  const articles = await deps.documents.articles.listIds(filter, mostArticles)
  const [{ clusters, total }, { hidden }, pending] = await Promise.all([
    deps.clusters.list(
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
    hidden: toHidden(hidden, mutes),
    pending,
  }
}

/** The end of the days that are asked for, and never what is still to come: an archive is read as it was on its last day. */
function asOf(toDay: string, now: Date): Date {
  return new Date(Math.min(now.getTime(), Date.parse(toDay) + dayMs))
}

const dayMs = 86_400_000
/** A story without an article for so many days is over. */
const overDays = 5

/** A story in the words of the contract. */
export function presentCluster(cluster: ListedCluster, now: Date): NewsCluster {
  const { facts, documents, outlets, lastDay, dayBefore, unread, merged, firstAt, lastAt } = cluster
  const estimate = momentum({ counts: [dayBefore, lastDay], windowDays: 1 })
  const growth = 'unknown' in estimate ? null : toEstimate(estimate, { n: lastDay + dayBefore, basis: 'count' })
  const silentMs = now.getTime() - lastAt.getTime()
  return {
    id: cluster.id,
    title: facts.title,
    topic: null,
    terms: facts.terms,
    documents,
    independentOutlets: outlets,
    outlets: facts.outlets,
    growth,
    // nobody has counted which words four weeks of headlines have in common with it
    novelty: null,
    why: sayWhy({ documents, outlets, lastDay, dayBefore, lastAt, isToCome: silentMs < 0, low: growth?.low ?? null }),
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

/** What is told beside the headline; a headline that is told as a sentence ends as one. Null when that is nothing. */
function writeBrief({ title, brief }: Pick<ListedCluster['facts'], 'title' | 'brief'>): string | null {
  const sentences = brief.filter((sentence) => !isSame(sentence, title))
  return sentences.length === 0
    ? null
    : sentences.map((one) => (/[.!?…。！？]["”’»)]?$/u.test(one) ? one : `${one}.`)).join(' ')
}

function isSame(one: string, other: string): boolean {
  const lettersOf = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  return lettersOf(one) === lettersOf(other)
}

interface Reasons extends Pick<ListedCluster, 'documents' | 'outlets' | 'lastDay' | 'dayBefore' | 'lastAt'> {
  /** Lower end of the growth; null when it cannot be told. */
  low: number | null
  /** Whether its last article is dated ahead. */
  isToCome: boolean
}

function sayWhy({ documents, outlets, lastDay, dayBefore, lastAt, low, isToCome }: Reasons): string {
  const told = `${plural(outlets, 'outlet')} ${outlets === 1 ? 'tells' : 'tell'} it in ${plural(documents, 'article')}`
  if (lastDay + dayBefore === 0)
    return `${told}, the last ${isToCome ? 'dated' : 'on'} ${sayDay(lastAt.toISOString().slice(0, 10))}.`
  const grown = low !== null && low > 1 ? `, at least ${factor(low)} times as many` : ''
  return `${told}: ${count(lastDay)} in the last 24 hours and ${count(dayBefore)} in the 24 before${grown}.`
}
