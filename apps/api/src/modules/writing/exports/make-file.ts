import type { Citation } from '@auspex/sdk/types'
import type { Clock } from '../../../kernel/clock.ts'
import { CodedError } from '../../../kernel/errors.ts'
import type { DocumentsModule } from '../../library/index.ts'
import { type AccessReader, hasModules, type Images, type People, toJpeg } from '../../people/index.ts'
import type { Signals } from '../../reports/index.ts'
import type { SharedThreads } from '../../zeus/index.ts'
import { ExportRefusal } from '../writing.errors.ts'
import type { FileRequest } from './exports.types.ts'
import { findSignalTitle } from './find-signal-title.ts'
import { isPageData, writePage, writePageData } from './print/report/write-page.ts'
import { type CitedNames, toPrintedThread } from './print/thread/printed-thread.ts'
import type { Stories } from '../stories/stories.module.ts'
import { listPictures, type PrintedStoryPage, toPrintedStory } from './print/story/printed-story.ts'
import { writeStoryHtml } from './print/story/write-story-html.ts'
import { type CollectionFileDependencies, makeCollectionFile } from './make-collection-file.ts'
import { makeReportFile, type ReportFileDependencies } from './make-report-file.ts'
import { makeComparisonFile } from './make-comparison-file.ts'
import { makeSignalFile, type SignalFileDependencies } from './make-signal-file.ts'

interface ThreadFileDependencies {
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
  if ((await people.findMember(userId)) === null)
    throw new ExportRefusal('The person who requested it no longer exists.')
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

interface StoryFileDependencies {
  stories: Stories
  people: People
  signals: Signals
  images: Images
  access: AccessReader
  clock: Clock
}

/** Makes the file of a story as the person who requested it sees it at that moment. */
export async function* makeStoryFile(
  { userId, itemId, format }: FileRequest,
  deps: StoryFileDependencies,
): AsyncGenerator<Uint8Array> {
  const page = await readPage(itemId, userId, deps)
  if (isPageData(format)) {
    yield* writePageData(page, format)
    return
  }
  const pictures = new Map<string, Buffer>()
  for (const id of listPictures(page)) {
    const bytes = await deps.images.read(id)
    if (bytes !== null) pictures.set(id, bytes)
  }
  if (format === 'html') {
    yield new TextEncoder().encode(writeStoryHtml(page, pictures))
    return
  }
  const jpegs = new Map<string, Awaited<ReturnType<typeof toJpeg>>>()
  for (const [id, bytes] of pictures) jpegs.set(id, await toJpeg(bytes))
  const { writeStoryPdf } = await import('./print/story/write-story-pdf.ts')
  yield* writeStoryPdf(page, jpegs)
}

async function readPage(storyId: string, userId: string, deps: StoryFileDependencies): Promise<PrintedStoryPage> {
  const { stories, people, access, clock } = deps
  const person = await people.findMember(userId)
  if (person === null) throw new ExportRefusal('The person who requested it no longer exists.')
  const story = await stories.open(person, storyId).catch((error: unknown) => {
    if (error instanceof CodedError && (error.kind === 'not_found' || error.kind === 'forbidden'))
      throw new ExportRefusal('The story was deleted, or is no longer shared with you.')
    throw error
  })
  const titles = new Map<string, string>()
  const mayNameSignals = await hasModules(access, userId, ['signals'])
  for (const { content } of story.cards)
    if ('signalId' in content && mayNameSignals && !titles.has(content.signalId))
      titles.set(content.signalId, (await findSignalTitle(content.signalId, deps)) ?? 'A deleted signal')
  return toPrintedStory(story, { printedAt: clock.now(), titleOf: (id) => titles.get(id) ?? '' })
}

export interface FileDependencies
  extends
    SignalFileDependencies,
    CollectionFileDependencies,
    StoryFileDependencies,
    ReportFileDependencies,
    ThreadFileDependencies {}

/** Creates the file of an export, and measures the signals that it needs. */
export function makeFile(request: FileRequest, deps: FileDependencies): AsyncGenerator<Uint8Array> {
  const { kind } = request
  if (kind === 'story') return makeStoryFile(request, deps)
  if (kind === 'report') return makeReportFile(request, deps)
  if (kind === 'thread') return makeThreadFile(request, deps)
  if (kind === 'portfolio' || kind === 'project') return makeCollectionFile(request, deps)
  return kind === 'comparison' ? makeComparisonFile(request, deps) : makeSignalFile(request, deps)
}
