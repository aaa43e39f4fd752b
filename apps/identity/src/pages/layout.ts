import { readFileSync } from 'node:fs'
import type { Theme } from './theme.ts'

/** The app's typeface in Latin letters; other letters fall back to the system's. */
const font = readFileSync(
  new URL(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')),
).toString('base64')

/** The single stylesheet of all pages. It is inlined and allowed by its hash. */
export const styles = readFileSync(new URL('pages.css', import.meta.url), 'utf8').replace(
  'inter.woff2',
  `data:font/woff2;base64,${font}`,
)

/**
 * The Auspex mark: three signals rising under one arc, as the augurs framed a part of the sky to watch it.
 * Decorative, because the product name always appears next to it.
 */
const mark = `<svg class="mark" viewBox="0 0 32 32" width="40" height="40" aria-hidden="true" focusable="false"><rect width="32" height="32" rx="8" fill="#6f4ee6"/><path d="M6.5 20a9.5 9.5 0 0 1 19 0" fill="none" stroke="#d3c8fb" stroke-width="2" stroke-linecap="round"/><path d="M11 24v-4M16 24v-9M21 24v-6" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/></svg>`

/** The mark as a page icon; the pages allow only `data:` images. */
const icon = `data:image/svg+xml,${encodeURIComponent(mark.replace('<svg class="mark"', '<svg xmlns="http://www.w3.org/2000/svg"'))}`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Makes text safe between tags and inside quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

export const productName = 'Auspex'

/** An entire page. `body` is HTML already; external text in it must have gone through escapeHtml. */
export function renderPage({ title, body, theme }: { title: string; body: string; theme: Theme }): string {
  return `<!doctype html>
<html lang="en" data-theme="${theme}">
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
