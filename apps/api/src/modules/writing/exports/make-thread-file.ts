import type { Citation } from '@auspex/sdk/types'
import type { Clock } from '../../../kernel/clock.ts'
import { CodedError } from '../../../kernel/errors.ts'
import type { DocumentsModule } from '../../library/index.ts'
import { type AccessReader, hasModules, type People } from '../../people/index.ts'
import type { Signals } from '../../reports/index.ts'
import type { SharedThreads } from '../../zeus/index.ts'
import { ExportRefusal } from './exports.errors.ts'
import type { FileRequest } from './exports.types.ts'
import { findSignalTitle } from './find-signal-title.ts'
import { writePage } from './print/report/write-page.ts'
import { type CitedNames, toPrintedThread } from './print/thread/printed-thread.ts'

export interface ThreadFileDependencies {
  threads: SharedThreads
  documents: DocumentsModule
  people: People
  signals: Signals
  access: AccessReader
  clock: Clock
}

/** Makes the file of the current state of a conversation with Zeus. */
export async function* makeThreadFile(
  { userId, itemId, format }: FileRequest,
  deps: ThreadFileDependencies,
): AsyncGenerator<Uint8Array> {
  const { threads, people, clock } = deps
  if ((await people.findMember(userId)) === null) throw new ExportRefusal('Who asked for it is not known any more.')
  const thread = await threads.readUntil(itemId, userId, clock.now()).catch((error: unknown) => {
    if (error instanceof CodedError && error.kind === 'not_found')
      throw new ExportRefusal('The conversation was deleted.')
    throw error
  })
  const citations = thread.messages.flatMap((message) => message.citations)
  yield* writePage(toPrintedThread(thread, await readNames(citations, userId, deps)), format)
}

async function readNames(
  citations: readonly Citation[],
  userId: string,
  deps: ThreadFileDependencies,
): Promise<CitedNames> {
  const documentIds = citations.flatMap((citation) => (citation.kind === 'document' ? [citation.documentId] : []))
  const cited = await deps.documents.getDocuments([...new Set(documentIds)])
  const titles = new Map<string, string>()
  if (await hasModules(deps.access, userId, ['signals']))
    for (const citation of citations)
      if (citation.kind === 'measure' && !titles.has(citation.signalId)) {
        const title = await findSignalTitle(citation.signalId, deps)
        if (title !== null) titles.set(citation.signalId, title)
      }
  return { documents: new Map(cited.map((document) => [document.documentId, document])), signals: titles }
}
