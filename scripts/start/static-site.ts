import type { IncomingMessage, ServerResponse } from 'node:http'
import sirv from 'sirv'

export interface WebConfig {
  issuer: string
  clientId: string
  scopes: readonly string[]
  apiBaseUrl: string
  assistantUrl: string
}

/** The policy of the web app: scripts only from its own files; Mantine sets style attributes, so styles may be inline. */
const contentSecurityPolicy = ({ issuer, apiBaseUrl, assistantUrl }: WebConfig, publicUrl: string): string => {
  const others = [...new Set([issuer, apiBaseUrl, assistantUrl].map((url) => new URL(url, publicUrl).origin))].filter(
    (origin) => origin !== publicUrl,
  )
  const also = others.map((origin) => ` ${origin}`).join('')
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${also}`,
    `frame-src 'self'${also}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    `form-action 'self'${also}`,
    "frame-ancestors 'self'",
  ].join('; ')
}

/** Serves the built web app: files for ever where their name has a hash, every other path as the app itself. */
export const createStaticSite = ({
  folder,
  config,
  publicUrl,
}: {
  folder: string
  config: WebConfig
  publicUrl: string
}) => {
  const headers = {
    'content-security-policy': contentSecurityPolicy(config, publicUrl),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  }
  const files = sirv(folder, {
    single: true,
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders: (response, path) => {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
      response.setHeader(
        'cache-control',
        path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
    },
  })
  return (request: IncomingMessage, response: ServerResponse): void => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end()
      return
    }
    if (request.url === '/config.json') {
      response
        .writeHead(200, { ...headers, 'content-type': 'application/json', 'cache-control': 'no-cache' })
        .end(JSON.stringify(config))
      return
    }
    files(request, response, () => void response.writeHead(404).end())
  }
}
