import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** The defaults that every authenticator app assumes (RFC 6238 with the defaults of RFC 4226). */
const stepMs = 30_000
const digits = 6
const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 bits, as RFC 4226 recommends. */
export function createTotpSecret(): Buffer {
  return randomBytes(20)
}

export function codeOf(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 10 ** digits).padStart(digits, '0')
}

export function stepAt(ms: number): number {
  return Math.floor(ms / stepMs)
}

/** The step that a code belongs to, among the current, previous and next one because clocks differ; null if none matches. */
export function findStep(secret: Uint8Array, code: string, now: number): number | null {
  const enteredCode = Buffer.from(code.replaceAll(/\s/g, ''))
  if (enteredCode.length !== digits) return null
  const nearbySteps = [-1, 0, 1].map((distance) => stepAt(now) + distance)
  const matching = nearbySteps.filter((step) => timingSafeEqual(Buffer.from(codeOf(secret, step)), enteredCode))
  return matching.at(-1) ?? null
}

/** Base32 without padding (RFC 4648), the format in which authenticator apps read secrets. */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => base32Alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** The URL that authenticator apps open. */
export function toOtpAddress(secret: Uint8Array, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&issuer=${encodeURIComponent(issuer)}`
}
