export type WebhookErrorCode =
  | 'webhook.header_missing'
  | 'webhook.header_invalid'
  | 'webhook.too_old'
  | 'webhook.too_new'
  | 'webhook.signature_mismatch'
  | 'webhook.body_invalid'
  | 'webhook.secret_invalid'

/** A message that must not be processed. Respond with 400; its sender tries again. */
export class WebhookError extends Error {
  override name = 'WebhookError'
  declare readonly code: WebhookErrorCode

  constructor(code: WebhookErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    Object.assign(this, { code })
  }
}
