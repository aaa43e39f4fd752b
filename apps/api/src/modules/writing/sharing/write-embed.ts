import { capitalize, formatDay } from '@auspex/analytics'
import type { EmbedPart, SignalReport } from '@auspex/sdk/types'
import { toBars } from '../exports/print/bars.ts'
import { html, Markup } from '../exports/print/html.ts'
import { number } from '../exports/print/print-numbers.ts'

/** The size in which a frame shows it; the picture scales with the frame. */
export const embedSizes: Readonly<Record<EmbedPart, { width: number; height: number }>> = {
  chart: { width: 640, height: 400 },
  number: { width: 640, height: 240 },
}

/** Drawn at three quarters of that size, so that its words can be read on a phone. */
const canvases: Readonly<Record<EmbedPart, { width: number; height: number }>> = {
  chart: { width: 480, height: 300 },
  number: { width: 480, height: 180 },
}

const styles = `
text{font-family:Inter,system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif;fill:#1c1a24}
.quiet{fill:#6b667b}.bar{fill:#5b3fb8}.line{stroke:#e3e0ea}.page{fill:#fff}
@media (prefers-color-scheme:dark){text{fill:#efedf5}.quiet{fill:#9c97ad}.bar{fill:#b9a6f5}.line{stroke:#322e3f}.page{fill:#16141d}}`

const margin = 20

/** A chart or a number of a report as a picture with its source and date. It loads nothing and runs nothing. */
export function writeEmbedPicture(report: SignalReport, part: EmbedPart): Markup {
  const { width, height } = canvases[part]
  const sources = report.coverage.sources.filter(({ documents }) => documents > 0).map(({ label }) => label)
  const demo = report.provenance === 'demo' ? 'Documents made up for the demo. ' : ''
  const source = `${demo}Source: ${sources.join(', ') || 'no documents'}.`
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    viewBox="0 0 ${width} ${height}"
    width="${embedSizes[part].width}"
    height="${embedSizes[part].height}"
    role="img"
    aria-label="${describeEmbed(report, part)}"
  >
    <style>
      ${new Markup(styles)}
    </style>
    <rect class="page" width="${width}" height="${height}" />
    ${part === 'chart' ? drawChart(report) : drawNumber(report)}
    <text class="quiet" x="${margin}" y="${height - 28}" font-size="11">${shorten(source, 76)}</text>
    <text class="quiet" x="${margin}" y="${height - 13}" font-size="11">
      Measured ${formatDay(report.computedAt)} with Auspex
    </text>
  </svg>`
}

/** The picture on a page of its own, for a frame; it opens the shared report. */
export function writeEmbedPage(report: SignalReport, part: EmbedPart, address: string): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>${describeEmbed(report, part)}</title>
        <style>
          body {
            margin: 0;
          }
          svg {
            display: block;
            width: 100%;
            height: auto;
          }
        </style>
      </head>
      <body>
        <a href="${address}" target="_blank" rel="noopener">${writeEmbedPicture(report, part)}</a>
      </body>
    </html>`.text
}

/** What a frame shows when the link no longer works, or shows no report: a failure as data cannot be read there. */
export const endedEmbedPage = html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="color-scheme" content="light dark" />
      <title>No longer shared</title>
      <style>
        body {
          font:
            15px system-ui,
            sans-serif;
          margin: 24px;
        }
      </style>
    </head>
    <body>
      <p>This is no longer shared.</p>
    </body>
  </html>`.text

/** What the picture shows, in words. */
export function describeEmbed({ query, summary, counts }: SignalReport, part: EmbedPart): string {
  const finding = summary.statements.find((statement) => statement.part === 'title')?.text
  return part === 'chart' && finding !== undefined
    ? finding
    : `${capitalize(query.title)}: ${number(counts.documents)} documents`
}

function drawChart(report: SignalReport): Markup[] {
  const { interval } = report.volume
  const { bars } = toBars(report.volume)
  const [top, bottom] = [84, canvases.chart.height - 68]
  const room = canvases.chart.width - 2 * margin
  const highest = Math.max(1, ...bars.map(({ documents }) => documents))
  const step = room / Math.max(1, bars.length)
  const [first, last] = [bars[0], bars.at(-1)]
  return [
    ...writeTitle(describeEmbed(report, 'chart')),
    html`<text class="quiet" x="${margin}" y="${top - 7}" font-size="11">
        Documents a ${interval}, at most ${number(highest)}
      </text>
      <line class="line" x1="${margin}" x2="${margin + room}" y1="${top}" y2="${top}" />
      <line class="line" x1="${margin}" x2="${margin + room}" y1="${bottom}" y2="${bottom}" />`,
    ...bars.map(({ documents }, index) => {
      const height = ((bottom - top) * documents) / highest
      return html`<rect
        class="bar"
        x="${(margin + index * step).toFixed(1)}"
        y="${(bottom - height).toFixed(1)}"
        width="${Math.max(0.6, step * 0.8).toFixed(1)}"
        height="${height.toFixed(1)}"
      />`
    }),
    html`<text class="quiet" x="${margin}" y="${bottom + 15}" font-size="11">
        ${first === undefined ? '' : formatDay(first.day)}
      </text>
      <text class="quiet" x="${margin + room}" y="${bottom + 15}" font-size="11" text-anchor="end">
        ${last === undefined ? '' : formatDay(last.day)}
      </text>`,
  ]
}

function drawNumber({ query, counts, firstDay, lastDay }: SignalReport): Markup[] {
  const range = counts.sampled ? ` (${number(counts.documentsLow)} to ${number(counts.documentsHigh)})` : ''
  return [
    ...writeTitle(capitalize(query.title)),
    html`<text x="${margin}" y="100" font-size="48" font-weight="600">${number(counts.documents)}</text>
      <text class="quiet" x="${margin}" y="124" font-size="13">
        documents${range}, ${formatDay(firstDay)} to ${formatDay(lastDay)}
      </text>`,
  ]
}

const charactersPerLine = 48

/** At most two lines. */
function writeTitle(title: string): Markup[] {
  const words = title.split(' ')
  const lines = ['']
  for (const word of words) {
    const line = lines.at(-1) ?? ''
    if (line !== '' && line.length + word.length + 1 > charactersPerLine) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  const [first = '', ...rest] = lines
  const shown = rest.length === 0 ? [first] : [first, rest.join(' ')]
  return shown.map(
    (line, index) =>
      html`<text x="${margin}" y="${30 + 21 * index}" font-size="17" font-weight="600">
        ${shorten(line, charactersPerLine)}
      </text>`,
  )
}

function shorten(text: string, length: number): string {
  return text.length <= length
    ? text
    : `${text
        .slice(0, length - 1)
        .toWellFormed()
        .trimEnd()}…`
}
