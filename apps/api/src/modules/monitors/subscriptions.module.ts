import type { Category } from '@auspex/sdk/types'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Mailer } from '../../adapters/mail/mailer.port.ts'
import { type Job, createJob, type Queue } from '../../adapters/jobs/jobs.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CreateId } from '../../kernel/ids.ts'
import type { Logger } from '../../kernel/logger.ts'
import { createSeal } from '../../kernel/seal.ts'
import type { ConditionRegister } from '../clinical/index.ts'
import type { DocumentsModule } from '../library/index.ts'
import type { Trends } from '../markets/index.ts'
import { type AccessReader, hasModules, type People } from '../people/index.ts'
import type { Signals } from '../reports/index.ts'
import type { ListSchedules } from '../workflows/index.ts'
import type { FindNewComments } from '../writing/index.ts'
import { createDestinationsRepository } from './destinations/destinations.repository.ts'
import { sendToDestinations } from './destinations/send-to-destinations.ts'
import type { Portfolios, Projects } from '../collections/index.ts'
import { createFeedsRepository } from './feeds/feeds.repository.ts'
import type { FeedDependencies } from './feeds/feeds.usecases.ts'
import { createDigestsRepository } from './digests/digests.repository.ts'
import { sendDigests } from './digests/send-digests.ts'
import { createTrendSubscriptionsRepository } from './trends/trend-subscriptions.repository.ts'
import type { TrendSubscriptionDependencies } from './trends/trend-subscriptions.usecases.ts'
import { sendTrends } from './trends/send-trends.ts'
import { createInboxRepository } from './inbox/inbox.repository.ts'
import { createMailOutbox } from './mail/mail-outbox.repository.ts'
import { type MakeCollectionPdf, sendMails } from './mail/send-mails.ts'
import { type DeliveryLimits, limitHosts } from './notifications/delivery-limits.ts'
import { announceFile, type ReadyFile } from './notifications/notifications.usecases.ts'
import { createNotificationsRepository } from './notifications/notifications.repository.ts'
import type { MonitorDependencies } from './monitors/monitor-dependencies.ts'
import { createMonitorProgressRepository } from './monitors/monitor-progress.repository.ts'
import { createMonitorsRepository } from './monitors/monitors.repository.ts'
import { watchMonitors } from './monitors/watch-monitors.ts'
import { createSubscriptionsOperations, type SubscriptionsOperations } from './subscriptions.operations.ts'
import { postDeliveries, type WebhookSender } from './webhooks/post-deliveries.ts'
import { createWebhookSecretsRepository, createWebhooksRepository } from './webhooks/webhooks.repository.ts'

/** What is due is looked for once a minute: that is how late a digest, an alert or a retry can be. */
const everyMinute = { isExclusive: true, schedule: '* * * * *' } as const

const monitorQueue: Queue = { name: 'subscriptions', ...everyMinute }
/** A queue of its own, because a digest reads the reports of many signals. */
const digestQueue: Queue = { name: 'digests', ...everyMinute }
// Queues of their own, because a slow mail server or chat service must not delay what monitors judge.
const mailQueue: Queue = { name: 'mails', ...everyMinute }
const destinationQueue: Queue = { name: 'destinations', ...everyMinute }

export interface SubscriptionsDependencies {
  database: Database
  signals: Signals
  trends: Trends
  portfolios: Portfolios
  projects: Projects
  /** What colleagues of a person wrote about signals. */
  findNewComments: FindNewComments
  /** The schedules of workflows that a person made. */
  listSchedules: ListSchedules
  documents: DocumentsModule
  /** What medical registers publish about a condition. */
  conditions: ConditionRegister
  /** Starts querying the sources for a signal again. */
  querySources: (signalId: string, userId: string) => Promise<void>
  webhooks: WebhookSender
  /** Null for an installation without a mail server. */
  mailer: Mailer | null
  /** What the operator allows to be sent out. */
  limits: DeliveryLimits
  /** Address of the app, for links in emails. */
  publicUrl: URL
  /** Writes a portfolio or project as a PDF, for the emails of digests. */
  makeCollectionPdf: MakeCollectionPdf
  /** Encrypts addresses and tokens of people; null stores them in plain text. */
  encryptionKey: Uint8Array | null
  people: People
  access: AccessReader
  categories: readonly Category[]
  clock: Clock
  createId: CreateId
  log: Logger
}

