/** That of the package; a test compares them. */
export const version = '0.2.0'

/**
 * What the server's log calls the caller, such as `auspex-sdk/0.2.0 Node.js/24`. Null in browsers: they have a name of their own,
 * and one of ours would cost another origin a request more.
 */
export const userAgent = (): string | null => {
  // Not every runtime has one.
  const { navigator } = globalThis as { navigator?: { userAgent?: string } }
  const runtime = navigator?.userAgent ?? ''
  return runtime.startsWith('Mozilla') ? null : `auspex-sdk/${version} ${runtime}`.trim()
}
