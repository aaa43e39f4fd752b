import { escapeHtml } from './escape-html.ts'
import { renderPage } from './layout.ts'
import type { Theme } from './theme.ts'

/** States what went wrong and where to go; `returnTo` is the app's address, if known. */
export function renderErrorPage({
  title,
  detail,
  returnTo,
  theme,
}: {
  title: string
  detail: string
  returnTo?: string | undefined
  theme: Theme
}): string {
  return renderPage({
    title,
    theme,
    body: `<h1>${escapeHtml(title)}</h1>
<p role="alert">${escapeHtml(detail)}</p>
${returnTo ? `<p><a href="${escapeHtml(returnTo)}">Go back to the app</a></p>` : '<p>Go back to the app and try again.</p>'}`,
  })
}
