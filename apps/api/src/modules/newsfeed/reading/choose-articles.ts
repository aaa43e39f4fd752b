import { addDays, type QueryNode } from '@auspex/analytics'
import type { Category, NewsInput, Provenance } from '@auspex/sdk/types'
import type { Actor } from '../../../kernel/actor.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { ArticleFilter, ArticleMute, DocumentId } from '../../documents/index.ts'
import type { Portfolios } from '../../portfolios/index.ts'
import { type CanonicalQuery, readSignalQuery, type Signals } from '../../signals/index.ts'
import { type AccessReader, hasModules, requireModules } from '../../users/index.ts'
import type { ClustersRepository } from '../clusters/clusters.repository.ts'
import type { FeedsRepository } from '../feeds/feeds.repository.ts'
import { categoryNotFound, feedNotFound } from '../news.errors.ts'
import type { MarksRepository } from './marks.repository.ts'
import type { MutesRepository, StoredMute } from './mutes.repository.ts'

export interface ChoiceDependencies {
  feeds: FeedsRepository
  marks: MarksRepository
  mutes: MutesRepository
  clusters: ClustersRepository
  portfolios: Pick<Portfolios, 'get' | 'listOf'>
  signals: Pick<Signals, 'find' | 'filterOf' | 'findTitle'>
  access: Pick<AccessReader, 'find'>
  categories: readonly Category[]
  provenance: () => Promise<Provenance>
  clock: Clock
}

/** What a list is asked for. */
export type Wish = Pick<
  NewsInput,
  | 'feedId'
  | 'signalIds'
  | 'portfolioIds'
  | 'terms'
  | 'categories'
  | 'geo'
  | 'outlets'
  | 'clusterId'
  | 'state'
  | 'withMuted'
  | 'startDate'
  | 'endDate'
>

/** The articles of a list, what is marked in them, and what hides some. */
export interface Choice {
  filter: ArticleFilter
  mutes: StoredMute[]
  /** What was looked for: its words are marked. */
  queries: CanonicalQuery[]
}

/** Days that a feed goes back when nobody says how many. */
export const feedDays = 28
/** Before any article: saved ones and stories are listed whatever their age. */
const firstDay = '1900-01-01'
/** Members of a muted story that are hidden. */
const mostOfStory = 10_000

/**
 * Which articles are meant, as the person may see them. Throws `newsfeed.feed_not_found`, `signals.not_found`, `portfolios.not_found`,
 * `newsfeed.category_not_found`, `newsfeed.cluster_not_found` and `signals.query_unreadable`.
 */
export async function chooseArticles(wish: Wish, actor: Actor, deps: ChoiceDependencies): Promise<Choice> {
  const { marks, clusters, clock } = deps
  const world = await deps.provenance()
  const today = clock.now().toISOString().slice(0, 10)
  const feed = wish.feedId === undefined ? everything : await openFeed(wish.feedId, actor, deps)
  const named = await readQuestions(wish, actor, deps)
  const groups = [feed.queries, named].filter((group) => group !== null)
  const isNarrowed = groups.length > 0 || wish.feedId !== undefined || wish.clusterId !== undefined
  const isNamed = (wish.outlets?.length ?? 0) > 0 || wish.geo != null || wish.state === 'saved'
  if (!isNarrowed && !isNamed) groups.push(await watchedBy(actor, deps))
  const isSaved = wish.state === 'saved' || feed.isSaved
  const isUndated = isSaved || wish.clusterId !== undefined
  const fromDay = wish.startDate ?? (isUndated ? firstDay : addDays(today, 1 - feedDays))
  const ids = await readIds(wish, isSaved, actor, deps)
  const mutes = isSaved ? [] : await deps.mutes.list(actor.userId)
  return {
    mutes,
    queries: groups.flat(),
    filter: {
      world,
      questions: await Promise.all(groups.map((group) => Promise.all(group.map((query) => filterOf(query, deps))))),
      country: wish.geo ?? feed.country,
      outlets: wish.outlets !== undefined && wish.outlets.length > 0 ? wish.outlets : feed.outlets,
      fromDay,
      // a clock that is ahead by hours must not hide what is published
      toDay: wish.endDate ?? addDays(today, 1),
      ids,
      readIds: await marks.listRead(actor.userId, fromDay),
      isUnreadOnly: wish.state === 'unread',
      mutes: await Promise.all(mutes.map((mute) => toArticleMute(mute, clusters))),
      withMuted: wish.withMuted ?? false,
    },
  }
}

async function filterOf(query: CanonicalQuery, { signals }: Pick<ChoiceDependencies, 'signals'>) {
  return (await signals.filterOf(query)).filter
}

