import type { NewsFeed, NewsFeedInput, NewsOpml, NewsOpmlImport } from '@auspex/sdk/types'
import { refuseAddress, readOutlines } from '@auspex/sources'
import type { Actor } from '../../../kernel/actor.ts'
import { readSignalQuery } from '../../reports/index.ts'
import { hasModules, requireModules } from '../../people/index.ts'
import {
  categoryNotFound,
  feedExists,
  feedNotFound,
  feedUrlRefused,
  maxFeeds,
  opmlUnreadable,
  tooMany,
  subjectInvalid,
} from '../news.errors.ts'
import { chooseArticles, portfolioModules } from '../reading/choose-articles.ts'
import { createFeedsRepository, type OwnFeedKind, type StoredFeed } from './feeds.repository.ts'
import type { NewsDependencies } from '../news-dependencies.ts'

const ownKinds: readonly string[] = ['portfolio', 'signal', 'category', 'country', 'outlet', 'term']
const maxTitleLength = 600

const fixedFeed = { isFixed: true, feedUrl: null, lastFetch: null } as const

const watchedFeed = { ...fixedFeed, id: 'watched', kind: 'watched', subject: null, title: 'Watched' } as const

/** The feeds of a person in display order, each with its unread count. */
export async function listFeeds(actor: Actor, deps: NewsDependencies): Promise<NewsFeed[]> {
  const hasPortfolios = await hasModules(deps.access, actor.userId, portfolioModules)
  const portfolios = hasPortfolios ? await deps.portfolios.listOf(actor) : []
  const ownFeeds = await listOwn(actor, deps)
  const feeds: Omit<NewsFeed, 'unread'>[] = [
    { ...fixedFeed, id: 'all', kind: 'all', subject: null, title: 'All news' },
    { ...fixedFeed, id: 'saved', kind: 'saved', subject: null, title: 'Saved' },
    ...(portfolios.length === 0 ? [] : [watchedFeed]),
    ...portfolios.map(({ id, title }) => ({ ...fixedFeed, id, kind: 'portfolio' as const, subject: id, title })),
    ...ownFeeds.map((feed) => ({ ...feed, isFixed: false })),
  ]
  const feedsWithUnread: NewsFeed[] = []
  for (const feed of feeds) feedsWithUnread.push({ ...feed, unread: await countUnread(feed.id, actor, deps) })
  return feedsWithUnread
}

/** The feeds that a person created, except those of a module they do not have. */
async function listOwn({ userId }: Actor, { feeds, access }: NewsDependencies): Promise<StoredFeed[]> {
  const { off } = await access.find(userId)
  return (await feeds.list(userId)).filter(({ kind }) => !modulesOf(kind).some((module) => off.has(module)))
}

function modulesOf(kind: OwnFeedKind): readonly string[] {
  if (kind === 'portfolio') return portfolioModules
  return kind === 'signal' ? ['signals'] : []
}

