import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { contractFile } from '@auspex/contract/file'

/** A server to which the reference can send requests. */
interface DocsServer {
  /** An absolute address, or a path on the page's own origin. */
  url: string
  description: string
}

/** Paths of the page's files, relative to the page. */
const docsFiles = {
  contract: 'openapi.json',
  reference: 'reference.js',
  start: 'start-reference.js',
  theme: 'theme.css',
  icon: 'favicon.svg',
  font: 'inter.woff2',
} as const

/** The configuration of the reference, with everything disabled that would send data off this machine (Scalar 1.72). */
function toConfiguration(servers: readonly DocsServer[]): object {
  return {
    url: docsFiles.contract,
    servers,
    theme: 'none',
    layout: 'modern',
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: 'never',
    hideClientButton: true,
    documentDownloadType: 'json',
    persistAuth: false,
    operationTitleSource: 'summary',
    showOperationId: true,
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    authentication: { preferredSecurityScheme: 'bearer' },
    metaData: { title: 'Auspex API reference' },
  }
}

/** The HTML page of the reference. */
function writeDocsPage(servers: readonly DocsServer[]): string {
  const configuration = JSON.stringify(toConfiguration(servers)).replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Auspex API reference</title>
    <link rel="icon" href="${docsFiles.icon}" type="image/svg+xml">
    <link rel="stylesheet" href="${docsFiles.theme}">
  </head>
  <body>
    <div id="reference" data-configuration="${configuration}"></div>
    <noscript>The reference needs JavaScript. The contract itself is <a href="${docsFiles.contract}">${docsFiles.contract}</a>.</noscript>
    <script src="${docsFiles.reference}"></script>
    <script src="${docsFiles.start}"></script>
  </body>
</html>
`
}

/** Headers of every file: scripts only from here, requests only to here and to the listed servers. */
function docsHeaders(servers: readonly DocsServer[]): Record<string, string> {
  const origins = servers.flatMap(({ url }) => (URL.canParse(url) ? [new URL(url).origin] : []))
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    // the reference inserts its styles into the page
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...new Set(origins)].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  return {
    'content-security-policy': policy,
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  }
}

export interface DocsSiteOptions {
  /** Where the site is mounted, without a trailing slash. */
  prefix: string
  /** Servers for trying out requests; the first is selected. */
  servers: readonly DocsServer[]
}

/** The servers of a running product: itself, and on a developer's machine a mock at the port of `npm run mock`. */
export function listServers(publicUrl: URL): readonly DocsServer[] {
  const thisServer = { url: '/api', description: 'This server' }
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(publicUrl.hostname)
  return isLocal
    ? [thisServer, { url: 'http://localhost:4010/api', description: 'A mock server (npm run mock)' }]
    : [thisServer]
}

interface ServedFile {
  type: string
  read: () => Buffer | string
}

interface PackedFile {
  etag: string
  gzip: Buffer
}

/**
 * Serves the contract's reference entirely from this machine: page, script, theme and contract, each compressed once, when first
 * requested. A running server therefore shows the contract that it started with.
 */
export function createDocsSite({ prefix, servers }: DocsSiteOptions) {
  const headers = docsHeaders(servers)
  const reference = new URL('browser/standalone.js', import.meta.resolve('@scalar/api-reference'))
  const file = (path: string | URL) => () => readFileSync(new URL(path, import.meta.url))
  const script = 'text/javascript; charset=utf-8'
  const files = new Map<string, ServedFile>([
    ['', { type: 'text/html; charset=utf-8', read: () => writeDocsPage(servers) }],
    [docsFiles.contract, { type: 'application/json', read: file(contractFile) }],
    [docsFiles.reference, { type: script, read: file(reference) }],
    [docsFiles.start, { type: script, read: file('page/start-reference.js') }],
    [docsFiles.theme, { type: 'text/css; charset=utf-8', read: file('page/theme.css') }],
    [
      docsFiles.font,
      {
        type: 'font/woff2',
        read: file(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')),
      },
    ],
    [docsFiles.icon, { type: 'image/svg+xml; charset=utf-8', read: file('../../../web/public/favicon.svg') }],
  ])
  const packed = new Map<string, PackedFile>()
  const pack = (name: string, { read }: ServedFile): PackedFile => {
    const cachedFile = packed.get(name)
    if (cachedFile !== undefined) return cachedFile
    const bytes = read()
    const packedFile = { etag: `"${createHash('sha256').update(bytes).digest('base64url')}"`, gzip: gzipSync(bytes) }
    packed.set(name, packedFile)
    return packedFile
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    const [path = ''] = (request.url ?? '').split('?')
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end()
      return
    }
    if (path === prefix) {
      // the page refers to its files with relative paths
      response.writeHead(308, { location: `${prefix}/` }).end()
      return
    }
    const name = path.startsWith(`${prefix}/`) ? path.slice(prefix.length + 1) : null
    const served = name === null ? undefined : files.get(name)
    if (name === null || served === undefined) {
      response
        .writeHead(404, { ...headers, 'content-type': 'text/plain; charset=utf-8' })
        .end('There is no such file\n')
      return
    }
    const { etag, gzip } = pack(name, served)
    const common = { ...headers, etag, vary: 'accept-encoding', 'cache-control': 'no-cache' }
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304, common).end()
      return
    }
    const takesGzip = /\bgzip\b/.test(request.headers['accept-encoding']?.toString() ?? '')
    response
      .writeHead(200, { ...common, 'content-type': served.type, ...(takesGzip && { 'content-encoding': 'gzip' }) })
      .end(request.method === 'HEAD' ? undefined : takesGzip ? gzip : served.read())
  }
}
