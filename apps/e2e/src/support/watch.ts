import type { BrowserContext, Page, Request } from '@playwright/test'

/** Records every document that a page loads from now on. */
export function watchLoads(page: Page): string[] {
  const loads: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads.push(request.url())
  })
  return loads
}

/** Records every request to an address that a page or its scripts send from now on. */
export function watchRequests(page: Page, address: string): Request[] {
  const requests: Request[] = []
  page.on('request', (request) => {
    if (request.url() === address) requests.push(request)
  })
  return requests
}

/** Records what the session writes to the console for support from now on. */
export function watchSessionLog(page: Page): string[] {
  const lines: string[] = []
  page.on('console', (message) => {
    if (message.text().startsWith('[session]')) lines.push(message.text())
  })
  return lines
}

/** Records every renewal by refresh token in any tab of a browser from now on. */
export function watchRenewals(context: BrowserContext): Request[] {
  const renewals: Request[] = []
  context.on('request', (request) => {
    if (isRenewal(request)) renewals.push(request)
  })
  return renewals
}

function isRenewal(request: Request): boolean {
  return request.url().endsWith('/identity/token') && (request.postData() ?? '').includes('grant_type=refresh_token')
}
