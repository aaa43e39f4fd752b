import { createRunUsecases } from './runs.usecases.ts'
import { createSharedThreads, type SharedThreads } from './shared-thread.ts'
import { createThreadUsecases } from './threads.usecases.ts'
import { createZeusOperations, type ZeusOperations } from './zeus.operations.ts'
import type { ZeusDependencies } from './zeus.ports.ts'

export { createZeusAnalyst } from './create-analyst.ts'
export type { SharedThreads } from './shared-thread.ts'
export { defaultLimits, type ZeusAnalyst, type ZeusLimits } from './zeus.ports.ts'

export interface ZeusModule {
  operations: ZeusOperations
  threads: {
    /** Whether the person has the thread. */
    has(id: string, userId: string): Promise<boolean>
  } & SharedThreads
  /** Ends the runs whose process is gone, as one that was killed left them. */
  settleBroken(): Promise<void>
  /** Ends what this process writes; partial answers are kept. */
  close(): Promise<void>
}

/** Conversations with Zeus: threads, and the runs that write their answers. */
export function createZeusModule(dependencies: ZeusDependencies): ZeusModule {
  const runs = createRunUsecases(dependencies)
  const threads = createThreadUsecases(dependencies, runs)
  return {
    operations: createZeusOperations(runs, threads, dependencies),
    threads: { has: threads.has, ...createSharedThreads(dependencies.database) },
    settleBroken: () => runs.broken.settleOf(null),
    close: runs.close,
  }
}
