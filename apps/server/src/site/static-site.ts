import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readSite, type SiteFile } from './site-files.ts'

export interface WebConfig {
  issuer: string
  clientId: string
  scopes: readonly string[]
  apiBaseUrl: string
  assistantUrl: string
}

/** What the build writes where a page's nonce belongs. */
const noncePlaceholder = 'AUSPEX_STYLE_NONCE'

/** The policy of the web app: scripts only from its own files, styles from those and from what carries the page's nonce (Mantine's variables). */
function contentSecurityPolicy(
  { issuer, apiBaseUrl, assistantUrl }: WebConfig,
  { publicUrl, nonce }: { publicUrl: string; nonce?: string },
): string {
  const others = [...new Set([issuer, apiBaseUrl, assistantUrl].map((url) => new URL(url, publicUrl).origin))].filter(
    (origin) => origin !== publicUrl,
  )
  const also = others.map((origin) => ` ${origin}`).join('')
  return [
    "default-src 'none'",
    "script-src 'self'",
    nonce === undefined ? "style-src 'self'" : `style-src 'self' 'nonce-${nonce}'`,
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

/** Serves the built web app: files for ever where their name has a hash, every other path as the app itself, with a nonce of its own each time. */
export function createStaticSite({
  folder,
  config,
  publicUrl,
}: {
  folder: string
  config: WebConfig
  publicUrl: string
}) {
  const headers = {
    'content-security-policy': contentSecurityPolicy(config, { publicUrl }),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  }
  const files = readSite(folder)
  const configText = JSON.stringify(config)
  const json = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(configText)) }

  return (request: IncomingMessage, response: ServerResponse): void => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end()
      return
    }
    const [path = '/'] = (request.url ?? '/').split('?', 1)
    if (path === '/config.json') {
      response
        .writeHead(200, { ...headers, ...json, 'cache-control': 'no-cache' })
        .end(request.method === 'HEAD' ? undefined : configText)
      return
    }
    const named = files.get(path)
    const file = named ?? (namesFile(path) ? undefined : files.get('/index.html'))
    if (file === undefined) {
      response.writeHead(404, headers).end()
      return
    }
    if (file.type.startsWith('text/html')) {
      const nonce = randomBytes(16).toString('base64url')
      const bytes = Buffer.from(file.bytes.toString('utf8').replaceAll(noncePlaceholder, nonce))
      const policy = contentSecurityPolicy(config, { publicUrl, nonce })
      response
        .writeHead(200, {
          ...headers,
          'content-security-policy': policy,
          'content-type': file.type,
          'content-length': String(bytes.length),
          // a stored page would have the nonce of another policy
          'cache-control': 'no-store',
        })
        .end(request.method === 'HEAD' ? undefined : bytes)
      return
    }
    const isHashed = named !== undefined && path.startsWith('/assets/')
    const cacheControl = isHashed ? 'public, max-age=31536000, immutable' : 'no-cache'
    sendFile({ request, response, file, headers: { ...headers, 'cache-control': cacheControl } })
  }
}

/** Whether a path can only mean a file, so that a missing one is not answered with the app: it is hidden or has an extension. */
function namesFile(path: string): boolean {
  return path.startsWith('/.') || /^[\w~$.-]+\.\w+$/.test(path.slice(path.lastIndexOf('/') + 1))
}

/** Sends a file in the smallest form that the caller takes. Ranges are not served: no file is large. */
function sendFile({
  request,
  response,
  file,
  headers,
}: {
  request: IncomingMessage
  response: ServerResponse
  file: SiteFile
  headers: Record<string, string>
}): void {
  const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim())
  const common = { ...headers, etag: file.etag, vary: 'Accept-Encoding' }
  if (known.includes(file.etag)) {
    response.writeHead(304, common).end()
    return
  }
  const { encoding, bytes } = chooseForm(file, request.headers['accept-encoding']?.toString() ?? '')
  response
    .writeHead(200, {
      ...common,
      'content-type': file.type,
      'content-length': String(bytes.length),
      ...(encoding === null ? {} : { 'content-encoding': encoding }),
    })
    .end(request.method === 'HEAD' ? undefined : bytes)
}

function chooseForm(file: SiteFile, accepted: string): { encoding: 'br' | 'gzip' | null; bytes: Buffer } {
  const taken = accepted
    .split(',')
    .filter((each) => !/;\s*q=0(\.0*)?\s*$/.test(each))
    .map((each) => (each.split(';', 1)[0] ?? '').trim().toLowerCase())
  if (file.br !== null && taken.includes('br')) return { encoding: 'br', bytes: file.br }
  if (file.gzip !== null && taken.includes('gzip')) return { encoding: 'gzip', bytes: file.gzip }
  return { encoding: null, bytes: file.bytes }
}
