import { Readable } from 'node:stream'
import { FileBody } from '../../../http/file-body.ts'
import type { Handlers } from '../../../http/handlers.ts'
import { toPageRequest } from '../../../kernel/page.ts'
import type { SharingUsecases } from './sharing.usecases.ts'

export type SharingOperations = ReturnType<typeof createSharingOperations>

/** Keeps the content of publicly posted links out of search engines. */
const searchEngineHeaders = { 'x-robots-tag': 'noindex, nofollow, noarchive' }

/** The operations of share links. */
export function createSharingOperations(sharing: SharingUsecases) {
  return {
    createShareLink: async ({ body }, { actor, recordSecurityEvent }) => {
      const created = await sharing.create(actor, body)
      const { id: linkId, kind, itemId, access } = created
      recordSecurityEvent('share-link.created', { linkId, kind, itemId, access })
      return { status: 200, body: created }
    },

    listShareLinks: async ({ query }, { actor }) => ({
      status: 200,
      body: await sharing.list(actor, {
        kind: query.kind ?? null,
        itemId: query.itemId ?? null,
        page: toPageRequest(query),
      }),
    }),

    revokeShareLink: async ({ path: { id } }, { actor, recordSecurityEvent }) => {
      const { kind, itemId, access } = await sharing.revoke(actor, id)
      recordSecurityEvent('share-link.revoked', { linkId: id, kind, itemId, access })
      return { status: 200, body: { id, deleted: true } }
    },

    getSharedItem: async ({ path }) => ({
      status: 200,
      body: await sharing.read(path.token, null),
      headers: searchEngineHeaders,
    }),

    getSharedItemForMembers: async ({ path }, { actor }) => ({
      status: 200,
      body: await sharing.read(path.token, actor),
      headers: searchEngineHeaders,
    }),

    getSharedImage: async ({ path }) => ({
      status: 200,
      body: new FileBody({
        mediaType: 'image/webp',
        stream: Readable.from([await sharing.readPicture(path.token, path.imageId)]),
      }),
      headers: searchEngineHeaders,
    }),
  } satisfies Partial<Handlers>
}
