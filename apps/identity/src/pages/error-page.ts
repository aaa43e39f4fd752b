import { escapeHtml } from './escape-html.ts'
import { renderPage } from './layout.ts'

/** Says what went wrong and where to go; `returnTo` is the address of the app, when it is known. */
export function renderErrorPage({
  title,
  detail,
  returnTo,
}: {
  title: string
  detail: string
  returnTo?: string | undefined
}): string {
  return renderPage({
    title,
    body: `<h1>${escapeHtml(title)}</h1>
<p role="alert">${escapeHtml(detail)}</p>
${returnTo ? `<p><a href="${escapeHtml(returnTo)}">Go back to the app</a></p>` : '<p>Go back to the app and try again.</p>'}`,
  })
}
