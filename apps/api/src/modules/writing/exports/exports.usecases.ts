import type { CreateExportInput } from '@auspex/sdk/types'
import type { Database } from '../../../adapters/database/database.port.ts'
import type { Jobs } from '../../../adapters/jobs/jobs.port.ts'
import type { Person } from '../../../kernel/actor.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import { type AccessReader, requireModules } from '../../people/index.ts'
import { exportNotFound, fileNotThere, formatNotMade, exportIdDoesNotFit, tooManyExports } from '../writing.errors.ts'
import { isSeriesFormat } from './analysis/write-analysis.ts'
import { exportsQueue } from './exports.jobs.ts'
import { createExportsRepository } from './exports.repository.ts'
import { type ExportSources, fileFormats, type StoredExport } from './exports.types.ts'

/** Maximum number of unfinished exports per person. */
const maxUnfinished = 5

export interface ExportDependencies {
  database: Database
  jobs: Jobs
  sources: ExportSources
  access: AccessReader
  clock: Clock
  createId: CreateId
}

/** A file in chunks. */
export interface ExportFile {
  file: StoredExport
  chunks: AsyncIterable<Uint8Array>
  /** The modules whose data it contains. */
  modules: readonly string[]
}

/** Queues an export. Throws `exports.id_does_not_fit`, `exports.format_not_made`, `exports.too_many`, and the errors of the item's module. */
export async function createExport(
  { kind, id: itemId, format, comparison }: CreateExportInput,
  person: Person,
  deps: ExportDependencies,
): Promise<StoredExport> {
  const { jobs, clock, createId } = deps
  const source = deps.sources[kind]
  if (!itemId.startsWith(source.prefix) || itemId.includes(',') !== (source.isList ?? false))
    throw exportIdDoesNotFit(kind, source.prefix)
  if (!source.formats.includes(format)) throw formatNotMade(kind, source.formats)
  const title = await source.findTitle(person, itemId)
  const queued: StoredExport = {
    id: createId('ex'),
    userId: person.userId,
    kind,
    itemId,
    format,
    comparison: kind === 'comparison' ? (comparison ?? {}) : null,
    status: 'queued',
    fileName: `${toFileName(title) || kind}${isSeriesFormat(format) ? '-series' : ''}.${fileFormats[format].extension}`,
    bytes: null,
    reason: null,
    createdAt: clock.now(),
    finishedAt: null,
    expiresAt: null,
  }
  const isQueued = await jobs.enqueueWith(exportsQueue, { exportId: queued.id }, (trx) =>
    createExportsRepository({ kysely: trx }).create(queued, maxUnfinished),
  )
  if (!isQueued) throw tooManyExports(maxUnfinished)
  return queued
}

/** Throws `exports.not_found`, and `module.off` if the person no longer has the module. */
export async function getExport(
  id: string,
  { userId }: Person,
  { database, sources, access, clock }: ExportDependencies,
): Promise<StoredExport> {
  const storedExport = await createExportsRepository(database).find({ id, userId, now: clock.now() })
  if (storedExport === null) throw exportNotFound()
  await requireModules(access, userId, sources[storedExport.kind].modules)
  return storedExport
}

/** Throws `exports.not_found`, and `exports.not_complete` or `exports.failed` when there is no file. */
export async function openExportFile(id: string, person: Person, deps: ExportDependencies): Promise<ExportFile> {
  const file = await getExport(id, person, deps)
  if (file.status !== 'complete') throw fileNotThere(file.status === 'failed' ? (file.reason ?? 'It failed.') : null)
  return { file, chunks: readChunks(id, deps), modules: deps.sources[file.kind].modules }
}

async function* readChunks(id: string, { database }: ExportDependencies): AsyncGenerator<Uint8Array> {
  const repository = createExportsRepository(database)
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
