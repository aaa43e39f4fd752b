import type { DocumentToRead } from '@auspex/sdk/types'
import type { Actor } from '../../../kernel/actor.ts'
import { articleNotFound } from '../news.errors.ts'
import { type ListDependencies, present } from './list-news.ts'

/** Longest text that is sent to be read: the bound of the contract. */
const mostRead = 60_000

/** An article with its text. Throws `newsfeed.article_not_found`. */
export async function readArticle(
  documentId: string,
  actor: Actor,
  { documents, marks, clusters, provenance }: ListDependencies,
): Promise<DocumentToRead> {
  const [stored] = await documents.getDocuments([documentId])
  // real and made-up articles are never shown beside each other
  const isOfWorld = stored !== undefined && (stored.sourceKey === 'demo') === ((await provenance()) === 'demo')
  if (stored === undefined || !isOfWorld || stored.kind !== 'article') throw articleNotFound()
  const mark = (await marks.list(actor.userId, [documentId])).get(documentId)
  const clusterId = (await clusters.findOf([documentId])).get(documentId) ?? null
  const content = stored.body?.slice(0, mostRead).toWellFormed() ?? ''
  return {
    document: {
      ...present(stored, null),
      news: { isRead: mark?.isRead ?? false, isSaved: mark?.isSaved ?? false, clusterId },
    },
    text: content === '' ? null : { content, highlights: [], isCut: content.length < (stored.body?.length ?? 0) },
  }
}
