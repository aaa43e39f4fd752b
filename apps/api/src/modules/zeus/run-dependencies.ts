import type { LiveRuns } from './live-runs.ts'
import type { RunWatch } from './watch-runs.ts'
import type { ZeusDependencies } from './zeus.ports.ts'

/** What the use cases of threads and runs work with. */
export interface RunDependencies extends ZeusDependencies {
  /** The runs of this process. */
  live: LiveRuns
  watch: RunWatch
}
