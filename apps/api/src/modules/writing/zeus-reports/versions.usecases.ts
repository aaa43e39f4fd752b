import type { ZeusReport, ZeusReportAtVersion, ZeusReportVersion } from '@auspex/sdk/types'
import type { Person } from '../../../kernel/actor.ts'
import { type PageInfo, type PageRequest, toPageInfo } from '../../../kernel/page.ts'
import { presentReport, presentVersion } from './present-report.ts'
import { createVersionsRepository } from './versions.repository.ts'
import { reportNotFound, reportVersionNotFound } from '../writing.errors.ts'
import { createZeusReportsRepository } from './zeus-reports.repository.ts'
import type { ReportDependencies } from './zeus-reports.types.ts'
import { findReport } from './zeus-reports.usecases.ts'

export interface VersionPlace {
  id: string
  revision: number
}

/** The newest first. */
export async function listReportVersions(
  { id, page }: { id: string; page: PageRequest },
  person: Person,
  deps: ReportDependencies,
): Promise<{ items: ZeusReportVersion[]; page: PageInfo }> {
  const report = await findReport(id, person, deps)
  const { items, total } = await createVersionsRepository(deps.database).list(report, page)
  return { items: items.map(presentVersion), page: toPageInfo(page, total) }
}

/** Throws `zeus_reports.version_not_found`. */
export async function getReportVersion(
  { id, revision }: VersionPlace,
  person: Person,
  deps: ReportDependencies,
): Promise<ZeusReportAtVersion> {
  const report = await findReport(id, person, deps)
  const stored = await createVersionsRepository(deps.database).find(report, revision)
  if (stored === null) throw reportVersionNotFound()
  const { version, text } = stored
  return {
    version: presentVersion(version),
    report: presentReport({ ...report, ...text, revision, updatedAt: version.changedAt }),
  }
}

/** Restores an earlier version as a new change. */
export async function restoreReportVersion(
  { id, revision }: VersionPlace,
  person: Person,
  deps: ReportDependencies,
): Promise<ZeusReport> {
  const { database, clock } = deps
  const stored = await createVersionsRepository(database).find(await findReport(id, person, deps), revision)
  if (stored === null) throw reportVersionNotFound()
  const report = await createZeusReportsRepository(database).change({ person, id }, (before) => {
    const changedAt = clock.now()
    return {
      report: { ...before, ...stored.text, revision: before.revision + 1, updatedAt: changedAt },
      change: { change: 'restore', restoredFrom: revision, changedAt },
    }
  })
  if (report === null) throw reportNotFound()
  return presentReport(report)
}
