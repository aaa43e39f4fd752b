// Sends what waits in the outboxes, in a process of its own that can be killed at any moment: node send-and-die.ts DATABASE_URL SMTP_PORT ENDPOINT NOW.
// It says when it begins, and ends when nothing is due any more.
import { createGuardedPost } from '@auspex/sources'
import { openDatabase } from '../../../adapters/database/open-database.ts'
import { createSmtpMailer } from '../../../adapters/mail/smtp-mailer.ts'
import { createFixedClock } from '../../../kernel/clock.ts'
import { createRandomId } from '../../../kernel/ids.ts'
import { createSeal } from '../../../kernel/seal.ts'
import { everyModule, stub } from '../../../testing/stub.ts'
import { createLogger } from '../../../kernel/logger.ts'
import { silentLog } from '../../../testing/test-database.ts'
import type { People } from '../../people/index.ts'
import { createDestinationsRepository } from '../destinations/destinations.repository.ts'
import { sendToDestinations } from '../destinations/send-to-destinations.ts'
import { createMailOutbox } from '../mail/mail-outbox.repository.ts'
import { sendMails } from '../mail/send-mails.ts'
import type { MonitorDependencies } from '../monitors/monitor-dependencies.ts'
import { noLimits } from '../notifications/delivery-limits.ts'
import { createNotificationsRepository } from '../notifications/notifications.repository.ts'
import { postDeliveries } from '../webhooks/post-deliveries.ts'
import { createWebhookSecretsRepository, createWebhooksRepository } from '../webhooks/webhooks.repository.ts'

const [databaseUrl = '', port = '', endpoint = '', now = ''] = process.argv.slice(2)
const database = await openDatabase({ databaseUrl, log: silentLog })
const from = { name: 'Auspex', address: 'auspex@northwind.example' }
const deps = stub<MonitorDependencies>({
  outbox: createMailOutbox(database),
  notifications: createNotificationsRepository(database),
  mailer: createSmtpMailer({ host: '127.0.0.1', port: Number(port), tls: 'off', login: null, from }),
  destinations: createDestinationsRepository(database),
  deliveries: createWebhooksRepository(database, createRandomId),
  secrets: createWebhookSecretsRepository(database),
  sender: createGuardedPost({ userAgent: 'auspex-test/1', allow: { endpoints: [endpoint] } }),
  seal: createSeal(null),
  people: stub<People>({
    find: async (ids) => new Map(ids.map((id) => [id, { id, email: 'mira@northwind.example', name: null }])),
  }),
  access: everyModule,
  limits: noLimits,
  publicUrl: new URL('https://auspex.example'),
  clock: createFixedClock(now),
  createId: createRandomId,
  log: createLogger('silent'),
})
const { signal } = new AbortController()
process.stdout.write('ready\n')
await Promise.all([sendMails(deps, signal), sendToDestinations(deps, signal), postDeliveries(deps, signal)])
await database.close()
