import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { styles } from './layout.ts'

const stylesHash = hashSource(styles)

export interface PagePolicy {
  /** Where a form may lead. Chrome also applies this to redirects after the form, so it includes the client. */
  formTargets?: readonly string[]
  /** The origins that may frame the page; none by default. */
  frameAncestors?: readonly string[]
  /** The text of the single inline script, if there is one. */
  script?: string
}

/** Headers of every page: it loads nothing, runs only the named script, and is not stored. */
export function createPageHeaders({ formTargets = [], frameAncestors = [], script }: PagePolicy = {}): Record<
  string,
  string
> {
  const policy = [
    `default-src 'none'`,
    `style-src ${stylesHash}`,
    `img-src data:`,
    `font-src data:`,
    ...(script === undefined ? [] : [`script-src ${hashSource(script)}`]),
    `base-uri 'none'`,
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    `frame-ancestors ${frameAncestors.length ? frameAncestors.join(' ') : `'none'`}`,
  ]
  return {
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-store',
    // Not no-referrer: browsers then send `Origin: null` with the form, and we check the origin.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  }
}

/**
 * Headers of every response, set before anything answers, because the library's own pages and documents set none. Where the library
 * writes a form that submits itself, it adds its script's hash to `script-src`; such a form leads to a client, and that of a
 * sign-out may be in one of the client's frames.
 */
export function protectAnswer(
  response: ServerResponse,
  { path, origins }: { path: string; origins: readonly string[] },
) {
  const isSignOut = path.startsWith('/session/end')
  const headers = {
    'content-security-policy': [
      `default-src 'none'`,
      `script-src`,
      `base-uri 'none'`,
      `form-action ${["'self'", ...origins].join(' ')}`,
      `frame-ancestors ${isSignOut ? ["'self'", ...origins].join(' ') : `'none'`}`,
    ].join('; '),
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  }
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  // Koa removes all headers if a step throws
  const writeHead = response.writeHead.bind(response) as (...parts: unknown[]) => ServerResponse
  response.writeHead = (...parts: unknown[]) => {
    for (const [name, value] of Object.entries(headers)) if (!response.hasHeader(name)) response.setHeader(name, value)
    return writeHead(...parts)
  }
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
