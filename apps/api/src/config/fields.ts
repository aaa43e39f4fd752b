import { compile } from '@fastify/proxy-addr'
import { z } from 'zod'

/** An http(s) address. Anything else (a path, `localhost:4000`) is refused, with the reason as a message. */
export const httpUrl = z.string().transform((text, context) => {
  const url = URL.parse(text)
  if (url !== null && (url.protocol === 'http:' || url.protocol === 'https:')) return url
  context.addIssue({ code: 'custom', message: 'must be an http or https address' })
  return z.NEVER
})

/** OpenID Connect issuer. An admin console's host is a mistake that providers' own libraries refuse as well. */
export const issuerUrl = httpUrl
  .refine((url) => !/(^|[.-])admin\./.test(url.hostname), 'must not be the address of an admin console')
  .transform((url) => url.href.replace(/\/$/, ''))

/** A whole number written in digits. */
export function wholeNumber(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d+$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
}

/** Items parted by commas or spaces. */
export const list = z.string().transform((text) => text.split(/[\s,]+/).filter((item) => item !== ''))

/** Origins parted by commas or spaces; each must be an origin and nothing more, or a browser's would never equal it. */
export const originList = list.refine(
  (origins) => origins.every((origin) => URL.parse(origin)?.origin === origin),
  'must be origins: scheme, host and port, without a path or a slash at the end',
)

/** Proxies that are believed about a caller's address: a number of hops, or addresses, ranges and names of ranges. */
export const proxyTrust = z.string().transform((text, context): number | string[] => {
  if (/^\d{1,2}$/.test(text)) return Number(text)
  const addresses = text.split(/[\s,]+/).filter((address) => address !== '')
  try {
    // the library reads 300 as the address 0.0.1.44, which nobody means
    if (addresses.some((address) => /^\d+$/.test(address))) throw new TypeError('A lone number among addresses')
    compile(addresses)
    return addresses
  } catch {
    context.addIssue({ code: 'custom', message: 'must be a number of hops, or addresses and ranges' })
    return z.NEVER
  }
})

/** A secret that nobody guesses. */
export const secretText = z.string().min(16, 'must have at least 16 characters')

/** A key of 256 bits, in base64 or base64url. */
export const encryptionKey = z.string().transform((text, context): Buffer => {
  const key = Buffer.from(text, 'base64')
  if (/^[\w+/-]{43}=?$/.test(text) && key.length === 32) return key
  context.addIssue({ code: 'custom', message: 'must be 32 bytes in base64' })
  return z.NEVER
})