/** What hides an article, as the library is asked. */
export async function toArticleMute(
  { kind, subject }: Pick<StoredMute, 'kind' | 'subject'>,
  clusters: Pick<ClustersRepository, 'listMemberIds'>,
): Promise<ArticleMute> {
  if (kind === 'outlet') return { kind, outlet: subject }
  if (kind === 'story') return { kind, ids: await clusters.listMemberIds(subject, mostOfStory) }
  return { kind, ...wordOf(subject) }
}

/** A muted word is a query of it, so that "oat milk" hides the phrase. Throws `signals.query_unreadable`. */
export function wordOf(value: string): { query: QueryNode } {
  const { node } = readSignalQuery({ query_term: quote(value) })
  return { query: node }
}

interface OpenFeed {
  queries: CanonicalQuery[] | null
  country: string | null
  outlets: string[] | null
  isSaved: boolean
}

const everything: OpenFeed = { queries: null, country: null, outlets: null, isSaved: false }

/** Throws `newsfeed.feed_not_found`, and what says that a feed is of nothing any more. */
async function openFeed(id: string, actor: Actor, deps: ChoiceDependencies): Promise<OpenFeed> {
  if (id === 'all') return everything
  if (id === 'saved') return { ...everything, isSaved: true }
  if (id.startsWith('pf_')) return { ...everything, queries: await ofPortfolio(id, actor, deps) }
  const feed = await deps.feeds.find(id, actor.userId)
  if (feed === null) throw feedNotFound()
  const { kind, subject } = feed
  if (kind === 'country') return { ...everything, country: subject }
  if (kind === 'outlet') return { ...everything, outlets: [subject] }
  if (kind === 'portfolio') return { ...everything, queries: await ofPortfolio(subject, actor, deps) }
  if (kind === 'signal') {
    await requireModules(deps.access, actor.userId, ['signals'])
    return { ...everything, queries: [await deps.signals.find(subject)] }
  }
  if (kind === 'category') return { ...everything, queries: [ofCategory(subject, deps)] }
  return { ...everything, queries: [readSignalQuery({ query_term: subject })] }
}

/** Null when no signal, portfolio, term or category is named. */
async function readQuestions(wish: Wish, actor: Actor, deps: ChoiceDependencies): Promise<CanonicalQuery[] | null> {
  const { signalIds = [], portfolioIds = [], terms = [], categories = [] } = wish
  if (signalIds.length + portfolioIds.length + terms.length + categories.length === 0) return null
  return [
    ...(await Promise.all(signalIds.map((id) => deps.signals.find(id)))),
    ...(await Promise.all(portfolioIds.map((id) => ofPortfolio(id, actor, deps)))).flat(),
    ...terms.map((term) => readSignalQuery({ query_term: term })),
    ...categories.map((id) => ofCategory(id, deps)),
  ]
}

/** The signals of all portfolios that the person sees; none for who has no portfolios. */
async function watchedBy(actor: Actor, deps: ChoiceDependencies): Promise<CanonicalQuery[]> {
  if (!(await hasModules(deps.access, actor.userId, portfolioModules))) return []
  const portfolios = await deps.portfolios.listOf(actor)
  const queries = await Promise.all(portfolios.map(({ id }) => ofPortfolio(id, actor, deps)))
  return [...new Map(queries.flat().map((query) => [query.signalId, query])).values()]
}

/** What somebody needs to read the signals of a portfolio. */
export const portfolioModules = ['portfolios', 'signals'] as const

/** Throws `portfolios.not_found` and `module.off`. */
async function ofPortfolio(id: string, actor: Actor, deps: ChoiceDependencies): Promise<CanonicalQuery[]> {
  await requireModules(deps.access, actor.userId, portfolioModules)
  const { trends } = await deps.portfolios.get(id, actor)
  return Promise.all(trends.map(({ signalId }) => deps.signals.find(signalId)))
}

function ofCategory(id: string, { categories }: Pick<ChoiceDependencies, 'categories'>): CanonicalQuery {
  const category = categories.find((one) => one.id === id)
  if (category === undefined) throw categoryNotFound()
  return readSignalQuery({ query_term: category.terms.map(quote).join(' OR ') })
}

function quote(words: string): string {
  return `"${words.replaceAll('"', ' ').trim()}"`
}

async function readIds(
  { clusterId }: Wish,
  isSaved: boolean,
  actor: Actor,
  { marks, clusters }: Pick<ChoiceDependencies, 'marks' | 'clusters'>,
): Promise<DocumentId[] | null> {
  const saved = isSaved ? await marks.listSaved(actor.userId) : null
  if (clusterId === undefined) return saved
  const members = await clusters.listMemberIds(clusterId, mostOfStory)
  return saved === null ? members : members.filter((id) => saved.includes(id))
}
