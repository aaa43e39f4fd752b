import type { IncomingMessage } from 'node:http'

/** What a request line asks for, in whichever of the forms of RFC 9112 §3.2 it was written. */
export type RequestTarget =
  /** `path` begins with one slash and holds the query; `authority` is set where the target names a host itself. */
  | { kind: 'path'; path: string; authority: string | null }
  /** `OPTIONS *`: the server as a whole. */
  | { kind: 'server' }
  | { kind: 'refused'; why: string }

function refuseTarget(why: string): RequestTarget {
  return { kind: 'refused', why }
}

/**
 * Reads a request target without building a URL of it: `//x` and `/\x` are paths by the letter and hosts to a browser and to
 * `new URL`, which is how an address of ours once led elsewhere, so no part of the product gets to see one.
 */
export function readTarget({ method, url: target = '' }: Pick<IncomingMessage, 'method' | 'url'>): RequestTarget {
  if (target === '*') return method === 'OPTIONS' ? { kind: 'server' } : refuseTarget('Only OPTIONS may ask for *.')
  const [, authority, rest] = /^https?:\/\/([^/?#\\]*)(.*)$/is.exec(target) ?? []
  if (authority === undefined) return readPath(target, null)
  // user information in an authority is refused as RFC 9110 §4.2.4 advises: it is how people are deceived
  if (authority === '' || authority.includes('@') || !URL.canParse(`http://${authority}`))
    return refuseTarget('The address names no host.')
  return readPath(rest?.startsWith('/') || rest?.startsWith('\\') ? rest : `/${rest}`, authority)
}

function readPath(path: string, authority: string | null): RequestTarget {
  if (!path.startsWith('/')) return refuseTarget('A path begins with /.')
  return /^\/[/\\]/.test(path) ? refuseTarget('A path begins with one / only.') : { kind: 'path', path, authority }
}

/** The same path on another origin. The parts of a URL are set and not parsed, so that no path can name a host. */
export function addressOn(origin: string, path: string): string {
  const mark = path.indexOf('?')
  const address = new URL(origin)
  address.pathname = mark === -1 ? path : path.slice(0, mark)
  address.search = mark === -1 ? '' : path.slice(mark)
  return address.href
}
