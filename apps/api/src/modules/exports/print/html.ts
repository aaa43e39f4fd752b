/** Markup that is safe to send: made by `html`, which escapes everything that is put in. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Markup | readonly Markup[]

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text as HTML shows it, in an element or a quoted attribute. Control characters, which HTML forbids, are left out. */
export function escapeHtml(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what is left out
  return text.replaceAll(/[\0-\x08\x0B\x0C\x0E-\x1F\x7F]/gu, '').replaceAll(/[&<>"']/gu, (sign) => entities[sign] ?? '')
}

/** A template of markup. What is put in is escaped unless it is markup itself. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(strings.map((text, index) => (index === 0 ? text : write(parts[index - 1] ?? '') + text)).join(''))
}

function write(part: Part): string {
  if (part instanceof Markup) return part.text
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part))
  return part.map(({ text }) => text).join('')
}

/** The address when it may be followed: http and https only, so that no link runs a script. */
export function safeAddress(url: string | null): string | null {
  const parsed = url === null ? null : URL.parse(url)
  return parsed !== null && (parsed.protocol === 'http:' || parsed.protocol === 'https:') ? parsed.href : null
}
