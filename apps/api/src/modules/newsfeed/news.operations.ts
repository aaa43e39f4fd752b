import type { Handlers } from '../../http/handlers.ts'
import { listClusters } from './clusters/list-clusters.ts'
import { readCluster } from './clusters/read-cluster.ts'
import { createFeed, deleteFeed, exportFeeds, importFeeds, listFeeds } from './feeds/feeds.usecases.ts'
import { listNews } from './reading/list-news.ts'
import { markArticles, markFeedRead, undoFeedRead } from './reading/mark-articles.ts'
import { readArticle } from './reading/read-article.ts'
import { createMute, deleteMute, listMutes, type MuteDependencies } from './reading/mutes.usecases.ts'

export type NewsfeedOperations = Pick<
  Handlers,
  | 'listNews'
  | 'listNewsClusters'
  | 'getNewsCluster'
  | 'getNewsArticle'
  | 'updateNewsArticles'
  | 'markNewsRead'
  | 'undoNewsRead'
  | 'listNewsFeeds'
  | 'createNewsFeed'
  | 'deleteNewsFeed'
  | 'listNewsMutes'
  | 'createNewsMute'
  | 'deleteNewsMute'
  | 'exportNewsFeeds'
  | 'importNewsFeeds'
>

/** The operations of the news feed. Marks, feeds and mutes are the caller's own; articles and stories are the library's. */
export function createNewsfeedOperations(deps: MuteDependencies): NewsfeedOperations {
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
  }
}
