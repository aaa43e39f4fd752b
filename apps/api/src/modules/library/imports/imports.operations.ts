import { noteOfImport, type RejectedLine } from '@auspex/contract/import-lines'
import { refusal } from '@auspex/contract/refusals'
import type { Import, ImportBatch } from '@auspex/sdk/types'
import type { Handlers } from '../../../http/handlers.ts'
import { type Actor, hasRole } from '../../../kernel/actor.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { CodedError, type FailureKind } from '../../../kernel/errors.ts'
import { toPageInfo, toPageRequest } from '../../../kernel/page.ts'
import type { DocumentsModule } from '../documents.module.ts'
import type { ImportFile } from '../imports.repository.ts'
import { ImportStateError, InvalidDocumentError } from '../library.errors.ts'

const kinds: Record<ImportStateError['code'], FailureKind> = {
  'imports.not_found': 'not_found',
  'imports.out_of_order': 'conflict',
  'imports.finished': 'conflict',
  'imports.contents_unknown': 'conflict',
}

export type ImportsOperations = ReturnType<typeof createImportsOperations>

/** The operations of importing documents; the contract requires the role importer. */
export function createImportsOperations({
  documents: { imports },
  forgetMeasured,
  clock,
  isDemo,
}: {
  documents: DocumentsModule
  /** Deletes stored measurements of the library, because they cite documents that are gone. */
  forgetMeasured: () => Promise<void>
  clock: Clock
  /** Whether searches of this server find demo documents only. */
  isDemo: boolean
}) {
  const readRejections = (files: readonly ImportFile[]) =>
    imports.listRejections(files.filter(({ rejected }) => rejected > 0).map(({ id }) => id))
  const present = async (file: ImportFile, rejections = readRejections([file])): Promise<Import> =>
    presentImport(file, { now: clock.now(), isDemo, rejections: (await rejections).get(file.id) })
  /** Also throws `imports.not_found` for an import of another organization, so that the two cases cannot be told apart. */
  const findImport = async (importId: string, actor: Actor): Promise<Import> => {
    const file = await imports.getImport(importId)
    if (file === null || !ownersSeenBy(actor).includes(file.organizationId)) throw importNotFound()
    return present(file)
  }
  return {
    startImport: async ({ body }, { actor, recordSecurityEvent }) => {
      const file = await imports.startImport({ ...body, organizationId: ownerOf(actor) })
      recordSecurityEvent('import.started', { importId: file.id })
      return { status: 200, body: await present(file) }
    },
    listImports: async ({ query }, { actor }) => {
      const page = toPageRequest(query)
      const { items, total } = await imports.listImports(ownersSeenBy(actor), page)
      const rejections = readRejections(items)
      return {
        status: 200,
        body: {
          items: await Promise.all(items.map((item) => present(item, rejections))),
          page: toPageInfo(page, total),
        },
      }
    },
    getImport: async ({ path }, { actor }) => ({ status: 200, body: await findImport(path.importId, actor) }),
    storeImportBatch: async ({ path, body }, { actor }) => {
      requireLines(body)
      await findImport(path.importId, actor)
      await imports.storeImportBatch({ importId: path.importId, ...body }).catch(toCodedError)
      return { status: 200, body: await findImport(path.importId, actor) }
    },
    previewImportDeletion: async ({ path: { importId: id } }, { actor }) => {
      const { name } = await findImport(id, actor)
      return { status: 200, body: { id, name, ...(await imports.countContents(id)), isDeleted: false } }
    },
    deleteImport: async ({ path: { importId: id } }, { actor, recordSecurityEvent }) => {
      const { name } = await findImport(id, actor)
      const { documents, kept } = await imports.deleteImport(id).catch(toCodedError)
      await forgetMeasured()
      recordSecurityEvent('import.deleted', { importId: id, documents })
      return { status: 200, body: { id, name, documents, kept, isDeleted: true } }
    },
    finishImport: async ({ path, body }, { actor }) => {
      await findImport(path.importId, actor)
      const reason = body.state === 'failed' ? body.failure : null
      const file = await imports.finishImport(path.importId, reason).catch(toCodedError)
      return { status: 200, body: await present(file) }
    },
  } satisfies Partial<Handlers>
}

