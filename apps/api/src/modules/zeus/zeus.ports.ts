import type { Analyst } from '@auspex/analyst'
import type { AuspexClient } from '@auspex/sdk'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CreateId } from '../../kernel/ids.ts'
import type { Logger } from '../../kernel/logger.ts'

/** Who answers. */
export interface ZeusAnalyst {
  /** Name of the language model; null for the built-in analyst. */
  model: string | null
  answer: Analyst
}

/** What one person may use in a day, and how long one run may take. */
export interface ZeusLimits {
  runsPerDay: number
  /** Null for no limit. */
  tokensPerDay: number | null
  runsAtOnce: number
  runMs: number
  /** How long a run goes on that nobody reads. */
  leftMs: number
}

export const defaultLimits: ZeusLimits = {
  runsPerDay: 500,
  tokensPerDay: null,
  runsAtOnce: 4,
  runMs: 300_000,
  leftMs: 10_000,
}

export interface ZeusDependencies {
  database: Database
  clock: Clock
  createId: CreateId
  log: Pick<Logger, 'warn' | 'error'>
  analyst: ZeusAnalyst
  limits: ZeusLimits
  /** Throws `signals.not_found` for a signal that nobody searched. */
  findSignal: (id: string) => Promise<unknown>
  /** Whether the person has the report. */
  hasReport: (id: string, userId: string) => Promise<boolean>
}

/** A run acts with the rights of the person who began it, through this client alone. */
export type PersonsClient = AuspexClient
