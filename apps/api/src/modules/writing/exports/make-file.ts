import type { Person } from '../../../kernel/actor.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { DocumentsModule } from '../../library/index.ts'
import type { SharedThreads } from '../../zeus/index.ts'
import type { Stories } from '../stories/stories.module.ts'
import type { ZeusReports } from '../zeus-reports/zeus-reports.module.ts'
import type { FileRequest } from './exports.types.ts'
import { formatDay } from '@auspex/analytics'
import type { Citation, ZeusReport } from '@auspex/sdk/types'
import { Readable } from 'node:stream'
import { CodedError } from '../../../kernel/errors.ts'
import { type AccessReader, hasModules, type Images, type People, toJpeg } from '../../people/index.ts'
import { type Signals, compareSignals } from '../../reports/index.ts'
import { withoutContent } from '../stories/present-story.ts'
import { ExportRefusedError } from '../writing.errors.ts'
import { type AnalysisTable, toColumns } from './analysis/analysis.ts'
import { toComparisonAnalysis, toComparisonSeries } from './analysis/comparison-analysis.ts'
import { isSeriesFormat, writeAnalysis, writeSeries } from './analysis/write-analysis.ts'
import { type CollectionFileDependencies, makeCollectionFile } from './make-collection-file.ts'
import { makeSignalFile, type SignalFileDependencies } from './make-signal-file.ts'
import { type IsBlockContent, type KeptBlock, splitReport } from './print/report/split-report.ts'
import { isPageData, writePage, writePageData } from './print/report/write-page.ts'
import {
  listPictures,
  type PrintedStoryPage,
  toPrintedStory,
  type PrintedCard,
  formatMoment,
  toPrintedCard,
  toTextCard,
} from './print/story/printed-story.ts'
import { writeStoryHtml } from './print/story/write-story-html.ts'
import { type CitedNames, toPrintedThread } from './print/thread/printed-thread.ts'

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
    throw new ExportRefusedError('The person who requested it no longer exists.')
  const thread = await threads.readUntil(itemId, userId, clock.now()).catch((error: unknown) => {
    if (error instanceof CodedError && error.kind === 'not_found')
      throw new ExportRefusedError('The conversation was deleted.')
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
  const cited = await deps.documents.getDocuments([...new Set(documentIds)], { withoutTone: null })
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
  if (person === null) throw new ExportRefusedError('The person who requested it no longer exists.')
  const story = await stories.open(person, storyId).catch((error: unknown) => {
    if (error instanceof CodedError && (error.kind === 'not_found' || error.kind === 'forbidden'))
      throw new ExportRefusedError('The story was deleted, or is no longer shared with you.')
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

/** Makes the file of a comparison, from the same figures as its page. */
async function* makeComparisonFile(
  { itemId, format, comparison: choices }: FileRequest,
  { signals, clock }: SignalFileDependencies,
): AsyncGenerator<Uint8Array> {
  const compared = await compareSignals({ ids: itemId, ...choices }, { signals }).catch((error: unknown) => {
    if (error instanceof CodedError) throw new ExportRefusedError(error.message)
    throw error
  })
  if (isSeriesFormat(format)) {
    yield* writeSeries(Readable.from([toComparisonSeries(compared)]), format)
    return
  }
  const rows: AnalysisTable['rows'][number][] = []
  for (const { signalId, query } of compared.signals) {
    const { coverage } = await signals.readReport(signalId)
    for (const { label, firstDay, lastDay, documents, total } of coverage.sources)
      rows.push([query.title, label, firstDay, lastDay, documents, total])
  }
  const sources: AnalysisTable = {
    title: 'Sources',
    note: 'What the library holds from the sources of each signal, over all of its days.',
    columns: toColumns({
      Signal: 'text',
      Source: 'text',
      'First day': 'day',
      'Last day': 'day',
      'Matching documents': 'count',
      'All documents': 'count',
    }),
    rows,
  }
  const createdAt = clock.now().toISOString()
  yield await writeAnalysis(
    toComparisonAnalysis({ comparison: compared, createdAt, sources }),
    format === 'pptx' ? 'pptx' : 'xlsx',
  )
}

interface ReportFileDependencies {
  reports: ZeusReports
  stories: Stories
  people: People
  signals: Signals
  access: AccessReader
  clock: Clock
  isBlockContent: IsBlockContent
}

/** Makes the file of a saved report; its live blocks are measured now. */
async function* makeReportFile(
  { userId, itemId, format }: FileRequest,
  deps: ReportFileDependencies,
): AsyncGenerator<Uint8Array> {
  const person = await deps.people.findMember(userId)
  if (person === null) throw new ExportRefusedError('The person who requested it no longer exists.')
  const report = await deps.reports.find(person, itemId).catch((error: unknown) => {
    if (error instanceof CodedError && (error.kind === 'not_found' || error.kind === 'forbidden'))
      throw new ExportRefusedError('The report was deleted.')
    throw error
  })
  yield* writePage(await toPage(report, person, deps), format)
}

async function toPage(
  { title, contents, updatedAt }: ZeusReport,
  person: Person,
  deps: ReportFileDependencies,
): Promise<PrintedStoryPage> {
  const printedAt = deps.clock.now().toISOString()
  const cards: PrintedCard[] = []
  for (const part of splitReport(contents, deps.isBlockContent)) {
    if (part.kind === 'block') cards.push(await toCard(part.block, person, deps))
    else cards.push(toTextCard(part.text))
  }
  return {
    noun: 'Report',
    title,
    imageId: null,
    made: `Last changed on ${formatDay(updatedAt)}. Printed on ${formatMoment(printedAt)}.`,
    printedAt,
    cards,
  }
}

/** A live block, measured now; if that fails, it keeps its last values and states the reason. */
async function toCard(
  { content, asOf, frozen }: KeptBlock,
  person: Person,
  deps: ReportFileDependencies,
): Promise<PrintedCard> {
  const frozenCard = { id: 'cd_block', caption: null, frozen, asOf, content, unavailable: null as string | null }
  if ('signalId' in content && !(await hasModules(deps.access, person.userId, ['signals']))) {
    const unavailable = 'Signals are switched off for the person who made this file.'
    return toPrintedCard({ ...frozenCard, asOf: null, content: withoutContent(content), unavailable }, () => '')
  }
  if (!frozen) {
    try {
      Object.assign(frozenCard, await deps.stories.measure(person, content))
    } catch (error) {
      if (!(error instanceof CodedError)) throw error
      frozenCard.unavailable = `It cannot be measured now: ${error.message}. These are its last values.`
    }
  }
  const title =
    'signalId' in frozenCard.content
      ? ((await findSignalTitle(frozenCard.content.signalId, deps)) ?? 'A deleted signal')
      : ''
  return toPrintedCard(frozenCard, () => title)
}

/** The title of a signal; null for a deleted one. */
async function findSignalTitle(id: string, { signals }: { signals: Signals }): Promise<string | null> {
  try {
    return await signals.findTitle(id)
  } catch (error) {
    if (error instanceof CodedError) return null
    throw error
  }
}
