import type { ConditionRegister } from '../clinical/index.ts'
import type { Foundation } from '../foundation.types.ts'
import { categories, type DocumentsModule } from '../library/index.ts'
import type { Trends } from '../markets/index.ts'
import type { UsersModule } from '../people/index.ts'
import type { Signals } from '../reports/index.ts'
import { createInboxOperations } from './inbox/inbox.operations.ts'
import { createInboxRepository } from './inbox/inbox.repository.ts'
import { createSubscriptionsModule } from './subscriptions.module.ts'
import type { WebhookSender } from './webhooks/webhook-sender.port.ts'

interface MonitorsDependencies extends Foundation {
  documents: DocumentsModule
  conditions: ConditionRegister
  signals: Signals
  trends: Trends
  users: UsersModule
  /** Starts querying the sources for a signal again. */
  querySources: (signalId: string, userId: string) => Promise<void>
  webhooks: WebhookSender
}

/** Alerts and messages, and the inbox that they arrive in. */
export function createMonitors(dependencies: MonitorsDependencies) {
  const { people, access } = dependencies.users
  const inbox = createInboxRepository(dependencies.database)
  const inboxOperations = createInboxOperations({ ...dependencies, inbox, people, access })
  const subscriptions = createSubscriptionsModule({ ...dependencies, access, categories })
  return {
    watchedSignals: subscriptions.watchedSignals,
    operations: { ...inboxOperations, ...subscriptions.operations },
    jobs: subscriptions.jobs,
  }
}
