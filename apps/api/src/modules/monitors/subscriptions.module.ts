import type { Category } from '@auspex/sdk/types'
import type { Database } from '../../adapters/database/database.port.ts'
import { type Job, createJob, type Queue } from '../../adapters/jobs/jobs.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CreateId } from '../../kernel/ids.ts'
import type { Logger } from '../../kernel/logger.ts'
import type { ConditionRegister } from '../clinical/index.ts'
import type { DocumentsModule } from '../library/index.ts'
import type { Inbox } from './inbox/inbox.module.ts'
import type { Signals } from '../reports/index.ts'
import type { Trends } from '../markets/index.ts'
import { type AccessReader, hasModules } from '../people/index.ts'
import { createDigestsRepository } from './digests/digests.repository.ts'
import { createDigestsUsecases } from './digests/digests.usecases.ts'
import { sendDigests } from './digests/send-digests.ts'
import { createMonitorsRepository } from './monitors/monitors.repository.ts'
import { createMonitorsUsecases } from './monitors/monitors.usecases.ts'
import { watchMonitors } from './monitors/watch-monitors.ts'
import { createSubscriptionsOperations, type SubscriptionsOperations } from './subscriptions.operations.ts'
import { postDeliveries } from './webhooks/post-deliveries.ts'
import type { WebhookSender } from './webhooks/webhook-sender.port.ts'
import { createWebhookSecretsRepository } from './webhooks/webhook-secrets.repository.ts'
import { createWebhooksRepository } from './webhooks/webhooks.repository.ts'
import { createWebhooksUsecases } from './webhooks/webhooks.usecases.ts'

/** The schedule limits how late a webhook is retried and 06:00 is noticed. */
const queue: Queue = { name: 'subscriptions', isExclusive: true, schedule: '* * * * *' }

export interface SubscriptionsDependencies {
  database: Database
  signals: Signals
  trends: Pick<Trends, 'list' | 'listOf'>
  documents: DocumentsModule
  inbox: Inbox
  /** What medical registers publish about a condition. */
  conditions: ConditionRegister
  /** Starts querying the sources for a signal again. */
  askSources: (signalId: string, userId: string) => Promise<void>
  webhooks: WebhookSender
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
  /** The signals that have a monitor, for which new documents should be fetched at once. */
  watchedSignals: () => Promise<string[]>
}

/** More signals would make a stream reader spend too long on each post. */
const maxWatched = 500

/** What people subscribe to: monitors of signals, and trends. */
export function createSubscriptionsModule({
  database,
  webhooks: sender,
  ...deps
}: SubscriptionsDependencies): SubscriptionsModule {
  const monitors = createMonitorsRepository(database)
  const digests = createDigestsRepository(database)
  const webhooks = createWebhooksRepository(database, deps.createId)
  const secrets = createWebhookSecretsRepository(database)
  const jobs = createSubscriptionJobs({
    steps: [
      () => watchMonitors({ ...deps, repository: monitors, webhooks }),
      () => sendDigests({ ...deps, repository: digests }),
      (signal) => postDeliveries({ ...deps, repository: webhooks, secrets, sender }, signal),
    ],
    log: deps.log,
  })
  return {
    operations: createSubscriptionsOperations({
      monitors: createMonitorsUsecases({
        ...deps,
        repository: monitors,
        webhooks: sender,
        secrets,
        dropDeliveries: webhooks.dropOf,
      }),
      digests: createDigestsUsecases({ ...deps, repository: digests }),
      webhooks: createWebhooksUsecases({ ...deps, monitors, secrets, deliveries: webhooks }),
    }),
    jobs,
    async watchedSignals() {
      const watched: string[] = []
      for (const { signalId, userIds } of await monitors.watchedSignals(maxWatched))
        for (const userId of userIds)
          if (await hasModules(deps.access, userId, ['monitors', 'signals'])) {
            watched.push(signalId)
            break
          }
      return watched
    },
  }
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
      queue,
      async run(_, { signal }) {
        const failures: unknown[] = []
        for (const step of steps) {
          if (signal.aborted) break
          await step(signal).catch((error: unknown) => failures.push(error))
        }
        signal.throwIfAborted()
        // the job fails with the first error; the errors of other steps must be logged
        for (const error of failures.slice(1)) log.warn({ err: error }, 'another step of subscriptions failed')
        if (failures.length > 0) throw failures[0]
      },
    }),
  ]
}
