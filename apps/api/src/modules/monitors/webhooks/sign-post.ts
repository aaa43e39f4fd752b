import { createHmac, randomBytes } from 'node:crypto'

/** The secrets that sign the posts of a monitor. */
export interface WebhookSecrets {
  secret: string
  createdAt: Date
  /** The previous secret, which also signs until then. */
  previous: { secret: string; validUntil: Date } | null
}

const prefix = 'whsec_'
/** Fits HMAC-SHA256's block size, so it is used without hashing, and is too long to brute-force. */
const secretBytes = 24

export function createWebhookSecret(): string {
  return `${prefix}${randomBytes(secretBytes).toString('base64')}`
}

/** The headers of a post by the Standard Webhooks specification, 1.0: one signature for each valid secret. */
export function signPost(
  { id, body, at }: { id: string; body: string; at: Date },
  { secret, previous }: WebhookSecrets,
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const secrets = previous !== null && previous.validUntil > at ? [secret, previous.secret] : [secret]
  const signatures = secrets.map((each) => {
    const key = Buffer.from(each.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
