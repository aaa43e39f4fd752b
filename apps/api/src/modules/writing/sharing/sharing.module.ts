import type { Database } from '../../../adapters/database/database.port.ts'
import type { Handlers } from '../../../http/handlers.ts'
import type { AccessReader, People } from '../../people/index.ts'
import { Readable } from 'node:stream'
import { FileBody } from '../../../http/body-parsers.ts'
import { toPageRequest } from '../../../kernel/page.ts'
import { type SourceDependencies, createShareSources } from './share-sources.ts'
import { createSharingRepository } from './sharing.repository.ts'
import {
  type SharingDependencies,
  createShareLink,
  describeSharedEmbed,
  listShareLinks,
  readSharedEmbed,
  readSharedItem,
  readSharedPicture,
  revokeShareLink,
} from './sharing.usecases.ts'

/** Links that let others read one item. */
export function createSharingModule({
  things,
  users: { people, access },
  ...deps
}: Omit<SharingDependencies, 'sources' | 'people' | 'access'> & {
  /** The modules whose items can be shared. */
  things: SourceDependencies
  users: { people: People; access: AccessReader }
}): { operations: SharingOperations } {
  return { operations: createSharingOperations({ ...deps, people, access, sources: createShareSources(things) }) }
}

/** Revokes the links to something that was deleted. */
export function endShareLinks(itemId: string, database: Database): Promise<void> {
  return createSharingRepository(database).removeOf(itemId)
}

type SharingOperations = ReturnType<typeof createSharingOperations>

/** Keeps the content of publicly posted links out of search engines. */
const searchEngineHeaders = { 'x-robots-tag': 'noindex, nofollow, noarchive' }

/** The only replies that other sites may frame. They hold styles, and nothing that runs or loads. */
const embedHeaders = {
  ...searchEngineHeaders,
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors *; sandbox allow-popups allow-popups-to-escape-sandbox",
  'cross-origin-resource-policy': 'cross-origin',
}

function createSharingOperations(deps: SharingDependencies) {
  return {
    createShareLink: async ({ body }, { actor, recordSecurityEvent }) => {
      const created = await createShareLink(body, actor, deps)
      const { id: linkId, kind, itemId, access } = created
      recordSecurityEvent('share-link.created', { linkId, kind, itemId, access })
      return { status: 200, body: created }
    },

    listShareLinks: async ({ query }, { actor }) => {
      const { kind = null, itemId = null } = query
      return { status: 200, body: await listShareLinks({ kind, itemId, page: toPageRequest(query) }, actor, deps) }
    },

    revokeShareLink: async ({ path: { id } }, { actor, recordSecurityEvent }) => {
      const { kind, itemId, access } = await revokeShareLink(id, actor, deps)
      recordSecurityEvent('share-link.revoked', { linkId: id, kind, itemId, access })
      return { status: 200, body: { id, deleted: true } }
    },

    getSharedItem: async ({ path }) => ({
      status: 200,
      body: await readSharedItem(path.token, null, deps),
      headers: searchEngineHeaders,
    }),

    getSharedItemForMembers: async ({ path }, { actor }) => ({
      status: 200,
      body: await readSharedItem(path.token, actor, deps),
      headers: searchEngineHeaders,
    }),

    getSharedEmbed: async ({ path: { token }, query: { part = 'chart', form } }) => {
      const { mediaType, text } = await readSharedEmbed({ token, part, form }, deps)
      return {
        status: 200,
        body: new FileBody({ mediaType, stream: Readable.from([Buffer.from(text)]) }),
        headers: embedHeaders,
      }
    },

    getOembed: async ({ query }) => ({ status: 200, body: await describeSharedEmbed(query, deps) }),

    getSharedImage: async ({ path }) => ({
      status: 200,
      body: new FileBody({
        mediaType: 'image/webp',
        stream: Readable.from([await readSharedPicture(path, deps)]),
      }),
      headers: searchEngineHeaders,
    }),
  } satisfies Partial<Handlers>
}
