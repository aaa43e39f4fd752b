import type { Handlers } from '../../http/handlers.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { NewsDependencies } from './news-dependencies.ts'
import { addDays } from '@auspex/analytics'
import type {
  DocumentToRead,
  NewsMarks,
  NewsMarksInput,
  NewsMute,
  NewsMuteInput,
  NewsReadInput,
  NewsReadMark,
} from '@auspex/sdk/types'
import { listClusters } from './clusters/list-clusters.ts'
import { readCluster } from './clusters/read-cluster.ts'
import { createFeed, deleteFeed, exportFeeds, importFeeds, listFeeds } from './feeds/feeds.usecases.ts'
import {
  articleNotFound,
  clusterNotFound,
  maxMutes,
  muteExists,
  muteNotFound,
  readMarkNotFound,
  subjectInvalid,
  tooMany,
} from './news.errors.ts'
import { chooseArticles, feedDays, toArticleMute } from './reading/choose-articles.ts'
import { listNews, present } from './reading/list-news.ts'
import { type StoredMute, createMutesRepository } from './reading/reading.repository.ts'

/** Maximum length of a text sent for reading: the bound of the contract. */
const maxTextLength = 60_000

export type NewsfeedOperations = ReturnType<typeof createNewsfeedOperations>

/** The operations of the news feed. Marks, feeds and mutes are the caller's; articles and stories are the library's. */
export function createNewsfeedOperations(deps: NewsDependencies) {
  return {
    listNews: async ({ body }, { actor }) => ({ status: 200, body: await listNews(body, actor, deps) }),
    listNewsClusters: async ({ body }, { actor }) => ({ status: 200, body: await listClusters(body, actor, deps) }),
    getNewsCluster: async ({ path: { clusterId } }, { actor }) => ({
      status: 200,
      body: await readCluster(clusterId, actor, deps),
    }),
    getNewsArticle: async ({ path: { documentId } }, { actor }) => ({
      status: 200,
      body: await readArticle(documentId, actor, deps),
    }),
    updateNewsArticles: async ({ body }, { actor }) => ({ status: 200, body: await markArticles(body, actor, deps) }),
    markNewsRead: async ({ body }, { actor }) => ({ status: 200, body: await markFeedRead(body, actor, deps) }),
    undoNewsRead: async ({ path: { readMarkId } }, { actor }) => ({
      status: 200,
      body: await undoFeedRead(readMarkId, actor, deps),
    }),
    listNewsFeeds: async (_input, { actor }) => ({ status: 200, body: { items: await listFeeds(actor, deps) } }),
    createNewsFeed: async ({ body }, { actor }) => ({ status: 200, body: await createFeed(body, actor, deps) }),
    deleteNewsFeed: async ({ path: { feedId } }, { actor }) => {
      await deleteFeed(feedId, actor, deps)
      return { status: 200, body: { id: feedId, deleted: true } }
    },
    listNewsMutes: async (_input, { actor }) => ({ status: 200, body: { items: await listMutes(actor, deps) } }),
    createNewsMute: async ({ body }, { actor }) => ({ status: 200, body: await createMute(body, actor, deps) }),
    deleteNewsMute: async ({ path: { muteId } }, { actor }) => {
      await deleteMute(muteId, actor, deps)
      return { status: 200, body: { id: muteId, deleted: true } }
    },
    exportNewsFeeds: async (_input, { actor }) => ({ status: 200, body: await exportFeeds(actor, deps) }),
    importNewsFeeds: async ({ body }, { actor }) => ({ status: 200, body: await importFeeds(body.opml, actor, deps) }),
  } satisfies Partial<Handlers>
}

/** An article with its text. Throws `newsfeed.article_not_found`. */
async function readArticle(
  documentId: string,
  actor: Actor,
  { documents, marks, members, provenance }: NewsDependencies,
): Promise<DocumentToRead> {
  const [stored] = await documents.getDocuments([documentId], { withoutTone: null })
  // real and demo articles are never shown together
  const isOfWorld = stored !== undefined && (stored.sourceKey === 'demo') === ((await provenance()) === 'demo')
  if (stored === undefined || !isOfWorld || stored.kind !== 'article') throw articleNotFound()
  const mark = (await marks.list(actor.userId, [documentId])).get(documentId)
  const clusterId = (await members.findOf([documentId])).get(documentId) ?? null
  const content = stored.body?.slice(0, maxTextLength).toWellFormed() ?? ''
  return {
    document: {
      ...present(stored, null),
      news: { isRead: mark?.isRead ?? false, isSaved: mark?.isSaved ?? false, clusterId },
    },
    text: content === '' ? null : { content, highlights: [], isCut: content.length < (stored.body?.length ?? 0) },
  }
}

/** Maximum number of articles marked by one request for a feed. */
const maxArticles = 10_000

