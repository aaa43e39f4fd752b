import type { Provenance } from '@auspex/sdk/types'
import type { Job, Jobs } from '../adapters/jobs/jobs.port.ts'
import type { Logger } from '../kernel/logger.ts'
import type { createDemoLibrary } from './library/index.ts'
import type { DocumentsModule } from './library/index.ts'
import type { ExploreModule } from './search/index.ts'
import type { Signals } from './reports/index.ts'
import type { Outages } from './library/index.ts'
import type { NewsfeedModule } from './news/index.ts'
import type { ZeusModule } from './zeus/index.ts'

/**
 * The purpose of a process. `all` is a whole installation; the others share a PostgreSQL (docs/decisions/processes.md): `api` answers requests and
 * queues work, `worker` runs it, `assistant` answers as Zeus.
 */
export type Role = 'all' | 'api' | 'worker' | 'assistant'

/** Workers poll often for jobs that a process without workers has queued and is waiting for. */
const awaitedPollSeconds = 1

export interface BackgroundOptions {
  jobs: Jobs
  /** Jobs that a person waits for: they start with the process. */
  awaitedJobs: readonly Job[]
  /** All other jobs start once the library is prepared, because they would delay that. */
  otherJobs: readonly Job[]
  documents: DocumentsModule
  signals: Signals
  demo: ReturnType<typeof createDemoLibrary>
  provenance: () => Promise<Provenance>
  explore: ExploreModule
  newsfeed: NewsfeedModule
  zeus: { prepare: ZeusModule['prepare'] }
  outages: Pick<Outages, 'stop'>
  log: Logger
}

/** Work in the background: loading required data, then the jobs of the modules. */
export interface Background {
  /** Starts the work of the process's role; long tasks continue after it returns. */
  begin(role: Role): void
  /** Starts only the jobs that a person waits for. */
  beginAwaited(): Promise<void>
  end(): Promise<void>
  /** Whether the data for complete searches is loaded. True when nothing was ever started. */
  isPrepared: () => boolean
}

/** Runs the background work of one process. Every step can be interrupted and resumes where it was. */
export function createBackground(options: BackgroundOptions): Background {
  const { jobs, awaitedJobs, otherJobs, documents, signals, demo, provenance, explore, newsfeed, zeus, outages, log } =
    options
  jobs.register([...awaitedJobs, ...otherJobs])
  let preparing: Promise<void> | null = null
  let isPreparing = false
  let isEnding = false

  async function prepare(role: Role): Promise<void> {
    const doesJobs = role === 'all' || role === 'worker'
    try {
      if (role === 'worker') await jobs.start(awaitedJobs.map(pollOften))
      if (role === 'all') await jobs.start(awaitedJobs)
      if ((await provenance()) === 'demo') await demo.prepare()
      await documents.prewarm()
    } catch (error) {
      log.error({ err: error }, 'preparing the library failed; searches work with what is there')
    } finally {
      isPreparing = false
    }
    if (role !== 'worker')
      await signals
        .warmUp(() => isEnding)
        .catch((error: unknown) => log.warn({ err: error }, 'warming up reports failed; the first ones will be slower'))
    if (isEnding) return
    if (role === 'all' || role === 'assistant')
      try {
        zeus.prepare()
      } catch (error) {
        log.warn({ err: error }, 'the assistant could not be prepared; its first answer will be slower')
      }
    if (doesJobs)
      await jobs
        .start(otherJobs)
        .catch((error: unknown) => log.error({ err: error }, 'periodic work could not be started'))
    documents.beginRequests(jobs)
    newsfeed.begin()
  }

  return {
    begin(role) {
      isPreparing = true
      preparing = prepare(role)
    },
    beginAwaited: () => jobs.start(awaitedJobs),
    async end() {
      isEnding = true
      documents.endRequests()
      await jobs.stop() // before searches, because jobs start some
      await explore.stop()
      await newsfeed.end()
      await outages.stop()
      await preparing
      await documents.enrich.stop()
    },
    isPrepared: () => !isPreparing,
  }
}

function pollOften(job: Job): Job {
  return { ...job, queue: { ...job.queue, pollSeconds: awaitedPollSeconds } }
}
