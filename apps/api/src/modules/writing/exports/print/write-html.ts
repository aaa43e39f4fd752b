import { formatDay } from '@auspex/analytics'
import type { Claim } from '@auspex/sdk/types'
import { seriesChart, toneBar } from './html-charts.ts'
import { escapeHtml, html, Markup, printHead, printTable, safeAddress } from './html.ts'
import { printStyles } from './print-styles.ts'
import { type PrintedReport, type PrintedStatement, type PrintedStory, describeCopies } from './printed-report.ts'
import type { PrintedTable } from './printed-tables.ts'

/** No scripts, no requests: the file renders the same offline, in ten years, on any machine. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

/** Writes a report as one self-contained HTML file. Every text is escaped, links are http or https only. */
export function writeHtml(report: PrintedReport): string {
  const { title, scope, measured, warnings, figures, source } = report
  const page = html`<!doctype html>
    <html lang="en">
      ${printHead(`${title} · Auspex signal report`, policy, printStyles)}
      <body>
        <main>
          <header>
            <p class="eyebrow">Signal report</p>
            <h1>${title}</h1>
            <p class="scope">${scope}</p>
            <p class="meta">${measured}</p>
            ${warnings.map((text) => html`<p class="warning">${text}</p>`)}
            <dl class="figures">
              ${figures.map(
                ({ name, value, note }) =>
                  html`<div>
                    <dt>${name}</dt>
                    <dd class="value">${value}</dd>
                    <dd class="note">${note}</dd>
                  </div>`,
              )}
            </dl>
          </header>
          <section>
            <h2 id="volume">Over time</h2>
            ${report.finding === null ? '' : html`<p class="finding">${report.finding}</p>`} ${seriesChart(report)}
          </section>
          ${statements('summary', 'Executive summary', report.story)}
          <section>
            <h2 id="tone">Tone</h2>
            ${toneBar(report)}
          </section>
          ${report.tables.map(table)} ${statements('quotations', 'In their words', report.quotations)}
          ${statements('counts', 'Also counted', report.otherCounts)}
          <section>
            <h2 id="documents">Documents</h2>
            <p class="note">${report.documentsNote}</p>
            <ol class="documents">
              ${report.stories.map(story)}
            </ol>
          </section>
          <section>
            <h2 id="measures">How the numbers were counted</h2>
            <dl class="formulas">
              ${report.formulas.map(
                ({ name, text, reference }) =>
                  html`<dt>${name}</dt>
                    <dd>${text}${reference === null ? '' : html` <em>${reference}.</em>`}</dd>`,
              )}
            </dl>
          </section>
          <footer>
            Query ${source.canonical} · ${source.signalId} · library revision ${source.libraryRevision} · made with
            Auspex
          </footer>
        </main>
      </body>
    </html> `
  return page.text
}

const statementNotes: Record<string, string> = {
  summary: 'Compiled from counted claims.',
  quotations: 'Quoted word for word from the documents; whether they are true was not checked.',
}

function statements(id: string, title: string, drafts: readonly PrintedStatement[]): Markup {
  if (drafts.length === 0) return html``
  const note = statementNotes[id]
  return html`<section>
    <h2 id="${id}">${title}</h2>
    ${note === undefined ? '' : html`<p class="note">${note}</p>`}
    <ul class="statements">
      ${drafts.map(statement)}
    </ul>
  </section>`
}

function statement({ text, role, claims }: PrintedStatement): Markup {
  const kind =
    role === 'contrastive' ? 'contrastive' : claims.some(({ status }) => status !== 'supported') ? 'weak' : ''
  return html`<li class="${kind}">
    ${text.replaceAll(' %', '\u00A0%')}
    <details>
      <summary>${claims.length === 1 ? 'What it stands on' : `What its ${claims.length} claims are based on`}</summary>
      <ul>
        ${claims.map(ground)}
      </ul>
    </details>
  </li>`
}

function ground({ kind, status, reason, numbers, documentIds }: Claim): Markup {
  const numberItems = numbers.map(
    (number) => `${number.text}${number.n === null ? '' : `, n = ${number.n.toLocaleString('en')}`}`,
  )
  const from = documentIds.length === 0 ? '' : ` Document ${documentIds.slice(0, 3).join(', ')}.`
  return html`<li>
    ${kind}, ${status}: ${numberItems.length === 0 ? '' : `${numberItems.join('; ')}. `}${reason}${from}
  </li>`
}

function table({ id, title, note, columns, rows }: PrintedTable): Markup {
  const heads = columns.map(
    ({ name, isNumber }) => html`<th scope="col" class="${isNumber ? 'number' : ''}">${name}</th>`,
  )
  const cells = (row: readonly string[]) =>
    row.map((cell, index) => html`<td class="${columns[index]?.isNumber === true ? 'number' : ''}">${cell}</td>`)
  const body = rows.length === 0 ? html`` : printTable(heads, rows.map(cells))
  return html`<section>
    <h2 id="${id}">${title}</h2>
    <p class="note">${note}</p>
    ${body}
  </section>`
}

function story(printedStory: PrintedStory): Markup {
  const { title, url, outlet, publishedAt, tone, snippet, highlights } = printedStory.document
  const address = safeAddress(url)
  const name = title.trim() === '' ? outlet : title
  const head =
    address === null
      ? html`<span class="title">${name}</span>`
      : html`<a class="title" href="${address}" rel="noreferrer noopener">${name}</a>`
  return html`<li>
    ${head}
    <p class="meta">
      ${[
        outlet,
        formatDay(publishedAt),
        tone.label === 'unknown' ? 'tone unknown' : tone.label,
        ...describeCopies(printedStory),
      ].join(' · ')}
    </p>
    ${snippet === null ? '' : html`<p>${markMatches(snippet, highlights.snippet)}</p>`}
  </li>`
}

/** A passage with its matches marked. */
function markMatches(text: string, spans: readonly (readonly number[])[]): Markup {
  let at = 0
  let written = ''
  for (const [start = 0, end = 0] of spans) {
    if (start < at) continue
    written += `${escapeHtml(text.slice(at, start))}<mark>${escapeHtml(text.slice(start, end))}</mark>`
    at = end
  }
  return new Markup(written + escapeHtml(text.slice(at)))
}
