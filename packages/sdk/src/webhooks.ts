/** Verifies that a message came from Auspex and is new. Runs wherever WebCrypto does. */
export {
  signWebhook,
  type SignWebhookInput,
  type VerifyWebhookInput,
  verifyWebhook,
  type WebhookHeaders,
} from './runtime/webhooks/webhooks.ts'
export { WebhookError, type WebhookErrorCode } from './runtime/webhooks/webhook-error.ts'
export type { MonitorNotification } from './generated/model/index.ts'
