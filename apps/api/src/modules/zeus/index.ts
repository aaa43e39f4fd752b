import { createRunUsecases } from './runs.usecases.ts'
import { createThreadUsecases } from './threads.usecases.ts'
import { createZeusOperations, type ZeusOperations } from './zeus.operations.ts'
import type { ZeusDependencies } from './zeus.ports.ts'

export { createZeusAnalyst } from './create-analyst.ts'
export { createSharedThreads, type SharedThreads } from './shared-thread.ts'
export { defaultLimits, type ZeusAnalyst, type ZeusLimits } from './zeus.ports.ts'

export interface ZeusModule {
  operations: ZeusOperations
  /** Ends the runs that a killed process left behind. */
  settleBroken(): Promise<void>
  /** Ends the runs of this process; partial answers are stored. */
  close(): Promise<void>
}

/** Conversations with Zeus: threads, and the runs that write their answers. */
export function createZeusModule(dependencies: ZeusDependencies): ZeusModule {
  const runs = createRunUsecases(dependencies)
  const threads = createThreadUsecases(dependencies, runs)
  return {
    operations: createZeusOperations(runs, threads, dependencies),
    settleBroken: () => runs.broken.settleOf(null),
    close: runs.close,
  }
}
