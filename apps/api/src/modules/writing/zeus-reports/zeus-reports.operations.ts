import type { ReportBlock, ReportBlockContent, ZeusReportSummary } from '@auspex/sdk/types'
import type { Handlers } from '../../../http/handlers.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { toPageRequest } from '../../../kernel/page.ts'
import type { VersionsUsecases } from './versions.usecases.ts'
import type { Person, StoredReport } from './zeus-reports.types.ts'
import type { ZeusReportsUsecases } from './zeus-reports.usecases.ts'
import { summarizeText } from '@auspex/analytics'

const fence = /^ {0,3}(`{3,}|~{3,})/
const noProse = /^ {0,3}(?:#{1,6}[ \t]|\||\[\^[^\]\n]{1,40}\]:|(?:[-*_][ \t]*){3,}$)/
const itemMark = /^[ \t>]{0,12}(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/
const quoteMark = /^[ \t]{0,3}>[ \t]?/
const footnote = /\[\^[^\]\s]{1,40}\]/g

const maxSentences = 4
const maxCharacters = 4_000

export type ZeusReportsOperations = ReturnType<typeof createZeusReportsOperations>

/** Measures what a block shows. */
export type MeasureBlock = (person: Person, content: ReportBlockContent) => Promise<ReportBlock>

/** The operations of reports. Each reaches only what the caller wrote. */
export function createZeusReportsOperations({
  reports,
  versions,
  measureBlock,
  clock,
}: {
  reports: ZeusReportsUsecases
  versions: VersionsUsecases
  measureBlock: MeasureBlock
  clock: Clock
}) {
  return {
    listZeusReports: async ({ query }, { actor }) => ({
      status: 200,
      body: await reports.list(actor, {
        filter: {
          id: query.id ?? null,
          threadId: query.threadId ?? null,
          search: (query.searchTerm ?? '').trim().toLowerCase(),
        },
        page: toPageRequest(query),
      }),
    }),

    saveZeusReport: async ({ body }, { actor }) => ({ status: 200, body: await reports.save(actor, body) }),

    updateZeusReport: async ({ body }, { actor }) => ({ status: 200, body: await reports.update(actor, body) }),

    deleteZeusReport: async ({ body: { reportId: id } }, { actor }) => {
      const restorableUntil = await reports.remove(actor, id)
      return { status: 200, body: { id, deleted: true, restorableUntil: restorableUntil.toISOString() } }
    },

    restoreZeusReport: async ({ body }, { actor }) => ({
      status: 200,
      body: await reports.restore(actor, body.reportId),
    }),

    getZeusReportSummary: async ({ body }, { actor }) => ({
      status: 200,
      body: summarizeReport(await reports.find(actor, body.reportId), clock),
    }),

    listZeusReportVersions: async ({ path, query }, { actor }) => ({
      status: 200,
      body: await versions.list(actor, path.id, toPageRequest(query)),
    }),

    getZeusReportVersion: async ({ path }, { actor }) => ({
      status: 200,
      body: await versions.get(actor, path.id, path.revision),
    }),

    restoreZeusReportVersion: async ({ path, body }, { actor }) => ({
      status: 200,
      body: await versions.restore(actor, path.id, body.revision),
    }),

    measureReportBlock: async ({ body }, { actor }) => ({
      status: 200,
      body: await measureBlock(actor, body.content),
    }),
  } satisfies Partial<Handlers>
}

/**
 * Summarizes a report in its own sentences. It has no citations, because its claims come from the person who wrote it; their marks stay in the
 * sentences unchanged.
 */
function summarizeReport({ id, revision, contents }: StoredReport, clock: Clock): ZeusReportSummary {
  const summary = summarizeText(proseOf(contents), maxSentences)
  // a sentence is included whole or not at all
  while (summary.join(' ').length > maxCharacters) summary.pop()
  return {
    reportId: id,
    revision,
    summary: summary.join(' '),
    citations: [],
    method: 'extractive',
    writtenAt: clock.now().toISOString(),
  }
}

/**
 * The paragraphs of a Markdown text that consist of sentences: no headings, tables, code, blocks or footnotes. Single pass; a line that belongs to no
 * paragraph ends the one before it.
 */
export function proseOf(markdown: string): string[] {
  const paragraphs: string[] = []
  let paragraphLines: string[] = []
  let open: string | null = null
  const flush = () => {
    const text = paragraphLines.join(' ').replaceAll(footnote, '').replaceAll(/\s+/g, ' ').trim()
    if (text !== '') paragraphs.push(text)
    paragraphLines = []
  }
  for (const line of markdown.split(/\r\n?|\n/)) {
    const mark = fence.exec(line)?.[1]
    if (open !== null) {
      if (mark?.startsWith(open) === true) open = null
      continue
    }
    if (mark !== undefined) {
      open = mark
      flush()
    } else if (line.trim() === '' || noProse.test(line)) flush()
    else if (itemMark.test(line)) {
      flush()
      paragraphLines.push(line.replace(itemMark, ''))
    } else paragraphLines.push(line.replace(quoteMark, '').trim())
  }
  flush()
  return paragraphs
}
