import type { CreateId } from '../../../kernel/ids.ts'
import type { ConditionRegister } from '../../clinical/index.ts'
import type { DocumentsModule } from '../../library/index.ts'
import type { Signals } from '../../reports/index.ts'
import type { Seal } from '../../../kernel/seal.ts'
import type { DestinationsRepository } from '../destinations/destinations.repository.ts'
import type { InboxRepository } from '../inbox/inbox.repository.ts'
import type { MailDependencies } from '../mail/send-mails.ts'
import type { WebhookSecretsRepository, WebhooksRepository } from '../webhooks/webhooks.repository.ts'
import type { WebhookSender } from '../webhooks/post-deliveries.ts'
import type { MonitorProgressRepository } from './monitor-progress.repository.ts'
import type { MonitorsRepository } from './monitors.repository.ts'

/** What the use cases and jobs of monitors, of their webhooks and of emails work with. */
export interface MonitorDependencies extends MailDependencies {
  monitors: MonitorsRepository
  progress: MonitorProgressRepository
  inbox: InboxRepository
  /** Whether the installation has a mail server. */
  canEmail: boolean
  deliveries: WebhooksRepository
  secrets: WebhookSecretsRepository
  sender: WebhookSender
  destinations: DestinationsRepository
  /** How addresses and tokens of destinations are stored. */
  seal: Seal
  signals: Signals
  documents: DocumentsModule
  /** What medical registers publish about a condition. */
  conditions: ConditionRegister
  /** Starts querying the sources for a signal again. */
  querySources: (signalId: string, userId: string) => Promise<void>
  createId: CreateId
}
