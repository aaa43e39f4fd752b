export { createMonitors } from './create-monitors.ts'
export type { WebhookSender } from './webhooks/post-deliveries.ts'
export { createNotificationsRepository } from './notifications/notifications.repository.ts'