/** The service client imports for the installation, like the command line; a person imports for their organization. */
function ownerOf({ kind, organizationId }: Actor): string | null {
  return kind === 'service' ? null : organizationId
}

/** The owners whose imports the actor sees: their organization, and for an administrator the installation too (null). */
function ownersSeenBy(actor: Actor): (string | null)[] {
  const owner = ownerOf(actor)
  return owner !== null && hasRole(actor, 'godmode') ? [owner, null] : [owner]
}

/** Every line of a batch is a document, a rejection, or blank: so there are never more of them than lines. */
function requireLines({ firstLine, lastLine, documents, rejected }: ImportBatch): void {
  if (lastLine < firstLine || documents.length + rejected.length > lastLine - firstLine + 1)
    throw linesDoNotFit({
      title: 'The batch has more documents than lines',
      pointer: '/lastLine',
      message: 'must leave a line for each document and each rejection',
    })
  const lines = new Set(rejected.map(({ line }) => line))
  if (lines.size < rejected.length || [...lines].some((line) => line < firstLine || line > lastLine))
    throw linesDoNotFit({
      title: 'The batch rejects lines outside itself, or the same line twice',
      pointer: '/rejected',
      message: 'must hold lines of the batch, each once',
    })
}

function linesDoNotFit({ title, pointer, message }: { title: string; pointer: string; message: string }): CodedError {
  return new CodedError({
    kind: 'invalid',
    code: 'imports.lines_do_not_fit',
    title,
    fields: [{ in: 'body', pointer, message }],
  })
}

function importNotFound(): CodedError {
  return new CodedError({ kind: 'not_found', ...refusal('imports.not_found') })
}

/** A client sends a batch every few seconds; one that was killed cannot report that it ended. */
const maxSilenceMs = 2 * 60_000
const fellSilent =
  'No data arrived for two minutes; the importing program was probably stopped. Import the same file again; it resumes where it stopped.'

/** Formats an import for the contract, as of a given time, with the first of its rejections. */
export function presentImport(
  {
    bytes: _bytes,
    updatedAt,
    organizationId: _organizationId,
    state,
    failure,
    finishedAt,
    keptRejections,
    setAside,
    ...file
  }: ImportFile,
  { now, isDemo, rejections = [] }: { now: Date; isDemo: boolean; rejections?: readonly RejectedLine[] | undefined },
): Import {
  const counts = {
    ...file,
    read: file.stored + file.duplicates + file.rejected,
    note: noteOfImport({ rejected: file.rejected, rejections, keptRejections, notes: notesOf(setAside, isDemo) }),
  }
  if (state === 'finished') return { ...counts, state: 'completed', failure: null, finishedAt }
  const isSilent = state === 'running' && now.getTime() - Date.parse(updatedAt) > maxSilenceMs
  if (isSilent) return { ...counts, state: 'failed', failure: fellSilent, finishedAt: updatedAt }
  return { ...counts, state, failure, finishedAt }
}

/** What is said beside the rejections of an import. */
function notesOf(setAside: number, isDemo: boolean): string[] {
  return [
    setAside === 0
      ? []
      : `${setAside} stored ${setAside === 1 ? 'document was' : 'documents were'} set aside: dated before 1990 or in the future.`,
    isDemo
      ? 'This server shows demo documents only: what is imported is found once it is started with AUSPEX_SOURCES=live.'
      : [],
  ].flat()
}

/** Converts a failure of the library to its error in the contract; rethrows anything else. */
function toCodedError(error: unknown): never {
  if (error instanceof ImportStateError) {
    throw new CodedError({ kind: kinds[error.code], code: error.code, title: error.message, cause: error })
  }
  if (error instanceof InvalidDocumentError) {
    throw new CodedError({ kind: 'invalid', code: error.code, title: error.message, cause: error })
  }
  throw error
}
