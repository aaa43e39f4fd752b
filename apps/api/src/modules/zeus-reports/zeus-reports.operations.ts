import type { ReportBlock, ReportBlockContent } from '@auspex/sdk/types'
import type { Handlers } from '../../http/handlers.ts'
import type { Clock } from '../../kernel/clock.ts'
import { toPageRequest } from '../../kernel/page.ts'
import { summarizeReport } from './summarize-report.ts'
import type { VersionsUsecases } from './versions.usecases.ts'
import type { Person } from './zeus-reports.types.ts'
import type { ZeusReportsUsecases } from './zeus-reports.usecases.ts'

export type ZeusReportsOperations = Pick<
  Handlers,
  | 'listZeusReports'
  | 'saveZeusReport'
  | 'updateZeusReport'
  | 'deleteZeusReport'
  | 'restoreZeusReport'
  | 'getZeusReportSummary'
  | 'listZeusReportVersions'
  | 'getZeusReportVersion'
  | 'restoreZeusReportVersion'
  | 'measureReportBlock'
>

/** Fills in what a block shows. */
export type MeasureBlock = (person: Person, content: ReportBlockContent) => Promise<ReportBlock>

/** The operations of reports. Each reaches what the caller wrote, and nothing else. */
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
}): ZeusReportsOperations {
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
  }
}
