import { chartTable, html, type Markup, printHead, printTable, safeAddress } from '../html.ts'
import { printStyles } from '../print-styles.ts'
import { number } from '../print-numbers.ts'
import type { CardChart } from './card-chart.ts'
import type { MarkdownBlock, MarkdownRun } from './markdown.ts'
import type { PrintedBody, PrintedCard, PrintedStoryPage } from './printed-story.ts'

/** Styles of printed stories in addition to those of printed reports. */
const storyStyles = `
.card{margin-top:44px;overflow-wrap:anywhere}
.card h2{margin-top:0}
.card h3{font-size:17px;margin:24px 0 4px}
.card h4{font-size:15px;margin:20px 0 4px}
.card .text>*+*{margin-top:12px}
.card p+p{margin-top:8px}
.card .text>*+h3{margin-top:28px}
.text th,.text td{overflow-wrap:break-word}
.footnote{font-size:14px;color:var(--ink-2)}
sup{font-size:.75em;line-height:0}
.caption{color:var(--ink-2);font-size:15px;margin-top:10px}
.number-name{font-size:14px;color:var(--ink-3)}
.number-value{font-size:44px;line-height:1.2;font-weight:600;letter-spacing:-.02em}
blockquote{margin:0;padding:4px 0 4px 20px;border-left:3px solid var(--accent-soft);font-size:19px}
.text blockquote{font-size:inherit}
.signal{font-size:20px}
img{display:block;max-width:100%;height:auto;border-radius:12px}
header img{margin-bottom:28px}
pre{margin:0;padding:14px 16px;border-radius:10px;background:var(--wash);overflow-x:auto;font-size:14px}
hr{border:0;border-top:1px solid var(--line)}
@media (max-width:600px){.card{margin-top:32px}.number-value{font-size:36px}}
@media print{.card{break-inside:avoid}.card:has(.text),.card:has(table){break-inside:auto}details{display:none}}
`

/** No scripts, no requests: pictures are embedded in the file. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

/** Pictures (WebP) by id; missing ones are omitted. */
export type Pictures = ReadonlyMap<string, Buffer>

/** Writes a story as one self-contained HTML file. Every text is escaped, links are http or https only. */
export function writeStoryHtml({ noun, title, made, imageId, cards }: PrintedStoryPage, pictures: Pictures): string {
  return html`<!doctype html>
    <html lang="en">
      ${printHead(`${title} · Auspex ${noun.toLowerCase()}`, policy, printStyles + storyStyles)}
      <body>
        <main>
          <header>
            ${imageId === null ? '' : picture(imageId, '', pictures)}
            <p class="eyebrow">${noun}</p>
            <h1>${title}</h1>
            <p class="meta">${made}</p>
          </header>
          ${cards.map((card) => writeCard(card, pictures))}
          <footer>Made with Auspex</footer>
        </main>
      </body>
    </html> `.text
}

function writeCard({ title, caption, moment, warning, body }: PrintedCard, pictures: Pictures): Markup {
  return html`<section class="card">
    ${title === null ? '' : html`<h2>${title}</h2>`} ${writeBody(body, pictures)}
    ${caption === null ? '' : html`<p class="caption">${caption}</p>`}
    ${moment === null ? '' : html`<p class="meta">${moment}</p>`}
    ${warning === null ? '' : html`<p class="warning">${warning}</p>`}
  </section>`
}

function writeBody(body: PrintedBody, pictures: Pictures): Markup {
  if (body.kind === 'text') return html`<div class="text">${body.blocks.map(writeBlock)}</div>`
  if (body.kind === 'chart') return writeChart(body.chart)
  if (body.kind === 'quote') return html`<blockquote><p>${body.text}</p></blockquote>`
  if (body.kind === 'image') return picture(body.imageId, body.alt, pictures)
  if (body.kind === 'document') return html`<p>${link(body.title || body.url || 'A document', body.url)}</p>`
  if (body.kind === 'signal')
    return html`<p class="signal"><strong>${body.title}</strong> <span class="meta">${body.stage}</span></p>`
  if (body.kind === 'number')
    return html`<p class="number-name">${body.name}</p>
      <p class="number-value">${body.value}</p>
      ${body.note === '' ? '' : html`<p class="meta">${body.note}</p>`}`
  return html`${body.paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}
  ${body.chart === null ? '' : writeChart(body.chart)} ${body.rows.length === 0 ? '' : writeRows(body)}`
}

