import { Readable } from 'node:stream'
import type { Export } from '@auspex/sdk/types'
import { FileBody } from '../../../http/file-body.ts'
import type { Handlers } from '../../../http/handlers.ts'
import { createExport, type ExportDependencies, getExport, openExportFile } from './exports.usecases.ts'
import { fileFormats, type StoredExport } from './exports.types.ts'

export type ExportOperations = ReturnType<typeof createExportOperations>

/** The operations of exports. An export belongs to the person who requested it. */
export function createExportOperations(deps: ExportDependencies) {
  return {
    createExport: async ({ body }, { actor, recordSecurityEvent }) => {
      const created = await createExport(body, actor, deps)
      recordSecurityEvent('export.created', factsOf(created))
      return { status: 200, body: present(created) }
    },

    getExport: async ({ path: { id } }, { actor }) => ({
      status: 200,
      body: present(await getExport(id, actor, deps)),
    }),

    getExportFile: async ({ path: { id } }, { actor, recordSecurityEvent }) => {
      const { file, chunks, modules } = await openExportFile(id, actor, deps)
      recordSecurityEvent('export.downloaded', factsOf(file))
      return {
        status: 200,
        body: new FileBody({ mediaType: fileFormats[file.format].mediaType, stream: Readable.from(chunks), modules }),
        headers: { 'content-disposition': disposition(file.fileName) },
      }
    },
  } satisfies Partial<Handlers>
}

/** The file name contains a person's search terms, so the security log has ids only. */
function factsOf({ id, kind, format }: StoredExport) {
  return { exportId: id, kind, format }
}

function present({ userId: _userId, createdAt, finishedAt, expiresAt, ...rest }: StoredExport): Export {
  return {
    ...rest,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  }
}

/** An ASCII name for old clients and the full name for all others (RFC 6266). */
function disposition(name: string): string {
  const asciiName = name.replaceAll(/[^\w.-]/g, '-')
  return `attachment; filename="${asciiName}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}`
}