/** Marks articles for the person. Throws `newsfeed.article_not_found`. */
async function markArticles(
  { documentIds, isRead, isSaved }: NewsMarksInput,
  actor: Actor,
  { documents, marks, provenance, clock }: NewsDependencies,
): Promise<NewsMarks> {
  const isDemo = (await provenance()) === 'demo'
  const articles = await documents.articles.readArticles(documentIds)
  const articlesById = new Map(
    articles.filter((article) => article.isDemo === isDemo).map((article) => [article.documentId, article]),
  )
  if (documentIds.some((id) => !articlesById.has(id))) throw articleNotFound()
  await marks.set(actor.userId, [...articlesById.values()], { isRead, isSaved, at: clock.now() })
  const now = await marks.list(actor.userId, documentIds)
  return { items: documentIds.map((id) => now.get(id) ?? { documentId: id, isRead: false, isSaved: false }) }
}

/** Marks everything a feed shows up to an instant as read. Throws `newsfeed.feed_not_found`. */
async function markFeedRead(
  { feedId, until }: NewsReadInput,
  actor: Actor,
  deps: NewsDependencies,
): Promise<NewsReadMark> {
  const { filter } = await chooseArticles({ feedId }, actor, deps)
  // a copy of a text that was read is marked too: another feed may show it without the one that was read
  const unread = { ...filter, exceptIds: filter.readIds, publishedTo: until }
  const articles = await deps.documents.articles.listIds(unread, maxArticles)
  const id = deps.createId('nrm')
  const documents = await deps.marks.readAll(actor.userId, articles, { markId: id, at: deps.clock.now() })
  return { id, documents }
}

/** Throws `newsfeed.read_mark_not_found`. */
async function undoFeedRead(id: string, actor: Actor, { marks }: NewsDependencies): Promise<NewsReadMark> {
  const documents = await marks.undo(actor.userId, id)
  if (documents === 0) throw readMarkNotFound()
  return { id, documents }
}

/** Number of example titles that show what a mute hides. */
const maxExamples = 5

async function listMutes(actor: Actor, deps: NewsDependencies): Promise<NewsMute[]> {
  const mutes = await deps.mutes.list(actor.userId)
  const presented: NewsMute[] = []
  for (const mute of mutes) presented.push(await presentMute(mute, deps))
  return presented
}

/** Throws `newsfeed.cluster_not_found`, `newsfeed.mute_exists`, `newsfeed.too_many_mutes` and `newsfeed.subject_invalid`. */
async function createMute(input: NewsMuteInput, actor: Actor, deps: NewsDependencies): Promise<NewsMute> {
  const { subject, title } = await readSubject(input, deps)
  const mute = { id: deps.createId('mut'), kind: input.kind, subject, title, createdAt: deps.clock.now() }
  const outcome = await deps.database.kysely
    .transaction()
    .execute((trx) => createMutesRepository(trx).insert(mute, { userId: actor.userId, max: maxMutes }))
  if (outcome === 'exists') throw muteExists()
  if (outcome === 'full') throw tooMany('mutes', maxMutes)
  return presentMute(mute, deps)
}

/** Throws `newsfeed.mute_not_found`. */
async function deleteMute(id: string, actor: Actor, { mutes }: NewsDependencies): Promise<void> {
  if (!(await mutes.delete(id, actor.userId))) throw muteNotFound()
}

async function readSubject(
  { kind, subject: rawSubject }: NewsMuteInput,
  deps: NewsDependencies,
): Promise<{ subject: string; title: string }> {
  const subject = rawSubject.trim()
  if (subject === '') throw subjectInvalid('is empty')
  if (kind === 'outlet') return { subject, title: subject }
  if (kind === 'story') {
    const id = await deps.clusters.resolve(subject)
    const cluster = id === null ? null : await deps.clusters.find(id)
    if (cluster === null) throw clusterNotFound()
    return { subject: cluster.id, title: cluster.facts.title }
  }
  await toArticleMute({ kind, subject }, deps.members) // refuses a word that cannot be searched
  return { subject, title: subject }
}

async function presentMute(mute: StoredMute, deps: NewsDependencies): Promise<NewsMute> {
  const today = deps.clock.now().toISOString().slice(0, 10)
  const { documents, titles } = await deps.documents.articles.countMuted(
    {
      world: await deps.provenance(),
      questions: [],
      fromDay: addDays(today, 1 - feedDays),
      toDay: addDays(today, 1),
    },
    await toArticleMute(mute, deps.members),
    maxExamples,
  )
  const { id, kind, subject, title, createdAt } = mute
  return {
    id,
    kind,
    subject,
    title,
    createdAt: createdAt.toISOString(),
    hidden: documents,
    examples: titles.map((example) => example.slice(0, 4_000)),
  }
}
