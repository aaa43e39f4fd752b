import type { Handlers } from '../../http/handlers.ts'
import { listClusters } from './clusters/list-clusters.ts'
import { readCluster } from './clusters/read-cluster.ts'
import { createFeed, deleteFeed, exportFeeds, importFeeds, listFeeds } from './feeds/feeds.usecases.ts'
import { listNews, present } from './reading/list-news.ts'
import { markArticles, markFeedRead, undoFeedRead } from './reading/mark-articles.ts'
import { createMute, deleteMute, listMutes } from './reading/mutes.usecases.ts'
import type { DocumentToRead } from '@auspex/sdk/types'
import type { Actor } from '../../kernel/actor.ts'
import { articleNotFound } from './news.errors.ts'
import type { NewsDependencies } from './news-dependencies.ts'

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
  const [stored] = await documents.getDocuments([documentId])
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
