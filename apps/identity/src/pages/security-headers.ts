import { createHash } from 'node:crypto'
import { styles } from './styles.ts'

const stylesHash = hashSource(styles)

export interface PagePolicy {
  /** Where a form may lead. Chrome applies it to the redirects after the form too, so it names the client. */
  formTargets?: readonly string[]
  /** Who may show the page in a frame; nobody by default. */
  frameAncestors?: readonly string[]
  /** The text of the one inline script, if there is one. */
  script?: string
}

/** The headers of every page: nothing is loaded, nothing runs but what is named, nothing is stored. */
export function createPageHeaders({ formTargets = [], frameAncestors = [], script }: PagePolicy = {}): Record<
  string,
  string
> {
  const policy = [
    `default-src 'none'`,
    `style-src ${stylesHash}`,
    `img-src data:`,
    ...(script === undefined ? [] : [`script-src ${hashSource(script)}`]),
    `base-uri 'none'`,
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    `frame-ancestors ${frameAncestors.length ? frameAncestors.join(' ') : `'none'`}`,
  ]
  return {
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-store',
    // Not no-referrer: browsers then send `Origin: null` with the form, and the origin is what we check.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  }
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
