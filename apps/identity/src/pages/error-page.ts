import { escapeHtml, renderPage } from './layout.ts'
import type { Theme } from './theme.ts'

/** States what went wrong and where to go; `returnTo` is the app's address, if known, and null where going back leads nowhere. */
export function renderErrorPage({
  title,
  detail,
  returnTo,
  theme,
}: {
  title: string
  detail: string
  returnTo?: string | null | undefined
  theme: Theme
}): string {
  return renderPage({
    title,
    theme,
    body: `<h1>${escapeHtml(title)}</h1>
<p role="alert">${escapeHtml(detail)}</p>
${returnTo === null ? '' : renderReturn(returnTo)}`,
  })
}

function renderReturn(returnTo: string | undefined): string {
  return returnTo
    ? `<p><a href="${escapeHtml(returnTo)}">Go back to the app</a></p>`
    : '<p>Go back to the app and try again.</p>'
}
