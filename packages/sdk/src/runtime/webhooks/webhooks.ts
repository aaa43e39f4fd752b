import type { MonitorNotification } from '../../generated/model/index.ts'

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

/** Headers in the form of `fetch` or of Node.js. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

export interface VerifyWebhookInput {
  /** The raw body, before parsing as JSON: any change of whitespace changes the signature. */
  readonly body: string | Uint8Array
  readonly headers: WebhookHeaders
  /** The secret of `getMonitorWebhookSecret`; several during a rotation, or for several monitors. */
  readonly secret: string | readonly string[]
  /** Maximum difference between the time of the message and now, in milliseconds. @default 300000 */
  readonly toleranceMs?: number
  /** Milliseconds since 1970. @default Date.now() */
  readonly now?: number
}

const usualToleranceMs = 300_000
const encoder = new TextEncoder()

/**
 * The message of a webhook, after checking its sender and its age. The same message may be delivered again when your response was lost: its `id`
 * stays the same.
 * @throws {WebhookError} for everything else; its `code` states the reason
 */
export const verifyWebhook = async (input: VerifyWebhookInput): Promise<MonitorNotification> => {
  const { headers, body, toleranceMs = usualToleranceMs, now = Date.now() } = input
  checkUse(input)
  const id = readHeader(headers, 'webhook-id')
  const timestamp = readHeader(headers, 'webhook-timestamp')
  const signatures = readHeader(headers, 'webhook-signature')
  checkAge(timestamp, now, toleranceMs)
  const secrets = typeof input.secret === 'string' ? [input.secret] : input.secret
  if (secrets.length === 0) throw new WebhookError('webhook.secret_invalid', 'Give at least one secret.')
  const keys = await Promise.all(secrets.map((secret) => importKey(secret, 'verify')))
  const content = contentOf(id, timestamp, body)
  const candidates = signatures.split(' ').flatMap((each) => (each.startsWith('v1,') ? [decode(each.slice(3))] : []))
  for (const key of keys)
    for (const candidate of candidates)
      // a constant-time comparison
      if (candidate && (await crypto.subtle.verify('HMAC', key, candidate, content))) return readMessage(body)
  throw new WebhookError(
    'webhook.signature_mismatch',
    'No signature fits: the secret is another one, or the body is not what was sent. Pass the body as it came.',
  )
}

export interface SignWebhookInput {
  readonly id: string
  readonly body: string | Uint8Array
  readonly secret: string
  /** Milliseconds since 1970. @default Date.now() */
  readonly now?: number
}

/** The headers of a message as Auspex would send it, to test a receiver. */
export const signWebhook = async ({
  id,
  body,
  secret,
  now = Date.now(),
}: SignWebhookInput): Promise<Record<string, string>> => {
  const timestamp = String(Math.floor(now / 1000))
  const key = await importKey(secret, 'sign')
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, contentOf(id, timestamp, body)))
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${btoa(String.fromCharCode(...signature))}`,
  }
}

/** What a caller without types may pass: a missing setting as the secret, a parsed body, the request instead of its headers. */
const checkUse = ({ body, headers, secret }: Partial<Record<keyof VerifyWebhookInput, unknown>>): void => {
  if (typeof body !== 'string' && !ArrayBuffer.isView(body))
    throw new WebhookError(
      'webhook.body_invalid',
      'Pass the raw body, as text or bytes: a parsed one has lost its signature.',
    )
  if (typeof headers !== 'object' || headers === null)
    throw new WebhookError('webhook.header_missing', 'Pass the headers of the request.')
  const secrets: readonly unknown[] = Array.isArray(secret) ? secret : [secret]
  if (!secrets.every((each) => typeof each === 'string'))
    throw new WebhookError('webhook.secret_invalid', 'The secret is no text. Is the setting that holds it there?')
}

const readHeader = (headers: WebhookHeaders, name: string): string => {
  const found =
    // of any realm
    typeof headers.get === 'function'
      ? (headers as Headers).get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  const value = typeof found === 'object' && found !== null ? found[0] : found
  if (!value) throw new WebhookError('webhook.header_missing', `The message has no header ${name}.`)
  return value
}

const checkAge = (timestamp: string, now: number, toleranceMs: number): void => {
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookError('webhook.header_invalid', 'The header webhook-timestamp is not a number of seconds.')
  const ageMs = now - Number(timestamp) * 1000
  if (ageMs > toleranceMs)
    throw new WebhookError(
      'webhook.too_old',
      `The message is ${Math.round(ageMs / 1000)} s old: it may have been sent before.`,
    )
  if (-ageMs > toleranceMs)
    throw new WebhookError('webhook.too_new', 'The message is from the future: the clock here or there is wrong.')
}

const importKey = (secret: string, use: 'sign' | 'verify'): Promise<CryptoKey> => {
  const bytes = decode(secret.replace(/^whsec_/, ''))
  // with an empty key, a message from anyone would be accepted
  if (!bytes || bytes.length < 16)
    throw new WebhookError('webhook.secret_invalid', 'The secret is not one of a webhook: it begins with whsec_.')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [use])
}

const contentOf = (id: string, timestamp: string, body: string | Uint8Array): Uint8Array<ArrayBuffer> => {
  const start = encoder.encode(`${id}.${timestamp}.`)
  const rest = typeof body === 'string' ? encoder.encode(body) : body
  const content = new Uint8Array(start.length + rest.length)
  content.set(start)
  content.set(rest, start.length)
  return content
}

const decode = (base64: string): Uint8Array<ArrayBuffer> | null => {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return null
  }
}

const readMessage = (body: string | Uint8Array): MonitorNotification => {
  try {
    // what Auspex has signed has the contract's shape
    return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)) as MonitorNotification
  } catch (cause) {
    throw new WebhookError('webhook.body_invalid', 'The body is no JSON.', { cause })
  }
}
