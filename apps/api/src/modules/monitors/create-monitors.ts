import type { ConditionRegister } from '../clinical/index.ts'
import type { Foundation } from '../foundation.types.ts'
import { categories, type Library } from '../library/index.ts'
import type { Trends } from '../markets/index.ts'
import type { UsersModule } from '../people/index.ts'
import type { Signals } from '../reports/index.ts'
import { createInboxModule } from './inbox/inbox.module.ts'
import { createSubscriptionsModule, type SubscriptionsDependencies } from './subscriptions.module.ts'

/** Alerts and messages, and the inbox that they arrive in. */
export function createMonitors(
  dependencies: Foundation &
    Pick<Library, 'documents'> &
    Pick<SubscriptionsDependencies, 'askSources' | 'webhooks'> & {
      conditions: ConditionRegister
      signals: Signals
      trends: Trends
      users: UsersModule
    },
) {
  const { people, access } = dependencies.users
  const { inbox, ...inboxParts } = createInboxModule({ ...dependencies, people, access })
  const subscriptions = createSubscriptionsModule({ ...dependencies, inbox, access, categories })
  return {
    watchedSignals: subscriptions.watchedSignals,
    operations: { ...inboxParts.operations, ...subscriptions.operations },
    jobs: subscriptions.jobs,
  }
}
