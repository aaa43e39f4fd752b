import type { Portfolios, Projects } from '../collections/index.ts'
import type { Foundation } from '../foundation.types.ts'
import type { Library } from '../library/index.ts'
import type { Images, UsersModule } from '../people/index.ts'
import type { EstimateAudience, ForecastsModule, NarrativesModule, Signals } from '../reports/index.ts'
import type { SharedThreads } from '../zeus/index.ts'
import { createCommentsModule } from './comments/comments.module.ts'
import type { DeliverMessages } from './comments/subjects.ts'
import type { WhenExportReady } from './exports/exports.jobs.ts'
import { createExportsModule } from './exports/exports.module.ts'
import type { IsBlockContent } from './exports/print/report/split-report.ts'
import { createSharingModule, endShareLinks } from './sharing/sharing.module.ts'
import { createStoriesModule } from './stories/stories.module.ts'
import { createZeusReportsModule } from './zeus-reports/zeus-reports.module.ts'

/** What people write about signals, and the files and links by which they pass it on. */
export function createWriting(
  dependencies: Foundation & {
    documents: Library['documents']
    provenance: Library['provenance']
    signals: Signals
    narratives: NarrativesModule
    forecasts: ForecastsModule
    estimateAudience: EstimateAudience
    portfolios: Portfolios
    projects: Projects
    threads: SharedThreads
    users: UsersModule
    images: Images
    isBlockContent: IsBlockContent
    whenExportReady: WhenExportReady
    deliver: DeliverMessages
    publicUrl: URL
  },
) {
  const { database, provenance, threads, users, signals, portfolios, projects } = dependencies
  const { access, people } = users
  const { stories, ...storyParts } = createStoriesModule({
    ...dependencies,
    isDemo: async () => (await provenance()) === 'demo',
    whenDeleted: (storyId) => endShareLinks(storyId, database),
  })
  const { reports, ...reportParts } = createZeusReportsModule({
    ...dependencies,
    access,
    isOwnThread: ({ userId }, threadId) => threads.has(threadId, userId),
    measureBlock: stories.measure,
    beforePurge: (reportId) => endShareLinks(reportId, database),
  })
  const exports = createExportsModule({
    ...dependencies,
    stories,
    reports,
    people,
    access,
    whenReady: dependencies.whenExportReady,
  })
  const sharing = createSharingModule({
    ...dependencies,
    things: { signals, stories, portfolios, projects, reports, threads },
  })
  const comments = createCommentsModule({ ...dependencies, ...users, stories })
  return {
    reports,
    operations: {
      ...storyParts.operations,
      ...reportParts.operations,
      ...exports.operations,
      ...sharing.operations,
      ...comments.operations,
    },
    /** Work that a person waits for. */
    awaitedJobs: exports.jobs,
    jobs: [...reportParts.jobs, ...comments.jobs],
  }
}

export { eraseFromWriting } from './erase-deleted.ts'
export { UnreadableBundleError, readBundle } from './exports/bundle/read-bundle.ts'
export { type DeletedPart, isVerified, type Verification, verifyBundle } from './exports/bundle/verify-bundle.ts'
export { createFindNewComments, type FindNewComments } from './comments/comments.repository.ts'
export { makeCollectionFile } from './exports/make-collection-file.ts'
export type { IsBlockContent } from './exports/print/report/split-report.ts'
export { endShareLinks } from './sharing/sharing.module.ts'
