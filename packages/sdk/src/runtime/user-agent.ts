/** That of the package; a test compares them. */
export const version = '0.3.0'

/**
 * Says whose call it is for the server's log, such as `auspex-sdk/0.3.0 Node.js/24`, unless the app does. Not in browsers: they have a
 * name of their own, and one of ours would cost another origin a request more.
 */
export const setUserAgent = (headers: Headers): void => {
  // Not every runtime has one.
  const { navigator } = globalThis as { navigator?: { userAgent?: string } }
  const runtime = navigator?.userAgent ?? ''
  if (!runtime.startsWith('Mozilla') && !headers.has('user-agent'))
    headers.set('user-agent', `auspex-sdk/${version} ${runtime}`)
}