function writeRows({ rows }: Extract<PrintedBody, { kind: 'section' }>): Markup {
  return html`<div class="table">
    <table>
      <tbody>
        ${rows.map(
          ({ label, value, note }) =>
            html`<tr>
              <th scope="row">${label}</th>
              <td class="number">${value === null ? '' : number(value)}</td>
              <td>${note ?? ''}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

const [wide, tall, foot] = [860, 200, 24]

function writeChart(chart: CardChart | null): Markup {
  if (chart === null) return html`<p class="note">There is no data for these days.</p>`
  const { name, lines, ticks, days, words, rows } = chart
  const at = ({ x, y }: { x: number; y: number }) => `${(x * wide).toFixed(1)},${(foot + (1 - y) * tall).toFixed(1)}`
  const bottom = foot + tall
  return html`<figure>
      <svg viewBox="0 0 ${wide} ${bottom + 22}" role="img" aria-label="${words}">
        <text x="0" y="12">${name}</text>
        <text x="${wide}" y="12" text-anchor="end">${ticks[1]}</text>
        <line x1="0" x2="${wide}" y1="${foot}" y2="${foot}" stroke="var(--line)" />
        <line x1="0" x2="${wide}" y1="${bottom}" y2="${bottom}" stroke="var(--line)" />
        ${lines.map((line) =>
          line.length === 1
            ? html`<circle
                cx="${at(line[0] ?? { x: 0, y: 0 }).split(',')[0] ?? '0'}"
                cy="${at(line[0] ?? { x: 0, y: 0 }).split(',')[1] ?? '0'}"
                r="2.5"
                fill="var(--accent)"
              />`
            : html`<polyline
                points="${line.map(at).join(' ')}"
                fill="none"
                stroke="var(--accent)"
                stroke-width="2"
                stroke-linejoin="round"
              />`,
        )}
        <text x="0" y="${bottom + 16}">${days[0]}</text>
        <text x="${wide / 2}" y="${bottom + 16}" text-anchor="middle">axis starts at ${ticks[0]}</text>
        <text x="${wide}" y="${bottom + 16}" text-anchor="end">${days[1]}</text>
      </svg>
    </figure>
    ${chartTable(['Day', name], rows)}`
}

/** Headings of a card are one level below that of the page. */
function writeBlock(block: MarkdownBlock): Markup {
  if (block.kind === 'heading') {
    const words = writeRuns(block.runs)
    if (block.level === 1) return html`<h2>${words}</h2>`
    return block.level === 2 ? html`<h3>${words}</h3>` : html`<h4>${words}</h4>`
  }
  if (block.kind === 'paragraph') return html`<p>${writeRuns(block.runs)}</p>`
  if (block.kind === 'quote') return html`<blockquote><p>${writeRuns(block.runs)}</p></blockquote>`
  if (block.kind === 'code') return html`<pre><code>${block.text}</code></pre>`
  if (block.kind === 'rule') return html`<hr />`
  if (block.kind === 'table') return writeTable(block)
  if (block.kind === 'note')
    return html`<p class="footnote" id="note-${block.label}"><sup>${block.label}</sup> ${writeRuns(block.runs)}</p>`
  const items = block.items.map((runs) => html`<li>${writeRuns(runs)}</li>`)
  return block.isOrdered
    ? html`<ol>
        ${items}
      </ol>`
    : html`<ul>
        ${items}
      </ul>`
}

function writeTable({ align, head, rows }: Extract<MarkdownBlock, { kind: 'table' }>): Markup {
  const className = (column: number) => (align[column] === 'right' ? 'number' : '')
  return printTable(
    head.map((cell, column) => html`<th scope="col" class="${className(column)}">${writeRuns(cell)}</th>`),
    rows.map((row) => row.map((cell, column) => html`<td class="${className(column)}">${writeRuns(cell)}</td>`)),
  )
}

function writeRuns(runs: readonly MarkdownRun[]): Markup[] {
  return runs.map(({ text, strong, emphasis, code, href, note }) => {
    if (note !== undefined) return html`<sup><a href="#note-${note}">${note}</a></sup>`
    let words = href === undefined ? html`${text}` : link(text, href)
    if (code === true) words = html`<code>${words}</code>`
    if (emphasis === true) words = html`<em>${words}</em>`
    return strong === true ? html`<strong>${words}</strong>` : words
  })
}

/** A link if it is safe to follow, otherwise only its text. */
function link(words: string, url: string | null): Markup {
  const address = safeAddress(url)
  return address === null ? html`${words}` : html`<a href="${address}" rel="noreferrer noopener">${words}</a>`
}

function picture(id: string, alt: string, pictures: Pictures): Markup {
  const bytes = pictures.get(id)
  if (bytes === undefined) return html`<p class="note">${alt === '' ? 'A deleted picture.' : alt}</p>`
  return html`<img src="data:image/webp;base64,${bytes.toString('base64')}" alt="${alt}" />`
}
