import type { Handlers } from '../../../http/handlers.ts'
import { toPageRequest } from '../../../kernel/page.ts'
import { summarizeReport } from './summarize-report.ts'
import { getReportVersion, listReportVersions, restoreReportVersion } from './versions.usecases.ts'
import type { ReportDependencies } from './zeus-reports.types.ts'
import {
  deleteReport,
  findReport,
  listReports,
  restoreReport,
  saveReport,
  updateReport,
} from './zeus-reports.usecases.ts'

export type ZeusReportsOperations = ReturnType<typeof createZeusReportsOperations>

/** The operations of reports. Each reaches only what the caller wrote. */
export function createZeusReportsOperations(deps: ReportDependencies) {
  return {
    listZeusReports: async ({ query }, { actor }) => {
      const { id = null, threadId = null, searchTerm = '' } = query
      const filter = { id, threadId, search: searchTerm.trim().toLowerCase() }
      return { status: 200, body: await listReports({ filter, page: toPageRequest(query) }, actor, deps) }
    },

    saveZeusReport: async ({ body }, { actor }) => ({ status: 200, body: await saveReport(body, actor, deps) }),

    updateZeusReport: async ({ body }, { actor }) => ({ status: 200, body: await updateReport(body, actor, deps) }),

    deleteZeusReport: async ({ body: { reportId: id } }, { actor }) => {
      const restorableUntil = await deleteReport(id, actor, deps)
      return { status: 200, body: { id, deleted: true, restorableUntil: restorableUntil.toISOString() } }
    },

    restoreZeusReport: async ({ body }, { actor }) => ({
      status: 200,
      body: await restoreReport(body.reportId, actor, deps),
    }),

    getZeusReportSummary: async ({ body }, { actor }) => ({
      status: 200,
      body: summarizeReport(await findReport(body.reportId, actor, deps), deps),
    }),

    listZeusReportVersions: async ({ path, query }, { actor }) => ({
      status: 200,
      body: await listReportVersions({ id: path.id, page: toPageRequest(query) }, actor, deps),
    }),

    getZeusReportVersion: async ({ path }, { actor }) => ({
      status: 200,
      body: await getReportVersion(path, actor, deps),
    }),

    restoreZeusReportVersion: async ({ path: { id }, body: { revision } }, { actor }) => ({
      status: 200,
      body: await restoreReportVersion({ id, revision }, actor, deps),
    }),

    measureReportBlock: async ({ body }, { actor }) => ({
      status: 200,
      body: await deps.measureBlock(actor, body.content),
    }),
  } satisfies Partial<Handlers>
}
