import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { lookup } from 'node:dns/promises'
import { setTimeout as delay } from 'node:timers/promises'

/** Addresses inside public ranges that cloud machines use for their own metadata. */
const metadata = new Set(['168.63.129.16', '100.100.100.200'])
/** The only routed IPv6 space (RFC 4291 §2.4); mapped, compatible, translated and local forms are outside it. */
const globalIpv6 = ipaddr.parseCIDR('2000::/3')

/**
 * Whether an address belongs to the public internet. Private, loopback, link-local, carrier-grade NAT, multicast,
 * reserved, documentation, tunnelling (6to4, Teredo) and IPv4-in-IPv6 addresses do not.
 */
export function isPublicAddress(address: string): boolean {
  // The library also accepts short and octal forms; a checked address has to be written in full.
  if (isIP(address) === 0 || metadata.has(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(globalIpv6)
}

export interface ResolvedAddress {
  address: string
  family: 4 | 6
}

/** Returns every address of a host name. */
export type Resolve = (hostname: string) => Promise<ResolvedAddress[]>

/** Exceptions to the guard. Empty in production; tests allow their own server. */
export interface GuardAllowance {
  /** `host:port` pairs that are allowed although they are not public. */
  endpoints?: readonly string[]
}

/** The text of a user-provided address shows that it must not be fetched. */
export class ForbiddenUrlError extends Error {
  override readonly name = 'ForbiddenUrlError'
}

/**
 * A user-provided address does not lead to the public internet. Whether its name is unknown, has no address, or an internal one is not disclosed: a
 * caller could enumerate the names of this network.
 */
export class UnreachableUrlError extends Error {
  override readonly name = 'UnreachableUrlError'

  constructor() {
    super('it cannot be reached from the public internet')
  }
}

/** Resolves after this many milliseconds, or when the signal is aborted; never rejects. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>

/** How names are resolved, and which endpoints are allowed besides the public internet. */
export interface UrlGuard {
  /** Default: the same lookup as for connections. */
  resolve?: Resolve
  /** Default: nothing. */
  allow?: GuardAllowance
  /** Waits; tests can skip it. */
  pause?: Pause
}

/** Milliseconds for resolving a name; every rejected name takes exactly this long, so that timing discloses nothing either. */
const lookupMs = 3_000

const pauseOnTimer: Pause = async (ms, signal) => {
  await delay(ms, undefined, { signal }).catch(() => undefined)
}

const allowedPorts = new Set(['', '80', '443', '8080', '8443'])

/** Resolves a name like connections do, and returns all of its addresses. */
const resolveAll: Resolve = async (hostname) => {
  const addresses = await lookup(hostname, { all: true, verbatim: true })
  // Cast: Node's type is number, but lookup returns only 4 or 6.
  return addresses.map(({ address, family }) => ({ address, family: family as 4 | 6 }))
}

/**
 * Checks a user-provided address, and returns the network addresses that may be connected to for it. The URL parser has already normalised octal, hex
 * and decimal forms of an IPv4 address.
 * @throws ForbiddenUrlError when it must not be fetched.
 * @throws UnreachableUrlError when it is not on the public internet, for whatever reason.
 */
export async function checkUrl(
  url: URL,
  { resolve = resolveAll, allow = {}, pause = pauseOnTimer }: UrlGuard,
): Promise<ResolvedAddress[]> {
  const allowed = allow.endpoints?.includes(url.host) ?? false
  const forbidden = refuseText(url, allowed)
  if (forbidden !== null) throw new ForbiddenUrlError(forbidden)
  const hostname = hostnameOf(url)

  // A private address among public ones can be used to reach inside; then none is tried.
  const isReachable = (found: ResolvedAddress[]) =>
    found.length > 0 && (allowed || found.every(({ address }) => isPublicAddress(address)))
  const family = isIP(hostname)
  if (family !== 0) {
    // Cast: isIP returns 4 or 6 for an address. The user knows a literal address already, so its timing need not be hidden.
    const ownAddress = [{ address: hostname, family: family as 4 | 6 }]
    if (isReachable(ownAddress)) return ownAddress
    throw new UnreachableUrlError()
  }
  const over = new AbortController()
  const pausing = pause(lookupMs, over.signal)
  const nothing: ResolvedAddress[] = []
  const addresses = await Promise.race([resolve(hostname).catch(() => nothing), pausing.then(() => nothing)])
  if (isReachable(addresses)) {
    over.abort()
    return addresses
  }
  await pausing
  throw new UnreachableUrlError()
}

/** Why a URL must not be fetched, whatever its host; null when it may be. */
function refuseText(url: URL, allowed: boolean): string | null {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'only http and https addresses can be fetched'
  if (url.username !== '' || url.password !== '') return 'addresses with a user name or password are not fetched'
  return allowed || allowedPorts.has(url.port) ? null : `port ${url.port} is not fetched`
}

/** Names that are local to a network (RFC 6761, 6762, 8375), and those without a dot. */
const innerName = /^[^.:]*$|\.(?:localhost|local|internal|home\.arpa)$/

/**
 * Why a user-provided address would never be fetched, judged by its text alone; null when it may be. No name is resolved: a user could learn from the
 * replies which names this network knows.
 */
export function refuseAddress(address: string): string | null {
  const url = URL.parse(address)
  if (url === null) return 'it is no address'
  const hostname = hostnameOf(url).replace(/\.$/, '')
  const isInner = isIP(hostname) === 0 ? innerName.test(hostname) : !isPublicAddress(hostname)
  return refuseText(url, false) ?? (isInner ? new UnreachableUrlError().message : null)
}

function hostnameOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1')
}

/** Answers every lookup with the addresses that were checked, so that a name that changes in between gains nothing. */
export function pinAddresses(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_, options, answer) => {
    const [first] = addresses
    if (options.all) answer(null, [...addresses])
    else answer(null, first?.address ?? '', first?.family)
  }
}
