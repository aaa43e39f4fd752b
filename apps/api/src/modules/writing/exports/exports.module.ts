import type { Database } from '../../../adapters/database/database.port.ts'
import type { Job, Jobs } from '../../../adapters/jobs/jobs.port.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { CreateId } from '../../../kernel/ids.ts'
import type { Logger } from '../../../kernel/logger.ts'
import type { DocumentsModule } from '../../library/index.ts'
import type { ForecastsModule } from '../../reports/index.ts'
import type { Images } from '../../people/index.ts'
import type { NarrativesModule } from '../../reports/index.ts'
import type { SignalsModule } from '../../reports/index.ts'
import type { Stories } from '../stories/stories.module.ts'
import type { Portfolios } from '../../collections/index.ts'
import type { Projects } from '../../collections/index.ts'
import { type AccessReader, hasModules, type People } from '../../people/index.ts'
import type { SharedThreads } from '../../zeus/index.ts'
import type { ZeusReports } from '../zeus-reports/zeus-reports.module.ts'
import { createExportJobs, exportsQueue } from './exports.jobs.ts'
import { createExportOperations, type ExportOperations } from './exports.operations.ts'
import { createExportsRepository } from './exports.repository.ts'
import { createExportUsecases } from './exports.usecases.ts'
import type { ExportSources, StoredExport } from './exports.types.ts'
import { createMakeCollectionFile } from './make-collection-file.ts'
import { createMakeFile } from './make-file.ts'
import { createMakeReportFile } from './make-report-file.ts'
import { createMakeStoryFile } from './make-story-file.ts'
import { createMakeThreadFile } from './make-thread-file.ts'
import type { IsBlockContent } from './print/report/split-report.ts'

const collectionFormats = ['csv', 'csv-excel', 'jsonl', 'html', 'pdf'] as const

export interface ExportsModule {
  operations: ExportOperations
  /** Makes the files and deletes expired ones. */
  jobs: readonly Job[]
}

/** Exports of signals, portfolios, projects, stories, reports and conversations. */
export function createExportsModule(dependencies: {
  database: Database
  jobs: Jobs
  documents: DocumentsModule
  narratives: NarrativesModule
  forecasts: ForecastsModule
  signals: SignalsModule['signals']
  stories: Stories
  reports: ZeusReports
  threads: SharedThreads
  images: Images
  people: People
  portfolios: Portfolios
  projects: Projects
  access: AccessReader
  clock: Clock
  createId: CreateId
  log: Logger
  isBlockContent: IsBlockContent
}): ExportsModule {
  const { database, jobs, documents, narratives, forecasts, signals, stories, reports, threads, images, people } =
    dependencies
  const { portfolios, projects, access, clock, createId, log, isBlockContent } = dependencies
  const repository = createExportsRepository(database)
  const makeFile = createMakeFile({
    signals,
    documents,
    narratives,
    forecasts,
    makeStoryFile: createMakeStoryFile({ stories, people, signals, images, access, clock }),
    makeReportFile: createMakeReportFile({ reports, stories, people, signals, access, clock, isBlockContent }),
    makeThreadFile: createMakeThreadFile({ threads, documents, people, signals, access, clock }),
    makeCollectionFile: createMakeCollectionFile({ portfolios, projects, people, clock }),
    clock,
  })
  const queue = (file: StoredExport, limit: number) =>
    jobs.enqueueWith(exportsQueue, { exportId: file.id }, (transaction) =>
      createExportsRepository({ kysely: transaction }).create(file, limit),
    )
  const sources: ExportSources = {
    signal: {
      prefix: 'sig_',
      modules: ['signals'],
      formats: ['csv', 'csv-excel', 'jsonl', 'html', 'pdf', 'bundle'],
      findTitle: (_person, id) => signals.findTitle(id),
    },
    portfolio: {
      prefix: 'pf_',
      modules: ['portfolios', 'signals'],
      formats: collectionFormats,
      findTitle: async (person, id) => (await portfolios.get(id, person)).title,
    },
    project: {
      prefix: 'pj_',
      modules: ['projects', 'portfolios', 'signals'],
      formats: collectionFormats,
      findTitle: async (person, id) => (await projects.get(id, person)).displayTitle,
    },
    story: {
      prefix: 'st_',
      modules: ['stories'],
      formats: ['html', 'pdf'],
      findTitle: async (person, id) => (await stories.find(person, id)).displayTitle,
    },
    report: {
      prefix: 'rp_',
      modules: ['zeus'],
      formats: ['markdown', 'html', 'pdf', 'docx'],
      findTitle: async (person, id) => (await reports.find(person, id)).title,
    },
    thread: {
      prefix: 'th_',
      modules: ['zeus'],
      formats: ['markdown', 'html', 'pdf', 'docx'],
      findTitle: ({ userId }, id) => threads.findTitle(id, userId),
    },
  }
  const usecases = createExportUsecases({ repository, sources, access, clock, createId, queue })
  return {
    operations: createExportOperations(usecases),
    jobs: createExportJobs({
      repository,
      makeFile,
      mayHave: ({ kind, userId }) => hasModules(access, userId, sources[kind].modules),
      clock,
      log,
    }),
  }
}
