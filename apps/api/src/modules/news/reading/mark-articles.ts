import type { NewsMarks, NewsMarksInput, NewsReadInput, NewsReadMark } from '@auspex/sdk/types'
import type { Actor } from '../../../kernel/actor.ts'
import { articleNotFound, readMarkNotFound } from '../news.errors.ts'
import { chooseArticles } from './choose-articles.ts'
import type { NewsDependencies } from '../news-dependencies.ts'

/** Maximum number of articles marked by one request for a feed. */
const maxArticles = 10_000

/** Marks articles for the person. Throws `newsfeed.article_not_found`. */
export async function markArticles(
  { documentIds, isRead, isSaved }: NewsMarksInput,
  actor: Actor,
  { documents, marks, provenance, clock }: NewsDependencies,
): Promise<NewsMarks> {
  const isDemo = (await provenance()) === 'demo'
  const articles = await documents.articles.readArticles(documentIds)
  const articlesById = new Map(articles.filter((one) => one.isDemo === isDemo).map((one) => [one.documentId, one]))
  if (documentIds.some((id) => !articlesById.has(id))) throw articleNotFound()
  await marks.set(actor.userId, [...articlesById.values()], { isRead, isSaved, at: clock.now() })
  const now = await marks.list(actor.userId, documentIds)
  return { items: documentIds.map((id) => now.get(id) ?? { documentId: id, isRead: false, isSaved: false }) }
}

/** Marks everything a feed shows up to an instant as read. Throws `newsfeed.feed_not_found`. */
export async function markFeedRead(
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
export async function undoFeedRead(id: string, actor: Actor, { marks }: NewsDependencies): Promise<NewsReadMark> {
  const documents = await marks.undo(actor.userId, id)
  if (documents === 0) throw readMarkNotFound()
  return { id, documents }
}
