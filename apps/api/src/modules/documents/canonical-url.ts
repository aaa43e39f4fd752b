const tracking = /^(?:utm_\w+|fbclid|gclid|dclid|msclkid|mc_[ce]id|igshid|ref|ref_src|cmpid|smid|ocid|ito)$/i

/**
 * The address under which the same page is the same: no scheme, no `www.` or `m.`, no fragment, no tracking
 * parameters, the others in order, no closing slash. Null when the text is no http(s) address.
 */
export function canonicalUrl(text: string): string | null {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  const host = url.host.replace(/^(?:www|m|mobile|amp)\./, '')
  const parameters = [...url.searchParams]
    .filter(([name]) => !tracking.test(name))
    .map(([name, value]) => `${name}=${value}`)
    .sort()
  const query = parameters.length === 0 ? '' : `?${parameters.join('&')}`
  return host + url.pathname.replace(/\/+$/, '') + query
}
