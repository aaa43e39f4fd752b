/**
 * The name of a cookie as this provider sets it. Over https the prefix makes browsers refuse it from anything that is not https (RFC 6265bis),
 * so that nobody on the network can plant one. `__Host-` would forbid the paths that keep sign-ins of two tabs apart.
 */
export function cookieName(name: string, { secure }: { secure: boolean }): string {
  return secure ? `__Secure-${name}` : name
}
