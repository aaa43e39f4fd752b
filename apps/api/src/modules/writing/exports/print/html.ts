/** Markup that is safe to send: only `html` creates it, which escapes every inserted value. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Markup | readonly Markup[]

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for an element or a quoted attribute. Omits control characters, which HTML forbids. */
export function escapeHtml(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these characters are removed
  return text.replaceAll(/[\0-\x08\x0B\x0C\x0E-\x1F\x7F]/gu, '').replaceAll(/[&<>"']/gu, (sign) => entities[sign] ?? '')
}

/** A markup template. Inserted values are escaped unless they are markup. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(strings.map((text, index) => (index === 0 ? text : write(parts[index - 1] ?? '') + text)).join(''))
}

function write(part: Part): string {
  if (part instanceof Markup) return part.text
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part))
  return part.map(({ text }) => text).join('')
}

/** The URL if it is safe to link to: http and https only, so that no link runs a script. */
export function safeAddress(url: string | null): string | null {
  const parsed = url === null ? null : URL.parse(url)
  return parsed !== null && (parsed.protocol === 'http:' || parsed.protocol === 'https:') ? parsed.href : null
}
