import { escapeHtml } from './escape-html.ts'
import { ICON, MARK } from './mark.ts'
import { STYLES } from './styles.ts'

export const PRODUCT_NAME = 'Auspex'

/** A whole page. `body` is HTML already; everything from outside in it went through escapeHtml. */
export function renderPage({ title, body }: { title: string; body: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · ${PRODUCT_NAME}</title>
<link rel="icon" href="${ICON}">
<style>${STYLES}</style>
</head>
<body>
<main>
<header>${MARK}<span>${PRODUCT_NAME}</span></header>
${body}
</main>
</body>
</html>
`
}