export interface SubscriptionsModule {
  operations: SubscriptionsOperations
  /** Judges monitors, sends trends, posts alerts. */
  jobs: readonly Job[]
  /** The signals that have a monitor, whose new documents should be fetched immediately. */
  watchedSignals: () => Promise<string[]>
  /** Emails a person that their file is ready, once, if they want that. */
  announceFile: (file: ReadyFile) => Promise<void>
}

/** More signals would make a stream reader spend too long on each post. */
const maxWatchedSignals = 500

/** What people subscribe to: monitors of signals, and trends. */
export function createSubscriptionsModule(dependencies: SubscriptionsDependencies): SubscriptionsModule {
  const { database, webhooks: sender, encryptionKey, ...rest } = dependencies
  const deps: FeedDependencies & TrendSubscriptionDependencies = {
    ...rest,
    monitors: createMonitorsRepository(database),
    progress: createMonitorProgressRepository(database),
    trendSubscriptions: createTrendSubscriptionsRepository(database),
    digests: createDigestsRepository(database),
    feeds: createFeedsRepository(database),
    inbox: createInboxRepository(database),
    deliveries: createWebhooksRepository(database, rest.createId),
    secrets: createWebhookSecretsRepository(database),
    sender: limitHosts(sender, rest.limits),
    destinations: createDestinationsRepository(database),
    seal: createSeal(encryptionKey),
    canEmail: rest.mailer !== null,
    notifications: createNotificationsRepository(database),
    outbox: createMailOutbox(database),
  }
  const steps = [
    () => watchMonitors(deps),
    () => sendTrends(deps),
    (signal: AbortSignal) => postDeliveries(deps, signal),
  ]
  return {
    operations: createSubscriptionsOperations(deps),
    jobs: [
      ...createSubscriptionJobs({ steps, log: deps.log }),
      createJob({ queue: digestQueue, run: (_, { signal }) => sendDigests(deps, signal) }),
      createJob({ queue: mailQueue, run: (_, { signal }) => sendMails(deps, signal) }),
      createJob({ queue: destinationQueue, run: (_, { signal }) => sendToDestinations(deps, signal) }),
    ],
    watchedSignals: () => listWatchedSignals(deps),
    announceFile: (file) => announceFile(file, deps),
  }
}

/** The signals with a monitor whose owner may still use monitors. */
async function listWatchedSignals({ progress, access }: MonitorDependencies): Promise<string[]> {
  const signalIds: string[] = []
  for (const { signalId, userIds } of await progress.watchedSignals(maxWatchedSignals))
    for (const userId of userIds)
      if (await hasModules(access, userId, ['monitors', 'signals'])) {
        signalIds.push(signalId)
        break
      }
  return signalIds
}

interface SubscriptionJobsOptions {
  /** The steps of one job, run in order; each processes only what is due. */
  steps: readonly ((signal: AbortSignal) => Promise<void>)[]
  log: Logger
}

/** Judges monitors, sends trends and posts alerts. A single queue, because posting follows judging. */
export function createSubscriptionJobs({ steps, log }: SubscriptionJobsOptions): Job[] {
  return [
    createJob({
      queue: monitorQueue,
      async run(_, { signal }) {
        const failures: unknown[] = []
        for (const step of steps) {
          if (signal.aborted) break
          await step(signal).catch((error: unknown) => failures.push(error))
        }
        signal.throwIfAborted()
        // the job fails with the first error; the errors of other steps must be logged
        for (const error of failures.slice(1)) log.warn({ err: error }, 'a further step of subscriptions failed')
        if (failures.length > 0) throw failures[0]
      },
    }),
  ]
}
