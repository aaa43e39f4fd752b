import { escapeHtml } from './escape-html.ts'
import { icon, mark } from './mark.ts'
import { styles } from './styles.ts'

export const productName = 'Auspex'

/** A whole page. `body` is HTML already; everything from outside in it went through escapeHtml. */
export function renderPage({ title, body }: { title: string; body: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · ${productName}</title>
<link rel="icon" href="${icon}">
<style>${styles}</style>
</head>
<body>
<main>
<header>${mark}<span>${productName}</span></header>
${body}
</main>
</body>
</html>
`
}
