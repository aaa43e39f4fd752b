import type { Portfolios, Projects } from '../collections/index.ts'
import type { ConditionRegister } from '../clinical/index.ts'
import type { Foundation } from '../foundation.types.ts'
import type { Mailer } from '../../adapters/mail/mailer.port.ts'
import { type DocumentsModule, categories } from '../library/index.ts'
import type { Trends } from '../markets/index.ts'
import type { UsersModule } from '../people/index.ts'
import type { Signals } from '../reports/index.ts'
import type { ListSchedules } from '../workflows/index.ts'
import type { FindNewComments } from '../writing/index.ts'
import { createInboxRepository } from './inbox/inbox.repository.ts'
import type { MakeCollectionPdf } from './mail/send-mails.ts'
import type { DeliveryLimits } from './notifications/delivery-limits.ts'
import { createNotificationsRepository } from './notifications/notifications.repository.ts'
import { createSubscriptionsModule } from './subscriptions.module.ts'
import type { WebhookSender } from './webhooks/post-deliveries.ts'
import type { Handlers } from '../../http/handlers.ts'
import { toPageRequest } from '../../kernel/page.ts'
import { deliverMessages, type InboxDependencies, listInbox, markMessage, sendSignal } from './inbox/inbox.usecases.ts'

export type { WebhookSender } from './webhooks/post-deliveries.ts'
export { createNotificationsRepository } from './notifications/notifications.repository.ts'

interface MonitorsDependencies extends Foundation {
  documents: DocumentsModule
  conditions: ConditionRegister
  signals: Signals
  trends: Trends
  portfolios: Portfolios
  projects: Projects
  listSchedules: ListSchedules
  findNewComments: FindNewComments
  users: UsersModule
  /** Starts querying the sources for a signal again. */
  querySources: (signalId: string, userId: string) => Promise<void>
  webhooks: WebhookSender
  mailer: Mailer | null
  limits: DeliveryLimits
  publicUrl: URL
  makeCollectionPdf: MakeCollectionPdf
  encryptionKey: Uint8Array | null
}

/** Alerts and messages, and the inbox that they arrive in. */
export function createMonitors(dependencies: MonitorsDependencies) {
  const { people, access } = dependencies.users
  const inbox = createInboxRepository(dependencies.database)
  const notifications = createNotificationsRepository(dependencies.database)
  const canEmail = dependencies.mailer !== null
  const inboxOperations = createInboxOperations({ ...dependencies, inbox, notifications, canEmail, people, access })
  const subscriptions = createSubscriptionsModule({ ...dependencies, people, access, categories })
  return {
    watchedSignals: subscriptions.watchedSignals,
    announceFile: subscriptions.announceFile,
    deliver: (messages: Parameters<typeof deliverMessages>[0]) =>
      deliverMessages(messages, { ...dependencies, inbox, notifications, canEmail }),
    operations: { ...inboxOperations, ...subscriptions.operations },
    jobs: subscriptions.jobs,
  }
}

/** The operations of the inbox; each reaches only what was sent to the caller. */
function createInboxOperations(deps: InboxDependencies) {
  return {
    listInbox: async ({ query }, { actor }) => ({
      status: 200,
      body: await listInbox({ ...toPageRequest(query), cursor: query.cursor }, actor, deps),
    }),
    markInboxMessage: async ({ path, body }, { actor }) => ({
      status: 200,
      body: await markMessage({ id: path.id, isRead: body.read }, actor, deps),
    }),
    sendSignalMessage: async ({ body }, { actor, recordSecurityEvent }) => {
      const delivery = await sendSignal(body, actor, deps)
      recordSecurityEvent('signal.shared', { signalId: delivery.signalId, recipients: delivery.to.map(({ id }) => id) })
      return { status: 200, body: delivery }
    },
  } satisfies Partial<Handlers>
}
