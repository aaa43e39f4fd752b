import type { NewsClusterDetail, NewsFirstMover, NewsOutletTone, NewsTimePoint } from '@auspex/sdk/types'
import { storyTerms, siteOf, trimOutletName } from '@auspex/analytics'
import type { Actor } from '../../../kernel/actor.ts'
import type { ArticleText } from '../../documents/index.ts'
import { clusterNotFound } from '../news.errors.ts'
import type { ListDependencies } from '../reading/list-news.ts'
import { presentCluster } from './list-clusters.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** A younger story is told by the hour. */
const hourlyMs = 3 * dayMs
const mostArticles = 2_000
const mostPoints = 400
const mostGroups = 50
const mostBonds = 10
/** Of its articles, what binds them stands in at least so many. */
const leastShare = 0.1

/** A story with its whole life. Throws `newsfeed.cluster_not_found`. */
export async function readCluster(
  requestedId: string,
  actor: Actor,
  { clusters, documents, marks, provenance, clock }: ListDependencies,
): Promise<NewsClusterDetail> {
  const id = await clusters.resolve(requestedId)
  const stored = id === null ? null : await clusters.find(id)
  if (stored === null || stored.isDemo !== ((await provenance()) === 'demo')) throw clusterNotFound()
  const now = clock.now()
  const memberIds = await clusters.listMemberIds(stored.id, mostArticles)
  const [articles, lineage, changes, merged, marked] = await Promise.all([
    documents.articles.readArticles(memberIds),
    clusters.listEvents(stored.id, 100),
    clusters.listChanges(stored.id, 50),
    clusters.countMerged(stored.id),
    marks.list(actor.userId, memberIds),
  ])
  const oldest = articles.toSorted(byTime)
  if (oldest.length === 0) throw clusterNotFound()
  // what is dated ahead has not grown yet
  const past = oldest.map(({ publishedAt }) => now.getTime() - Date.parse(publishedAt)).filter((age) => age >= 0)
  const since = (days: number) => past.filter((age) => age < days * dayMs)
  const lastDay = since(1).length
  const unread = memberIds.filter((one) => marked.get(one)?.isRead !== true).length
  // Texts that were found to be copies after it was counted are copies here too, as in the list of its articles.
  const facts = { ...stored.facts, tellings: new Set(oldest.map(({ telling }) => telling)).size }
  const cluster = presentCluster(
    { ...stored, facts, lastDay, dayBefore: since(2).length - lastDay, unread, merged },
    now,
  )
  return {
    cluster,
    requestedId,
    changes,
    lineage,
    timeline: toTimeline(oldest),
    outletTones: toOutletTones(oldest),
    firstMover: toFirstMover(oldest),
    explanation: toBonds(oldest),
  }
}

function byTime(a: ArticleText, b: ArticleText): number {
  if (a.publishedAt !== b.publishedAt) return a.publishedAt < b.publishedAt ? -1 : 1
  return a.documentId < b.documentId ? -1 : 1
}

/** By hour while it is young, by day after; what is silent stands as 0. Of a long life the last points. */
export function toTimeline(oldest: readonly ArticleText[]): NewsTimePoint[] {
  const times = oldest.map(({ publishedAt }) => Date.parse(publishedAt))
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  const isDated = oldest.some(({ isDatedByDay }) => isDatedByDay)
  const step = last - first < hourlyMs && !isDated ? hourMs : dayMs
  const groups = Map.groupBy(oldest, ({ publishedAt }) => Math.floor(Date.parse(publishedAt) / step))
  const [from, to] = [Math.floor(first / step), Math.floor(last / step)]
  const start = Math.max(from, to - mostPoints + 1)
  return Array.from({ length: to - start + 1 }, (_, at) => {
    const group = groups.get(start + at) ?? []
    return {
      at: new Date((start + at) * step).toISOString(),
      documents: group.length,
      outlets: new Set(group.map(({ outlet }) => siteOf(outlet))).size,
    }
  })
}

const regions = new Intl.DisplayNames('en', { type: 'region' })

/** By country of the article's outlet, most articles first. */
export function toOutletTones(articles: readonly ArticleText[]): NewsOutletTone[] {
  return [...Map.groupBy(articles, ({ country }) => country)]
    .map(([country, group]) => {
      const tones = group.flatMap(({ tone }) => (tone === null ? [] : [tone]))
      return {
        group: country === null ? 'Unknown country' : nameOf(country),
        country,
        documents: group.length,
        outlets: new Set(group.map(({ outlet }) => siteOf(outlet))).size,
        toneMean: tones.length === 0 ? null : tones.reduce((sum, tone) => sum + tone, 0) / tones.length,
        judged: tones.length,
      }
    })
    .toSorted((a, b) => b.documents - a.documents || (a.group < b.group ? -1 : 1))
    .slice(0, mostGroups)
}

function nameOf(country: string): string {
  try {
    return regions.of(country) ?? country
  } catch {
    return country
  }
}

/** Who told it first, and how long before anybody else. Several may have: at the same instant, or on a day when the first is dated by day alone. */
export function toFirstMover(oldest: readonly ArticleText[]): NewsFirstMover {
  const [first] = oldest
  if (first === undefined) throw clusterNotFound()
  const second = oldest.find(({ outlet }) => siteOf(outlet) !== siteOf(first.outlet))
  const timeOf = ({ publishedAt }: ArticleText) => (first.isDatedByDay ? publishedAt.slice(0, 10) : publishedAt)
  const outlets = new Set(oldest.filter((one) => timeOf(one) === timeOf(first)).map(({ outlet }) => siteOf(outlet)))
    .size
  const isTold = outlets === 1 && second !== undefined && !first.isDatedByDay && !second.isDatedByDay
  return {
    documentId: first.documentId,
    outlet: first.outlet.slice(0, 300),
    title: first.title.slice(0, 4_000),
    publishedAt: first.publishedAt,
    outlets,
    leadMinutes: isTold ? Math.round((Date.parse(second.publishedAt) - Date.parse(first.publishedAt)) / 60_000) : null,
  }
}

/** What its articles have in common, and in how many of them it stands; what few of them say binds nothing. */
export function toBonds(articles: readonly ArticleText[]) {
  const texts = articles.map(({ title, outlet, lead }) => ({ title: trimOutletName(title, outlet), lead }))
  const words = texts.map((text) => new Set(storyTerms([text], Infinity).map(({ stem }) => stem)))
  const least = Math.min(articles.length, Math.max(2, articles.length * leastShare))
  const bonds = storyTerms(texts, mostBonds)
    .map(({ stem, written }) => ({
      term: written.slice(0, 200),
      documents: Math.max(1, words.filter((of) => of.has(stem)).length),
    }))
    .filter(({ documents }) => documents >= least)
  return bonds.length === 0 ? [{ term: articles[0]?.outlet.slice(0, 200) ?? '', documents: 1 }] : bonds
}
