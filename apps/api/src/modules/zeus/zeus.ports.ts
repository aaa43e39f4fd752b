import type { Analyst } from '@auspex/analyst'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CreateId } from '../../kernel/ids.ts'
import type { Logger } from '../../kernel/logger.ts'
import type { LiveRuns } from './live-runs.ts'

/** The person who sent the message; an `Actor` fits. */
export interface Person {
  userId: string
  organizationId: string | null
}

/** The analyst that answers. */
export interface ZeusAnalyst {
  /** Name of the language model; null for the built-in analyst. */
  model: string | null
  answer: Analyst
  /** Loads what the first answer would wait for: a fifth of a second, in which nothing else is answered. */
  prepare?: () => void
}

/** Daily limits per person, and the maximum duration of a run. */
export interface ZeusLimits {
  runsPerDay: number
  /** Null for no limit. */
  tokensPerDay: number | null
  runsAtOnce: number
  runMs: number
  /** The same for research, which ends by itself before. */
  researchMs: number
  /** How long a run continues without a reader. */
  abandonedRunMs: number
}

export const defaultLimits: ZeusLimits = {
  runsPerDay: 500,
  tokensPerDay: null,
  runsAtOnce: 4,
  runMs: 300_000,
  researchMs: 720_000,
  abandonedRunMs: 10_000,
}

export interface ZeusDependencies {
  database: Database
  clock: Clock
  createId: CreateId
  log: Logger
  analyst: ZeusAnalyst
  limits: ZeusLimits
  /** Throws `signals.not_found` for a signal that was never searched. */
  findSignal: (id: string) => Promise<unknown>
  /** Whether the report belongs to the person. */
  hasReport: (id: string, person: Person) => Promise<boolean>
  /** Unlinks a deleted thread in other modules. */
  whenThreadDeleted: (threadId: string) => Promise<void>
}

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
