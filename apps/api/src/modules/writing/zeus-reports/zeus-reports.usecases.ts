import { isDeepStrictEqual } from 'node:util'
import type { SaveReportInput, UpdateReportInput, ZeusReport } from '@auspex/sdk/types'
import type { Person } from '../../../kernel/actor.ts'
import { type PageInfo, type PageRequest, toPageInfo } from '../../../kernel/page.ts'
import type { Signals } from '../../reports/index.ts'
import {
  presentReport,
  type ReportDependencies,
  type ReportText,
  restorableMs,
  type StoredReport,
} from './zeus-reports.types.ts'
import { reportNotFound, reportStale, threadNotFound } from '../writing.errors.ts'
import { createZeusReportsRepository, type ReportFilter } from './zeus-reports.repository.ts'

/** A report as stored. Throws `zeus_reports.not_found`. */
export async function findReport(id: string, person: Person, { database }: ReportDependencies): Promise<StoredReport> {
  const report = await createZeusReportsRepository(database).find(person, id)
  if (report === null) throw reportNotFound()
  return report
}

export async function listReports(
  { filter, page }: { filter: ReportFilter; page: PageRequest },
  person: Person,
  { database }: ReportDependencies,
): Promise<{ items: ZeusReport[]; page: PageInfo }> {
  const { items, total } = await createZeusReportsRepository(database).list({ person, filter, page })
  return { items: items.map(presentReport), page: toPageInfo(page, total) }
}

/** Throws `signals.not_found`, and the error of a thread that is not the person's. */
export async function saveReport(
  { title, contents, threadId = null, signalIds = [], selectedMessages = [] }: SaveReportInput,
  person: Person,
  deps: ReportDependencies,
): Promise<ZeusReport> {
  const { database, isOwnThread, clock, createId } = deps
  if (threadId !== null && !(await isOwnThread(person, threadId))) throw threadNotFound()
  await ensureSignals(signalIds, deps)
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
  await createZeusReportsRepository(database).insert(report)
  return presentReport(report)
}

/** Changes the given fields. Throws `zeus_reports.stale` with the stored report when it has changed since. */
export async function updateReport(
  { reportId: id, revision, ...patch }: UpdateReportInput,
  person: Person,
  deps: ReportDependencies,
): Promise<ZeusReport> {
  const { database, clock } = deps
  const current = await findReport(id, person, deps)
  // a signal already in the report may have been deleted, which must not lose the text
  const newSignalIds = (patch.signalIds ?? []).filter((signalId) => !current.signalIds.includes(signalId))
  await ensureSignals(newSignalIds, deps)
  const report = await createZeusReportsRepository(database).change({ person, id }, (stored) => {
    if (stored.revision !== revision) throw reportStale(presentReport(stored))
    const text = { ...textOf(stored), ...patch }
    if (isSameText(stored, text)) return null
    const changedAt = clock.now()
    return {
      report: { ...stored, ...text, revision: stored.revision + 1, updatedAt: changedAt },
      change: { change: 'update', restoredFrom: null, changedAt },
    }
  })
  if (report === null) throw reportNotFound()
  return presentReport(report)
}

/** Returns until when the report can be restored. */
export async function deleteReport(id: string, person: Person, { database, clock }: ReportDependencies): Promise<Date> {
  const at = clock.now()
  if (!(await createZeusReportsRepository(database).remove(person, id, at))) throw reportNotFound()
  return new Date(at.getTime() + restorableMs)
}

/** Restores a deleted report. */
export async function restoreReport(
  id: string,
  person: Person,
  { database, clock }: ReportDependencies,
): Promise<ZeusReport> {
  const since = new Date(clock.now().getTime() - restorableMs)
  const report = await createZeusReportsRepository(database).restore(person, id, since)
  if (report === null) throw reportNotFound()
  return presentReport(report)
}

/** Throws `signals.not_found`. */
async function ensureSignals(ids: readonly string[], { signals }: { signals: Signals }): Promise<void> {
  for (const id of new Set(ids)) await signals.findTitle(id)
}

function textOf({ title, contents, signalIds, selectedMessages }: ReportText): ReportText {
  return { title, contents, signalIds, selectedMessages }
}

function isSameText(before: ReportText, after: ReportText): boolean {
  return isDeepStrictEqual(textOf(before), textOf(after))
}
