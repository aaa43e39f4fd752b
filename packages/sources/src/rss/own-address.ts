/**
 * The address of a feed is its subscriber's: publishers write tokens into paths and queries. What was read from a feed is
 * shared by everybody who uses the installation, so nothing of the address but its host may be in it (decision 0094).
 */
export interface OwnAddress {
  /** The host, by which a feed is named. */
  host: string
  /** What relative links are meant from. A directory that may be a token is not handed on to them. */
  base: string
  /** An address that an entry gives, without what it repeats of the feed's own; null when nothing else is left. */
  withoutOwn: (address: string) => string | null
  /** A text of an entry, which may quote the feed's own address. */
  withoutQuotes: (text: string) => string
}

/** Stands for a directory that is not handed on; a link that is resolved into it leads nowhere. */
const hiddenFolder = '/-hidden-/'

/** `addresses` are those of one feed: the one that was given, and where it led to. */
export function readOwnAddress(...addresses: [string, ...string[]]): OwnAddress {
  const own = addresses.map((address) => new URL(address))
  const last = own.at(-1) ?? new URL(addresses[0])
  const tokens = new Set(own.flatMap(({ searchParams }) => [...searchParams.values()]).filter(mayBeToken))
  const hasToken = (url: URL) => url.pathname.split('/').some(mayBeToken)
  const isOwn = (url: URL) =>
    own.some(
      (one) => one.host === url.host && one.pathname === url.pathname && (one.search === url.search || hasToken(one)),
    )
  const written = own
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
    withoutQuotes: (text) => written.reduce((left, address) => left.replaceAll(address, hostOf(last.href)), text),
  }
}

/** The host of an address that a person typed, and nothing else of it. */
export function hostOf(address: string): string {
  return (URL.canParse(address) && new URL(address).hostname) || 'an address'
}

/** Words of addresses are short or have no digits; tokens are long, or letters and digits mixed. */
function mayBeToken(part: string): boolean {
  return part.length >= 16 || (part.length >= 8 && /\d/.test(part) && /[a-z]/i.test(part))
}
