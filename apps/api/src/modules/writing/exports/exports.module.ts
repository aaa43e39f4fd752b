import type { Database } from '../../../adapters/database/database.port.ts'
import type { Job, Jobs } from '../../../adapters/jobs/jobs.port.ts'
import type { Handlers } from '../../../http/handlers.ts'
import type { Person } from '../../../kernel/actor.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import type { Logger } from '../../../kernel/logger.ts'
import type { Export, CreateExportInput } from '@auspex/sdk/types'
import { Readable } from 'node:stream'
import { FileBody } from '../../../http/body-parsers.ts'
import { hasModules, type AccessReader, requireModules } from '../../people/index.ts'
import { exportNotFound, fileNotThere, formatNotMade, exportIdDoesNotFit, tooManyExports } from '../writing.errors.ts'
import { isSeriesFormat } from './analysis/write-analysis.ts'
import { createExportJobs, type WhenExportReady, exportsQueue } from './exports.jobs.ts'
import { createExportsRepository } from './exports.repository.ts'
import { type ExportSources, type StoredExport, fileFormats } from './exports.types.ts'
import { type FileDependencies, makeFile } from './make-file.ts'

const pageFormats = ['html', 'pdf'] as const
const dataFormats = ['xlsx', 'pptx', 'series-jsonl', 'series-parquet'] as const
const collectionFormats = ['csv', 'csv-excel', 'jsonl', 'parquet', ...dataFormats, ...pageFormats] as const
const threadFormats = ['markdown', ...pageFormats, 'docx'] as const

export interface ExportsModule {
  operations: ExportOperations
  /** Makes the files and deletes expired ones. */
  jobs: readonly Job[]
}

/** Exports of signals, comparisons, portfolios, projects, stories, reports and conversations. */
export function createExportsModule(
  dependencies: FileDependencies & Omit<ExportDependencies, 'sources'> & { log: Logger; whenReady: WhenExportReady },
): ExportsModule {
  const { database, access, whenReady, clock, log } = dependencies
  const sources = createExportSources(dependencies)
  return {
    operations: createExportOperations({ ...dependencies, sources }),
    jobs: createExportJobs({
      repository: createExportsRepository(database),
      makeFile: (file) => makeFile(file, dependencies),
      mayHave: ({ kind, userId }) => hasModules(access, userId, sources[kind].modules),
      whenReady,
      clock,
      log,
    }),
  }
}

function createExportSources({
  signals,
  portfolios,
  projects,
  stories,
  reports,
  threads,
}: FileDependencies): ExportSources {
  return {
    signal: {
      prefix: 'sig_',
      modules: ['signals'],
      formats: [...collectionFormats, 'bundle'],
      findTitle: (_person, id) => signals.findTitle(id),
    },
    portfolio: {
      prefix: 'pf_',
      modules: ['portfolios', 'signals'],
      formats: collectionFormats,
      findTitle: async (person, id) => (await portfolios.get(id, person)).title,
    },
    project: {
      prefix: 'pj_',
      modules: ['projects', 'portfolios', 'signals'],
      formats: collectionFormats,
      findTitle: async (person, id) => (await projects.get(id, person)).displayTitle,
    },
    story: {
      prefix: 'st_',
      modules: ['stories'],
      formats: [...dataFormats, ...pageFormats],
      findTitle: async (person, id) => (await stories.find(person, id)).displayTitle,
    },
    report: {
      prefix: 'rp_',
      modules: ['zeus'],
      formats: [...dataFormats, ...threadFormats],
      findTitle: async (person, id) => (await reports.find(person, id)).title,
    },
    thread: {
      prefix: 'th_',
      modules: ['zeus'],
      formats: threadFormats,
      findTitle: ({ userId }, id) => threads.findTitle(id, userId),
    },
    comparison: {
      prefix: 'sig_',
      isList: true,
      modules: ['signals'],
      formats: dataFormats,
      findTitle: async (_person, ids) =>
        (await Promise.all([...new Set(ids.split(','))].map((id) => signals.findTitle(id)))).join(' and '),
    },
  }
}

type ExportOperations = ReturnType<typeof createExportOperations>

/** The operations of exports. An export belongs to the person who requested it. */
function createExportOperations(deps: ExportDependencies) {
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

function present({
  userId: _userId,
  comparison: _comparison,
  createdAt,
  finishedAt,
  expiresAt,
  ...rest
}: StoredExport): Export {
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

/** Maximum number of unfinished exports per person. */
const maxUnfinished = 5

interface ExportDependencies {
  database: Database
  jobs: Jobs
  sources: ExportSources
  access: AccessReader
  clock: Clock
  createId: CreateId
}

/** A file in chunks. */
interface ExportFile {
  file: StoredExport
  chunks: AsyncIterable<Uint8Array>
  /** The modules whose data it contains. */
  modules: readonly string[]
}

/** Queues an export. Throws `exports.id_does_not_fit`, `exports.format_not_made`, `exports.too_many`, and the errors of the item's module. */
async function createExport(
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
async function getExport(
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
async function openExportFile(id: string, person: Person, deps: ExportDependencies): Promise<ExportFile> {
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
