/** Whether an untrusted address is a web address: a browser runs `javascript:` addresses. */
export function isWebAddress(href: string | null | undefined): href is string {
  return href !== null && href !== undefined && /^https?:\/\//i.test(href) && URL.canParse(href)
}

/** Opens a web address in a new tab without access to its opener; ignores anything else. */
export function openWebAddress(href: string | null | undefined): void {
  if (isWebAddress(href)) window.open(href, '_blank', 'noopener,noreferrer')
}
