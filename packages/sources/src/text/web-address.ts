/**
 * The address, unchanged, when a browser may open it; otherwise null. Only http and https: the others run scripts (`javascript:`, `data:`), open
 * programs, or cannot be opened from a page.
 */
export function toWebAddress(address: string | null | undefined): string | null {
  const text = address?.trim() ?? ''
  if (!/^https?:\/\//i.test(text)) return null
  const url = URL.parse(text)
  if (url === null) return null
  // the parser removes line breaks and tabs, and so would a browser
  return /\s/.test(text) ? url.href : text
}
