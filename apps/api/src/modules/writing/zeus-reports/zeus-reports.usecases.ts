import { isDeepStrictEqual } from 'node:util'
import type { SaveReportInput, UpdateReportInput, ZeusReport } from '@auspex/sdk/types'
import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import { type PageInfo, type PageRequest, toPageInfo } from '../../../kernel/page.ts'
import type { Signals } from '../../reports/index.ts'
import { presentReport } from './present-report.ts'
import { reportNotFound, reportStale, threadNotFound } from './zeus-reports.errors.ts'
import type { ReportFilter, ZeusReportsRepository } from './zeus-reports.repository.ts'
import { type Person, type ReportText, restorableMs, type StoredReport } from './zeus-reports.types.ts'

/** Whether a thread belongs to the person. */
export type IsOwnThread = (person: Person, threadId: string) => Promise<boolean>

export interface ZeusReportsDependencies {
  repository: ZeusReportsRepository
  signals: Signals
  isOwnThread: IsOwnThread
  clock: Clock
  createId: CreateId
}

export type ZeusReportsUsecases = ReturnType<typeof createZeusReportsUsecases>

/** Use cases of reports. */
export function createZeusReportsUsecases(deps: ZeusReportsDependencies) {
  const { repository, signals, isOwnThread, clock, createId } = deps

  async function find(person: Person, id: string): Promise<StoredReport> {
    const report = await repository.find(person, id)
    if (report === null) throw reportNotFound()
    return report
  }

  /** Throws `signals.not_found`. */
  async function ensureSignals(ids: readonly string[]): Promise<void> {
    for (const id of new Set(ids)) await signals.findTitle(id)
  }

  return {
    find,

    async list(
      person: Person,
      { filter, page }: { filter: ReportFilter; page: PageRequest },
    ): Promise<{ items: ZeusReport[]; page: PageInfo }> {
      const { items, total } = await repository.list({ person, filter, page })
      return { items: items.map(presentReport), page: toPageInfo(page, total) }
    },

    async save(
      person: Person,
      { title, contents, threadId = null, signalIds = [], selectedMessages = [] }: SaveReportInput,
    ): Promise<ZeusReport> {
      if (threadId !== null && !(await isOwnThread(person, threadId))) throw threadNotFound()
      await ensureSignals(signalIds)
      const at = clock.now()
      const report: StoredReport = {
        id: createId('rp'),
        ownerId: person.userId,
        organizationId: person.organizationId,
        revision: 1,
        threadId,
        title,
        contents,
        signalIds,
        selectedMessages,
        createdAt: at,
        updatedAt: at,
      }
      await repository.insert(report)
      return presentReport(report)
    },

    /** Changes the given fields. Throws `zeus_reports.stale` with the stored report when it was changed meanwhile. */
    async update(person: Person, { reportId: id, revision, ...patch }: UpdateReportInput): Promise<ZeusReport> {
      const current = await find(person, id)
      // a signal already in the report may be gone by now, which is no reason to lose what was written
      await ensureSignals((patch.signalIds ?? []).filter((signalId) => !current.signalIds.includes(signalId)))
      const report = await repository.change({ person, id }, (stored) => {
        if (stored.revision !== revision) throw reportStale(presentReport(stored))
        const text = { ...textOf(stored), ...patch }
        if (sameText(stored, text)) return null
        const changedAt = clock.now()
        return {
          report: { ...stored, ...text, revision: stored.revision + 1, updatedAt: changedAt },
          change: { change: 'update', restoredFrom: null, changedAt },
        }
      })
      if (report === null) throw reportNotFound()
      return presentReport(report)
    },

    /** Deletes a report; returns until when it can be restored. */
    async remove(person: Person, id: string): Promise<Date> {
      const at = clock.now()
      if (!(await repository.remove(person, id, at))) throw reportNotFound()
      return new Date(at.getTime() + restorableMs)
    },

    async restore(person: Person, id: string): Promise<ZeusReport> {
      const since = new Date(clock.now().getTime() - restorableMs)
      const report = await repository.restore(person, id, since)
      if (report === null) throw reportNotFound()
      return presentReport(report)
    },
  }
}

function textOf({ title, contents, signalIds, selectedMessages }: ReportText): ReportText {
  return { title, contents, signalIds, selectedMessages }
}

function sameText(before: ReportText, after: ReportText): boolean {
  return isDeepStrictEqual(textOf(before), textOf(after))
}
