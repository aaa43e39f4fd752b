import { formatDay } from '@auspex/analytics'
import type { Claim } from '@auspex/sdk/types'
import { escapeHtml, html, Markup, printHead, printTable, safeAddress, chartTable } from './html.ts'
import { printStyles } from './print-styles.ts'
import { type PrintedReport, type PrintedStatement, type PrintedStory, describeCopies } from './printed-report.ts'
import type { PrintedTable } from './printed-tables.ts'
import { spreadApart, toScale } from './chart-scale.ts'
import type { Bar } from './bars.ts'
import { number } from './print-numbers.ts'

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
  const numberItems = numbers.map(({ text, n }) => `${text}${n === null ? '' : `, n = ${n.toLocaleString('en')}`}`)
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

const [width, height] = [860, 180]
/** The axis title is above the bars; the numbers of events are below the title. */
const [left, above, below] = [56, 40, 26]
const flagRoom = 12
const [wide, fullHeight] = [width - left, above + height + below]

/** Documents over time as bars with both axes, with the same numbers as a table for readers who cannot see them. */
function seriesChart({ series }: PrintedReport): Markup {
  const { bars } = series
  const { title, top, ticks, marks, gaps, events, words } = toScale(series)
  const foot = above + height
  const step = wide / Math.max(1, bars.length)
  const toX = (at: number) => (left + at * step).toFixed(2)
  const barsSvg = drawBars(bars, { top, step, toX })
  const shades = gaps.map(
    ({ start, end, text }) =>
      html`<rect
          x="${toX(start)}"
          y="${above}"
          width="${((end - start) * step).toFixed(2)}"
          height="${height}"
          fill="var(--wash)"
          ><title>${text}: not covered</title></rect
        >${(end - start) * step > 76 ? html`<text x="${(left + start * step + 6).toFixed(2)}" y="${above + 16}">not covered</text>` : ''}`,
  )
  const lines = ticks.map((tick) => {
    const y = (foot - (height * tick) / top).toFixed(2)
    return html`<line x1="${left}" x2="${width}" y1="${y}" y2="${y}" stroke="var(--line)" /><text
        x="${left - 8}"
        y="${y}"
        dy="4"
        text-anchor="end"
        >${number(tick)}</text
      >`
  })
  const days = marks.map(
    ({ at, text }) =>
      html`<text
        x="${toX(at + 0.5)}"
        y="${foot + 18}"
        text-anchor="${at === 0 ? 'start' : at === bars.length - 1 ? 'end' : 'middle'}"
        >${text}</text
      >`,
  )
  const flagPlaces = spreadApart(
    events.map(({ at }) => left + (at + 0.5) * step),
    flagRoom,
  )
  const flags = events.map(
    ({ at, text }, index) =>
      html`<g
        ><title>${text}</title
        ><line
          x1="${toX(at + 0.5)}"
          x2="${toX(at + 0.5)}"
          y1="${above - 4}"
          y2="${foot}"
          stroke="var(--accent)"
          stroke-dasharray="3 3"
        /><text x="${(flagPlaces[index] ?? 0).toFixed(2)}" y="${above - 7}" text-anchor="middle" class="flag"
          >${index + 1}</text
        ></g
      >`,
  )
  return html`<figure>
      <svg viewBox="0 0 ${width} ${fullHeight}" role="img" aria-label="${words}">
        <text x="0" y="12">${title}</text>
        ${lines}${shades}${barsSvg}${flags}${days}
      </svg>
      ${
        events.length === 0
          ? ''
          : html`<ol class="events">
              ${events.map(({ text }) => html`<li>${text}</li>`)}
            </ol>`
      }
    </figure>
    ${chartTable(
      ['From', 'Documents'],
      bars.map(({ day, documents, isCovered }) => [
        formatDay(day),
        isCovered ? number(documents) : documents === 0 ? 'not covered' : `${number(documents)}, not covered`,
      ]),
    )}`
}

function drawBars(
  bars: readonly Bar[],
  { top, step, toX }: { top: number; step: number; toX: (at: number) => string },
): Markup[] {
  const foot = above + height
  return bars.map(({ day, documents, isCovered }, index) => {
    if (documents === 0) return html``
    const tall = (height * documents) / top
    return html`<rect
      x="${toX(index)}"
      y="${(foot - tall).toFixed(2)}"
      width="${Math.max(0.5, step - Math.min(2, step / 4)).toFixed(2)}"
      height="${tall.toFixed(2)}"
      fill="${isCovered ? 'var(--accent-soft)' : 'var(--neutral)'}"
      ><title>${formatDay(day)}: ${number(documents)}${isCovered ? '' : ', not covered'}</title></rect
    >`
  })
}

/** Tone as one stacked bar. */
function toneBar({ tone }: PrintedReport): Markup {
  const total = tone.reduce((sum, { documents }) => sum + documents, 0)
  if (total === 0) return html`<p class="note">No document, so no tone.</p>`
  let at = 0
  const parts = tone.map(({ label, documents }) => {
    const share = (width * documents) / total
    const part = html`<rect
      x="${at.toFixed(2)}"
      y="0"
      width="${Math.max(0, share - 1).toFixed(2)}"
      height="18"
      rx="3"
      fill="var(--${label})"
    />`
    at += share
    return part
  })
  const legend = tone.map(
    ({ label, documents }) =>
      html`<span style="--tone:var(--${label})"
        >${label} ${number(documents)} (${((100 * documents) / total).toFixed(0)}%)</span
      >`,
  )
  return html`<figure>
    <svg viewBox="0 0 ${width} 18" role="img" aria-label="Documents by tone">${parts}</svg>
    <div class="legend">${legend}</div>
  </figure>`
}
