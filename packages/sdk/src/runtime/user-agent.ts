/** The version of the package; a test compares them. */
export const version = '0.3.0'

/**
 * Identifies the caller in the server's log, such as `auspex-sdk/0.3.0 Node.js/24`, unless the app sets its own. Not in browsers: they have their
 * own, and a custom one would cost cross-origin calls an extra request.
 */
export const setUserAgent = (headers: Headers): void => {
  // Not every runtime has one.
  const { navigator } = globalThis as { navigator?: { userAgent?: string } }
  const runtime = navigator?.userAgent ?? ''
  if (!runtime.startsWith('Mozilla') && !headers.has('user-agent'))
    headers.set('user-agent', `auspex-sdk/${version} ${runtime}`)
}
