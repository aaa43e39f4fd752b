import { addDays, type QueryNode } from '@auspex/analytics'
import type { NewsInput, Provenance } from '@auspex/sdk/types'
import type { Actor } from '../../../kernel/actor.ts'
import { toHeadlineQuery } from '../../library/index.ts'
import {
  type ArticleFilter,
  type ArticleMute,
  type DocumentFilter,
  type DocumentId,
  toMatching,
} from '../../library/index.ts'
import { type CanonicalQuery, readSignalQuery } from '../../reports/index.ts'
import { hasModules, requireModules } from '../../people/index.ts'
import type { ClusterMembersRepository } from '../clusters/clusters.repository.ts'
import { categoryNotFound, feedNotFound } from '../news.errors.ts'
import type { StoredMute } from './reading.repository.ts'
import type { NewsDependencies } from '../news-dependencies.ts'

/** The filter parameters of a list. */
export type Wish = NewsInput

/** The articles of a list, the words to mark in them, and the mutes that hide some. */
export interface Choice {
  /** The feed being read; null for a story without a feed. */
  feedId: string | null
  filter: ArticleFilter
  mutes: StoredMute[]
  /** The queries searched for: their words are marked. */
  queries: ArticleQuery[]
}

/** A query for articles: a signal, or the words of a category's titles, which is not a signal (`signalId` null). */
export type ArticleQuery = CanonicalQuery | { signalId: null; node: QueryNode }

/** Default number of days that a feed goes back. */
export const feedDays = 28
/** Before any article: saved articles and stories are listed whatever their age. */
const firstDay = '1900-01-01'
/** Maximum number of members of a muted story that are hidden. */
const maxStoryMembers = 10_000

/**
 * Builds the filter for the articles that the person asked for and may see. Throws `newsfeed.feed_not_found`, `signals.not_found`,
 * `portfolios.not_found`, `newsfeed.category_not_found`, `newsfeed.cluster_not_found` and `signals.query_unreadable`.
 */
export async function chooseArticles(wish: Wish, actor: Actor, deps: NewsDependencies): Promise<Choice> {
  const { marks, members, clock } = deps
  const world = await deps.provenance()
  const today = clock.now().toISOString().slice(0, 10)
  const feedId = feedOf(wish)
  const feed = feedId === null ? allArticles : await openFeed(feedId, actor, deps)
  const named = await readQuestions(wish, actor, deps)
  const groups = feed.queries === null ? named : [feed.queries, ...named]
  const country = intersectValue(feed.country, wish.geo ?? null)
  const outlets = intersectLists(feed.outlets, wish.outlets ?? [])
  // a feed of Sweden narrowed to Norway is empty; an empty group of queries matches nothing
  if (country === 'none') groups.push([])
  const isUndated = feed.isSaved || feedId === null
  const fromDay = wish.startDate ?? (isUndated ? firstDay : addDays(today, 1 - feedDays))
  const ids = await readIds(wish, wish.state === 'saved' || feed.isSaved, actor, deps)
  const mutes = feed.isSaved ? [] : await deps.mutes.list(actor.userId)
  return {
    feedId,
    mutes,
    queries: groups.flat(),
    filter: {
      world,
      questions: await Promise.all(
        groups.map((group) => Promise.all(group.map((query) => filterOf(query, world, deps)))),
      ),
      country: country === 'none' ? null : country,
      outlets,
      fromDay,
      // a publisher's clock that is hours ahead must not hide its articles
      toDay: wish.endDate ?? addDays(today, 1),
      ids,
      readIds: await marks.listRead(actor.userId, fromDay),
      isUnreadOnly: wish.state === 'unread',
      mutes: await Promise.all(mutes.map((mute) => toArticleMute(mute, members))),
      withMuted: wish.withMuted ?? false,
    },
  }
}

async function filterOf(
  query: ArticleQuery,
  world: Provenance,
  { signals }: NewsDependencies,
): Promise<DocumentFilter> {
  return query.signalId === null ? { world, ...toMatching(query.node) } : (await signals.filterOf(query)).filter
}

interface MutedSubject {
  kind: StoredMute['kind']
  subject: string
}

/** Converts a mute to a library filter. */
export async function toArticleMute(
  { kind, subject }: MutedSubject,
  members: ClusterMembersRepository,
): Promise<ArticleMute> {
  if (kind === 'outlet') return { kind, outlet: subject }
  if (kind === 'story') return { kind, ids: await members.listIds(subject, maxStoryMembers) }
  return { kind, ...toWordQuery(subject) }
}

/** A muted word is parsed as a query, so that "oat milk" hides the phrase. Throws `signals.query_unreadable`. */
export function toWordQuery(value: string): { query: QueryNode } {
  const { node } = readSignalQuery({ query_term: quote(value) })
  return { query: node }
}

