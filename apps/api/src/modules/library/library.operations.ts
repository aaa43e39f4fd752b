import type { Handlers } from '../../http/handlers.ts'
import type { DocumentsModule } from './documents.module.ts'
import { hasRole } from '../../kernel/actor.ts'
import { pageOffset, toPageInfo, toPageRequest } from '../../kernel/page.ts'
import { categories, industries } from './catalog/categories.ts'
import { documentNotDeleted, documentNotFound } from './library.errors.ts'

/**
 * Deleting a document, and the list of deleted ones. Neither belongs to an organization, because the library does not: everybody
 * sees what was deleted, and only godmode sees why.
 */
export function createDeletionOperations({ deletions, deleteDocument }: DocumentsModule) {
  return {
    listDeletedDocuments: async ({ query }, { actor }) => {
      const page = toPageRequest(query)
      const ids = query.ids?.split(',') ?? null
      const { items, total } = await deletions.list({ ids, limit: page.perPage, offset: pageOffset(page) })
      const visibleItems = hasRole(actor, 'godmode') ? items : items.map((item) => ({ ...item, reason: null }))
      return { status: 200, body: { items: visibleItems, page: toPageInfo(page, total) } }
    },
    deleteDocument: async ({ path: { documentId }, query: { reason } }, { recordSecurityEvent }) => {
      if (!(await deleteDocument(documentId, reason))) throw documentNotFound()
      recordSecurityEvent('document.deleted', { documentId })
      const { items } = await deletions.list({ ids: [documentId], limit: 1, offset: 0 })
      const [deleted] = items
      if (deleted === undefined) throw documentNotDeleted()
      return { status: 200, body: deleted }
    },
    updateDeletedDocument: async ({ path: { documentId }, body: { isBlocked } }, { recordSecurityEvent }) => {
      const changed = await deletions.setBlocked(documentId, isBlocked)
      if (changed === null) throw documentNotDeleted()
      recordSecurityEvent(isBlocked ? 'document.blocked' : 'document.allowed', { documentId })
      return { status: 200, body: changed }
    },
  } satisfies Partial<Handlers>
}

/** The lists that onboarding and the home page start with; the same for everyone. */
export function createCatalogOperations() {
  return {
    listIndustries: () => ({ status: 200, body: { items: [...industries] } }),
    listCategories: () => ({ status: 200, body: { items: [...categories] } }),
  } satisfies Partial<Handlers>
}
