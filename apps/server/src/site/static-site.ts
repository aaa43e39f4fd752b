import { randomBytes, createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { lookup } from 'mrmime'
import { answerProblem } from '../gateway/guard-answer.ts'

export interface WebConfig {
  issuer: string
  clientId: string
  scopes: readonly string[]
  apiBaseUrl: string
  assistantUrl: string
}

/** The placeholder that the build writes for a page's nonce. */
const noncePlaceholder = 'AUSPEX_STYLE_NONCE'

/** The policy of the web app: scripts only from its own files, styles from those and from elements with the page's nonce (Mantine's variables). */
function contentSecurityPolicy(
  { issuer, apiBaseUrl, assistantUrl }: WebConfig,
  { publicUrl, nonce }: { publicUrl: string; nonce?: string },
): string {
  const otherOrigins = [
    ...new Set([issuer, apiBaseUrl, assistantUrl].map((url) => new URL(url, publicUrl).origin)),
  ].filter((origin) => origin !== publicUrl)
  const also = otherOrigins.map((origin) => ` ${origin}`).join('')
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

/** Serves the built web app: files with a hash in their name are cached for ever; every other path is the app itself, with a new nonce each time. */
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
      // most often a program whose base URL lacks the path
      answerProblem(response, {
        status: 405,
        code: 'request.not_the_api',
        title: 'This is not the API',
        detail: 'Add /api to the base URL, or /assistant for streams of Zeus.',
        headers: { allow: 'GET, HEAD' },
      })
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
          // a stored page would have a nonce from another policy
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

/** Whether a path can only be a file, so that a missing one is not answered with the app: it is hidden or has an extension. */
function namesFile(path: string): boolean {
  return path.startsWith('/.') || /^[\w~$.-]+\.\w+$/.test(path.slice(path.lastIndexOf('/') + 1))
}

/** Sends a file in the smallest form that the caller accepts. Ranges are not supported, because no file is large. */
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
  const clientTags = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim())
  const common = { ...headers, etag: file.etag, vary: 'Accept-Encoding' }
  if (clientTags.includes(file.etag)) {
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
  const acceptedEncodings = accepted
    .split(',')
    .filter((each) => !/;\s*q=0(\.0*)?\s*$/.test(each))
    .map((each) => (each.split(';', 1)[0] ?? '').trim().toLowerCase())
  if (file.br !== null && acceptedEncodings.includes('br')) return { encoding: 'br', bytes: file.br }
  if (file.gzip !== null && acceptedEncodings.includes('gzip')) return { encoding: 'gzip', bytes: file.gzip }
  return { encoding: null, bytes: file.bytes }
}

interface SiteFile {
  readonly type: string
  readonly etag: string
  readonly bytes: Buffer
  /** The same, compressed by the build; `.br` is the smaller one. */
  readonly br: Buffer | null
  readonly gzip: Buffer | null
}

/**
 * Reads a built site by path, such as `/index.html`. It is a few megabytes and stays in memory: a request then opens no file that
 * could be missing, changed by the next build, or one too many, and no byte of a request becomes a path.
 * The maintained folder server, sirv, ended the process on a file that it could not open and on a range that ends before it
 * begins, and took minutes to match a path of many dots (docs/decisions/request-limits.md).
 */
function readSite(folder: string): ReadonlyMap<string, SiteFile> {
  const contents = new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [`/${relative(folder, file).split(sep).join('/')}`, readFileSync(file)]),
  )
  const names = [...contents.keys()].filter((name) => !/\.(br|gz)$/.test(name))
  return new Map(names.map((name) => [name, toFile(name, contents)]))
}

function toFile(name: string, contents: ReadonlyMap<string, Buffer>): SiteFile {
  const bytes = contents.get(name) ?? Buffer.alloc(0)
  const type = lookup(name) ?? 'application/octet-stream'
  return {
    type: /^text\/|\+xml$/.test(type) ? `${type};charset=utf-8` : type,
    // weak, because the tag also covers the compressed forms
    etag: `W/"${createHash('sha256').update(bytes).digest('base64url')}"`,
    bytes,
    br: contents.get(`${name}.br`) ?? null,
    gzip: contents.get(`${name}.gz`) ?? null,
  }
}
