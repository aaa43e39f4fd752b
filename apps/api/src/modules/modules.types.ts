import type { DocumentSource, HashtagSource, Medicine, PriceProvider, SeriesSource } from '@auspex/sources'
import type { Database } from '../adapters/database/database.port.ts'
import type { Jobs } from '../adapters/jobs/jobs.port.ts'
import type { Config } from '../config/config.ts'
import type { Handlers } from '../http/handlers.ts'
import type { RunOnce } from '../http/idempotency-key.ts'
import type { OpenPersonSession } from '../http/person-calls.ts'
import type { Clock } from '../kernel/clock.ts'
import type { CreateId } from '../kernel/ids.ts'
import type { Logger } from '../kernel/logger.ts'
import type { Background } from './background.ts'
import type { IsBlockContent } from './exports/index.ts'
import type { SecurityLog } from './security-events/index.ts'
import type { Schedule } from './sources/index.ts'
import type { LiveSource } from './streams/index.ts'
import type { WebhookSender } from './subscriptions/index.ts'
import type { ProviderAccounts, UsersModule } from './users/index.ts'
import type { ZeusAnalyst, ZeusLimits } from './zeus/index.ts'

/** What the modules are built from: the edges of the server, which tests replace. */
export interface ModulesOptions {
  config: Config
  database: Database
  clock: Clock
  createId: CreateId
  log: Logger
  connectors: readonly (DocumentSource | SeriesSource)[]
  priceProviders: readonly PriceProvider[]
  /** Who is asked for trials and articles; null for nobody. */
  medicine: Medicine | null
  /** Who is asked for videos of a hashtag, in that order. */
  hashtagSources: readonly HashtagSource[]
  webhooks: WebhookSender
  securityLog: SecurityLog
  /** What is read as it is published; null for nothing. */
  live: LiveSource | null
  /** When sources that are out are tried again; by default on a timer. */
  schedule?: Schedule | undefined
  /** Who answers as Zeus; by default as the configuration says. */
  analyst?: ZeusAnalyst | undefined
  zeusLimits?: Partial<ZeusLimits> | undefined
  providerAccounts: ProviderAccounts
  /** Whether the process was told to stop. */
  isStopping: () => boolean
  /** Asks the API for a person who is not there. */
  openPersonSession: OpenPersonSession
  /** The contract's own check of what a block of a report shows, for blocks that come inside of a text. */
  isBlockContent: IsBlockContent
}

/** What the server takes of the modules. */
export interface Modules {
  handlers: Handlers
  findActor: UsersModule['findActor']
  /** A person as they were when they last signed in. */
  findPerson: UsersModule['people']['findActor']
  access: UsersModule['access']
  runOnce: RunOnce
  background: Background
  /** What waits and runs in the queue. */
  readJobs: Jobs['overview']
  /** Ends the answers whose process is gone. */
  settleBrokenRuns(): Promise<void>
  /** Ends the answers that this process writes, before the database closes. */
  endRuns(): Promise<void>
  /** Writes the sources of this version into the database. */
  ensureSources(): Promise<void>
}
