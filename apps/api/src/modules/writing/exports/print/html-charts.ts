import { formatDay } from '@auspex/analytics'
import { spreadApart, toScale } from './chart-scale.ts'
import type { Bar } from './bars.ts'
import { chartTable, html, type Markup } from './html.ts'
import { number } from './print-numbers.ts'
import type { PrintedReport } from './printed-report.ts'

const [width, height] = [860, 180]
/** The axis title is above the bars; the numbers of events are below the title. */
const [left, above, below] = [56, 40, 26]
const flagRoom = 12
const [wide, fullHeight] = [width - left, above + height + below]

/** Documents over time as bars with both axes, with the same numbers as a table for readers who cannot see them. */
export function seriesChart({ series }: PrintedReport): Markup {
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
export function toneBar({ tone }: PrintedReport): Markup {
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
