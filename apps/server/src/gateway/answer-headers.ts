import { type IncomingMessage, ServerResponse } from 'node:http'

/** What a reply may do where the part that writes it does not say: nothing. It is not rendered, framed, sniffed or stored. */
export const strictestHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** Tells a browser to keep to https for a year; nothing where people come by http, because there it would mean nothing. */
export function transportSecurity(publicUrl: string): Record<string, string> {
  return new URL(publicUrl).protocol === 'https:' ? { 'strict-transport-security': 'max-age=31536000' } : {}
}

/** A response that carries `headers` and, unless its part sets its own, the strictest ones; also where a failing part clears what was set. */
export function responseWith(headers: Record<string, string>): typeof ServerResponse {
  const [defaults, fixed] = [Object.entries(strictestHeaders), Object.entries(headers)]
  return class<Request extends IncomingMessage> extends ServerResponse<Request> {
    // every way to begin a reply ends here, and what is passed here counts before what was set, so each header is there once;
    // `never` passes the rest of either overload on
    override writeHead(...args: [status: number, ...rest: never[]]): this {
      for (const [name, value] of defaults) if (!this.hasHeader(name)) this.setHeader(name, value)
      for (const [name, value] of fixed) this.setHeader(name, value)
      return super.writeHead(...args)
    }
  }
}
