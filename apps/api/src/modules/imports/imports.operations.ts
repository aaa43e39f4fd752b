import type { Import, ImportBatch } from '@auspex/sdk/types'
import type { Handlers } from '../../http/handlers.ts'
import { CodedError } from '../../kernel/errors.ts'
import type { DocumentsModule, ImportFile } from '../documents/index.ts'
import { toCodedError } from './imports.errors.ts'

export type ImportsOperations = Pick<Handlers, 'startImport' | 'getImport' | 'storeImportBatch' | 'finishImport'>

/** The operations of loading own documents; the contract asks for the role importer. */
export function createImportsOperations({ imports }: Pick<DocumentsModule, 'imports'>): ImportsOperations {
  const read = async (importId: string): Promise<Import> => {
    const file = await imports.getImport(importId)
    if (file === null) throw importNotFound()
    return presentImport(file)
  }
  return {
    startImport: async ({ body }) => ({ status: 200, body: presentImport(await imports.startImport(body)) }),
    getImport: async ({ path }) => ({ status: 200, body: await read(path.importId) }),
    storeImportBatch: async ({ path, body }) => {
      requireLines(body)
      await imports.storeImportBatch({ importId: path.importId, ...body }).catch(toCodedError)
      return { status: 200, body: await read(path.importId) }
    },
    finishImport: async ({ path }) => ({
      status: 200,
      body: presentImport(await imports.finishImport(path.importId).catch(toCodedError)),
    }),
  }
}

/** Every line of a batch is a document, a rejection, or blank: so there are never more of them than lines. */
function requireLines({ firstLine, lastLine, documents, rejected }: ImportBatch): void {
  if (lastLine >= firstLine && documents.length + rejected.length <= lastLine - firstLine + 1) return
  throw new CodedError({
    kind: 'invalid',
    code: 'imports.lines_do_not_fit',
    title: 'The batch holds more documents than lines',
    fields: [{ in: 'body', pointer: '/lastLine', message: 'must leave a line for each document and each rejection' }],
  })
}

function importNotFound(): CodedError {
  return new CodedError({
    kind: 'not_found',
    code: 'imports.not_found',
    title: 'There is no such import',
    detail: 'Start the import again; a file that was begun before goes on where it stopped.',
  })
}

/** An import as the contract shows it. */
export function presentImport({
  bytes: _bytes,
  updatedAt: _updatedAt,
  state,
  resumeLine,
  ...file
}: ImportFile): Import {
  return { ...file, resumeLine, read: resumeLine, state: state === 'finished' ? 'completed' : 'running' }
}
