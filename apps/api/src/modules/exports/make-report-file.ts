import type { ZeusReport } from '@auspex/sdk/types'
import { sayDay } from '@auspex/analytics'
import type { Clock } from '../../kernel/clock.ts'
import { CodedError } from '../../kernel/errors.ts'
import type { SignalsModule } from '../signals/index.ts'
import { withoutContent, type Stories } from '../stories/index.ts'
import { type AccessReader, hasModules, type People } from '../users/index.ts'
import type { ZeusReports } from '../zeus-reports/index.ts'
import { ExportRefusal } from './exports.errors.ts'
import type { Person, StoredExport } from './exports.types.ts'
import { type IsBlockContent, type KeptBlock, splitReport } from './print/report/split-report.ts'
import { writeReportDocx } from './print/report/write-report-docx.ts'
import { writeReportMarkdown } from './print/report/write-report-markdown.ts'
import { readMarkdown } from './print/story/markdown.ts'
import { type PrintedCard, type PrintedStoryPage, sayMoment, toPrintedCard } from './print/story/printed-story.ts'
import { writeStoryHtml } from './print/story/write-story-html.ts'
import { writeStoryPdf } from './print/story/write-story-pdf.ts'

export interface ReportFileDependencies {
  reports: Pick<ZeusReports, 'find'>
  stories: Pick<Stories, 'measure'>
  people: Pick<People, 'findMember'>
  signals: Pick<SignalsModule['signals'], 'findTitle'>
  access: Pick<AccessReader, 'find'>
  clock: Clock
  isBlockContent: IsBlockContent
}

/** Makes the file of a saved report, its live blocks with what is measured now. */
export function createMakeReportFile({
  reports,
  stories,
  people,
  signals,
  access,
  clock,
  isBlockContent,
}: ReportFileDependencies) {
  return async function* makeReportFile({
    userId,
    itemId,
    format,
  }: Pick<StoredExport, 'userId' | 'itemId' | 'format'>): AsyncGenerator<Uint8Array> {
    const person = await people.findMember(userId)
    if (person === null) throw new ExportRefusal('Who asked for it is not known any more.')
    const page = await toPage(person, await read(person, itemId))
    if (format === 'pdf') yield* writeStoryPdf(page, new Map())
    else if (format === 'docx') yield writeReportDocx(page)
    else {
      const text = format === 'html' ? writeStoryHtml(page, new Map()) : writeReportMarkdown(page)
      yield new TextEncoder().encode(text)
    }
  }

  async function read(person: Person, id: string): Promise<ZeusReport> {
    return reports.find(person, id).catch((error: unknown) => {
      if (error instanceof CodedError && (error.kind === 'not_found' || error.kind === 'forbidden'))
        throw new ExportRefusal('The report was deleted.')
      throw error
    })
  }

  async function toPage(person: Person, { title, contents, updatedAt }: ZeusReport): Promise<PrintedStoryPage> {
    const printedAt = clock.now().toISOString()
    const cards: PrintedCard[] = []
    for (const part of splitReport(contents, isBlockContent)) {
      if (part.kind === 'block') cards.push(await toCard(person, part.block))
      else cards.push({ ...words, body: { kind: 'text', blocks: readMarkdown(part.text), source: part.text } })
    }
    return {
      noun: 'Report',
      title,
      imageId: null,
      made: `Last changed on ${sayDay(updatedAt)}. Printed on ${sayMoment(printedAt)}.`,
      printedAt,
      cards,
    }
  }

  /** A live block with what is measured now; one that cannot be keeps its last values, and says why. */
  async function toCard(person: Person, { content, asOf, frozen }: KeptBlock): Promise<PrintedCard> {
    const kept = { id: 'cd_block', caption: null, frozen, asOf, content, unavailable: null as string | null }
    if ('signalId' in content && !(await hasModules(access, person.userId, ['signals']))) {
      const unavailable = 'Signals are switched off for who made this file.'
      return toPrintedCard({ ...kept, asOf: null, content: withoutContent(content), unavailable }, () => '')
    }
    if (!frozen) {
      try {
        Object.assign(kept, await stories.measure(person, content))
      } catch (error) {
        if (!(error instanceof CodedError)) throw error
        kept.unavailable = `It cannot be measured now: ${error.message}. These are its last values.`
      }
    }
    const title = 'signalId' in kept.content ? await titleOf(kept.content.signalId) : ''
    return toPrintedCard(kept, () => title)
  }

  /** A signal that is gone has no name any more. */
  async function titleOf(signalId: string): Promise<string> {
    try {
      return await signals.findTitle(signalId)
    } catch (error) {
      if (error instanceof CodedError) return 'A signal that is gone'
      throw error
    }
  }
}

/** What the author wrote has nothing that is measured. */
const words = { title: null, caption: null, moment: null, warning: null }
