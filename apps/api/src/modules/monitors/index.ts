export { createMonitors } from './create-monitors.ts'
export type { WebhookSender } from './webhooks/webhook-sender.port.ts'
