import type { Provenance } from '@auspex/sdk/types'
import type { Job, Jobs } from '../adapters/jobs/jobs.port.ts'
import type { Logger } from '../kernel/logger.ts'
import type { createDemoLibrary } from './demo/index.ts'
import type { DocumentsModule } from './documents/index.ts'
import type { ExploreModule } from './explore/index.ts'
import type { Signals } from './signals/index.ts'
import type { Outages } from './sources/index.ts'
import type { NewsfeedModule } from './newsfeed/index.ts'

/**
 * What a process is for. `all` is a whole installation; the others share a PostgreSQL (decision 0184): `api` answers requests and queues work,
 * `worker` does it, `assistant` answers as Zeus.
 */
export type Role = 'all' | 'api' | 'worker' | 'assistant'

/** Who queues work and does none waits for a look of those who do it. */
const awaitedPollSeconds = 1

export interface BackgroundOptions {
  jobs: Jobs
  /** Jobs that somebody waits for: they begin with the process. */
  awaitedJobs: readonly Job[]
  /** All others begin when the library is prepared, for they would hold that up. */
  otherJobs: readonly Job[]
  documents: Pick<DocumentsModule, 'beginRequests' | 'endRequests' | 'enrich' | 'prewarm'>
  signals: Pick<Signals, 'warmUp'>
  demo: ReturnType<typeof createDemoLibrary>
  provenance: () => Promise<Provenance>
  explore: Pick<ExploreModule, 'stop'>
  newsfeed: Pick<NewsfeedModule, 'begin' | 'end'>
  outages: Pick<Outages, 'stop'>
  log: Logger
}

/** What goes on beside the requests: loading what must be there, then the jobs of the modules. */
export interface Background {
  /** Begins what the role of the process is for; what takes long goes on after it returns. */
  begin(role: Role): void
  /** Begins only the jobs that somebody waits for. */
  beginAwaited(): Promise<void>
  end(): Promise<void>
  /** Whether what must be there before searches are complete is there. True when nothing was ever begun. */
  isPrepared: () => boolean
}

/** Runs the background work of one process. Every step can be cut off and goes on where it was. */
export function createBackground(options: BackgroundOptions): Background {
  const { jobs, awaitedJobs, otherJobs, documents, signals, demo, provenance, explore, newsfeed, outages, log } =
    options
  jobs.register([...awaitedJobs, ...otherJobs])
  let preparing: Promise<void> | null = null
  let isPreparing = false
  let isEnding = false

  async function prepare(role: Role): Promise<void> {
    const doesJobs = role === 'all' || role === 'worker'
    try {
      if (role === 'worker') await jobs.start(awaitedJobs.map(lookOften))
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
      await jobs.stop() // before searches: they begin some
      await explore.stop()
      await newsfeed.end()
      await outages.stop()
      await preparing
      await documents.enrich.stop()
    },
    isPrepared: () => !isPreparing,
  }
}

function lookOften(job: Job): Job {
  return { ...job, queue: { ...job.queue, pollSeconds: awaitedPollSeconds } }
}
