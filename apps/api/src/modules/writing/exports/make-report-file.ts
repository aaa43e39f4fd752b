import type { ZeusReport } from '@auspex/sdk/types'
import { sayDay } from '@auspex/analytics'
import type { Clock } from '../../../kernel/clock.ts'
import { CodedError } from '../../../kernel/errors.ts'
import type { SignalsModule } from '../../reports/index.ts'
import { withoutContent } from '../stories/present-story.ts'
import type { Stories } from '../stories/stories.module.ts'
import { type AccessReader, hasModules, type People } from '../../people/index.ts'
import type { ZeusReports } from '../zeus-reports/zeus-reports.module.ts'
import { ExportRefusal } from './exports.errors.ts'
import type { Person, StoredExport } from './exports.types.ts'
import { type IsBlockContent, type KeptBlock, splitReport } from './print/report/split-report.ts'
import { writePage } from './print/report/write-page.ts'
import {
  type PrintedCard,
  type PrintedStoryPage,
  sayMoment,
  toPrintedCard,
  toTextCard,
} from './print/story/printed-story.ts'

export interface ReportFileDependencies {
  reports: ZeusReports
  stories: Pick<Stories, 'measure'>
  people: People
  signals: Pick<SignalsModule['signals'], 'findTitle'>
  access: AccessReader
  clock: Clock
  isBlockContent: IsBlockContent
}

/** Makes the file of a saved report; its live blocks are measured now. */
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
    yield* writePage(await toPage(person, await read(person, itemId)), format)
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
      else cards.push(toTextCard(part.text))
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

  /** A live block, measured now; if that fails, it keeps its last values and states the reason. */
  async function toCard(person: Person, { content, asOf, frozen }: KeptBlock): Promise<PrintedCard> {
    const frozenCard = { id: 'cd_block', caption: null, frozen, asOf, content, unavailable: null as string | null }
    if ('signalId' in content && !(await hasModules(access, person.userId, ['signals']))) {
      const unavailable = 'Signals are switched off for who made this file.'
      return toPrintedCard({ ...frozenCard, asOf: null, content: withoutContent(content), unavailable }, () => '')
    }
    if (!frozen) {
      try {
        Object.assign(frozenCard, await stories.measure(person, content))
      } catch (error) {
        if (!(error instanceof CodedError)) throw error
        frozenCard.unavailable = `It cannot be measured now: ${error.message}. These are its last values.`
      }
    }
    const title = 'signalId' in frozenCard.content ? await titleOf(frozenCard.content.signalId) : ''
    return toPrintedCard(frozenCard, () => title)
  }

  /** A deleted signal has no title. */
  async function titleOf(signalId: string): Promise<string> {
    try {
      return await signals.findTitle(signalId)
    } catch (error) {
      if (error instanceof CodedError) return 'A signal that is gone'
      throw error
    }
  }
}
