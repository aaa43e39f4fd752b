import type {
  SelectedMessage,
  ZeusReport,
  ZeusReportAtVersion,
  ZeusReportSummary,
  ZeusReportVersion,
} from '@auspex/sdk/types'
import { sql } from 'kysely'
import { summarizeText } from '@auspex/analytics'
import { type Job, type Queue, createJob } from '../../../adapters/jobs/jobs.port.ts'
import type { Person } from '../../../kernel/actor.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Logger } from '../../../kernel/logger.ts'
import { type AccessReader, requireModules } from '../../people/index.ts'
import type { Handlers } from '../../../http/handlers.ts'
import { type PageInfo, type PageRequest, pageOffset, toPageInfo, toPageRequest } from '../../../kernel/page.ts'
import { reportNotFound, reportVersionNotFound } from '../writing.errors.ts'
import type { Database } from '../../../adapters/database/database.port.ts'
import {
  maxVersions,
  presentReport,
  presentVersion,
  type ReportDependencies,
  type ReportText,
  restorableMs,
  type StoredReport,
  type StoredVersion,
} from './zeus-reports.types.ts'
import { type ZeusReportsRepository, createZeusReportsRepository } from './zeus-reports.repository.ts'
import {
  deleteReport,
  findReport,
  listReports,
  restoreReport,
  saveReport,
  updateReport,
} from './zeus-reports.usecases.ts'

const fence = /^ {0,3}(`{3,}|~{3,})/
const noProse = /^ {0,3}(?:#{1,6}[ \t]|\||\[\^[^\]\n]{1,40}\]:|(?:[-*_][ \t]*){3,}$)/
const itemMark = /^[ \t>]{0,12}(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/
const quoteMark = /^[ \t]{0,3}>[ \t]?/
const footnote = /\[\^[^\]\s]{1,40}\]/g

const maxSentences = 4
const maxCharacters = 4_000

/**
 * Summarizes a report in its own sentences. It has no citations, because its claims come from the person who wrote it; their marks stay in the
 * sentences unchanged.
 */
function summarizeReport({ id, revision, contents }: StoredReport, { clock }: { clock: Clock }): ZeusReportSummary {
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

interface VersionRow {
  report_id: string
  revision: number
  change: ZeusReportVersion['change']
  restored_from: number | null
  changed_at: Date
  title: string
  characters: number
}

interface TextRow extends VersionRow {
  contents: string
  signal_ids: string[]
  selected_messages: SelectedMessage[]
}

const columns = sql`report_id, revision, change, restored_from, changed_at, title, char_length(contents) as characters`

/** All SQL that reads the versions of a report. Callers check the owner first. */
function createVersionsRepository({ kysely }: Database) {
  return {
    /** One page of the retained versions, newest first. */
    async list({ id, revision }: StoredReport, page: PageRequest): Promise<{ items: StoredVersion[]; total: number }> {
      const isRetained = sql`report_id = ${id} and revision > ${revision - maxVersions}`
      const { rows } = await sql<VersionRow>`
        select ${columns} from zeus_report_version where ${isRetained}
        order by revision desc limit ${page.perPage} offset ${pageOffset(page)}`.execute(kysely)
      const countResult = await sql<{ total: string }>`
        select count(*) as total from zeus_report_version where ${isRetained}`.execute(kysely)
      return { items: rows.map(toVersion), total: Number(countResult.rows[0]?.total ?? 0) }
    },

    /** The text of the report after a change; null when that version is not retained. */
    async find(report: StoredReport, revision: number): Promise<{ version: StoredVersion; text: ReportText } | null> {
      if (revision <= report.revision - maxVersions) return null
      const { rows } = await sql<TextRow>`
        select ${columns}, contents, signal_ids, selected_messages from zeus_report_version
        where report_id = ${report.id} and revision = ${revision}`.execute(kysely)
      const [row] = rows
      if (row === undefined) return null
      const { title, contents, signal_ids: signalIds, selected_messages: selectedMessages } = row
      return { version: toVersion(row), text: { title, contents, signalIds, selectedMessages } }
    },
  }
}

function toVersion(row: VersionRow): StoredVersion {
  return {
    reportId: row.report_id,
    revision: row.revision,
    change: row.change,
    restoredFrom: row.restored_from,
    changedAt: row.changed_at,
    title: row.title,
    characters: row.characters,
  }
}

const purgeQueue: Queue = { name: 'zeus-reports-purge', isExclusive: true, schedule: '23 * * * *', pollSeconds: 60 }

/** The public interface of this module, for persons who have the module. */
export interface ZeusReports {
  /** Throws `zeus_reports.not_found`, and `module.off` if the person does not have the module. */
  find(person: Person, id: string): Promise<ZeusReport>
  /** The given reports that the person wrote. */
  listOwn(person: Person, ids: readonly string[]): Promise<string[]>
  /** Unlinks a deleted thread; reports written from it stay. */
  forgetThread(threadId: string): Promise<void>
}

/** Texts that people write with the assistant and save. */
export function createZeusReportsModule({
  access,
  beforePurge,
  log,
  ...deps
}: ReportDependencies & {
  access: AccessReader
  /** Deletes what belongs to a report that can no longer be restored. */
  beforePurge: (reportId: string) => Promise<void>
  log: Logger
}): { operations: ZeusReportsOperations; reports: ZeusReports; jobs: readonly Job[] } {
  const repository = createZeusReportsRepository(deps.database)
  return {
    operations: createZeusReportsOperations(deps),
    reports: {
      find: async (person, id) => {
        await requireModules(access, person.userId, ['zeus'])
        return presentReport(await findReport(id, person, deps))
      },
      listOwn: repository.listOwn,
      forgetThread: repository.forgetThread,
    },
    jobs: createZeusReportsJobs({ repository, beforePurge, clock: deps.clock, log }),
  }
}

/** Deletes for good, with their share links, reports that were deleted too long ago to be restored. */
export function createZeusReportsJobs({
  repository,
  beforePurge,
  clock,
  log,
}: {
  repository: ZeusReportsRepository
  beforePurge: (reportId: string) => Promise<void>
  clock: Clock
  log: Logger
}): Job[] {
  return [
    createJob({
      queue: purgeQueue,
      async run() {
        const until = new Date(clock.now().getTime() - restorableMs)
        for (const id of await repository.listDeleted(until))
          try {
            // dependents first: while the report exists, the next job retries what could not be deleted
            await beforePurge(id)
            await repository.purge(id, until)
          } catch (error) {
            log.warn({ err: error, reportId: id }, 'a deleted report could not be removed and will be retried')
          }
      },
    }),
  ]
}

type ZeusReportsOperations = ReturnType<typeof createZeusReportsOperations>

/** The operations of reports. Each reaches only what the caller wrote. */
function createZeusReportsOperations(deps: ReportDependencies) {
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

interface VersionPlace {
  id: string
  revision: number
}

/** The newest first. */
async function listReportVersions(
  { id, page }: { id: string; page: PageRequest },
  person: Person,
  deps: ReportDependencies,
): Promise<{ items: ZeusReportVersion[]; page: PageInfo }> {
  const report = await findReport(id, person, deps)
  const { items, total } = await createVersionsRepository(deps.database).list(report, page)
  return { items: items.map(presentVersion), page: toPageInfo(page, total) }
}

/** Throws `zeus_reports.version_not_found`. */
async function getReportVersion(
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
async function restoreReportVersion(
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
