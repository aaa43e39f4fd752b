import type { Job } from '../../../adapters/jobs/jobs.port.ts'
import type { Logger } from '../../../kernel/logger.ts'
import { hasModules } from '../../people/index.ts'
import { createExportJobs } from './exports.jobs.ts'
import { createExportOperations, type ExportOperations } from './exports.operations.ts'
import { createExportsRepository } from './exports.repository.ts'
import type { ExportSources } from './exports.types.ts'
import type { ExportDependencies } from './exports.usecases.ts'
import { type FileDependencies, makeFile } from './make-file.ts'

const collectionFormats = ['csv', 'csv-excel', 'jsonl', 'html', 'pdf'] as const

export interface ExportsModule {
  operations: ExportOperations
  /** Makes the files and deletes expired ones. */
  jobs: readonly Job[]
}

/** Exports of signals, portfolios, projects, stories, reports and conversations. */
export function createExportsModule(
  dependencies: FileDependencies & Omit<ExportDependencies, 'sources'> & { log: Logger },
): ExportsModule {
  const { database, access, clock, log } = dependencies
  const sources = createExportSources(dependencies)
  return {
    operations: createExportOperations({ ...dependencies, sources }),
    jobs: createExportJobs({
      repository: createExportsRepository(database),
      makeFile: (file) => makeFile(file, dependencies),
      mayHave: ({ kind, userId }) => hasModules(access, userId, sources[kind].modules),
      clock,
      log,
    }),
  }
}

function createExportSources({
  signals,
  portfolios,
  projects,
  stories,
  reports,
  threads,
}: FileDependencies): ExportSources {
  return {
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
}
