/** Verifies that a message came from Auspex and is new. Runs wherever WebCrypto does. */
export {
  signWebhook,
  type SignWebhookInput,
  verifyWebhook,
  type VerifyWebhookInput,
  WebhookError,
  type WebhookErrorCode,
  type WebhookHeaders,
} from './runtime/webhooks/webhooks.ts'
export type { MonitorNotification } from './generated/model/index.ts'
