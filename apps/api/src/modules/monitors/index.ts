export { createMonitors } from './create-monitors.ts'
export type { WebhookSender } from './webhooks/webhook-sender.port.ts'
export { createNotificationsRepository } from './notifications/notifications.repository.ts'
