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
  .refine((url) => !/-admin\./.test(url.hostname), 'must not be the address of an admin console')
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
