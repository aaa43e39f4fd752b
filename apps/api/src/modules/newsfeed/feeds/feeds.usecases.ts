import type { NewsFeed, NewsFeedInput, NewsOpml, NewsOpmlImport } from '@auspex/sdk/types'
import { refuseAddress } from '@auspex/sources'
import type { Actor } from '../../../kernel/actor.ts'
import { readSignalQuery } from '../../signals/index.ts'
import { hasModules, requireModules } from '../../users/index.ts'
import {
  categoryNotFound,
  feedExists,
  feedNotFound,
  feedUrlRefused,
  mostFeeds,
  opmlUnreadable,
  tooMany,
  subjectInvalid,
} from '../news.errors.ts'
import { chooseArticles, portfolioModules } from '../reading/choose-articles.ts'
import type { MuteDependencies } from '../reading/mutes.usecases.ts'
import { createFeedsRepository, type OwnFeedKind, type StoredFeed } from './feeds.repository.ts'
import { readOpml, toFeedAddress, writeOpml } from './opml.ts'

const alwaysThere = { isFixed: true, feedUrl: null, lastFetch: null } as const

/** The feeds of a person in the order to show them, each with what is unread. */
export async function listFeeds(actor: Actor, deps: MuteDependencies): Promise<NewsFeed[]> {
  const hasPortfolios = await hasModules(deps.access, actor.userId, portfolioModules)
  const portfolios = hasPortfolios ? await deps.portfolios.listOf(actor) : []
  const own = await listOwn(actor, deps)
  const feeds: Omit<NewsFeed, 'unread'>[] = [
    { ...alwaysThere, id: 'all', kind: 'all', subject: null, title: 'All news' },
    { ...alwaysThere, id: 'saved', kind: 'saved', subject: null, title: 'Saved' },
    ...portfolios.map(({ id, title }) => ({ ...alwaysThere, id, kind: 'portfolio' as const, subject: id, title })),
    ...own.map((feed) => ({ ...feed, isFixed: false })),
  ]
  const counted: NewsFeed[] = []
  for (const feed of feeds) counted.push({ ...feed, unread: await countUnread(feed.id, actor, deps) })
  return counted
}

/** The feeds that a person made, but for those of a module that they do not have. */
async function listOwn({ userId }: Actor, { feeds, access }: MuteDependencies): Promise<StoredFeed[]> {
  const { off } = await access.find(userId)
  return (await feeds.list(userId)).filter(({ kind }) => !modulesOf(kind).some((module) => off.has(module)))
}

function modulesOf(kind: OwnFeedKind): readonly string[] {
  if (kind === 'portfolio') return portfolioModules
  return kind === 'signal' ? ['signals'] : []
}

/** A feed of something that is not there any more has nothing to read. */
async function countUnread(feedId: string, actor: Actor, deps: MuteDependencies): Promise<number> {
  try {
    const { filter } = await chooseArticles({ feedId }, actor, deps)
    const { unread } = await deps.documents.articles.list(filter, {
      perPage: 1,
      offset: 0,
      after: null,
      order: 'newest',
    })
    return unread
  } catch (error) {
    if (error instanceof Error && 'kind' in error && error.kind === 'not_found') return 0
    throw error
  }
}

/** Throws what says that its subject is of nothing, `newsfeed.feed_url_refused`, `newsfeed.feed_exists` and `newsfeed.too_many_feeds`. */
export async function createFeed(input: NewsFeedInput, actor: Actor, deps: MuteDependencies): Promise<NewsFeed> {
  const { subject, name } = await readSubject(input, actor, deps)
  const feed = {
    id: deps.createId('nf'),
    kind: input.kind,
    subject,
    title: input.title?.trim() || name,
    feedUrl: input.kind === 'outlet' ? readFeedUrl(input.feedUrl) : null,
  }
  const outcome = await insert(feed, actor, deps)
  if (outcome === 'exists') throw feedExists()
  if (outcome === 'full') throw tooMany('feeds', mostFeeds)
  if (feed.feedUrl !== null) deps.requestFetch()
  return { ...feed, isFixed: false, lastFetch: null, unread: await countUnread(feed.id, actor, deps) }
}

