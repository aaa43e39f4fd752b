import type { Database } from '../../adapters/database/database.port.ts'
import type { Job, Jobs } from '../../adapters/jobs/jobs.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CreateId } from '../../kernel/ids.ts'
import type { Logger } from '../../kernel/logger.ts'
import type { DocumentsModule } from '../documents/index.ts'
import type { ForecastsModule } from '../forecasts/index.ts'
import type { Images } from '../images/index.ts'
import type { NarrativesModule } from '../narratives/index.ts'
import type { SignalsModule } from '../signals/index.ts'
import type { Stories } from '../stories/index.ts'
import { type AccessReader, hasModules, type People } from '../users/index.ts'
import type { ZeusReports } from '../zeus-reports/index.ts'
import { createExportJobs, exportsQueue } from './exports.jobs.ts'
import { createExportOperations, type ExportOperations } from './exports.operations.ts'
import { createExportsRepository } from './exports.repository.ts'
import { createExportUsecases } from './exports.usecases.ts'
import type { ExportSources, StoredExport } from './exports.types.ts'
import { createMakeFile } from './make-file.ts'
import { createMakeReportFile } from './make-report-file.ts'
import { createMakeStoryFile } from './make-story-file.ts'
import type { IsBlockContent } from './print/report/split-report.ts'

export { BundleUnreadable } from './bundle/bundle-unreadable.ts'
export { readBundle } from './bundle/read-bundle.ts'
export { isVerified, type Verification, verifyBundle } from './bundle/verify-bundle.ts'
export type { ExportOperations } from './exports.operations.ts'
export type { IsBlockContent } from './print/report/split-report.ts'

export interface ExportsModule {
  operations: ExportOperations
  /** Makes the files, and throws away those that expired. */
  jobs: readonly Job[]
}

/** Files of signals, stories and reports. */
export function createExportsModule(dependencies: {
  database: Database
  jobs: Pick<Jobs, 'enqueueWith'>
  documents: DocumentsModule
  narratives: NarrativesModule
  forecasts: Pick<ForecastsModule, 'forecast'>
  signals: SignalsModule['signals']
  stories: Stories
  reports: Pick<ZeusReports, 'find'>
  images: Pick<Images, 'read'>
  people: Pick<People, 'findMember'>
  access: Pick<AccessReader, 'find'>
  clock: Clock
  createId: CreateId
  log: Logger
  isBlockContent: IsBlockContent
}): ExportsModule {
  const { database, jobs, documents, narratives, forecasts, signals, stories, reports, images, people } = dependencies
  const { access, clock, createId, log, isBlockContent } = dependencies
  const repository = createExportsRepository(database)
  const makeFile = createMakeFile({
    signals,
    documents,
    narratives,
    forecasts,
    makeStoryFile: createMakeStoryFile({ stories, people, signals, images, access, clock }),
    makeReportFile: createMakeReportFile({ reports, stories, people, signals, access, clock, isBlockContent }),
    clock,
  })
  const queue = (file: StoredExport, limit: number) =>
    jobs.enqueueWith(exportsQueue, { exportId: file.id }, (transaction) =>
      createExportsRepository({ kysely: transaction }).create(file, limit),
    )
  const sources: ExportSources = {
    signal: {
      prefix: 'sig_',
      module: 'signals',
      formats: ['csv', 'csv-excel', 'jsonl', 'html', 'pdf', 'bundle'],
      findTitle: (_person, id) => signals.findTitle(id),
    },
    story: {
      prefix: 'st_',
      module: 'stories',
      formats: ['html', 'pdf'],
      findTitle: async (person, id) => (await stories.find(person, id)).displayTitle,
    },
    report: {
      prefix: 'rp_',
      module: 'zeus',
      formats: ['markdown', 'html', 'pdf', 'docx'],
      findTitle: async (person, id) => (await reports.find(person, id)).title,
    },
  }
  const usecases = createExportUsecases({ repository, sources, access, clock, createId, queue })
  return {
    operations: createExportOperations(usecases),
    jobs: createExportJobs({
      repository,
      makeFile,
      mayHave: ({ kind, userId }) => hasModules(access, userId, [sources[kind]?.module ?? []].flat()),
      clock,
      log,
    }),
  }
}
