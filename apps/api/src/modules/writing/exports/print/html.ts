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

/** The head of a self-contained page: the policy forbids everything that it does not name. */
export function printHead(title: string, policy: string, styles: string): Markup {
  return html`<head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width,initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="referrer" content="no-referrer" />
    <title>${title}</title>
    <style>
      ${new Markup(styles)}
    </style>
  </head>`
}

/** A table of cells that are marked up. */
export function printTable(head: Part, rows: readonly Part[]): Markup {
  return html`<div class="table">
    <table>
      <thead>
        <tr>
          ${head}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

/** The numbers of a chart, for readers who cannot see it. */
export function chartTable(names: readonly [string, string], rows: readonly (readonly [string, string])[]): Markup {
  return html`<details>
    <summary>As a table</summary>
    ${printTable(
      html`<th scope="col">${names[0]}</th>
        <th scope="col" class="number">${names[1]}</th>`,
      rows.map(
        ([day, value]) =>
          html`<td>${day}</td>
            <td class="number">${value}</td>`,
      ),
    )}
  </details>`
}
