import { anyOf, type QueryNode } from '@auspex/analytics'
import type { PublishedDocument, NewsHidden, NewsInput, NewsPage } from '@auspex/sdk/types'
import type { Actor } from '../../../kernel/actor.ts'
import { toPageInfo, toPageRequest, pageOffset } from '../../../kernel/page.ts'
import { type DocumentId, fromDocumentId, type StoredDocument } from '../../library/index.ts'
import { presentDocument, toLibraryDocument } from '../../reports/index.ts'
import { cursorInvalid } from '../news.errors.ts'
import { chooseArticles } from './choose-articles.ts'
import type { StoredMute } from './reading.repository.ts'
import type { NewsDependencies } from '../news-dependencies.ts'

const snippetLetters = 280

/** One page of the articles that the person may see. Throws what `chooseArticles` throws, and `newsfeed.cursor_invalid`. */
export async function listNews(input: NewsInput, actor: Actor, deps: NewsDependencies): Promise<NewsPage> {
  const { feedId, filter, mutes, queries } = await chooseArticles(input, actor, deps)
  const after = input.cursor == null ? null : readCursor(input.cursor)
  const page = { ...toPageRequest(input), ...(after !== null && { page: after.page }) }
  const order = input.clusterId === undefined ? ('newest' as const) : ('oldest' as const)
  const articlePage = await deps.documents.articles.list(filter, {
    perPage: page.perPage,
    offset: pageOffset(page),
    after,
    order,
  })
  const ids = articlePage.items.map(({ id }) => id)
  const [stored, marks, clusters] = await Promise.all([
    deps.documents.getDocuments(ids, { withoutTone: null }),
    deps.marks.list(actor.userId, ids),
    deps.members.findOf(ids),
  ])
  const byId = new Map(stored.map((document) => [document.documentId, document]))
  const node = queries.length === 0 ? null : anyOf(queries.map((query) => query.node))
  const items = articlePage.items.flatMap(({ id, isRead, documents, outlets, mute }): PublishedDocument[] => {
    const document = byId.get(id)
    if (document === undefined) return []
    const mutedBy = mute === null ? null : (mutes[mute]?.id ?? null)
    return [
      {
        ...present(document, node),
        copies: { documents, outlets },
        news: {
          isRead,
          isSaved: marks.get(id)?.isSaved ?? false,
          clusterId: clusters.get(id) ?? null,
          ...(filter.withMuted && { mutedBy }),
        },
      },
    ]
  })
  const nextCursor = articlePage.last === null ? null : writeCursor(articlePage.last, page.page + 1)
  return {
    items,
    page: toPageInfo(page, articlePage.total, nextCursor),
    provenance: filter.world,
    ...(feedId !== null && { feedId }),
    unread: articlePage.unread,
    hidden: toHidden(articlePage.hidden, mutes),
  }
}

/** What mutes hide, the largest count first. */
export function toHidden(counts: readonly number[], mutes: readonly StoredMute[]): NewsHidden[] {
  return mutes
    .map(({ id, kind, title }, at) => ({ muteId: id, kind, title, documents: counts[at] ?? 0 }))
    .filter(({ documents }) => documents > 0)
    .toSorted((a, b) => b.documents - a.documents)
}

/** Shows an article with the matching passage, or the beginning of its text without a query. */
export function present(stored: StoredDocument, node: QueryNode | null): PublishedDocument {
  const library = toLibraryDocument(stored)
  if (node !== null) return presentDocument(library, node)
  const { body, ...document } = library
  const snippet = body === null || body === '' ? null : body.slice(0, snippetLetters).toWellFormed().trimEnd()
  return { ...document, snippet, highlights: { title: [], snippet: [] } }
}

interface Cursor {
  page: number
  key: string
  id: DocumentId
}

function writeCursor({ key, id }: Omit<Cursor, 'page'>, page: number): string {
  return Buffer.from(JSON.stringify([page, key, id])).toString('base64url')
}

/** Throws `newsfeed.cursor_invalid`. */
function readCursor(cursor: string): Cursor {
  const [page, key, id] = parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  if (typeof page !== 'number' || !Number.isInteger(page) || page < 2 || page > 100_000) throw cursorInvalid()
  if (typeof key !== 'string' || !/^-?\d{1,18}$/.test(key)) throw cursorInvalid() // more digits do not fit a bigint
  if (typeof id !== 'string' || fromDocumentId(id) === null) throw cursorInvalid()
  return { page, key, id }
}

function parse(text: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed : []
  } catch {
    return []
  }
}
