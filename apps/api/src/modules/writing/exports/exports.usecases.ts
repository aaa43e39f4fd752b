import type { CreateExportInput } from '@auspex/sdk/types'
import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import { type AccessReader, requireModules } from '../../people/index.ts'
import { exportNotFound, fileNotThere, formatNotMade, idDoesNotFit, tooManyExports } from './exports.errors.ts'
import type { ExportsRepository } from './exports.repository.ts'
import { type ExportSources, fileFormats, type Person, type StoredExport } from './exports.types.ts'

/** Maximum number of unfinished exports per person. */
const maxUnfinished = 5

export interface ExportsDependencies {
  repository: ExportsRepository
  sources: ExportSources
  access: AccessReader
  clock: Clock
  createId: CreateId
  /** Stores the export and queues its job, unless the person has `limit` unfinished ones; returns whether it did. */
  queue: (file: StoredExport, limit: number) => Promise<boolean>
}

export type ExportUsecases = ReturnType<typeof createExportUsecases>

/** Use cases of exports. */
export function createExportUsecases({ repository, sources, access, clock, createId, queue }: ExportsDependencies) {
  /** The modules whose data the export's file contains. */
  const modulesOf = ({ kind }: Pick<StoredExport, 'kind'>) => sources[kind].modules

  /** Throws `exports.not_found`, and `module.off` if the person no longer has the module. */
  async function get(id: string, userId: string): Promise<StoredExport> {
    const found = await repository.find({ id, userId, now: clock.now() })
    if (found === null) throw exportNotFound()
    await requireModules(access, userId, modulesOf(found))
    return found
  }

  return {
    get,

    /** Queues an export. Throws `exports.id_does_not_fit`, `exports.format_not_made`, `exports.too_many`, and the errors of the thing's module. */
    async create({ kind, id: itemId, format }: CreateExportInput, person: Person): Promise<StoredExport> {
      const source = sources[kind]
      if (!itemId.startsWith(source.prefix)) throw idDoesNotFit(kind, source.prefix)
      if (!source.formats.includes(format)) throw formatNotMade(kind, source.formats)
      const title = await source.findTitle(person, itemId)
      const queued: StoredExport = {
        id: createId('ex'),
        userId: person.userId,
        kind,
        itemId,
        format,
        status: 'queued',
        fileName: `${toFileName(title) || kind}.${fileFormats[format].extension}`,
        bytes: null,
        reason: null,
        createdAt: clock.now(),
        finishedAt: null,
        expiresAt: null,
      }
      if (!(await queue(queued, maxUnfinished))) throw tooManyExports(maxUnfinished)
      return queued
    },

    /** The file in chunks. Throws `exports.not_found`, and `exports.not_complete` or `exports.failed` when there is no file. */
    async open(
      id: string,
      userId: string,
    ): Promise<{ file: StoredExport; chunks: AsyncIterable<Uint8Array>; modules: readonly string[] }> {
      const file = await get(id, userId)
      if (file.status !== 'complete')
        throw fileNotThere(file.status === 'failed' ? (file.reason ?? 'It failed.') : null)
      return { file, chunks: readChunks(repository, id), modules: modulesOf(file) }
    },
  }
}

async function* readChunks(repository: ExportsRepository, id: string): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; position += 1) {
    const bytes = await repository.readChunk(id, position)
    if (bytes === null) return
    yield bytes
  }
}

/** A title as a file name: letters and digits of any script. */
function toFileName(title: string): string {
  return title
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/gu, '')
    .slice(0, 80)
}
