/**
 * Loads the page again, which fetches its parts anew: browsers remember a module that did not arrive for as long as the page lives,
 * so another `import()` of it asks nobody (Chromium 150 does, as the HTML standard says). A server that does not answer leaves the page as it is, and false is returned.
 */
export const reloadIfReachable = async (): Promise<boolean> => {
  try {
    const { ok } = await fetch(window.location.href, { cache: 'no-store' })
    if (ok) window.location.reload()
    return ok
  } catch {
    return false
  }
}
