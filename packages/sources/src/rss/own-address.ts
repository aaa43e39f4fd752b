/**
 * The address of a feed is private to its subscriber: publishers write tokens into paths and queries. Feed content is shared by everybody who uses
 * the installation, so it must contain nothing of the address but its host (docs/decisions/user-supplied-addresses.md).
 */
export interface OwnAddress {
  /** The host, which identifies a feed. */
  host: string
  /** The base of relative links. A directory that may be a token is not passed on to them. */
  base: string
  /** An address from an entry, without the parts that repeat the feed's own; null when nothing else remains. */
  withoutOwn: (address: string) => string | null
  /** A text of an entry, which may quote the feed's own address. */
  withoutQuotes: (text: string) => string
}

/** Replaces a directory that is not passed on; a link that resolves into it is dropped. */
const hiddenFolder = '/-hidden-/'

/** `addresses` are those of one feed: the one that was given, and the one it redirected to. */
export function readOwnAddress(...addresses: [string, ...string[]]): OwnAddress {
  const ownUrls = addresses.map((address) => new URL(address))
  const last = ownUrls.at(-1) ?? new URL(addresses[0])
  const tokens = new Set(ownUrls.flatMap(({ searchParams }) => [...searchParams.values()]).filter(mayBeToken))
  const hasToken = (url: URL) => url.pathname.split('/').some(mayBeToken)
  const isOwn = (url: URL) =>
    ownUrls.some(
      (one) => one.host === url.host && one.pathname === url.pathname && (one.search === url.search || hasToken(one)),
    )
  const written = ownUrls
    .flatMap(({ href, origin, pathname, search }) => [href, `${origin}${pathname}${search}`])
    .concat(addresses)
    .toSorted((one, other) => other.length - one.length)
  return {
    host: hostOf(last.href),
    base: `${last.origin}${hasToken(last) ? hiddenFolder.repeat(8) : last.pathname}`,
    withoutOwn(address) {
      const url = new URL(address)
      if (isOwn(url) || url.pathname.includes(hiddenFolder)) return null
      url.username = ''
      url.password = ''
      const repeated = [...url.searchParams].filter(([, value]) => tokens.has(value))
      for (const [name, value] of repeated) url.searchParams.delete(name, value)
      return url.href
    },
    withoutQuotes: (text) =>
      written.reduce((remaining, address) => remaining.replaceAll(address, hostOf(last.href)), text),
  }
}

/** The host of an address that a person typed, and nothing else of it. */
export function hostOf(address: string): string {
  return (URL.canParse(address) && new URL(address).hostname) || 'an address'
}

/** Words in addresses are short or have no digits; tokens are long, or mix letters and digits. */
function mayBeToken(part: string): boolean {
  return part.length >= 16 || (part.length >= 8 && /\d/.test(part) && /[a-z]/i.test(part))
}
