import type { Category } from '@auspex/sdk/types'
import type { Database } from '../../adapters/database/database.port.ts'
import type { Job } from '../../adapters/jobs/jobs.port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CreateId } from '../../kernel/ids.ts'
import type { Logger } from '../../kernel/logger.ts'
import type { ConditionRegister } from '../clinical/index.ts'
import type { DocumentsModule } from '../documents/index.ts'
import type { Inbox } from '../inbox/index.ts'
import type { Signals } from '../signals/index.ts'
import type { Trends } from '../trends/index.ts'
import { type AccessReader, hasModules } from '../users/index.ts'
import { createDigestsRepository } from './digests/digests.repository.ts'
import { createDigestsUsecases } from './digests/digests.usecases.ts'
import { sendDigests } from './digests/send-digests.ts'
import { createMonitorsRepository } from './monitors/monitors.repository.ts'
import { createMonitorsUsecases } from './monitors/monitors.usecases.ts'
import { watchMonitors } from './monitors/watch-monitors.ts'
import { createSubscriptionsOperations, type SubscriptionsOperations } from './subscriptions.operations.ts'
import { createSubscriptionJobs } from './subscriptions.jobs.ts'
import { postDeliveries } from './webhooks/post-deliveries.ts'
import type { WebhookSender } from './webhooks/webhook-sender.port.ts'
import { createWebhookSecretsRepository } from './webhooks/webhook-secrets.repository.ts'
import { createWebhooksRepository } from './webhooks/webhooks.repository.ts'
import { createWebhooksUsecases } from './webhooks/webhooks.usecases.ts'

export type { SubscriptionsOperations } from './subscriptions.operations.ts'
export type { WebhookSender } from './webhooks/webhook-sender.port.ts'

export interface SubscriptionsDependencies {
  database: Database
  signals: Pick<Signals, 'save' | 'readReport'>
  trends: Pick<Trends, 'list' | 'listOf'>
  documents: Pick<DocumentsModule, 'librarySummary'>
  inbox: Inbox
  /** What registers publish of a condition. */
  conditions: ConditionRegister
  /** Begins to ask the sources about a signal again. */
  askSources: (signalId: string, userId: string) => Promise<void>
  webhooks: WebhookSender
  access: Pick<AccessReader, 'find'>
  categories: readonly Category[]
  clock: Clock
  createId: CreateId
  log: Logger
}

export interface SubscriptionsModule {
  operations: SubscriptionsOperations
  /** Judges monitors, sends trends, posts alerts. */
  jobs: readonly Job[]
  /** The signals that somebody has a monitor on: what is worth hearing of at once. */
  watchedSignals: () => Promise<string[]>
}

/** More would take a stream's reading too long for each post. */
const mostWatched = 500

/** What people asked to be told: monitors of signals, and trends. */
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
      for (const { signalId, userIds } of await monitors.watchedSignals(mostWatched))
        for (const userId of userIds)
          if (await hasModules(deps.access, userId, ['monitors', 'signals'])) {
            watched.push(signalId)
            break
          }
      return watched
    },
  }
}
