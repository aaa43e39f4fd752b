import { type IncomingMessage, ServerResponse } from 'node:http'

/** Tells a browser to keep to https for a year; nothing where people come by http, because there it would mean nothing. */
export function transportSecurity(publicUrl: string): Record<string, string> {
  return new URL(publicUrl).protocol === 'https:' ? { 'strict-transport-security': 'max-age=31536000' } : {}
}

/** A response that carries some headers whatever part writes it, also one that clears headers when it fails. */
export function responseWith(headers: Record<string, string>): typeof ServerResponse {
  return class<Request extends IncomingMessage> extends ServerResponse<Request> {
    // every way to begin a reply ends here, so each header is there once; `never` passes the rest of either overload on
    override writeHead(...args: [status: number, ...rest: never[]]): this {
      for (const [name, value] of Object.entries(headers)) this.setHeader(name, value)
      return super.writeHead(...args)
    }
  }
}
