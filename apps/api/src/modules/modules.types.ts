import type { DocumentSource, HashtagSource, Medicine, PriceProvider, SeriesSource } from '@auspex/sources'
import type { Database } from '../adapters/database/database.port.ts'
import type { Jobs } from '../adapters/jobs/jobs.port.ts'
import type { Mailer } from '../adapters/mail/mailer.port.ts'
import type { Config } from '../config/config.ts'
import type { Handlers } from '../http/handlers.ts'
import type { RunOnce } from '../http/idempotency-key.ts'
import type { OpenPersonSession } from '../http/person-calls.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Clock } from '../kernel/clock.ts'
import type { CreateId } from '../kernel/ids.ts'
import type { Logger } from '../kernel/logger.ts'
import type { Background } from './background.ts'
import type { IsBlockContent } from './writing/index.ts'
import type { SecurityLog } from './people/index.ts'
import type { Schedule } from './library/index.ts'
import type { LiveSource } from './reports/index.ts'
import type { WebhookSender } from './monitors/index.ts'
import type { OpenProviderClients, ProviderAccounts, UsersModule } from './people/index.ts'
import type { ZeusAnalyst, ZeusLimits } from './zeus/index.ts'

/** What the modules are built from: the external dependencies of the server, which tests replace. */
export interface ModulesOptions {
  config: Config
  database: Database
  clock: Clock
  createId: CreateId
  log: Logger
  connectors: readonly (DocumentSource | SeriesSource)[]
  priceProviders: readonly PriceProvider[]
  /** The sources of trials and articles; null for none. */
  medicine: Medicine | null
  /** The sources of a hashtag's videos, in the order in which they are queried. */
  hashtagSources: readonly HashtagSource[]
  webhooks: WebhookSender
  /** Null for an installation without a mail server. */
  mailer: Mailer | null
  securityLog: SecurityLog
  /** A live stream of documents; null for none. */
  live: LiveSource | null
  /** Schedules retries of unavailable sources; by default on a timer. */
  schedule?: Schedule | undefined
  /** The analyst of Zeus; by default as configured. */
  analyst?: ZeusAnalyst | undefined
  zeusLimits?: Partial<ZeusLimits> | undefined
  providerAccounts: ProviderAccounts
  openProviderClients: OpenProviderClients
  /** Whether the process is shutting down. */
  isStopping: () => boolean
  /** Calls the API on behalf of a person who is not connected. */
  openPersonSession: OpenPersonSession
  /** The contract's validator of a report block's content, for blocks inside a text. */
  isBlockContent: IsBlockContent
}

/** What the server uses from the modules. */
export interface Modules {
  handlers: Handlers
  findActor: UsersModule['findActor']
  /** The owner of a personal access token; null when it is a token of the identity provider. */
  findTokenOwner(token: string): Promise<Actor | null>
  /** Whether pages of an origin belong to a registered app. */
  isClientOrigin(origin: string): Promise<boolean>
  /** A person as of their last sign-in. */
  findPerson: UsersModule['people']['findActor']
  access: UsersModule['access']
  runOnce: RunOnce
  background: Background
  /** The pending and running jobs of the queue. */
  readJobs: Jobs['overview']
  /** Ends the answers whose process is gone. */
  settleBrokenRuns(): Promise<void>
  /** Ends the answers that this process is writing, before the database closes. */
  endRuns(): Promise<void>
  /** Writes the sources of this version to the database. */
  ensureSources(): Promise<void>
}
