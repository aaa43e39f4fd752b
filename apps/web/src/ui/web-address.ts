/** Whether an address that may come from anybody is one of the web: a browser runs `javascript:` addresses. */
export function isWebAddress(href: string | null | undefined): href is string {
  return href !== null && href !== undefined && /^https?:\/\//i.test(href) && URL.canParse(href)
}

/** Opens such an address in a new tab, which does not know where it was opened; anything else opens nothing. */
export function openWebAddress(href: string | null | undefined): void {
  if (isWebAddress(href)) window.open(href, '_blank', 'noopener,noreferrer')
}