interface OpenFeed {
  queries: ArticleQuery[] | null
  country: string | null
  outlets: string[] | null
  isSaved: boolean
}

const allArticles: OpenFeed = { queries: null, country: null, outlets: null, isSaved: false }

/** Throws `newsfeed.feed_not_found`, and the error of a subject that no longer exists. */
async function openFeed(id: string, actor: Actor, deps: NewsDependencies): Promise<OpenFeed> {
  if (id === 'all') return allArticles
  if (id === 'saved') return { ...allArticles, isSaved: true }
  if (id === 'watched') return { ...allArticles, queries: await watchedBy(actor, deps) }
  if (id.startsWith('pf_')) return { ...allArticles, queries: await ofPortfolio(id, actor, deps) }
  const feed = await deps.feeds.find(id, actor.userId)
  if (feed === null) throw feedNotFound()
  const { kind, subject } = feed
  if (kind === 'country') return { ...allArticles, country: subject }
  if (kind === 'outlet') return { ...allArticles, outlets: [subject] }
  if (kind === 'portfolio') return { ...allArticles, queries: await ofPortfolio(subject, actor, deps) }
  if (kind === 'signal') {
    await requireModules(deps.access, actor.userId, ['signals'])
    return { ...allArticles, queries: [await deps.signals.find(subject)] }
  }
  if (kind === 'category') return { ...allArticles, queries: [ofCategory(subject, deps)] }
  return { ...allArticles, queries: [readSignalQuery({ query_term: subject })] }
}

/** One group for each non-empty list of signals, portfolios, terms and categories: an article matches one query of each group. */
async function readQuestions(wish: Wish, actor: Actor, deps: NewsDependencies): Promise<ArticleQuery[][]> {
  const { signalIds = [], portfolioIds = [], terms = [], categories = [] } = wish
  const groups: ArticleQuery[][] = []
  if (signalIds.length > 0) groups.push(await Promise.all(signalIds.map((id) => deps.signals.find(id))))
  if (portfolioIds.length > 0)
    groups.push((await Promise.all(portfolioIds.map((id) => ofPortfolio(id, actor, deps)))).flat())
  if (terms.length > 0) groups.push(terms.map((term) => readSignalQuery({ query_term: term })))
  if (categories.length > 0) groups.push(categories.map((id) => ofCategory(id, deps)))
  return groups
}

/** The requested feed, or all news; null for a story, which is read in full unless a feed is requested. */
function feedOf({ feedId, clusterId }: Wish): string | null {
  return feedId ?? (clusterId === undefined ? 'all' : null)
}

/** The country of both filters; `none` when they differ. */
function intersectValue(feed: string | null, requested: string | null): string | null {
  return feed !== null && requested !== null && feed !== requested ? 'none' : (feed ?? requested)
}

/** The intersection of both filters; null when neither names an outlet. */
function intersectLists(feed: readonly string[] | null, requested: readonly string[]): readonly string[] | null {
  if (requested.length === 0) return feed
  return feed === null ? requested : feed.filter((outlet) => requested.includes(outlet))
}

/** The signals of all portfolios that the person can see; empty without the portfolios module. */
async function watchedBy(actor: Actor, deps: NewsDependencies): Promise<CanonicalQuery[]> {
  if (!(await hasModules(deps.access, actor.userId, portfolioModules))) return []
  const portfolios = await deps.portfolios.listOf(actor)
  const queries = await Promise.all(portfolios.map(({ id }) => ofPortfolio(id, actor, deps)))
  return [...new Map(queries.flat().map((query) => [query.signalId, query])).values()]
}

/** The modules required to read the signals of a portfolio. */
export const portfolioModules = ['portfolios', 'signals'] as const

/** Throws `portfolios.not_found` and `module.off`. */
async function ofPortfolio(id: string, actor: Actor, deps: NewsDependencies): Promise<CanonicalQuery[]> {
  await requireModules(deps.access, actor.userId, portfolioModules)
  const { trends } = await deps.portfolios.get(id, actor)
  return Promise.all(trends.map(({ signalId }) => deps.signals.find(signalId)))
}

function ofCategory(id: string, { categories }: NewsDependencies): ArticleQuery {
  const node = categories.some((category) => category.id === id) ? toHeadlineQuery(id) : null
  if (node === null) throw categoryNotFound()
  return { signalId: null, node }
}

function quote(words: string): string {
  return `"${words.replaceAll('"', ' ').trim()}"`
}

async function readIds(
  { clusterId }: Wish,
  isSaved: boolean,
  actor: Actor,
  { marks, members: stored }: NewsDependencies,
): Promise<DocumentId[] | null> {
  const saved = isSaved ? await marks.listSaved(actor.userId) : null
  if (clusterId === undefined) return saved
  const members = await stored.listIds(clusterId, maxStoryMembers)
  return saved === null ? members : members.filter((id) => saved.includes(id))
}
