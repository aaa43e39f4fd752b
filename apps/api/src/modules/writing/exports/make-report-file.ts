import type { ZeusReport } from '@auspex/sdk/types'
import { formatDay } from '@auspex/analytics'
import type { Person } from '../../../kernel/actor.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { CodedError } from '../../../kernel/errors.ts'
import { type AccessReader, hasModules, type People } from '../../people/index.ts'
import type { Signals } from '../../reports/index.ts'
import { withoutContent } from '../stories/present-story.ts'
import type { Stories } from '../stories/stories.module.ts'
import type { ZeusReports } from '../zeus-reports/zeus-reports.module.ts'
import { ExportRefusal } from '../writing.errors.ts'
import type { FileRequest } from './exports.types.ts'
import { findSignalTitle } from './find-signal-title.ts'
import { type IsBlockContent, type KeptBlock, splitReport } from './print/report/split-report.ts'
import { writePage } from './print/report/write-page.ts'
import {
  type PrintedCard,
  type PrintedStoryPage,
  formatMoment,
  toPrintedCard,
  toTextCard,
} from './print/story/printed-story.ts'

export interface ReportFileDependencies {
  reports: ZeusReports
  stories: Stories
  people: People
  signals: Signals
  access: AccessReader
  clock: Clock
  isBlockContent: IsBlockContent
}

/** Makes the file of a saved report; its live blocks are measured now. */
export async function* makeReportFile(
  { userId, itemId, format }: FileRequest,
  deps: ReportFileDependencies,
): AsyncGenerator<Uint8Array> {
  const person = await deps.people.findMember(userId)
  if (person === null) throw new ExportRefusal('The person who requested it no longer exists.')
  const report = await deps.reports.find(person, itemId).catch((error: unknown) => {
    if (error instanceof CodedError && (error.kind === 'not_found' || error.kind === 'forbidden'))
      throw new ExportRefusal('The report was deleted.')
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
