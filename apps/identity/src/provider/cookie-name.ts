/**
 * The name of a cookie of this provider. Over https the prefix makes browsers refuse it from anything that is not https (RFC 6265bis),
 * so that nobody on the network can plant one. `__Host-` would forbid the paths that separate the sign-ins of two tabs.
 */
export function cookieName(name: string, { secure }: { secure: boolean }): string {
  return secure ? `__Secure-${name}` : name
}