/** Throws `newsfeed.feed_url_refused` for an address that would never be read. */
function readFeedUrl(written: string | null | undefined): string | null {
  if (written === null || written === undefined) return null
  const address = toFeedAddress(written)
  const refusal = refuseAddress(address)
  if (refusal !== null) throw feedUrlRefused(refusal)
  return address
}

function insert(feed: Omit<StoredFeed, 'lastFetch'>, actor: Actor, { database, clock }: MuteDependencies) {
  const owner = { userId: actor.userId, at: clock.now(), most: mostFeeds }
  return database.kysely.transaction().execute((trx) => createFeedsRepository(trx).insert(feed, owner))
}

/** Throws `newsfeed.feed_not_found`, also for one that is always there. */
export async function deleteFeed(id: string, actor: Actor, { feeds }: MuteDependencies): Promise<void> {
  if (!(await feeds.delete(id, actor.userId))) throw feedNotFound()
}

/** The subject as it is stored, and what it is called. */
async function readSubject(
  { kind, subject: given }: { kind: OwnFeedKind; subject: string },
  actor: Actor,
  deps: MuteDependencies,
): Promise<{ subject: string; name: string }> {
  const subject = given.trim()
  if (subject === '') throw subjectInvalid('is empty')
  await requireModules(deps.access, actor.userId, modulesOf(kind))
  if (kind === 'portfolio') return { subject, name: (await deps.portfolios.get(subject, actor)).title }
  if (kind === 'signal') return { subject, name: await deps.signals.findTitle(subject) }
  if (kind === 'category') {
    const category = deps.categories.find(({ id }) => id === subject)
    if (category === undefined) throw categoryNotFound()
    return { subject, name: category.name }
  }
  if (kind === 'country') {
    const code = subject.toUpperCase()
    if (!/^[A-Z]{2}$/.test(code)) throw subjectInvalid('is no code of a country, such as NO')
    return { subject: code, name: new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code }
  }
  if (kind === 'term') return { subject, name: readSignalQuery({ query_term: subject }).echo.title }
  return { subject: subject.replace(/^www\./, ''), name: subject }
}

/** The own feeds of a person for other readers. */
export async function exportFeeds(actor: Actor, deps: MuteDependencies): Promise<NewsOpml> {
  const feeds = await listOwn(actor, deps)
  return { fileName: 'auspex-feeds.opml', opml: writeOpml(feeds), feeds: feeds.length }
}

/** Throws `newsfeed.opml_unreadable` and `newsfeed.too_many_feeds`. */
export async function importFeeds(opml: string, actor: Actor, deps: MuteDependencies): Promise<NewsOpmlImport> {
  const read = readOpml(opml)
  if (read === null) throw opmlUnreadable()
  const result: NewsOpmlImport = { added: [], existing: 0, refused: [...read.refused] }
  for (const outline of read.feeds) {
    try {
      const { subject, name } = await readSubject(outline, actor, deps)
      const { kind, feedUrl } = outline
      const feed = { id: deps.createId('nf'), kind, subject, title: outline.title ?? name, feedUrl }
      const outcome = await insert(feed, actor, deps)
      if (outcome === 'stored') result.added.push({ ...feed, isFixed: false, lastFetch: null, unread: 0 })
      else if (outcome === 'exists') result.existing += 1
      else result.refused.push({ title: feed.title, reason: `You have ${mostFeeds} feeds already.` })
    } catch (error) {
      // one outline that means nothing here must not lose the others
      if (!(error instanceof Error) || !('code' in error)) throw error
      result.refused.push({ title: outline.title ?? outline.subject, reason: error.message.slice(0, 300) })
    }
  }
  if (result.added.some(({ feedUrl }) => feedUrl !== null)) deps.requestFetch()
  result.refused = result.refused.slice(0, 1_000)
  return result
}
