import type { ZeusReport, ZeusReportAtVersion, ZeusReportVersion } from '@auspex/sdk/types'
import type { Clock } from '../../../kernel/clock.ts'
import { type PageInfo, type PageRequest, toPageInfo } from '../../../kernel/page.ts'
import { presentReport, presentVersion } from './present-report.ts'
import type { VersionsRepository } from './versions.repository.ts'
import { reportNotFound, versionNotFound } from './zeus-reports.errors.ts'
import type { ZeusReportsRepository } from './zeus-reports.repository.ts'
import type { Person } from './zeus-reports.types.ts'
import type { ZeusReportsUsecases } from './zeus-reports.usecases.ts'

export interface VersionsDependencies {
  repository: ZeusReportsRepository
  versions: VersionsRepository
  reports: ZeusReportsUsecases
  clock: Clock
}

export type VersionsUsecases = ReturnType<typeof createVersionsUsecases>

/** Use cases of report versions. */
export function createVersionsUsecases({ repository, versions, reports, clock }: VersionsDependencies) {
  return {
    async list(person: Person, id: string, page: PageRequest): Promise<{ items: ZeusReportVersion[]; page: PageInfo }> {
      const { items, total } = await versions.list(await reports.find(person, id), page)
      return { items: items.map(presentVersion), page: toPageInfo(page, total) }
    },

    /** Throws `zeus_reports.version_not_found`. */
    async get(person: Person, id: string, revision: number): Promise<ZeusReportAtVersion> {
      const report = await reports.find(person, id)
      const stored = await versions.find(report, revision)
      if (stored === null) throw versionNotFound()
      const { version, text } = stored
      return {
        version: presentVersion(version),
        report: presentReport({ ...report, ...text, revision, updatedAt: version.changedAt }),
      }
    },

    /** Restores an earlier version as a new change. */
    async restore(person: Person, id: string, revision: number): Promise<ZeusReport> {
      const stored = await versions.find(await reports.find(person, id), revision)
      if (stored === null) throw versionNotFound()
      const report = await repository.change({ person, id }, (before) => {
        const changedAt = clock.now()
        return {
          report: { ...before, ...stored.text, revision: before.revision + 1, updatedAt: changedAt },
          change: { change: 'restore', restoredFrom: revision, changedAt },
        }
      })
      if (report === null) throw reportNotFound()
      return presentReport(report)
    },
  }
}
