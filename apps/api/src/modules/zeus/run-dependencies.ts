import type { LiveRuns } from './live-runs.ts'
import type { ZeusDependencies } from './zeus.ports.ts'

/** What the use cases of threads and runs work with. */
export interface RunDependencies extends ZeusDependencies {
  /** The runs of this process. */
  live: LiveRuns
  watch: RunWatch
}

/** Tells other processes that this one still writes its runs. */
export interface RunWatch {
  /** Polls while this process has runs. */
  begin(): void
  end(): void
}