/** A feed whose subject no longer exists is empty. */
async function countUnread(feedId: string, actor: Actor, deps: NewsDependencies): Promise<number> {
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

/** Throws the error of an invalid subject, `newsfeed.feed_url_refused`, `newsfeed.feed_exists` and `newsfeed.too_many_feeds`. */
export async function createFeed(input: NewsFeedInput, actor: Actor, deps: NewsDependencies): Promise<NewsFeed> {
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
  if (outcome === 'full') throw tooMany('feeds', maxFeeds)
  if (feed.feedUrl !== null) deps.requestFetch()
  return { ...feed, isFixed: false, lastFetch: null, unread: await countUnread(feed.id, actor, deps) }
}

/** Throws `newsfeed.feed_url_refused` for a URL that would never be fetched. */
function readFeedUrl(written: string | null | undefined): string | null {
  if (written === null || written === undefined) return null
  const address = toFeedAddress(written)
  const refusal = refuseAddress(address)
  if (refusal !== null) throw feedUrlRefused(refusal)
  return address
}

function insert(feed: Omit<StoredFeed, 'lastFetch'>, actor: Actor, { database, clock }: NewsDependencies) {
  const owner = { userId: actor.userId, at: clock.now(), max: maxFeeds }
  return database.kysely.transaction().execute((trx) => createFeedsRepository(trx).insert(feed, owner))
}

/** Throws `newsfeed.feed_not_found`, also for a built-in feed. */
export async function deleteFeed(id: string, actor: Actor, { feeds }: NewsDependencies): Promise<void> {
  if (!(await feeds.delete(id, actor.userId))) throw feedNotFound()
}

/** The subject as stored, and its display name. */
async function readSubject(
  { kind, subject: rawSubject }: { kind: OwnFeedKind; subject: string },
  actor: Actor,
  deps: NewsDependencies,
): Promise<{ subject: string; name: string }> {
  const subject = rawSubject.trim()
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

/** Exports a person's own feeds as OPML. */
export async function exportFeeds(actor: Actor, deps: NewsDependencies): Promise<NewsOpml> {
  const feeds = await listOwn(actor, deps)
  return { fileName: 'auspex-feeds.opml', opml: writeOpml(feeds), feeds: feeds.length }
}

/** Throws `newsfeed.opml_unreadable` and `newsfeed.too_many_feeds`. */
export async function importFeeds(opml: string, actor: Actor, deps: NewsDependencies): Promise<NewsOpmlImport> {
  const outlines = readOpml(opml)
  if (outlines === null) throw opmlUnreadable()
  const result: NewsOpmlImport = { added: [], existing: 0, refused: [...outlines.refused] }
  for (const outline of outlines.feeds) {
    try {
      const { subject, name } = await readSubject(outline, actor, deps)
      const { kind, feedUrl } = outline
      const feed = { id: deps.createId('nf'), kind, subject, title: outline.title ?? name, feedUrl }
      const outcome = await insert(feed, actor, deps)
      if (outcome === 'stored') result.added.push({ ...feed, isFixed: false, lastFetch: null, unread: 0 })
      else if (outcome === 'exists') result.existing += 1
      else result.refused.push({ title: feed.title, reason: `You have ${maxFeeds} feeds already.` })
    } catch (error) {
      // one unsupported outline must not stop the import of the others
      if (!(error instanceof Error) || !('code' in error)) throw error
      result.refused.push({ title: outline.title ?? outline.subject, reason: error.message.slice(0, 300) })
    }
  }
  if (result.added.some(({ feedUrl }) => feedUrl !== null)) deps.requestFetch()
  result.refused = result.refused.slice(0, 1_000)
  return result
}

interface FeedOutline {
  kind: OwnFeedKind
  subject: string
  title: string | null
  feedUrl: string | null
}

interface ReadOpml {
  feeds: FeedOutline[]
  refused: { title: string; reason: string }[]
}

/** Writes OPML 2.0 with outlet feeds as subscriptions that any reader accepts, and the others as outlines with custom attributes. */
function writeOpml(feeds: readonly StoredFeed[]): string {
  const outlines = feeds.map(({ kind, subject, title, feedUrl }) => {
    const subscription = feedUrl === null ? '' : ` type="rss" xmlUrl="${escape(feedUrl)}"`
    return `    <outline text="${escape(title)}"${subscription} auspexKind="${kind}" auspexSubject="${escape(subject)}"/>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<opml version="2.0">',
    '  <head><title>Auspex</title></head>',
    '  <body>',
    ...outlines,
    '  </body>',
    '</opml>',
    '',
  ].join('\n')
}

/** Parses the feeds of any reader's OPML file, in order and without folders; null when it is not OPML. */
function readOpml(text: string): ReadOpml | null {
  const outlines = readOutlines(text)
  if (outlines === null) return null
  const result: ReadOpml = { feeds: [], refused: [] }
  for (const { title, xmlUrl: written, attributes } of outlines) {
    const xmlUrl = written === null ? null : toFeedAddress(written)
    const name = title.trim().slice(0, maxTitleLength)
    const kind = attributes['auspexkind']
    const subject = attributes['auspexsubject']
    if (kind !== undefined && ownKinds.includes(kind) && subject !== undefined && subject.trim() !== '') {
      const feedUrl = kind === 'outlet' && xmlUrl !== null && hostOf(xmlUrl) !== null ? xmlUrl : null
      result.feeds.push({ kind: kind as OwnFeedKind, subject: subject.slice(0, 300), title: name || null, feedUrl }) // checked against the list above
      continue
    }
    const host = xmlUrl === null ? null : hostOf(xmlUrl)
    if (xmlUrl !== null && host !== null) {
      result.feeds.push({ kind: 'outlet', subject: host, title: name || null, feedUrl: xmlUrl })
      continue
    }
    const reason =
      xmlUrl === null
        ? 'It has no address of a feed.'
        : 'Its address cannot be read from here: only addresses of the public web can.'
    result.refused.push({ title: name || (xmlUrl ?? 'Without a title').slice(0, maxTitleLength), reason })
  }
  return result
}

/** Normalizes a feed URL: browsers link to readers as `feed://host/…` or `feed:https://host/…`. */
function toFeedAddress(written: string): string {
  const address = written.trim()
  return /^feed:https?:/i.test(address) ? address.slice(5) : address.replace(/^feed:(?:\/\/)?/i, 'http://')
}

/** The host of a URL that can be fetched; null for any other URL. */
function hostOf(address: string): string | null {
  if (address.length > 2_000 || refuseAddress(address) !== null) return null
  return new URL(address).hostname.replace(/^www\./, '')
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;')
}
