/** A server to which the reference can send requests. */
export interface DocsServer {
  /** An absolute address, or a path on the page's own origin. */
  url: string
  description: string
}

/** Paths of the page's files, relative to the page. */
export const docsFiles = {
  contract: 'openapi.json',
  reference: 'reference.js',
  start: 'start-reference.js',
  theme: 'theme.css',
  icon: 'favicon.svg',
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
export function writeDocsPage(servers: readonly DocsServer[]): string {
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
export function docsHeaders(servers: readonly DocsServer[]): Record<string, string> {
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
