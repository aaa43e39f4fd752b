import type { NewsClusterDetail, NewsFirstMover, NewsOutletTone, NewsTimePoint } from '@auspex/sdk/types'
import { firstSites, storyTerms, siteOf, trimOutletName } from '@auspex/analytics'
import type { Actor } from '../../../kernel/actor.ts'
import type { ArticleText } from '../../library/index.ts'
import { clusterNotFound } from '../news.errors.ts'
import { tellersOf } from './cluster-facts.ts'
import { presentCluster } from './list-clusters.ts'
import type { NewsDependencies } from '../news-dependencies.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** The timeline of a younger story is hourly. */
const hourlyMs = 3 * dayMs
/** Articles read of a story. */
const maxArticles = 2_000
// The contract's limits for the timeline, the tones by group of outlets, and the explanation.
const maxPoints = 400
const maxGroups = 50
const maxBonds = 10
/** Minimum share of a story's articles that must contain a bond. */
const minShare = 0.1

/** A story with its complete history. Throws `newsfeed.cluster_not_found`. */
export async function readCluster(
  requestedId: string,
  actor: Actor,
  { clusters, members, history, documents, marks, provenance, clock }: NewsDependencies,
): Promise<NewsClusterDetail> {
  const id = await clusters.resolve(requestedId)
  const storedCluster = id === null ? null : await clusters.find(id)
  if (storedCluster === null || storedCluster.isDemo !== ((await provenance()) === 'demo')) throw clusterNotFound()
  const now = clock.now()
  const memberIds = await members.listIds(storedCluster.id, maxArticles)
  const [articles, lineage, changes, merged, marked] = await Promise.all([
    documents.articles.readArticles(memberIds),
    history.listEvents(storedCluster.id, 100),
    history.listChanges(storedCluster.id, 50),
    clusters.countMerged(storedCluster.id),
    marks.list(actor.userId, memberIds),
  ])
  const oldest = articles.toSorted(byTime)
  if (oldest.length === 0) throw clusterNotFound()
  // articles dated in the future are not growth yet
  const ages = oldest.map(({ publishedAt }) => now.getTime() - Date.parse(publishedAt)).filter((age) => age >= 0)
  const agesWithin = (days: number) => ages.filter((age) => age < days * dayMs)
  const lastDay = agesWithin(1).length
  const unread = memberIds.filter((memberId) => marked.get(memberId)?.isRead !== true).length
  // Copies detected after the story was counted are treated as copies here too, as in the list of its articles.
  const tellings = new Set(oldest.map(({ telling }) => telling)).size
  const facts = { ...storedCluster.facts, tellings, tellers: tellersOf(oldest) }
  const cluster = presentCluster(
    { ...storedCluster, facts, lastDay, dayBefore: agesWithin(2).length - lastDay, unread, merged },
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

/** Hourly for a young story, daily otherwise; silent intervals are 0. Only the last points of a long one. */
export function toTimeline(oldest: readonly ArticleText[]): NewsTimePoint[] {
  const times = oldest.map(({ publishedAt }) => Date.parse(publishedAt))
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  const isDated = oldest.some(({ isDatedByDay }) => isDatedByDay)
  const step = last - first < hourlyMs && !isDated ? hourMs : dayMs
  const groups = Map.groupBy(oldest, ({ publishedAt }) => Math.floor(Date.parse(publishedAt) / step))
  const [from, to] = [Math.floor(first / step), Math.floor(last / step)]
  const start = Math.max(from, to - maxPoints + 1)
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

/** By country of the outlet, most articles first. */
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
    .slice(0, maxGroups)
}

function nameOf(country: string): string {
  try {
    return regions.of(country) ?? country
  } catch {
    return country
  }
}

/**
 * The outlet that published the story first, and its lead over the next outlet with its own text. There may be several: at the same instant, or on the
 * same day if the first is dated by day only; copies of one text then count as one teller, because nothing shows which outlet wrote it.
 */
export function toFirstMover(oldest: readonly ArticleText[]): NewsFirstMover {
  const [first] = oldest
  if (first === undefined) throw clusterNotFound()
  const timeOf = ({ publishedAt }: ArticleText) => (first.isDatedByDay ? publishedAt.slice(0, 10) : publishedAt)
  const sites = firstSites(oldest)
  const texts = new Set(oldest.filter((article) => timeOf(article) === timeOf(first)).map(({ telling }) => telling))
  const second = oldest.find(({ outlet, telling }) => !sites.has(siteOf(outlet)) && !texts.has(telling))
  const isLeadKnown = sites.size === 1 && second !== undefined && !first.isDatedByDay && !second.isDatedByDay
  return {
    documentId: first.documentId,
    outlet: first.outlet.slice(0, 300),
    title: first.title.slice(0, 4_000),
    publishedAt: first.publishedAt,
    outlets: sites.size,
    tellers: tellersOf(oldest.filter((article) => timeOf(article) === timeOf(first))),
    leadMinutes: isLeadKnown
      ? Math.round((Date.parse(second.publishedAt) - Date.parse(first.publishedAt)) / 60_000)
      : null,
  }
}

/** What the articles have in common, with the number of articles that contain it; omits what only a few share. */
export function toBonds(articles: readonly ArticleText[]) {
  const texts = articles.map(({ title, outlet, lead }) => ({ title: trimOutletName(title, outlet), lead }))
  const words = texts.map((text) => new Set(storyTerms([text], Infinity).map(({ stem }) => stem)))
  const minArticles = Math.min(articles.length, Math.max(2, articles.length * minShare))
  const bonds = storyTerms(texts, maxBonds)
    .map(({ stem, written }) => ({
      term: written.slice(0, 200),
      documents: Math.max(1, words.filter((of) => of.has(stem)).length),
    }))
    .filter(({ documents }) => documents >= minArticles)
  return bonds.length === 0 ? [{ term: articles[0]?.outlet.slice(0, 200) ?? '', documents: 1 }] : bonds
}
