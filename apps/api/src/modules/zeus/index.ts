import { createAnalyst, type ModelSettings, prepareReading } from '@auspex/analyst'
import type { CreateId } from '../../kernel/ids.ts'
import { endBrokenRunsOf } from './broken-runs.ts'
import { createLiveRuns } from './live-runs.ts'
import { stopWhenUnread, closeRuns } from './runs.usecases.ts'
import { createRunWatch } from './watch-runs.ts'
import { createZeusOperations, type ZeusOperations } from './zeus.operations.ts'
import type { RunDependencies, ZeusAnalyst, ZeusDependencies } from './zeus.ports.ts'

export { eraseFromThreads } from './erase-deleted.ts'
export { createSharedThreads, type SharedThreads } from './shared-thread.ts'
export { defaultLimits, type ZeusAnalyst, type ZeusLimits } from './zeus.ports.ts'

export interface ZeusModule {
  operations: ZeusOperations
  /** Loads what the first answer would wait for. */
  prepare(): void
  /** Ends the runs of a process that was killed. */
  settleBroken(): Promise<void>
  /** Ends the runs of this process; partial answers are stored. */
  close(): Promise<void>
}

/** Conversations with Zeus: threads, and the runs that write their answers. */
export function createZeusModule(dependencies: ZeusDependencies): ZeusModule {
  // `deps` exists by the time a run ends, which is when this is called
  const live = createLiveRuns((run) => stopWhenUnread(run, deps))
  const deps: RunDependencies = { ...dependencies, live, watch: createRunWatch({ ...dependencies, live }) }
  return {
    operations: createZeusOperations(deps),
    prepare: () => deps.analyst.prepare?.(),
    settleBroken: () => endBrokenRunsOf(null, deps),
    close: () => closeRuns(deps),
  }
}

/** The analyst of this installation: with the configured language model, or only the built-in one. */
export function createZeusAnalyst(model: ModelSettings | null, createId: CreateId): ZeusAnalyst {
  return {
    model: model?.name ?? null,
    // the analyst adds a prefix of its own
    answer: createAnalyst({ model, createId: () => createId('call').slice('call_'.length) }),
    prepare: prepareReading,
  }
}
