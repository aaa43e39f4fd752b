import type { Citation } from '@auspex/sdk/types'
import type { Clock } from '../../../kernel/clock.ts'
import { CodedError } from '../../../kernel/errors.ts'
import type { DocumentsModule } from '../../library/index.ts'
import type { SignalsModule } from '../../reports/index.ts'
import { type AccessReader, hasModules, type People } from '../../people/index.ts'
import type { SharedThreads } from '../../zeus/index.ts'
import { ExportRefusal } from './exports.errors.ts'
import type { StoredExport } from './exports.types.ts'
import { writePage } from './print/report/write-page.ts'
import { type CitedNames, toPrintedThread } from './print/thread/printed-thread.ts'

export interface ThreadFileDependencies {
  threads: SharedThreads
  documents: DocumentsModule
  people: People
  signals: Pick<SignalsModule['signals'], 'findTitle'>
  access: AccessReader
  clock: Clock
}

/** Makes the file of the current state of a conversation with Zeus. */
export function createMakeThreadFile({ threads, documents, people, signals, access, clock }: ThreadFileDependencies) {
  return async function* makeThreadFile({
    userId,
    itemId,
    format,
  }: Pick<StoredExport, 'userId' | 'itemId' | 'format'>): AsyncGenerator<Uint8Array> {
    if ((await people.findMember(userId)) === null) throw new ExportRefusal('Who asked for it is not known any more.')
    const thread = await threads.readUntil(itemId, userId, clock.now()).catch((error: unknown) => {
      if (error instanceof CodedError && error.kind === 'not_found')
        throw new ExportRefusal('The conversation was deleted.')
      throw error
    })
    const citations = thread.messages.flatMap((message) => message.citations)
    yield* writePage(toPrintedThread(thread, await readNames(citations, userId)), format)
  }

  async function readNames(citations: readonly Citation[], userId: string): Promise<CitedNames> {
    const documentIds = citations.flatMap((citation) => (citation.kind === 'document' ? [citation.documentId] : []))
    const cited = await documents.getDocuments([...new Set(documentIds)])
    const titles = new Map<string, string>()
    if (await hasModules(access, userId, ['signals']))
      for (const citation of citations)
        if (citation.kind === 'measure' && !titles.has(citation.signalId)) {
          const title = await titleOf(citation.signalId)
          if (title !== null) titles.set(citation.signalId, title)
        }
    return { documents: new Map(cited.map((document) => [document.documentId, document])), signals: titles }
  }

  /** A deleted signal has no title. */
  async function titleOf(signalId: string): Promise<string | null> {
    try {
      return await signals.findTitle(signalId)
    } catch (error) {
      if (error instanceof CodedError) return null
      throw error
    }
  }
}
